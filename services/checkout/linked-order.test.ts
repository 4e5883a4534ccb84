import { type LinkedOrder, orderDecider, type OrderEvent, type OrderTerms } from '@nordhaut/ordering';
import { AT, line, placed } from '@nordhaut/ordering/testing';
import { given } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { linkedTerms } from './linked-order.ts';

const lines: OrderTerms['lines'] = [
  { ...line, quantity: 2, subtotal: 1_960 },
  { ...line, tier: 'ADDITIONAL', quantity: 3, unitPrice: 500, subtotal: 1_500 },
  { ...line, productId: 6 },
];
const agreed = { version: '2026-11-01' } as unknown as NonNullable<OrderTerms['agreed']>;
const emailKey = 'key of ming@example.com';
const link: LinkedOrder = {
  linkedOrderNo: 'LINKED0000000001',
  kind: 'RESEND',
  items: [{ productId: 5, tier: 'ADDITIONAL', quantity: 1 }],
  value: 500,
  state: 'AGREED',
};
const sent = (more: Partial<OrderTerms>, ...events: OrderEvent[]) => {
  const { state } = given(orderDecider)(placed({ lines, ...more }), ...events);
  return linkedTerms(state ?? expect.fail('no order'), link);
};

test('of a product that was bought at two prices, the pieces of that line are sent again, with nothing due', () =>
  expect(sent({}).lines).toEqual([{ ...line, tier: 'ADDITIONAL', quantity: 1, unitPrice: 0, subtotal: 0 }]));

test("a guest's goods that are sent again can be adopted by the same address; those of a member are the member's", () => {
  expect(sent({ emailKey, agreed })).toMatchObject({ memberId: null, emailKey, agreed });
  expect(sent({ memberId: 'M1' })).toMatchObject({ memberId: 'M1' });
  const adopted = sent({ emailKey }, { type: 'OrderAdopted', data: { at: AT, memberId: 'M2', by: 'COOKIE' } });
  expect(adopted).toMatchObject({ memberId: 'M2' });
  expect(adopted).not.toHaveProperty('emailKey');
  expect(sent({})).not.toHaveProperty('emailKey');
});
