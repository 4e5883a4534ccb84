import { randomUUID } from 'node:crypto';
import { checkoutDecider, checkoutStream } from '@nordhaut/checkout';
import type { PlaceOrderAnswer, PlaceOrderRequest } from '@nordhaut/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ordersWithWork } from './fixtures/open-checkouts.ts';
import { browser, codOrder, type Browser } from './fixtures/browser.ts';
import { type ChildShop, childShop } from './fixtures/child-shop.ts';
import { freePort } from './fixtures/free-port.ts';
import { cardOrder, MASTERCARD, VISA } from './fixtures/orders.ts';
import { createOutside, type Outside } from './fixtures/outside.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, differences, held, orderNumbers, orderOf, parcelsOf, paymentsOf } from './fixtures/records.ts';

/** An order whose shop is killed during its checkout, and its required end. */
type Case = {
  killAt: string;
  card?: string;
  /** the carrier refuses the parcel for good */
  refused?: true;
  /** the buyer's result at the bank before the shop knows it */
  bank?: 'pass' | 'fail';
  /** display status and HTTP status in the end */
  code: string;
  http: number;
};

const cod = (killAt: string): Case => ({ killAt, code: 'COD', http: 201 });
const codRefused = (killAt: string): Case => ({ killAt, refused: true, code: 'CANCELLED', http: 409 });
const paid = (killAt: string): Case => ({ killAt, card: MASTERCARD, code: '300', http: 201 });
const paidRefused = (killAt: string): Case => ({ killAt, card: MASTERCARD, refused: true, code: 'CANCELLED', http: 409 });
const atBank = (killAt: string, bank: 'pass' | 'fail'): Case => ({
  killAt,
  card: VISA,
  bank,
  code: bank === 'pass' ? '300' : 'PAYMENT_FAILED',
  http: bank === 'pass' ? 201 : 402,
});

const CASES: Case[] = [
  ...['after:place', 'mid:create', 'after:ship', 'after:complete'].map(cod),
  // The refusal was lost with the shop. The carrier is called again and accepts the parcel.
  { ...cod('mid:create'), refused: true },
  ...['after:ship', 'after:cancel', 'after:fail'].map(codRefused),
  // The card is lost and the bank has no payment: the order fails, and nothing is charged.
  { killAt: 'after:place', card: MASTERCARD, code: 'PAYMENT_FAILED', http: 402 },
  ...['mid:pay', 'after:pay', 'mid:create', 'after:ship', 'after:complete'].map(paid),
  ...['after:ship', 'after:cancel', 'after:start-refund', 'mid:refund', 'after:refund', 'after:fail'].map(paidRefused),
  // The address of the bank's page was lost with the shop, so the buyer cannot pay.
  ...['mid:pay', 'mid:pay', 'mid:pay'].map((killAt): Case => ({ killAt, card: VISA, code: 'PAYMENT_FAILED', http: 402 })),
  ...['mid:find', 'after:await-payment'].map((killAt) => atBank(killAt, 'pass')),
  ...['mid:find', 'after:await-payment', 'after:fail'].map((killAt) => atBank(killAt, 'fail')),
];

let outside: Outside;
let env: Record<string, string>;
let port: number;
let shop: TestShop | undefined;
beforeAll(async () => {
  [outside, port] = [await createOutside(), await freePort()];
  env = testEnvironment(outside.databaseUrl, port, outside.simulators.url);
});
afterAll(async () => {
  await shop?.close();
  await outside.close();
});

/** A shop whose sweeper does nothing, so that the next shop finishes the orders. */
const victim = (killAt = '') => childShop({ ...env, KILL_AT: killAt, CHECKOUT_GRACE: '600000' });
const restart = async (): Promise<TestShop> =>
  (shop = await testShop(
    { PORT: String(port), CHECKOUT_GRACE: '300', UNCHARGED_PATIENCE: '300', TAPPAY_TIMEOUT: '250' },
    { beside: outside },
  ));

type Interrupted = Case & {
  visitor: Browser;
  key: string;
  request: PlaceOrderRequest;
  /** true: the process died before it answered */
  isUnanswered: Promise<boolean>;
};

/** Places an order whose request halts at the moment of the case, so that it is there when the shop is killed. */
async function interrupt(child: ChildShop, one: Case): Promise<Interrupted> {
  const visitor = browser(`http://127.0.0.1:${port}`);
  const order = one.card ? cardOrder(one.card) : codOrder();
  for (const item of order.items) await visitor.post('/api/cart/items', item);
  const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: order.items });
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const request = { orderNo: number.id, expectedTotal: price.body.price, ...order };
  const key = randomUUID();
  if (one.refused)
    await control(outside, 'faults', { provider: 'ecpay', mode: 'refuse', on: 'create', times: 1, code: '收件人姓名格式錯誤' });
  const { halted } = await child.haltAt(one.killAt);
  const placing = visitor.post<PlaceOrderAnswer>('/api/orders', request, { key });
  let unanswered: Promise<unknown> = placing;
  if (one.bank) {
    const { paymentUrl } = (await placing).body;
    const [token = ''] = (paymentUrl ?? '').split('/').slice(-1);
    const payment = (
      (await (await fetch(`${outside.simulators.url}/control/payments`)).json()) as { recTradeId: string; paymentUrl?: string }[]
    ).find((entry) => entry.paymentUrl?.endsWith(token));
    await control(outside, `payments/${payment?.recTradeId}/complete`, { result: one.bank, notify: false });
    unanswered = visitor.post(`/api/orders/${request.orderNo}/payment/confirm`, {});
  }
  const isUnanswered = unanswered.then(
    () => false,
    () => true,
  );
  expect(await Promise.race([halted.then(() => 'halted'), isUnanswered.then(() => 'answered')])).toBe('halted');
  return { ...one, visitor, key, request, isUnanswered };
}

describe('killed at every moment of a checkout', () => {
  const interrupted: Interrupted[] = [];
  let child: ChildShop;
  beforeAll(async () => {
    child = await victim();
  });
  afterAll(() => child.kill('SIGKILL'));

  test.each(CASES)('$killAt, card $card, bank $bank, parcel refused $refused', async (one) => {
    interrupted.push(await interrupt(child, one));
  });

  test('the process dies in the middle of all of them, and no buyer gets an answer', async () => {
    await child.kill('SIGKILL');
    for (const { isUnanswered, killAt } of interrupted) expect(await isUnanswered, killAt).toBe(true);
  });

  test('after the restart each order resumes or is compensated, and bank and carriers agree', async () => {
    const { close: _, ...restarted } = await restart();
    const hasEnded = (one: Interrupted) => async () => {
      const { displayStatus } = (await one.visitor.get<{ displayStatus?: { code: string } }>(`/api/orders/${one.request.orderNo}`)).body;
      return displayStatus?.code === one.code && !(await ordersWithWork(restarted)).includes(one.request.orderNo);
    };
    const ended = async (orderNo: string) =>
      (await restarted.shop.engine.commands.load(checkoutStream(orderNo), checkoutDecider)).state?.ended;
    for (const one of interrupted)
      await eventually(hasEnded(one), `the end of ${JSON.stringify([one.killAt, one.card, one.refused, one.bank])}`);
    // The checkout is closed, so everything it reserved is used or released.
    for (const { request, http } of interrupted) expect(await ended(request.orderNo)).toBe(http === 201 ? 'COMPLETED' : 'FAILED');
    expect(await differences(restarted as TestShop)).toEqual([]);
  });

  test('the same request again gives one order, charge, parcel and answer; the cart fits the outcome', async () => {
    const restarted = shop as TestShop;
    const before = await orderNumbers(restarted);
    expect(before.toSorted()).toEqual(interrupted.map(({ request }) => request.orderNo).toSorted());
    for (const { visitor, request, key, http, code, card, killAt, bank } of interrupted) {
      const about = JSON.stringify([killAt, card, bank, code]);
      const [first, second] = [await visitor.post('/api/orders', request, { key }), await visitor.post('/api/orders', request, { key })];
      // The copy of an answer is written after the answer (platform/http/idempotency/store.ts). So a buyer whose answer was
      // sent just before the kill gets that answer again or the final outcome.
      expect(bank ? [201, http] : [http], about).toContain(first.status);
      expect(second.body, about).toEqual(first.body);
      const other = await visitor.post('/api/orders', { ...request, expectedTotal: request.expectedTotal + 1 }, { key });
      expect(other.status, about).toBe(422);
      expect((await visitor.get<{ items: unknown[] }>('/api/cart')).body.items, about).toHaveLength(http === 201 ? 0 : 2);
      expect((await parcelsOf(restarted, request.orderNo)).length, about).toBe(http === 201 ? 1 : 0);
      const money = (await paymentsOf(restarted, request.orderNo)).map(held).filter((amount) => amount > 0);
      expect(money, about).toEqual(http === 201 && card ? [request.expectedTotal] : []);
    }
    expect(await orderNumbers(restarted)).toEqual(before);
    expect(await differences(restarted)).toEqual([]);
  });

  test('a shop that is killed while it refunds a late payment refunds it once', async () => {
    await shop?.close();
    shop = undefined;
    const late = interrupted.filter(({ killAt, card }) => killAt === 'mid:pay' && card === VISA);
    for (const [index, killAt] of ['after:cancel', 'mid:refund', 'after:refund'].entries()) {
      const { orderNo } = late[index]?.request ?? {};
      const child = await victim(killAt);
      const payment = (
        (await (await fetch(`${outside.simulators.url}/control/payments`)).json()) as { recTradeId: string; orderNumber: string }[]
      ).find((entry) => entry.orderNumber === orderNo);
      await control(outside, `payments/${payment?.recTradeId}/complete`, { result: 'pass', notify: false });
      await expect(fetch(`http://127.0.0.1:${port}/api/orders/${orderNo}/payment/confirm`, { method: 'POST' })).rejects.toThrow();
      expect(await child.ended).toBe('SIGKILL');
    }
    const restarted = await restart();
    for (const { request } of late) {
      await eventually(
        async () => (await orderOf(restarted, request.orderNo))?.payment.status === 'RETURN',
        `the refund of ${request.orderNo}`,
      );
      expect((await orderOf(restarted, request.orderNo))?.timeline.filter(({ code }) => code === 'REFUNDED')).toHaveLength(1);
    }
    expect(await differences(restarted)).toEqual([]);
  });
});
