import { testContext } from '@nordhaut/platform/envelope/testing';
import type { ForgettingEngine } from '@nordhaut/platform/forgetting';
import { expect, test } from 'vitest';
import { memberWaits } from './member-waits.ts';
import { type Process, rewardFixture } from './testing/reward-fixture.ts';

const fixture = rewardFixture();
const { another, order, register } = fixture;

const waitsOf = (memberId: string) => {
  const engine = { commands: another().commands, clock: () => new Date(fixture.now) } as unknown as ForgettingEngine;
  return memberWaits(engine, { memberId, orders: [] });
};

/** A member's order that has reserved and is not placed. */
async function reserved({ reservations }: Process = another()) {
  const memberId = `waits${++fixture.count}`;
  await register(memberId);
  const orderNo = fixture.newNumber();
  const taken = { orderNo, memberId, at: fixture.now, coupons: [], credit: 0, personKeys: [] };
  expect(await reservations.reserve(taken, testContext())).toBeUndefined();
  return { memberId, orderNo, taken };
}

test('a member without an order has nothing open', async () => {
  expect(await waitsOf('nobody')).toEqual([]);
});

test('an order that has reserved is waited for before it is placed, and until it ends, without a read model', async () => {
  const { memberId, orderNo, taken } = await reserved();
  expect(await waitsOf(memberId)).toEqual([{ why: 'PAYMENT', until: null }]);
  const placed = await order(memberId, 1_000, { orderNo });
  await another().reservations.redeem(taken, testContext());
  expect(await waitsOf(memberId)).toEqual([{ why: 'PARCEL', until: null }]);
  await placed.send({ type: 'CancelOrder', at: fixture.now, reason: 'CHANGED_MIND' });
  await placed.send({ type: 'CancelShipment', at: fixture.now, tradeNo: `${orderNo}S1`, outcome: 'NEVER_CREATED' });
  expect(await waitsOf(memberId)).toEqual([]);
});

test('a checkout that failed is not waited for', async () => {
  const { memberId, taken } = await reserved();
  await another().reservations.giveBack(taken, 'FAILED', testContext());
  expect(await waitsOf(memberId)).toEqual([]);
});
