import type { CartAnswer, OrderAnswer } from '@nordhaut/contracts';
import { cardRefusalMessage } from '@nordhaut/payments';
import { TEST_CARDS } from '@nordhaut/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, until, type Browser } from './fixtures/browser.ts';
import { cardOrder, MASTERCARD, VISA } from './fixtures/orders.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, differences, held, orderOf, parcelsOf, paymentsOf, type BankEntry } from './fixtures/records.ts';

describe('3-D secure', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop(HASTY);
  });
  afterAll(() => shop.close());

  /** An order whose buyer is on the bank's page. */
  async function atTheBank(): Promise<{ visitor: Browser; orderNo: string; payment: BankEntry }> {
    const visitor = shop.visit();
    const { status, body, orderNo } = await checkOut(visitor, cardOrder(VISA));
    expect(status).toBe(201);
    expect(body.displayStatus).toEqual({ code: 'AWAITING_PAYMENT', label: '待3D驗證' });
    const [payment] = await paymentsOf(shop, orderNo);
    if (!payment) throw new Error('the bank knows nothing of it');
    expect(body.paymentUrl).toBe(payment.paymentUrl);
    return { visitor, orderNo, payment };
  }
  const complete = (payment: BankEntry, result: 'pass' | 'fail', notify: boolean) =>
    control(shop, `payments/${payment.recTradeId}/complete`, { result, notify });
  const notify = (payment: BankEntry, body: object) =>
    fetch(payment.notifyUrl ?? '', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const confirm = (visitor: Browser, orderNo: string) =>
    visitor.post<{ displayStatus: { code: string }; position: string }>(`/api/orders/${orderNo}/payment/confirm`, {});
  const events = async (orderNo: string): Promise<string[]> => (await orderOf(shop, orderNo))?.timeline.map(({ code }) => code) ?? [];
  const PAID = ['PLACED', 'PAYMENT_STARTED', 'PAID', '300'];

  test('passed: the order is paid and shipped, and the cart is empty', async () => {
    const { visitor, orderNo, payment } = await atTheBank();
    const cart = async () => (await visitor.get<CartAnswer>('/api/cart')).body;
    expect(await cart()).toMatchObject({ items: [], claimed: [{ orderNo }] });
    const bank = await fetch(payment.paymentUrl ?? '', {
      method: 'POST',
      body: new URLSearchParams({ action: 'pass' }),
      redirect: 'manual',
    });
    expect(bank.headers.get('location')).toContain(`${shop.url}/result`);
    await until(visitor, orderNo, ({ displayStatus }) => displayStatus.code === '300');
    await eventually(async () => (await events(orderNo)).join() === PAID.join(), 'the parcel');
    await eventually(async () => (await cart()).claimed.length === 0, 'the end of the claim');
    expect((await cart()).items).toEqual([]);
  });

  test('the look-up after a confirmation is no older than it, however far behind the read model is', async () => {
    const { visitor, orderNo, payment } = await atTheBank();
    await complete(payment, 'pass', false);
    const { body } = await confirm(visitor, orderNo);
    expect(body.displayStatus.code).toBe('300');
    const looked = await visitor.get<OrderAnswer>(`/api/orders/${orderNo}?after=${body.position}`);
    expect(looked.body.displayStatus).toEqual(body.displayStatus);
    expect(BigInt(looked.body.position)).toBeGreaterThanOrEqual(BigInt(body.position));
  });

  test('failed: nothing is charged, and the cart is unchanged', async () => {
    const { visitor, orderNo, payment } = await atTheBank();
    await complete(payment, 'fail', true);
    await until(visitor, orderNo, ({ displayStatus }) => displayStatus.code === 'PAYMENT_FAILED');
    expect((await paymentsOf(shop, orderNo)).map(held)).toEqual([0]);
    expect(await parcelsOf(shop, orderNo)).toEqual([]);
    // The lines come back in the step after the failure.
    await eventually(async () => (await visitor.get<{ items: unknown[] }>('/api/cart')).body.items.length === 2, 'the cart');
  });

  test.each([
    ['the redirect alone', ['confirm']],
    ['the notify alone', ['notify']],
    ['redirect, then notify', ['confirm', 'notify']],
    ['notify, then redirect', ['notify', 'confirm']],
    ['both at once, many times', ['at once']],
    ['the notify three times', ['notify', 'notify', 'notify']],
  ])('%s: one outcome', async (_, ways) => {
    const { visitor, orderNo, payment } = await atTheBank();
    await complete(payment, 'pass', false);
    const tell = {
      notify: () => notify(payment, { order_number: orderNo, rec_trade_id: payment.recTradeId, status: 0 }),
      confirm: () => confirm(visitor, orderNo),
    };
    for (const way of ways) {
      if (way === 'at once') await Promise.all(Array.from({ length: 10 }, () => [tell.notify(), tell.confirm()]).flat());
      else expect((await tell[way as keyof typeof tell]()).status).toBe(200);
    }
    expect(await events(orderNo)).toEqual(PAID);
    expect((await paymentsOf(shop, orderNo)).map(held)).toEqual([payment.amount]);
  });

  test('a notify that is early or wrong changes nothing', async () => {
    const { visitor, orderNo, payment } = await atTheBank();
    const forged = { order_number: orderNo, rec_trade_id: payment.recTradeId, status: 0, amount: payment.amount, msg: 'Success' };
    expect((await notify(payment, forged)).status).toBe(200);
    expect((await confirm(visitor, orderNo)).body.displayStatus.code).toBe('AWAITING_PAYMENT');
    // The parameters of the redirect are only in the page's address; no route reads them.
    expect(
      (await fetch(`${shop.url}/api/orders/${orderNo}/payment/confirm?status=0&order_number=${orderNo}`, { method: 'POST' })).status,
    ).toBe(200);
    const guessed = (payment.notifyUrl ?? '').replace(/[^/]+$/, 'guessed');
    expect((await notify({ ...payment, notifyUrl: guessed }, forged)).status).toBe(404);
    expect(await events(orderNo)).toEqual(['PLACED', 'PAYMENT_STARTED']);
    await complete(payment, 'pass', true);
    await eventually(async () => (await events(orderNo)).join() === PAID.join(), 'the true one');
  });

  test("another order's charge does not pay this one", async () => {
    const [mine, other] = [await atTheBank(), await atTheBank()];
    await complete(other.payment, 'pass', false);
    await notify(mine.payment, { order_number: mine.orderNo, rec_trade_id: other.payment.recTradeId, status: 0 });
    expect(await events(mine.orderNo)).toEqual(['PLACED', 'PAYMENT_STARTED']);
    await confirm(other.visitor, other.orderNo);
    expect(await events(other.orderNo)).toEqual(PAID);
  });

  test('when the record query fails, the next notify causes another query', async () => {
    const { orderNo, payment } = await atTheBank();
    await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 1 });
    await complete(payment, 'pass', false);
    expect((await notify(payment, { order_number: orderNo })).status).toBe(503);
    expect((await notify(payment, { order_number: orderNo })).status).toBe(200);
    expect(await events(orderNo)).toEqual(PAID);
  });

  const refused = TEST_CARDS.filter(({ result }) => result !== 0 && result !== 421);
  test('the simulated bank has each refusal of spec/3-purchase-flow §8', () => expect(refused).toHaveLength(16));
  test.each(refused.map(({ result, number }) => [result, number] as const))(
    'a card refused with %i: its text, nothing charged',
    async (result, number) => {
      const visitor = shop.visit();
      const { status, body, orderNo } = await checkOut(visitor, cardOrder(number));
      expect(status).toBe(402);
      const message = cardRefusalMessage(result, '');
      expect(message).toMatch(new RegExp(`^\\[${result}\\] - \\p{Script=Han}{2,}`, 'u'));
      expect(body).toMatchObject({ status: result, code: 'CARD_REFUSED', message });
      expect(await parcelsOf(shop, orderNo)).toEqual([]);
      expect((await paymentsOf(shop, orderNo)).filter((entry) => held(entry) > 0)).toEqual([]);
      expect((await visitor.get<{ items: unknown[] }>('/api/cart')).body.items).toHaveLength(2);
      await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '付款失敗');
    },
  );

  const timedOut = (charged: boolean) => TEST_CARDS.find((card) => card.result === 421 && card.charged === charged)?.number ?? '';
  test('an answer that is lost after the charge: the processor’s record pays the order', async () => {
    const { status, orderNo } = await checkOut(shop.visit(), cardOrder(timedOut(true)));
    expect(status).toBe(201);
    expect((await orderOf(shop, orderNo))?.payment.status).toBe('SUCCESS');
  });

  test('an answer that is lost without a charge: no new payment is offered while the result is in doubt; then the order is abandoned', async () => {
    const visitor = shop.visit();
    const { status, body, orderNo } = await checkOut(visitor, cardOrder(timedOut(false)));
    expect(status).toBe(201);
    expect(body).toMatchObject({ displayStatus: { code: 'AWAITING_PAYMENT' } });
    expect(body.paymentUrl).toBeUndefined();
    await until(visitor, orderNo, ({ displayStatus }) => displayStatus.code === 'PAYMENT_FAILED');
    expect((await paymentsOf(shop, orderNo)).map(held).filter((amount) => amount > 0)).toEqual([]);
  });

  test.each(['down', 'garble', 'lose-answer', 'slow'])('a bank that is %s: never charged without an order', async (mode) => {
    await control(shop, 'faults', { provider: 'tappay', mode, on: 'pay', times: 1, delayMs: 1_500 });
    const visitor = shop.visit();
    const { status, body, orderNo } = await checkOut(visitor, cardOrder(MASTERCARD));
    expect(status).toBe(201);
    if (mode === 'down') await until(visitor, orderNo, ({ displayStatus }) => displayStatus.code === 'PAYMENT_FAILED');
    expect((await paymentsOf(shop, orderNo)).map(held)).toEqual(mode === 'down' ? [] : [body.total]);
  });

  test('the bank and the carriers agree with the order store', async () => expect(await differences(shop)).toEqual([]));
});
