import { expect, test } from 'vitest';
import { cashDifference, differenceOf } from './compare.ts';

test.each([
  ['an equal charge', 880, { status: 'captured', amount: 880 }, undefined],
  ['a charge that was paid back on both sides', 0, { status: 'refunded', amount: 0 }, undefined],
  ['an attempt that never held money', undefined, { status: 'error', amount: 880 }, undefined],
  ['an attempt that waits for the bank', undefined, { status: 'pending', amount: 880 }, undefined],
  [
    'a charge that only the processor has',
    undefined,
    { status: 'authorised', amount: 880 },
    { kind: 'missing-in-shop', shop: 0, processor: 880 },
  ],
  ['a charge that only the shop has', 880, undefined, { kind: 'missing-at-processor', shop: 880, processor: 0 }],
  ['a refund by hand', 880, { status: 'partly-refunded', amount: 780 }, { kind: 'other-amount', shop: 880, processor: 780 }],
  ['a cancelled authorisation', 880, { status: 'cancelled', amount: 880 }, { kind: 'other-amount', shop: 880, processor: 0 }],
] as const)('%s', (_, shop, record, difference) => {
  expect(differenceOf(shop, record)).toEqual(difference);
});

const at = '2026-11-20T04:00:00.000Z';
test.each([
  ['a cash order that was delivered', 'COD', at, '3003', 880, 0, false, undefined],
  ['one that is on its way', 'COD', null, '3006', 880, 0, false, undefined],
  ['a card order that was delivered', 'CREDIT', at, '3003', 0, 0, true, undefined],
  ['a card order for which the carrier collects', 'CREDIT', at, '3003', 880, 0, false, { kind: 'other-amount', shop: 0, processor: 880 }],
  ['an amount of its own', 'COD', at, '3003', 800, 0, false, { kind: 'other-amount', shop: 880, processor: 800 }],
  ['a delivery that the carrier took back', 'COD', at, '5004', 880, 0, false, { kind: 'other-amount', shop: 880, processor: 0 }],
  ['a delivery that the shop did not hear of', 'COD', null, '3003', 880, 0, false, { kind: 'other-amount', shop: 0, processor: 880 }],
  ['a parcel that came back and was never received', 'COD', null, '5008', 880, 0, true, undefined],
  ['one that the buyer gave back', 'COD', at, '5008', 880, 865, true, undefined],
  ['cash that was not paid out in time', 'COD', at, '3003', 880, 0, true, { kind: 'not-paid-out', shop: 880, processor: 0 }],
  ['cash that was paid out', 'COD', at, '3003', 880, 865, true, undefined],
] as const)('%s', (_, payment, receivedAt, code, collects, paidOut, isDue, difference) => {
  const order = { terms: { payment, total: 880 }, receivedAt } as Parameters<typeof cashDifference>[0];
  expect(cashDifference(order, { subtype: 'TCAT', code, cash: { collects, paidOut } }, isDue)).toEqual(difference);
});
