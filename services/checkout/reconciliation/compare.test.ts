import { expect, test } from 'vitest';
import { differenceOf } from './compare.ts';

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
