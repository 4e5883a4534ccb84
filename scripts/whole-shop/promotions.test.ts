import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { MemberAnswer, PriceAnswer, ReferralAnswer, RegisterRequest, SignedInAnswer } from '@nordhaut/contracts';
import { couponStream, importCoupons, stockDecider, walletDecider, walletStream } from '@nordhaut/promotions';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { caughtUp } from './fixtures/all-is-well.ts';
import { eventually } from './fixtures/eventually.ts';
import { prepare, send } from './fixtures/member-promotions.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
let list: { coupon_id: number; coupon_uid: string }[];
beforeAll(async () => {
  shop = await testShop({ CASH_LIMIT: 'off', DATABASE_POOL: '1' });
  list = JSON.parse(await readFile(new URL('../../services/promotions/data/coupons.json', import.meta.url), 'utf8')) as typeof list;
});
afterAll(() => shop.close());

/** the coupon of an invitation, in the list */
const INVITE = '3';

let people = 0;
async function registered(phone = '0955123456') {
  const visitor = shop.visit();
  const email = `wallet${++people}@example.com`;
  const form: RegisterRequest = {
    firstName: '林',
    lastName: '怡君',
    user_email: email,
    password: 'abc123',
    user_phone: phone,
    privacyAccepted: true,
    ageConfirmed: true,
  };
  expect((await visitor.post<SignedInAnswer>('/api/register', form)).status).toBe(200);
  const { rows } = await shop.shop.engine.pool.query<{ id: string }>('select id from account_users order by "createdAt" desc limit 1');
  return { visitor, memberId: rows[0]?.id ?? '' };
}

const run = (input: unknown, dryRun = false) => {
  return importCoupons({ ...shop.shop.engine, hasProduct: () => true }, input, dryRun);
};
const copiesOf = async (memberId: string): Promise<string[]> => {
  const { rows } = await shop.shop.engine.pool.query<{ state: { copies: { couponId: string }[] } }>(
    'select state from wallets where member_id = $1',
    [memberId],
  );
  return (rows[0]?.state.copies ?? []).map(({ couponId }) => couponId).toSorted();
};

test('an import checks the whole file first, changes nothing in a dry run, and nothing by a repeat', async () => {
  const wrong = [{ ...list[1], coupon_formula: 'x / 0' }, { ...list[2], coupon_id: 2 }, 5];
  expect(await run(wrong)).toMatchObject({ ok: false });
  expect(await run([list[0], list[0]])).toMatchObject({ ok: false });
  expect(await run('no list')).toMatchObject({ ok: false });
  expect(await run(list.slice(1), true)).toMatchObject({ ok: true, changes: list.slice(1).map(() => ({ change: 'new' })) });
  const { rows } = await shop.shop.engine.pool.query('select coupon_id from coupons');
  expect(rows).toEqual([]);
});

test('of imports at the same moment that give one code to different coupons, one succeeds', async () => {
  const one = (coupon_id: number) => [{ ...list[8], coupon_id, coupon_uid: 'WANTED' }];
  const made = await Promise.all([701, 702, 703].map((couponId) => run(one(couponId))));
  expect(made.filter(({ ok }) => ok)).toHaveLength(1);
  const owner = 701 + made.findIndex(({ ok }) => ok);
  const others = made.flatMap((imported) => (imported.ok ? [] : imported.faults));
  expect(others).toEqual(Array(2).fill(`the code WANTED belongs to coupon ${owner}`));
});

test('a new member gets the coupons of a registration, and so does one from before them, once', async () => {
  const early = await registered();
  expect(await run(list)).toMatchObject({ ok: true });
  const late = await registered();
  for (const { memberId } of [early, late])
    await eventually(async () => (await copiesOf(memberId)).join() === '1,2', 'the coupons of a registration');
  expect(await run(list)).toMatchObject({ ok: true, changes: list.map(() => ({ change: 'unchanged' })) });
  await eventually(
    async () => (await shop.shop.engine.pool.query('select from coupons where coupon_id::bigint < 100')).rowCount === list.length,
    'the coupons',
  );
  expect(await run([{ ...list[8], coupon_id: 99 }])).toMatchObject({ ok: false, faults: ['the code FLASH_100 belongs to coupon 9'] });
  // A buyer may type it in small letters.
  const small = { ...list[8], coupon_id: 99, coupon_uid: 'flash_100' };
  expect(await run([small])).toMatchObject({ ok: false, faults: ['the code FLASH_100 belongs to coupon 9'] });
  const two = ['Twice', 'TWICE'].map((coupon_uid, index) => ({ ...list[8], coupon_id: 97 + index, coupon_uid }));
  expect(await run(two, true)).toMatchObject({ ok: false });
});

test('the first order of a new member is given the travel set as one product (decisions.md 58)', async () => {
  const { visitor } = await registered();
  const request = { items: codOrder().items, coupons: ['WELCOME_1150'] };
  const gifts = async () => (await visitor.post<PriceAnswer>('/api/getPrice/', request)).body.gifts ?? [];
  const isWelcome = ({ couponId }: { couponId: string | null }): boolean => couponId === '1';
  await eventually(async () => (await gifts()).some(isWelcome), 'the welcome coupon');
  expect((await gifts()).filter(isWelcome)).toMatchObject([{ nameZh: '旅行組', quantity: 1, value: 1_150 }]);
});

test('who closes an account and registers anew has what an order used of a registration once', async () => {
  const own = '0955777001';
  const member = async (phone: string) => {
    const one = await registered(phone);
    await eventually(async () => (await copiesOf(one.memberId)).length === 2, 'the coupons of a registration');
    return one;
  };
  type One = Awaited<ReturnType<typeof member>>;
  const buy = async ({ visitor }: One, uid: string, phone: string) => {
    const order = { ...codOrder(), recipient: { ...codOrder().recipient, phone } };
    return (await send(visitor, await prepare(visitor, order, { coupons: [uid], credit: 0 }))).body.code ?? 'placed';
  };
  const close = async ({ visitor }: One) => {
    expect((await visitor.send('DELETE', '/api/member', { password: 'abc123' })).status).toBe(200);
    await caughtUp(shop);
  };
  await close(await member(own));
  const second = await member(own);
  expect(await buy(second, 'WELCOME_1150', own), 'the first account used nothing').toBe('placed');
  await close(second);

  const [third, fourth] = [await member('0955777003'), await member(own)];
  expect(await buy(third, 'WELCOME_1150', own), 'an order to the same recipient').toBe('COUPON_USED_UP');
  expect(await buy(third, 'PUBLIC_FIRST_200', own), 'that was no first purchase').toBe('COUPON_USED_UP');
  expect(await buy(fourth, 'PUBLIC_FIRST_200', '0955777004'), 'the same phone number in the profile').toBe('COUPON_USED_UP');
  expect(await buy(third, 'PUBLIC_FIRST_200', '0955777003'), 'another person').toBe('placed');
});

test('questions whether an earlier account of a number has used a coupon are counted (infra/decisions/108)', async () => {
  // Six numbers of one ending for guests and unconfirmed members, two of them from one network.
  const beside = await testShop({ RATE_LIMIT_FACTOR: '0.4', TRUST_PROXY: 'loopback' }, { beside: shop, onlyHttp: true });
  const { pool } = shop.shop.engine;
  const asks = async () => (await pool.query('select from phone_asks')).rowCount;
  try {
    /** The n-th phone number with one ending. */
    const number = (n: number): string => `0955${String(n).padStart(3, '0')}778`;
    /** A new member's order from a network of its own. */
    const sent = async (n: number, recipient: string, expected: 'placed' | 'refused for its total' = 'placed') => {
      const { visitor, memberId } = await registered(number(n));
      await eventually(async () => (await copiesOf(memberId)).length === 2, 'the coupons of a registration');
      const order = { ...codOrder(), recipient: { ...codOrder().recipient, phone: recipient } };
      const { request, key } = await prepare(visitor, order, { coupons: ['WELCOME_1150'], credit: 0 });
      const body = expected === 'placed' ? request : { ...request, expectedTotal: 1 };
      const headers = { 'x-forwarded-for': `198.51.100.${n}` };
      const answer = await visitor.at(beside.url).post<{ code?: string }>('/api/orders', body, { headers, key });
      return answer.body.code ?? 'placed';
    };
    await pool.query('truncate phone_asks');
    expect(await sent(1, number(1), 'refused for its total')).toBe('AMOUNT_MISMATCH');
    expect(await asks()).toBe(0);
    // Four members order to their own numbers, and one to a second number of the ending.
    for (let n = 1; n <= 4; n += 1) expect(await sent(n, number(n))).toBe('placed');
    expect(await asks()).toBe(12);
    expect(await sent(5, number(6))).toBe('placed');
    expect(await sent(7, number(7)), 'nobody ever had this number').toBe('COUPON_USED_UP');
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from orders');
    expect(await sent(8, number(8))).toBe('COUPON_USED_UP');
    await caughtUp(shop);
    expect((await pool.query<{ n: number }>('select count(*)::int as n from orders')).rows).toEqual(rows);
  } finally {
    await beside.close();
  }
});

test('who binds an invite code is told of a coupon while the shop gives one', async () => {
  const referrer = await registered('0955778001');
  const { member } = (await referrer.visitor.get<MemberAnswer>('/api/member')).body;
  // The read model of the members finds the owner of a code.
  await caughtUp(shop);
  const bound = async (phone: string) => {
    const { visitor, memberId } = await registered(phone);
    const { body } = await visitor.post<ReferralAnswer>('/api/member/referral', { code: member.user_invite_code });
    return { body, memberId };
  };
  const friend = await bound('0955778002');
  expect(friend.body).toEqual({ state: 200, message: '邀請碼已使用，優惠券已發送至您的帳戶', position: expect.stringMatching(/^\d+$/) });
  await eventually(async () => (await copiesOf(friend.memberId)).includes(INVITE), 'the coupon of the invitation');
  const { commands, clock } = shop.shop.engine;
  const context = { commandId: randomUUID(), actor: { kind: 'support', id: 'tester' }, now: clock() } as const;
  await commands.handle(couponStream(INVITE), stockDecider, { type: 'EndCoupon', at: clock().toISOString() }, context);
  await caughtUp(shop);
  expect((await bound('0955778003')).body).toMatchObject({ state: 200, message: '邀請碼已使用' });
});

test("a member's orders are noted in the wallet, a guest's are not; each read model equals its rebuild", async () => {
  const { visitor, memberId } = await registered();
  const { orderNo } = await checkOut(visitor, codOrder());
  await checkOut(shop.visit(), codOrder());
  const orders = async () =>
    (
      await shop.shop.engine.pool.query<{ state: { orders: { orderNo: string; stands: boolean }[] } }>(
        'select state from wallets where member_id = $1',
        [memberId],
      )
    ).rows[0]?.state.orders;
  await eventually(async () => (await orders())?.[0]?.orderNo === orderNo, 'the order in the wallet');
  expect((await visitor.post(`/api/orders/${orderNo}/cancel`, {})).status).toBe(200);
  await eventually(async () => (await orders())?.[0]?.stands === false, 'the end of the order in the wallet');
  await caughtUp(shop);
  for (const name of ['wallets', 'coupons', 'coupon_usage', 'order_traces']) await rebuildEqualsLive(shop.shop.engine.projector, name);
});

test('a founding member is of the group ORIGINAL while the membership holds, and sees the number (decisions.md 66)', async () => {
  const { visitor, memberId } = await registered('0955778101');
  const { commands, clock } = shop.shop.engine;
  const daysAgo = (days: number): string => new Date(clock().getTime() - days * 86_400_000).toISOString();
  const tell = async (...told: Parameters<typeof walletDecider.decide>[0][]): Promise<void> => {
    for (const command of told) {
      const context = { commandId: randomUUID(), actor: { kind: 'support', id: 'tester' }, now: clock() } as const;
      expect((await commands.handle(walletStream(memberId), walletDecider, command, context)).ok).toBe(true);
    }
  };
  const delivered = (orderNo: string, at: string) =>
    tell({ type: 'NoteOrder', at, orderNo, stands: true }, { type: 'NoteDelivery', at, orderNo, goodsPaid: 3_000, countsAt: at });
  const seen = async () => {
    const { user_group: group, foundingNumber } = (await visitor.get<MemberAnswer>('/api/member')).body.member;
    const { body } = await visitor.post<{ data: object[] }>('/api/get/', { table: 'user' });
    expect(body.data).toMatchObject([{ user_group: group }]);
    return [group, foundingNumber];
  };
  expect(await seen()).toEqual(['FRIEND', null]);
  await delivered('FOUNDING0001', daysAgo(380));
  await tell({ type: 'ReceiveNumber', at: daysAgo(370), number: 7 });
  expect(await seen(), '365 days after the last delivery').toEqual(['FRIEND', null]);
  await delivered('FOUNDING0002', daysAgo(1));
  expect(await seen()).toEqual(['ORIGINAL', 7]);
  const { user_email: account } = (await visitor.get<MemberAnswer>('/api/member')).body.member;
  const { body } = await shop.visit().post<SignedInAnswer>('/api/login', { account, password: 'abc123' });
  expect(body.session.user_group).toBe('ORIGINAL');
});

test('a deleted account ends the wallet', async () => {
  const { visitor, memberId } = await registered();
  await eventually(async () => (await copiesOf(memberId)).length === 2, 'the coupons of a registration');
  expect((await visitor.send('DELETE', '/api/member', { password: 'abc123' })).status).toBe(200);
  const closed = async () =>
    (
      await shop.shop.engine.pool.query<{ state: { closedAt: string | null } }>('select state from wallets where member_id = $1', [
        memberId,
      ])
    ).rows[0]?.state.closedAt;
  await eventually(async () => typeof (await closed()) === 'string', 'the end of the wallet');
});
