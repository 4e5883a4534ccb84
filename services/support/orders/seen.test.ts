import { expect, test } from 'vitest';
import { maskedSubject } from './seen.ts';

test.each([
  ['王大明', '王大明，您的訂單已成立', '王○明，您的訂單已成立'],
  ['J.Li', 'J.\u200bLi，您的訂單已成立', 'J○○i，您的訂單已成立'],
  ['王大明', 'ming@example.com 的訂單', 'm•••• 的訂單'],
  ['', '訂單已成立', '訂單已成立'],
])('the subject of a mail to %j does not name the buyer', (name, subject, shown) =>
  expect(maskedSubject({ subject, name, to: 'ming@example.com' })).toBe(shown),
);
