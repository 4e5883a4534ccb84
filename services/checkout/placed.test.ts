import { orderDecider } from '@nordhaut/ordering';
import { failed, placed } from '@nordhaut/ordering/testing';
import type { CommandContext } from '@nordhaut/platform/envelope';
import { given } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import type { Checkout } from './checkout.ts';
import { isOfBuyer } from './placed.ts';
import type { CheckoutProcess } from './process.ts';

const { state: order } = given(orderDecider)(placed({ memberId: 'M1' }), failed);

/** Whether a browser that holds the cart is the buyer. @param isPast the order's own time for the contact is over */
const isBuyer = (memberId: string | null, isPast: boolean): Promise<boolean> => {
  const process = { hasBegun: () => Promise.resolve(false), load: () => Promise.resolve({ order }) } as unknown as CheckoutProcess;
  const forOthers: Parameters<typeof isOfBuyer>[0]['forOthers'] = (one) =>
    isPast ? { ...one, personal: {}, forgotten: { contact: '2027-05-19T01:00:00.000Z' } } : one;
  const checkout = { terms: { orderNo: order?.terms.orderNo, memberId: 'M1' } } as NonNullable<Checkout>;
  return isOfBuyer({ process, forOthers }, checkout, { memberId, holdsIt: true }, {} as CommandContext);
};

test("after a member's order's own time its cart is no proof: a browser could try phone numbers by repeating the order", async () => {
  expect([await isBuyer(null, false), await isBuyer(null, true)]).toEqual([true, false]);
  expect([await isBuyer('M1', false), await isBuyer('M1', true)]).toEqual([true, true]);
});
