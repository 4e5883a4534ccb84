import { expect, test } from 'vitest';
import { isTooSoon } from './resend.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
/** @param minutes before now */
const planned = (...minutes: number[]) => minutes.map((ago) => ({ created_at: new Date(NOW.getTime() - ago * 60_000), state: 'sent' }));
const DAY = 24 * 60;

test('a mail is sent again three times a day, however old the first one is', () => {
  for (const first of [600, 30 * DAY]) {
    expect(isTooSoon(planned(first), NOW)).toBe(false);
    expect(isTooSoon(planned(first, 300, 200), NOW)).toBe(false);
    // Three mails went to a mistyped address; support corrected it 90 s ago.
    expect(isTooSoon(planned(first, 400, 300, 200), NOW, new Date(NOW.getTime() - 90_000))).toBe(false);
    expect(isTooSoon(planned(first, 300, 200, 100), NOW), `first ${first} minutes ago`).toBe(true);
  }
  expect(isTooSoon(planned(30 * DAY, 2 * DAY, 200, 100), NOW)).toBe(false);
});

test('a mail is sent again once a minute', () => {
  expect(isTooSoon(planned(0.5), NOW)).toBe(true);
  expect(isTooSoon(planned(30 * DAY, 0.5), NOW)).toBe(true);
});

test('a mail that is still under way is not sent a second time', () => {
  for (const state of ['due', 'sending']) expect(isTooSoon([...planned(600), { created_at: new Date(0), state }], NOW), state).toBe(true);
  for (const state of ['sent', 'listed', 'dropped']) expect(isTooSoon([{ created_at: new Date(0), state }], NOW), state).toBe(false);
});
