import { ORDER_PHASES, PAYMENT_STATES } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { bareOrderNo, groupsOf, outcomeOf } from './outcome.ts';

test.each([
  ['awaiting-payment', 'pending', 'confirming'],
  ['payment-failed', 'failed', 'failed'],
  ['cancelled', 'paid', 'cancelled'],
  ['preparing', 'on-delivery', 'cod'],
  ['preparing', 'paid', 'paid'],
  ['on-its-way', 'paid', 'paid'],
  ['at-store', 'paid', 'paid'],
  ['delivered', 'collected', 'later'],
  ['not-collected', 'paid', 'later'],
  ['return-requested', 'paid', 'later'],
  ['returning', 'paid', 'later'],
  ['refunded', 'paid', 'later'],
] as const)('%s, %s is %s', (phase, payment, outcome) => expect(outcomeOf({ phase, payment })).toBe(outcome));

test('shows no order as paid unless its payment is paid', () => {
  const shown = ORDER_PHASES.flatMap((phase) => PAYMENT_STATES.map((payment) => ({ payment, outcome: outcomeOf({ phase, payment }) })));
  expect(shown.filter(({ outcome }) => outcome === undefined)).toEqual([]);
  expect(new Set(shown.filter(({ outcome }) => outcome === 'paid').map(({ payment }) => payment))).toEqual(new Set(['paid']));
});

test.each([
  [' abcd-efgh 1234 ', 'ABCDEFGH1234'],
  ['ＡＢＣ１', 'ABC1'],
  ['\u200bABCD–EFGH\u202c', 'ABCDEFGH'],
  ['訂單編號：ABCD EFGH 1234', 'ABCDEFGH1234'],
  ['訂單編號\tABCDEFGH', 'ABCDEFGH'],
  ['#ABCDEFGH', 'ABCDEFGH'],
  ['訂單', '訂單'],
  ['', ''],
])('reads %j as %j', (typed, bare) => expect(bareOrderNo(typed)).toBe(bare));

test('a number in groups of four has all its characters and is read back unchanged', () => {
  const orderNo = 'AB12CD34EF56GH78K';
  expect(groupsOf(orderNo)).toEqual(['AB12', 'CD34', 'EF56', 'GH78', 'K']);
  expect(bareOrderNo(groupsOf(orderNo).join(' '))).toBe(orderNo);
});
