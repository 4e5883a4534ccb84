import { orderDecider, type OrderTerms } from '@nordhaut/ordering';
import { AT, line, terms } from '@nordhaut/ordering/testing';
import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { answerOf, type Answers, examplesOf, SHOWN_BY, type Shown } from '../../scripts/naive-prices/shown-by.ts';
import { declaredValue } from './declared-value.ts';
import { linkedTerms } from './linked-order.ts';

const EXAMPLES: Answers<Shown<'services/checkout/declared-value.test.ts'>> = {
  parcelValue: ({ goods, discounts, fee, credit }) =>
    declaredValue(goods - discounts + fee - credit, { subtotal: goods, discounts: [{ couponId: '1', name: '', amount: discounts }] }),
};

test.each(examplesOf(SHOWN_BY['services/checkout/declared-value.test.ts']))('$decision: $title', (example) => {
  expect(answerOf(EXAMPLES, example)).toBe(example.expected);
});

/** What the parcel of an order that sends another one's goods again declares. */
function sentAgain(of: OrderTerms, value: number): { declared: number; terms: OrderTerms } {
  const items = of.lines.map(({ productId, tier, quantity }) => ({ productId, tier, quantity }));
  const link = { linkedOrderNo: 'LINKED0000000001', kind: 'RESEND', items, value, state: 'AGREED' } as const;
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...of, at: AT }, subject: 'guest:1' });
  const next = linkedTerms(own.state() ?? expect.fail('no order'), link);
  return { declared: declaredValue(next.total, next), terms: next };
}
const paid = terms({
  cartId: null,
  memberId: 'm',
  lines: [{ ...line, quantity: 2, unitPrice: 500, subtotal: 1000 }],
  discounts: [{ couponId: '1', name: '', amount: 200 }],
  subtotal: 1000,
  total: 920,
});

test('goods that are sent again declare what was paid for them, as often as they are sent', () => {
  const second = sentAgain(paid, 920);
  expect(second.declared).toBe(920);
  // The second order was due nothing, so its own origin has no amount for the third.
  const third = sentAgain(second.terms, 0);
  expect([third.declared, sentAgain(third.terms, 0).declared]).toEqual([920, 920]);
});

test('goods that a coupon paid declare the least, not the value of the whole order', () => {
  const free = { ...line, productId: 6, unitPrice: 200, subtotal: 200 };
  const shares = [{ productId: 6, tier: 'ORIGIN' as const, amount: 200 }];
  const all = terms({
    cartId: null,
    lines: [line, free],
    discounts: [{ couponId: '1', name: '', amount: 200, shares }],
    subtotal: 1180,
    total: 1100,
  });
  expect(sentAgain({ ...all, lines: [free] }, 0).declared).toBe(1);
});

test('goods that credit paid declare their value, also when they are sent again', () => {
  const second = sentAgain({ ...paid, credit: 920, total: 0 }, 0);
  expect([second.declared, sentAgain(second.terms, 0).declared]).toEqual([800, 800]);
});
