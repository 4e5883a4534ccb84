import { hash } from 'node:crypto';
import { plainText, TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
import type { HistoryEvent } from '@nordhaut/contracts/support';
import { orderDecider } from '@nordhaut/ordering';
import { placed } from '@nordhaut/ordering/testing';
import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { disputePart, termsAgreed } from './dispute.ts';

test('the terms are those of the order: an earlier text is named by its hash, and the text of today never stands in for it', () => {
  const today = hash('sha256', plainText(TERMS_OF_SERVICE), 'hex');
  const agreed = { version: TERMS_OF_SERVICE.version, hash: today };
  expect(termsAgreed('terms', TERMS_OF_SERVICE, agreed)).toMatchObject({ digest: today, text: plainText(TERMS_OF_SERVICE) });
  const earlier = { version: '2026-01-01', hash: 'a'.repeat(64) };
  const shown = termsAgreed('terms', TERMS_OF_SERVICE, earlier);
  expect(shown).toMatchObject({ version: '2026-01-01', digest: earlier.hash, text: undefined });
  expect(shown.note).toContain('已改版');
  // A text that was changed without a new version is another text.
  expect(termsAgreed('terms', TERMS_OF_SERVICE, { ...agreed, hash: earlier.hash }).text).toBeUndefined();
});

test('the tables of payment and delivery have what became of a refund that the bank refused, of the store, and of goods that were sent again', () => {
  const order = historyOf(orderDecider, placed()).state() ?? expect.fail('no order');
  const listed = (type: string): string[] => {
    const event = { type, revision: 1, recordedAt: order.placedAt, carrierAt: null, sentence: `[${type}]` } as unknown as HistoryEvent;
    return disputePart(order, [event], []).sections.filter((section) => section.includes(`[${type}]`));
  };
  for (const type of ['RefundStarted', 'RefundWayChanged', 'RefundIssued', 'PickupStoreChanged', 'LinkedOrderPlaced', 'LinkedOrderEnded'])
    expect(listed(type), type).toHaveLength(1);
  // What support wrote down for itself is in neither.
  expect(listed('NoteWritten')).toEqual([]);
});
