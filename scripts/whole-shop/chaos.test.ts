import { setTimeout as sleep } from 'node:timers/promises';
import { checkoutDecider, checkoutStream } from '@nordhaut/checkout';
import { TEST_CARDS } from '@nordhaut/simulators';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ordersWithWork } from './fixtures/open-checkouts.ts';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { abroad, cardOrder, MASTERCARD, storeDelivery, STORES, VISA } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, differences, isPending, orderNumbers, orderOf, payments, paymentsOf } from './fixtures/records.ts';

// Random faults of the bank and the carriers hit two shops on one database at the same time. The invariant: no buyer pays
// without an order or gets two parcels, and every checkout ends.
let shop: TestShop;
let second: TestShop;
// As by default, the sweeper waits longer than the creation of a shipment may take.
const hasty = {
  PAYMENT_PATIENCE: '2000',
  CHECKOUT_GRACE: '1500',
  UNCHARGED_PATIENCE: '1500',
  PARCEL_PATIENCE: '8000',
  TAPPAY_TIMEOUT: '500',
  ECPAY_TIMEOUT: '500',
};
beforeAll(async () => {
  shop = await testShop(hasty);
  second = await testShop(hasty, { beside: shop });
});
afterAll(async () => {
  await second.close();
  await shop.close();
});

/** ms of a slow or late call: within its timeout, after it, and after the grace time. */
const DELAYS = [300, 800, 2_500];
const delayMs = fc.constantFrom(...DELAYS);
const timedOut = TEST_CARDS.filter(({ result }) => result === 421).map(({ number }) => number);
const buyers = fc.record({
  kind: fc.constantFrom('cod', 'visa', 'visa', 'mastercard', 'store', 'abroad', 'refused', 'timed out'),
  faults: fc.array(
    fc.oneof(
      fc.record({
        provider: fc.constant('tappay'),
        on: fc.constantFrom('pay', 'query', 'refund'),
        mode: fc.constantFrom('down', 'throttle', 'slow', 'late', 'garble', 'lose-answer'),
        delayMs,
      }),
      fc.record({
        provider: fc.constant('ecpay'),
        on: fc.constantFrom('create', 'query'),
        mode: fc.constantFrom('down', 'throttle', 'refuse', 'slow', 'late', 'garble', 'bad-mac', 'lose-answer'),
        delayMs,
      }),
    ),
    { maxLength: 2 },
  ),
  bank: fc.constantFrom('pass', 'fail', 'leave', 'pass late'),
  notify: fc.boolean(),
  confirms: fc.integer({ min: 0, max: 3 }),
  elsewhere: fc.boolean(),
});
type Buyer = typeof buyers extends fc.Arbitrary<infer Value> ? Value : never;

const orders: Record<string, () => ReturnType<typeof codOrder>> = {
  cod: () => codOrder(),
  visa: () => cardOrder(VISA),
  mastercard: () => cardOrder(MASTERCARD),
  store: () => cardOrder(MASTERCARD, { delivery: storeDelivery('FAMIC2C', STORES.FAMIC2C) }),
  abroad: () => abroad(),
  refused: () => cardOrder('4242421602184242'),
  'timed out': () => cardOrder(timedOut[Math.floor(Math.random() * 2)]),
};

async function buy({ kind, faults, bank, notify, confirms, elsewhere }: Buyer): Promise<void> {
  const [here, there] = elsewhere ? [second, shop] : [shop, second];
  // A refusal about the recipient would answer a query that there is no parcel. Without a text, the carrier is busy.
  for (const fault of faults)
    await control(shop, 'faults', { times: 1, ...(fault.on === 'create' && { code: '收件人姓名格式錯誤' }), ...fault });
  const visitor = here.visit();
  const placed = await checkOut(visitor, (orders[kind] as () => ReturnType<typeof codOrder>)());
  expect([201, 402, 409], JSON.stringify(placed.body)).toContain(placed.status);
  const [payment] = await paymentsOf(shop, placed.orderNo);
  const complete = (result: string, told = notify) =>
    payment && control(shop, `payments/${payment.recTradeId}/complete`, { result, notify: told });
  if (bank === 'pass' || bank === 'fail') await complete(bank);
  const tell = (to: TestShop) => fetch(`${to.url}/api/orders/${placed.orderNo}/payment/confirm`, { method: 'POST' });
  await Promise.all(Array.from({ length: confirms }, (_, index) => tell(index % 2 ? here : there)));
  if (bank === 'pass late') {
    const { commands } = shop.shop.engine;
    const { orderNo } = placed;
    const ended = async () => (await commands.load(checkoutStream(orderNo), checkoutDecider)).state?.ended !== null;
    await eventually(ended, `the end of the checkout of ${orderNo}`);
    // The checkout is given up, so only the bank's notify counts.
    await complete('pass', true);
    await tell(there);
  }
}

test('random faults in random order leave no unpaid order, no second parcel and no open checkout', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() | 0);
  const all = fc.sample(buyers, { numRuns: Number(process.env['CHAOS_RUNS'] ?? 40), seed });
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let one = all.pop(); one; one = all.pop()) await buy(one);
    }),
  );
  for (const provider of ['tappay', 'ecpay']) {
    for (const mode of ['down', 'throttle', 'refuse', 'slow', 'late', 'garble', 'bad-mac', 'lose-answer'])
      await control(shop, 'faults', { provider, mode, times: 0 });
  }
  // The latest call takes effect.
  await sleep(Math.max(...DELAYS));
  // Buyers who never came back: the shop abandons their orders, and then the bank accepts the payments.
  const closed = () => eventually(async () => (await ordersWithWork(shop)).length === 0, `every checkout to be closed (seed ${seed})`);
  await closed();
  // The bank does not report half of them: the sweeper queries abandoned orders whose payment is in doubt.
  for (const [index, { recTradeId }] of (await payments(shop)).filter(isPending).entries())
    await control(shop, `payments/${recTradeId}/complete`, { result: 'pass', notify: index % 2 === 0 });
  const agree = eventually(async () => (await differences(shop)).length === 0, 'the books to agree');
  await agree.catch(async (error: unknown) => expect(await differences(shop), `${String(error)} (seed ${seed})`).toEqual([]));
  await closed();
  const numbers = await orderNumbers(shop);
  for (const orderNo of numbers) {
    const order = await orderOf(shop, orderNo);
    expect(['SUCCESS', 'RETURN', 'FAILED', 'COLLECT'], `${orderNo} (seed ${seed})`).toContain(order?.payment.status);
    const once =
      order?.timeline
        .map(({ code }) => code)
        .filter((code) => ['PLACED', 'PAID', 'REFUNDED', 'CANCELLED', 'SHIPMENT_REJECTED'].includes(code)) ?? [];
    expect(once, `${orderNo} (seed ${seed})`).toEqual([...new Set(once)]);
  }
});

test('a parcel that the carrier takes after it refused a later request, and after the first look for it, is found and not sent', async () => {
  await control(shop, 'faults', { provider: 'ecpay', on: 'create', mode: 'late', delayMs: 4_500 });
  await control(shop, 'faults', { provider: 'ecpay', on: 'create', mode: 'refuse', code: '收件人姓名格式錯誤' });
  const { orderNo } = await checkOut(shop.visit(), cardOrder(MASTERCARD));
  const recalled = async () => ((await orderOf(shop, orderNo))?.recall ?? null) !== null;
  await eventually(recalled, `the end of the looks for the parcel of ${orderNo}`);
  expect(await orderOf(shop, orderNo)).toMatchObject({ cancelled: 'SHIPMENT_REJECTED', recall: 'DO_NOT_SHIP' });
  await eventually(async () => (await differences(shop)).length === 0, 'the books to agree');
});
