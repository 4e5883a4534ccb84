import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PoisonAnswer } from '@nordhaut/contracts/support';
import { memberDecider, memberStream } from '@nordhaut/accounts';
import { checkoutDecider } from '@nordhaut/checkout';
import { orderStream } from '@nordhaut/ordering';
import { personal, terms } from '@nordhaut/ordering/testing';
import { readHeld } from '@nordhaut/platform/bus';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import type { StreamName } from '@nordhaut/platform/event-store';
import { askToForget, type ForgettingEngine, type Replayed } from '@nordhaut/platform/forgetting';
import { couponStream, importCoupons, walletDecider, walletStream } from '@nordhaut/promotions';
import { modules } from '@nordhaut/shop/modules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestsKey } from '../../services/support/persons/forgetting.ts';
import { personRequestStore } from '../../services/support/persons/requests.ts';
import { readiness } from './fixtures/all-is-well.ts';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { logLines } from './fixtures/log-lines.ts';
import { support } from './fixtures/marked-orders.ts';
import { caughtUp, memberIdOf, register } from './fixtures/member-operations.ts';
import { metricsOf } from './fixtures/metrics.ts';
import { noticesFinished } from './fixtures/mails.ts';
import { appendPoison, healPoison } from './fixtures/poison-event.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const DAY = 86_400_000;
const CALENDAR = 'forgetter due';
const { logger, lines } = logLines('error');
/** Without the forgetter: the tests make its passes. */
const parts = modules.map((module) => ({
  ...module,
  ...(module.roles && { roles: module.roles.filter(({ name }) => name !== 'forgetter') }),
}));
let shop: TestShop;
let count = 0;
beforeAll(async () => {
  shop = await testShop({}, { parts, logger });
});
afterAll(() => shop.close());

const later = (days: number) => ({ ...shop.shop.engine, clock: () => new Date(Date.now() + days * DAY) });
const context = () => ({
  commandId: randomUUID(),
  correlationId: randomUUID(),
  actor: { kind: 'guest' as const, id: 'v1' },
  now: shop.shop.engine.clock(),
});
const nextNo = (): string => `N0DUE${String(++count).padStart(11, '0')}`;
const isForgotten = async (stream: StreamName) =>
  (await shop.shop.engine.store.read(stream)).some(({ type }) => type === 'PersonalDataForgotten');
const heldBy = async (reader: string) => (await readHeld(shop.shop.engine.pool, reader)).map(({ stream }) => stream);
const hasRows = async (sql: string, ...values: unknown[]) => ((await shop.shop.engine.pool.query(sql, values)).rowCount ?? 0) > 0;

/** An order that is over. */
async function endedOrder(): Promise<string> {
  const orderNo = nextNo();
  const at = shop.shop.engine.clock().toISOString();
  const place = { type: 'PlaceOrder', at, terms: terms({ orderNo, cartId: null }), subject: `guest:${orderNo}`, personal } as const;
  await support(shop, orderNo, place);
  await support(shop, orderNo, { type: 'FailCardPayment', at, reason: 'REFUSED', providerCode: null, recTradeId: null });
  return orderNo;
}
async function startCheckout(orderNo: string): Promise<StreamName> {
  const stream: StreamName = `checkout-${orderNo}`;
  const at = shop.shop.engine.clock().toISOString();
  const start = { type: 'StartCheckout', at, terms: terms({ orderNo, cartId: null }), subject: `guest:${orderNo}`, personal } as const;
  await shop.shop.engine.commands.handle(stream, checkoutDecider, start, context());
  return stream;
}
/** A checkout that failed before its order. */
async function failedCheckout(): Promise<StreamName> {
  const stream = await startCheckout(nextNo());
  const at = shop.shop.engine.clock().toISOString();
  await shop.shop.engine.commands.handle(stream, checkoutDecider, { type: 'FailCheckout', at, code: 'CART_CHANGED' }, context());
  return stream;
}
async function member(index: number): Promise<string> {
  const memberId = `member${index}`;
  const { commands, clock } = shop.shop.engine;
  const agreement = { version: '1', hash: '' };
  const register = {
    type: 'Register',
    at: clock().toISOString(),
    subject: `member:${memberId}`,
    method: 'EMAIL',
    inviteCode: `CODE${index}`,
    emailKey: `e${index}`,
    phoneKey: `p${index}`,
    requestId: memberId,
    referral: null,
    terms: agreement,
    privacy: agreement,
    contact: { firstName: '王', lastName: '大明', email: 'a@example.com', phone: '+886912345678' },
  } as const;
  await commands.handle(memberStream(memberId), memberDecider, register, context());
  return memberId;
}
const close = (memberId: string) =>
  shop.shop.engine.commands.handle(
    memberStream(memberId),
    memberDecider,
    { type: 'CloseAccount', at: shop.shop.engine.clock().toISOString() },
    context(),
  );
const forgetOrder = (orderNo: string) =>
  askToForget(shop.shop.engine, { order: orderNo }, { purposes: ['contact'], reason: 'REQUESTED', commandId: randomUUID(), dryRun: false });

describe('the calendar', () => {
  test('an order that cannot be read keeps nobody else from being forgotten, and follows once it is readable', async () => {
    const [broken, sound] = [await endedOrder(), await endedOrder()];
    const [brokenCheckout, checkout] = [await failedCheckout(), await failedCheckout()];
    const { engine } = shop.shop;
    await engine.pool.query(
      `insert into support_views (staff_id, action, order_no, request_id, at) values ('s1', 'ORDER', $1, 'r1', now() - interval '6 years')`,
      [sound],
    );
    await caughtUp(shop);
    await eventually(() => hasRows('select from unplaced_checkouts where failed_at is not null having count(*) = 2'), 'the read model');
    await appendPoison(shop, orderStream(broken));
    await appendPoison(shop, brokenCheckout);
    const requests = personRequestStore(engine.pool, requestsKey(engine.config.of), engine.clock);
    const asked = [broken, sound].map((orderNo) => ({ orderNo, requestId: randomUUID() }));
    for (const { orderNo, requestId } of asked) {
      const about = { requestId, memberId: null, orders: [orderNo], by: 's1', reason: '來電' };
      await requests.add({ ...about, kind: 'ERASURE', purposes: ['contact'], law: 'REQUESTED' });
      await requests.setState(requestId, 'waiting');
    }

    await forgetWhatIsDue(later(181));
    await forgetWhatIsDue(later(181));
    expect([await isForgotten(orderStream(sound)), await isForgotten(checkout)]).toEqual([true, true]);
    expect([await isForgotten(orderStream(broken)), await isForgotten(brokenCheckout)]).toEqual([false, false]);
    expect(await hasRows('select from support_views where order_no = $1', sound)).toBe(false);
    const states = await Promise.all(asked.map(async ({ requestId }) => (await requests.find(requestId))?.state));
    expect(states).toEqual(['waiting', 'done']);

    // Operators see what waits and why: in the list, in the metric, and in one line of the log.
    expect((await heldBy(CALENDAR)).toSorted()).toEqual([orderStream(broken), brokenCheckout].toSorted());
    const staff = await signedInStaff(shop, ['view', 'administer']);
    const { body: poison } = await staff.get<PoisonAnswer>('/api/support/poison');
    const listed = poison.held.filter(({ reader }) => reader === CALENDAR);
    expect(listed.find(({ stream }) => stream === orderStream(broken))).toMatchObject({ type: 'PaintChosen', code: 'NOT_JSON' });
    expect((await metricsOf(shop.url)).get(`consumer_parked_streams{consumer="${CALENDAR}"}`)).toBe(2);
    expect(lines.filter((line) => line.includes(CALENDAR) && line.includes(orderStream(broken)))).toHaveLength(1);

    await healPoison(shop);
    await forgetWhatIsDue(later(181));
    expect([await isForgotten(orderStream(broken)), await isForgotten(brokenCheckout)]).toEqual([true, true]);
    expect((await requests.find(asked[0]?.requestId ?? ''))?.state).toBe('done');
    expect(await heldBy(CALENDAR)).toEqual([]);
  });

  test('a closed account whose order cannot be read keeps no other account waiting', async () => {
    const [first, second] = [await register(shop), await register(shop)];
    const [waits, free] = [await memberIdOf(shop, first.visitor), await memberIdOf(shop, second.visitor)];
    const { orderNo } = await checkOut(first.visitor, codOrder());
    await first.visitor.post(`/api/orders/${orderNo}/cancel`, {});
    await close(waits);
    await close(free);
    await caughtUp(shop);
    await noticesFinished(shop, waits, free);
    await appendPoison(shop, orderStream(orderNo));
    await forgetWhatIsDue(shop.shop.engine);
    expect([await isForgotten(memberStream(waits)), await isForgotten(memberStream(free))]).toEqual([false, true]);
    expect(await hasRows('select from account_users where id = $1', waits)).toBe(false);
    expect(await heldBy(CALENDAR)).toEqual([orderStream(orderNo)]);
    await healPoison(shop);
    await forgetWhatIsDue(shop.shop.engine);
    expect(await isForgotten(memberStream(waits))).toBe(true);
  });

  test('more accounts that wait than one page has keep no later one waiting, and their sign-in ends at once', async () => {
    const { engine } = shop.shop;
    const ids: string[] = [];
    for (let index = 0; index <= 101; index++) ids.push(await member(index));
    const free = ids.at(-1) as string;
    for (const memberId of ids) await close(memberId);
    await caughtUp(shop);
    await engine.pool.query(
      `insert into account_users (id, name, email, "emailVerified", "createdAt", "updatedAt") values ($1, '', $1, false, now(), now())`,
      [free],
    );
    const waiting: ForgettingEngine['forgets'][number] = {
      memberWaits: (_, { memberId }) =>
        Promise.resolve(memberId !== free && memberId.startsWith('member') ? [{ why: 'PARCEL', until: null }] : []),
    };
    // The mail about the end of the account goes first.
    await eventually(async () => {
      await forgetWhatIsDue({ ...engine, forgets: [...engine.forgets, waiting] });
      return isForgotten(memberStream(free));
    }, 'the account that waits for nothing');
    expect(await isForgotten(memberStream('member0'))).toBe(false);
    expect(await hasRows('select from account_users where id = $1', free)).toBe(false);
    const stuck = (await Promise.all(engine.forgets.map(async (one) => one.stuck?.(later(31)) ?? []))).flat();
    expect(stuck.map(({ name }) => name)).toContain('member member0');
    await forgetWhatIsDue(engine);
  });
});

test('a wallet that cannot be read keeps a new coupon for members from nobody else', async () => {
  const { engine } = shop.shop;
  const [broken, sound] = [await member(501), await member(502)];
  const at = engine.clock().toISOString();
  const first = { type: 'GrantCoupon', at, copyId: '7/CODE', couponId: '7', cause: { kind: 'CODE' }, endsAt: null } as const;
  for (const memberId of [broken, sound]) await engine.commands.handle(walletStream(memberId), walletDecider, first, context());
  await appendPoison(shop, walletStream(broken));
  const file = new URL('../../services/promotions/data/coupons.json', import.meta.url);
  const [welcome] = JSON.parse(await readFile(file, 'utf8')) as object[];
  expect(await importCoupons({ ...engine, hasProduct: () => true }, [welcome], false)).toMatchObject({ ok: true });
  const copies = async () => (await engine.store.read(walletStream(sound))).filter(({ type }) => type === 'CouponGranted').length;
  await eventually(async () => (await copies()) === 2, 'the copy of the new coupon');
  await eventually(async () => (await heldBy('coupons-for-all')).includes(couponStream('1')), 'the held coupon');
  expect(await readHeld(engine.pool, 'coupons-for-all')).toContainEqual(expect.objectContaining({ cause: walletStream(broken) }));
  await healPoison(shop);
});

test('a capability that fails keeps no later one from its turn, and neither does a forgetting that cannot be recorded again', async () => {
  const { engine } = shop.shop;
  const done: string[] = [];
  const list = ['first', 'second'].map(
    (name): Replayed => ({
      stream: orderStream(name),
      subject: `guest:${name}`,
      line: name,
      data: { at: '', purposes: ['contact'], requester: 'PERSON', reason: 'REQUESTED', kept: [] },
    }),
  );
  await forgetWhatIsDue({
    ...engine,
    forgotten: {
      ...engine.forgotten,
      replayed: (_, last) => Promise.resolve(list.slice(last ? list.indexOf(last) + 1 : 0).slice(0, 1)),
      finish: ({ line }) => Promise.resolve(void done.push(line)),
    },
    forgets: [
      { restore: (_, { subject }) => (subject === 'guest:first' ? Promise.reject(new Error('no history')) : Promise.resolve(true)) },
      { finish: () => Promise.reject(new Error('no table')) },
      { finish: () => Promise.resolve(done.push('the last one') === 0) },
    ],
  });
  expect(done).toEqual(['second', 'the last one']);
  const [line = '{}'] = lines.filter((one) => one.includes('a part of what is due')).slice(-1);
  expect(JSON.parse(line)).toMatchObject({ reader: CALENDAR, failures: 2 });
  expect((await metricsOf(shop.url)).get(`due_failures_total{consumer="${CALENDAR}"}`)).toBe(2);
});

test('the effects of a recorded forgetting wait for an unreadable history of their own person only', async () => {
  const { engine } = shop.shop;
  const keysOf = (orderNo: string) => `select from subject_keys where subject = 'guest:${orderNo}' and purpose = 'contact' and key is null`;
  const [broken, sound] = [await endedOrder(), await endedOrder()];
  await appendPoison(shop, await startCheckout(broken));
  await expect(forgetOrder(broken)).rejects.toThrow(/cannot be read/);
  const forget = engine.forgets.find((one) => one.stuck !== undefined && one.plan !== undefined)?.forget;
  await forget?.(engine, { order: sound }, { purposes: ['contact'], reason: 'REQUESTED', commandId: randomUUID(), dryRun: false });
  expect([await isForgotten(orderStream(broken)), await isForgotten(orderStream(sound))]).toEqual([true, true]);

  let forgetting = await testShop({}, { beside: shop });
  try {
    await eventually(() => hasRows(keysOf(sound)), 'the destroyed key');
    expect(await hasRows(keysOf(broken))).toBe(false);
    expect(await readHeld(engine.pool, 'forgetter')).toMatchObject([{ stream: orderStream(broken), cause: `checkout-${broken}` }]);
    expect((await readiness(forgetting)).ready).toBe(true);
    await forgetting.close();
    await healPoison(shop);
    forgetting = await testShop({}, { beside: shop });
    await eventually(() => hasRows(keysOf(broken)), 'the destroyed key, once the history can be read');
    // The forgetter lets go of the event after it destroyed the key.
    await expect.poll(() => readHeld(engine.pool, 'forgetter')).toEqual([]);
  } finally {
    await forgetting.close();
  }
});
