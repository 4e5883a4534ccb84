import { expect, test } from 'vitest';
import { bareOrderNo, outcomeOf } from './outcome.ts';

test.each([
  ['AWAITING_PAYMENT', 'confirming'],
  ['PAYMENT_FAILED', 'failed'],
  ['CANCELLED', 'failed'],
  ['COD', 'cod'],
  ['300', 'paid'],
  ['3003', 'paid'],
  ['RETURN_APPLY', 'later'],
  ['RETURN', 'later'],
  ['REFUNDED', 'later'],
])('%s is %s', (code, outcome) => expect(outcomeOf(code)).toBe(outcome));

test.each([
  [' abcd-efgh 1234 ', 'ABCDEFGH1234'],
  ['ＡＢＣ１', 'ABC1'],
  ['', ''],
])('%j is read as %j', (typed, bare) => expect(bareOrderNo(typed)).toBe(bare));
