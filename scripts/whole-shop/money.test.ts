import type { CancelAnswer } from '@nordhaut/contracts';
import { moneyOf, orderDecider, orderStream, workLists } from '@nordhaut/ordering';
import { TapPayConfig } from '@nordhaut/payments';
import { makePrime } from '@nordhaut/simulators';
import { bankCall, charge } from '@nordhaut/simulators/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder, until, type Browser } from './fixtures/browser.ts';
import { abroad, cardOrder, MASTERCARD, storeDelivery, STORES, VISA } from './fixtures/orders.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { support } from './fixtures/marked-orders.ts';
import { control, differences, held, orderOf, parcelsOf, paymentsOf } from './fixtures/records.ts';

// Two shops on one database: every command may run at the same time in another process.
let shop: TestShop;
let second: TestShop;
beforeAll(async () => {
  shop = await testShop({ ...HASTY, CHECKOUT_GRACE: '1100' });
  second = await testShop({ ...HASTY, CHECKOUT_GRACE: '1100' }, { beside: shop, onlyHttp: true });
});
afterAll(async () => {
  await second.close();
  await shop.close();
});

type Sent = { visitor: Browser; orderNo: string };
async function sent(order = cardOrder(MASTERCARD)): Promise<Sent> {
  const visitor = shop.visit();
  const { orderNo, status } = await checkOut(visitor, order);
  expect(status).toBe(201);
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  return { visitor, orderNo };
}
const toStore = () => cardOrder(MASTERCARD, { delivery: storeDelivery('UNIMARTC2C', STORES.UNIMARTC2C) });
const says = async (orderNo: string, code: number) => {
  const [parcel] = await parcelsOf(shop, orderNo);
  await control(shop, `parcels/${parcel?.tradeNo}`, { code });
  await eventually(async () => (await orderOf(shop, orderNo))?.timeline.some((step) => step.code === String(code)), `code ${code}`);
};
const heldFor = async (orderNo: string): Promise<number> => (await paymentsOf(shop, orderNo)).reduce((sum, entry) => sum + held(entry), 0);
const steps = async (orderNo: string, code: string) => (await orderOf(shop, orderNo))?.timeline.filter((step) => step.code === code);
const cancel = (visitor: Browser, orderNo: string, body: object = { reason: 'CHANGED_MIND' }) =>
  visitor.post<CancelAnswer & { code?: string }>(`/api/orders/${orderNo}/cancel`, body);
/** The buyer's proof, for requests to the other shop. */
const elsewhere = (visitor: Browser, orderNo: string) =>
  fetch(`${second.url}/api/orders/${orderNo}/cancel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'order-proof': proofs.get(visitor) ?? '' },
    body: '{}',
  });
const proofs = new Map<Browser, string>();

test('a refund that the bank refuses does not hold up the parcel', async () => {
  await control(shop, 'faults', { provider: 'ecpay', mode: 'down', on: 'create', times: 1_000 });
  const { orderNo, status } = await checkOut(shop.visit(), cardOrder(MASTERCARD));
  expect(status).toBe(201);
  // Support says sorry for the delay. The bank pays no part back of a charge that it has not captured.
  await support(shop, orderNo, { type: 'GrantRefund', at: shop.shop.engine.clock().toISOString(), amount: 10, note: '補償' });
  await control(shop, 'faults', { provider: 'ecpay', mode: 'down', on: 'create', times: 0 });
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  expect(await orderOf(shop, orderNo)).toMatchObject({ refunds: [], startedRefunds: [{ amount: 10 }] });
  for (const { recTradeId } of await paymentsOf(shop, orderNo)) await control(shop, `payments/${recTradeId}/capture`);
  await eventually(async () => (await orderOf(shop, orderNo))?.refunds.length === 1, 'the refund');
});

test('a processor that does not answer about a refund does not hold up the cart of an order that the carrier refused', async () => {
  await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'refund', times: 1_000 });
  await control(shop, 'faults', { provider: 'ecpay', mode: 'refuse', on: 'create', times: 1, code: '收件人姓名格式錯誤' });
  const visitor = shop.visit();
  const { orderNo, body } = await checkOut(visitor, cardOrder(MASTERCARD));
  expect(body).toMatchObject({ code: 'LOGISTICS_REFUSED' });
  const lines = async () => (await visitor.get<{ items: unknown[] }>('/api/cart')).body.items.length;
  await eventually(async () => (await lines()) === 2, 'the cart');
  expect((await orderOf(shop, orderNo))?.startedRefunds).toHaveLength(1);
  await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'refund', times: 0 });
  await eventually(async () => (await heldFor(orderNo)) === 0, 'the refund');
});

describe('an uncollected parcel of a card order', () => {
  test('is refunded by the shop in full and once, after its checkout ended', async () => {
    const { visitor, orderNo } = await sent();
    expect((await orderOf(shop, orderNo))?.shipment).not.toBeNull();
    await says(orderNo, 5004);
    await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '未取貨，訂單已取消（已退款）');
    expect(await heldFor(orderNo)).toBe(0);
    expect(await steps(orderNo, 'REFUNDED')).toHaveLength(1);
  });
  test('is not refunded when a newer code revokes the state before', async () => {
    const { orderNo } = await sent();
    const later = await sent();
    await says(orderNo, 5004);
    await says(orderNo, 3006);
    // A sweep after both reports refunded the other order.
    await says(later.orderNo, 5004);
    await eventually(async () => (await heldFor(later.orderNo)) === 0, 'the refund of the other one');
    const order = await orderOf(shop, orderNo);
    expect([order?.refunds, order?.startedRefunds, await heldFor(orderNo)]).toEqual([[], [], order?.terms.total]);
  });
  test('is on the list of owed money until the processor answers', async () => {
    const { orderNo } = await sent();
    await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'refund', times: 1_000 });
    await says(orderNo, 5004);
    const lists = workLists(shop.shop.engine.pool);
    const listed = async () =>
      (await lists.owedMoney({ before: new Date(Date.now() + 60_000), limit: 100 })).find((one) => one.orderNo === orderNo);
    const owed = await eventually(listed, 'the list');
    expect(owed).toMatchObject({ way: 'card', amount: (await orderOf(shop, orderNo))?.terms.total });
    await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'refund', times: 0 });
    await eventually(async () => (await listed()) === undefined, 'the end of it');
    expect(await heldFor(orderNo)).toBe(0);
  });
});

describe('the buyer cancels', () => {
  test('before the hand-over: the cancellation is confirmed, the parcel stopped, the money refunded', async () => {
    const { visitor, orderNo } = await sent(toStore());
    const { status, body } = await cancel(visitor, orderNo);
    expect(status).toBe(200);
    expect(body.facts).toMatchObject({ phase: 'cancelled', actions: { cancel: { open: false, reason: { code: 'ALREADY_CANCELLED' } } } });
    await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
    expect(await heldFor(orderNo)).toBe(0);
    expect((await orderOf(shop, orderNo))?.recall).toMatch(/CANCELLED_AT_CARRIER|DO_NOT_SHIP/);
  });
  test('abroad: the warehouse reads it, also where the parcel left all the same', async () => {
    const visitor = shop.visit();
    const { orderNo } = await checkOut(visitor, abroad());
    expect((await cancel(visitor, orderNo)).status).toBe(200);
    await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
    const lists = workLists(shop.shop.engine.pool);
    const held = async (moved: boolean) => {
      const rows = await lists.heldParcels({ moved, before: new Date(Date.now() + 60_000), limit: 100 });
      return rows.find((row) => row.orderNo === orderNo);
    };
    await eventually(() => held(false), 'the do-not-ship list');
    const moved = async () => Number(/^parcels_moved_after_cancel (\S+)$/m.exec(await (await fetch(`${shop.url}/metrics`)).text())?.[1]);
    const [before, at, commandId] = [await moved(), new Date(), crypto.randomUUID()];
    const left = {
      tradeNo: orderNo,
      logisticsId: null,
      subtype: 'INTERNATIONAL',
      code: '900',
      carrierAt: null,
      source: 'support',
    } as const;
    const context = { commandId, actor: { kind: 'support', id: 'S1' } as const, now: at };
    const command = { type: 'ReportParcelStatus', at: at.toISOString(), ...left } as const;
    expect((await shop.shop.engine.commands.handle(orderStream(orderNo), orderDecider, command, context)).ok).toBe(true);
    await eventually(() => held(true), 'the list of what moved');
    expect([await held(false), await moved()]).toEqual([undefined, before + 1]);
  });
  test('a cash order: nothing is owed', async () => {
    const { visitor, orderNo } = await sent(codOrder());
    expect((await cancel(visitor, orderNo)).body).toMatchObject({
      displayStatus: { label: '訂單已取消' },
      facts: { refund: { state: 'none' } },
    });
  });
  test('is refused without proof, after the hand-over and with an unknown reason', async () => {
    const { visitor, orderNo } = await sent();
    expect((await cancel(shop.visit(), orderNo)).body.code).toBe('PROOF_REQUIRED');
    expect((await cancel(visitor, orderNo, { reason: 'BECAUSE' })).status).toBe(400);
    await says(orderNo, 3001);
    expect((await cancel(visitor, orderNo)).body).toMatchObject({ status: 409, code: 'PARCEL_HANDED_OVER' });
    expect(await heldFor(orderNo)).toBe((await orderOf(shop, orderNo))?.terms.total);
  });
  test('two cancellations in two processes and a carrier report at the same time have one outcome', async () => {
    for (let round = 0; round < 4; round++) {
      const visitor = shop.visit();
      const { orderNo, body: placed } = await checkOut(visitor, cardOrder(MASTERCARD));
      proofs.set(visitor, placed.proof);
      const [parcel] = await eventually(async () => {
        const parcels = await parcelsOf(shop, orderNo);
        return parcels.length > 0 && parcels;
      }, 'the parcel');
      const report = round % 2 === 0 ? [control(shop, `parcels/${parcel?.tradeNo}`, { code: 3001 })] : [];
      const [mine, others] = await Promise.all([cancel(visitor, orderNo), elsewhere(visitor, orderNo), ...report]);
      expect([200, 409]).toContain(mine.status);
      expect([200, 409]).toContain(others.status);
      const order = await eventually(async () => {
        const now = await orderOf(shop, orderNo);
        return now && moneyOf(now).owed === 0 && (!now.cancelled || now.recall !== null) && now;
      }, 'the end of it');
      expect(await heldFor(orderNo)).toBe(order.cancelled ? 0 : order.terms.total);
      expect(await steps(orderNo, 'CANCELLED')).toHaveLength(order.cancelled ? 1 : 0);
      expect(await steps(orderNo, 'REFUNDED')).toHaveLength(order.cancelled ? 1 : 0);
    }
  });
  test('while the parcel is being created: the parcel is stopped', async () => {
    await control(shop, 'faults', { provider: 'ecpay', mode: 'lose-answer', on: 'create', times: 1 });
    const visitor = shop.visit();
    const { orderNo, body: placed } = await checkOut(visitor, cardOrder(MASTERCARD));
    proofs.set(visitor, placed.proof);
    expect((await elsewhere(visitor, orderNo)).status).toBe(200);
    const order = await eventually(async () => {
      const now = await orderOf(shop, orderNo);
      return now?.recall && now;
    }, 'the recall');
    expect(order.shipment?.logisticsId).toBe((await parcelsOf(shop, orderNo))[0]?.logisticsId);
    expect(await heldFor(orderNo)).toBe(0);
  });
  test.each(['pass', 'nothing'])('at the bank, where the payment came to: %s', async (result) => {
    const visitor = shop.visit();
    const { orderNo } = await checkOut(visitor, cardOrder(VISA));
    const [payment] = await paymentsOf(shop, orderNo);
    if (result === 'pass') await control(shop, `payments/${payment?.recTradeId}/complete`, { result, notify: false });
    expect((await cancel(visitor, orderNo)).status).toBe(200);
    const label = result === 'pass' ? '訂單已取消（已退款）' : '訂單已取消';
    await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === label);
    // The bank's page is still open, and the buyer completes the payment.
    if (result === 'nothing') {
      await control(shop, `payments/${payment?.recTradeId}/complete`, { result: 'pass', notify: true });
      await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
    }
    expect(await heldFor(orderNo)).toBe(0);
    expect(await parcelsOf(shop, orderNo)).toEqual([]);
  });
  test('a parcel on the do-not-ship list that moves is listed as moved', async () => {
    const { visitor, orderNo } = await sent();
    await cancel(visitor, orderNo);
    const lists = workLists(shop.shop.engine.pool);
    const listed = async (moved: boolean) => {
      const all = { before: new Date(Date.now() + 60_000), limit: 100 };
      return (await lists.heldParcels({ ...all, moved })).find((one) => one.orderNo === orderNo);
    };
    const held = await eventually(() => listed(false), 'the list');
    const order = await orderOf(shop, orderNo);
    expect(held.since.toISOString()).toBe(order?.timeline.find(({ code }) => code === 'CANCELLED')?.at);
    expect([held, await listed(true)]).toMatchObject([{ moved: false, cash: false }, undefined]);
    await says(orderNo, 3001);
    await eventually(() => listed(true), 'the alarm');
    expect(await listed(false)).toBeUndefined();
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toMatch(/parcels_moved_after_cancel\S* [1-9]/);
  });
  test('a parcel that the carrier takes after the looks for it have ended is listed as moved when the carrier reports it', async () => {
    await control(shop, 'faults', { provider: 'ecpay', mode: 'refuse', on: 'create', code: '收件人姓名格式錯誤' });
    const { orderNo } = await checkOut(shop.visit(), cardOrder(MASTERCARD));
    await eventually(async () => (await orderOf(shop, orderNo))?.recall === 'NEVER_CREATED', 'the end of the looks');
    // An earlier request, whose answer was lost, takes effect.
    const taken = await shop.shop.faces.logistics.carrier.create({
      tradeNo: `${orderNo}S1`,
      subtype: 'TCAT',
      goodsAmount: 500,
      collect: 0,
      recipient: { name: '王小明', phoneE164: '+886912345678', email: 'buyer@example.com' },
      destination: { zip: '106', address: '台北市大安區建國南路一段1號' },
    });
    expect(taken.kind).toBe('created');
    await says(orderNo, 3001);
    const lists = workLists(shop.shop.engine.pool);
    const moved = async () =>
      (await lists.heldParcels({ moved: true, before: new Date(Date.now() + 60_000), limit: 100 })).find((one) => one.orderNo === orderNo);
    await eventually(moved, 'the list of what moved');
    expect(await orderOf(shop, orderNo)).toMatchObject({ cancelled: 'SHIPMENT_REJECTED', recall: 'DO_NOT_SHIP' });
    await eventually(async () => (await differences(shop)).length === 0, 'the books to agree');
  });
});

describe('a second charge under one order number', () => {
  /** Charges the card once more without the shop, and sends the processor's notify to the shop. */
  async function chargeAgain(orderNo: string): Promise<void> {
    const { terms } = (await orderOf(shop, orderNo)) ?? {};
    const again = { order_number: orderNo, amount: terms?.total, three_domain_secure: false };
    expect(await bankCall(shop.simulators.url, 'payment/pay-by-prime', charge(makePrime(MASTERCARD, Date.now()), again))).toMatchObject({
      status: 0,
    });
    const answer = await fetch(`${shop.url}/api/tappay/notify/${shop.shop.engine.config.of(TapPayConfig).TAPPAY_NOTIFY_SECRET.reveal()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_number: orderNo }),
    });
    expect(answer.status).toBe(200);
  }
  const strayGone = (orderNo: string) =>
    eventually(async () => {
      const order = await orderOf(shop, orderNo);
      return order && order.strays.length === 1 && moneyOf(order).owed === 0 && order;
    }, 'the refund of the second charge');

  test('of a completed order is found and refunded once', async () => {
    const { orderNo } = await sent();
    await chargeAgain(orderNo);
    const order = await strayGone(orderNo);
    expect(order.payment).toMatchObject({ status: 'SUCCESS', refunded: 0 });
    expect(await heldFor(orderNo)).toBe(order.terms.total);
    expect((await paymentsOf(shop, orderNo)).map(held).toSorted()).toEqual([0, order.terms.total].toSorted());
  });
  test('of a cancelled order is refunded', async () => {
    const { visitor, orderNo } = await sent();
    await cancel(visitor, orderNo);
    await chargeAgain(orderNo);
    await strayGone(orderNo);
    expect(await heldFor(orderNo)).toBe(0);
  });
  test('of a cash order is refunded', async () => {
    const { orderNo } = await sent(codOrder());
    await chargeAgain(orderNo);
    await strayGone(orderNo);
    expect(await heldFor(orderNo)).toBe(0);
  });
  test('of an order that waits at the bank pays the order; a later payment of the first charge is refunded', async () => {
    const visitor = shop.visit();
    const { orderNo } = await checkOut(visitor, cardOrder(VISA));
    const [first] = await paymentsOf(shop, orderNo);
    await chargeAgain(orderNo);
    await until(visitor, orderNo, ({ displayStatus }) => displayStatus.code === '300');
    await control(shop, `payments/${first?.recTradeId}/complete`, { result: 'pass', notify: true });
    const order = await strayGone(orderNo);
    expect(await heldFor(orderNo)).toBe(order.terms.total);
  });
});

test('the bank and the carriers agree with the order store', async () =>
  eventually(async () => (await differences(shop)).length === 0, 'the books to agree').catch(async () =>
    expect(await differences(shop)).toEqual([]),
  ));
