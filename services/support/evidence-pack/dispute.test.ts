import { hash } from 'node:crypto';
import { plainText, RETURN_RULES, TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
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

const order = historyOf(orderDecider, placed()).state() ?? expect.fail('no order');
const event = (type: string, data: object = {}, recordedAt = order.placedAt): HistoryEvent =>
  ({ type, revision: 1, recordedAt, carrierAt: null, sentence: `[${type}]`, raw: { data, metadata: {} } }) as unknown as HistoryEvent;

test('the tables of payment and delivery have what became of a refund that the bank refused, of the store, and of goods that were sent again', () => {
  const listed = (type: string): string[] => {
    return disputePart(order, [event(type)], []).sections.filter((section) => section.includes(`[${type}]`));
  };
  for (const type of ['RefundStarted', 'RefundWayChanged', 'RefundIssued', 'PickupStoreChanged', 'LinkedOrderPlaced', 'LinkedOrderEnded'])
    expect(listed(type), type).toHaveLength(1);
  // What support wrote down for itself is in neither.
  expect(listed('NoteWritten')).toEqual([]);
});

const started = event('CardPaymentStarted', { recTradeId: 'D1' });
const paidBy = (recTradeId: string): HistoryEvent => event('CardPaymentAuthorised', { recTradeId });
test.each([
  ['nothing was charged to a card', [event('OrderPlaced')], '此訂單沒有信用卡付款的紀錄。'],
  ['the bank asked for nothing', [event('OrderPlaced'), paidBy('D1')], '此筆付款沒有進入 3D 驗證頁面。'],
  ['the bank refused at once', [event('OrderPlaced'), event('CardPaymentFailed')], '此筆付款沒有進入 3D 驗證頁面。'],
  ['the buyer came back from the bank', [started, paidBy('D1')], '持卡人在發卡銀行的 3D 驗證頁面完成驗證，之後取得授權。'],
  ['the buyer did not come back', [started, event('CardPaymentFailed')], '已導向發卡銀行的 3D 驗證頁面，沒有取得授權。'],
  ['another charge than the one at the bank was paid', [started, paidBy('D2')], '此筆付款沒有進入 3D 驗證頁面。'],
])('the pack says whether the cardholder was authenticated: %s', (_, events, said) => {
  expect(disputePart(order, events, []).sections.join('')).toContain(`<p>${said}</p>`);
});

test('a text is in the pack from the day of its version on, in Taipei; before, the pack says that it is another one', () => {
  const { version } = RETURN_RULES;
  const midnight = Date.parse(`${version}T00:00:00+08:00`);
  const packed = (ms: number) => disputePart(order, [event('OrderPlaced', {}, new Date(ms).toISOString())], []);
  const file = `terms/returns-${version}.txt`;
  expect(packed(midnight).files[file]).toBe(plainText(RETURN_RULES));
  expect(packed(midnight - 1).files).not.toHaveProperty([file]);
  expect(packed(midnight - 1).sections.join('')).toContain(`${version} 之前的版本`);
});
