import { orderDecider, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import { AT, failed, placed, started } from '@nordhaut/ordering/testing';
import type { CommandContext } from '@nordhaut/platform/envelope';
import { given } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import type { Checkout } from './checkout.ts';
import { foundAt, isOfBuyer } from './placed.ts';
import type { CheckoutProcess } from './process.ts';

const { state: order } = given(orderDecider)(placed({ memberId: 'M1' }), failed);
const adopted: OrderEvent = { type: 'OrderAdopted', data: { at: AT, memberId: 'M2', by: 'COOKIE' } };
const { state: ofM2 } = given(orderDecider)(placed(), adopted);

type Asked = { of?: OrderState; isPast?: boolean; hasBegun?: boolean; holdsIt?: boolean };
/** @param isPast the order's own time for the contact is over */
const isBuyer = (
  memberId: string | null,
  isPast: boolean,
  { of = order, hasBegun = false, holdsIt = true }: Asked = {},
): Promise<boolean> => {
  const process = { hasBegun: () => Promise.resolve(hasBegun), load: () => Promise.resolve({ order: of }) } as unknown as CheckoutProcess;
  const forOthers: Parameters<typeof isOfBuyer>[0]['forOthers'] = (one) =>
    isPast ? { ...one, personal: {}, forgotten: { contact: '2027-05-19T01:00:00.000Z' } } : one;
  const checkout = { terms: { orderNo: 'N123456789ABCDEF', memberId: of === ofM2 ? null : 'M1' } } as NonNullable<Checkout>;
  return isOfBuyer({ process, forOthers }, checkout, { memberId, holdsIt }, {} as CommandContext);
};

test("after a member's order's own time its cart is no proof: a browser could try phone numbers by repeating the order", async () => {
  expect([await isBuyer(null, false), await isBuyer(null, true)]).toEqual([true, false]);
  expect([await isBuyer('M1', false), await isBuyer('M1', true)]).toEqual([true, true]);
});

test.each<[who: string, string | null, Asked, boolean]>([
  ['the member, without its browser', 'M1', { holdsIt: false }, true],
  ['another member, who has nothing of it', 'M2', { holdsIt: false }, false],
  ['a guest who has nothing of it', null, { holdsIt: false }, false],
  ['the key of the first request', null, { holdsIt: false, hasBegun: true }, true],
  ['the member who adopted it', 'M2', { of: ofM2 }, true],
  ['the browser of an adopted order, with nobody signed in', null, { of: ofM2, hasBegun: true }, false],
  ['the next member at that browser', 'M3', { of: ofM2, hasBegun: true }, false],
  ['the browser of a checkout without an order', null, { of: null }, true],
])('the buyer of a repeated request: %s', async (_, memberId, asked, expected) =>
  expect(await isBuyer(memberId, false, asked)).toBe(expected),
);

const GRACE = 45_000;
const later = (ms: number): string => new Date(Date.parse(AT) + ms).toISOString();
const { state: unpaid } = given(orderDecider)(placed());
const { state: cash } = given(orderDecider)(placed({ payment: 'COD' }));
const { state: atBank } = given(orderDecider)(placed(), started);
const begun = { startedAt: AT, charge: { state: 'not-requested' }, ended: null };
type Found = ReturnType<typeof foundAt>;
test.each<[what: string, checkout: object, order: OrderState, afterMs: number, Found]>([
  ['a checkout that is to become an order', begun, null, 1_000, 'in-work'],
  ['a checkout that failed', { ...begun, ended: 'FAILED' }, null, GRACE, 'answered'],
  ['a card order that is charged', begun, unpaid, GRACE - 1, 'in-work'],
  ['a card order whose process died', begun, unpaid, GRACE, 'left'],
  ['a charge that was requested later', { ...begun, charge: { state: 'requested', at: later(GRACE) } }, unpaid, GRACE + 1, 'in-work'],
  ['a card order at the bank', begun, atBank, 1_000, 'answered'],
  ['a cash order before the carrier answered', begun, cash, 4_999, 'in-work'],
  ['a cash order whose carrier does not answer', begun, cash, 5_000, 'answered'],
  ['a cash order whose checkout is over', { ...begun, ended: 'COMPLETED' }, cash, 1_000, 'answered'],
])('a repeated click finds %s', (_, checkout, of, afterMs, expected) =>
  expect(foundAt({ checkout: checkout as Checkout, order: of }, Date.parse(later(afterMs)), GRACE)).toBe(expected),
);
