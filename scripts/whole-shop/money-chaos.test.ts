import { setTimeout as sleep } from 'node:timers/promises';
import { moneyOf, orderDecider, orderStream, sentAgain, type OrderCommand } from '@nordhaut/ordering';
import { TapPayConfig } from '@nordhaut/payments';
import { makePrime } from '@nordhaut/simulators';
import { bankCall, charge } from '@nordhaut/simulators/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomBreaks } from './fixtures/breaks.ts';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { cardOrder, MASTERCARD, storeDelivery, STORES, VISA } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, differences, held, orderOf, parcelsOf, payments, paymentsOf } from './fixtures/records.ts';

// Random commands and reports for paid orders, in a shop that fails at random moments: after it recorded a step, or after
// a provider executed a call and before the shop recorded the result.
let shop: TestShop;
const breaks = randomBreaks();
beforeAll(async () => {
  const hasty = { CHECKOUT_GRACE: '300', UNCHARGED_PATIENCE: '300', PARCEL_PATIENCE: '3000', TAPPAY_TIMEOUT: '250', ECPAY_TIMEOUT: '250' };
  shop = await testShop(hasty, breaks.options);
});
afterAll(() => shop.close());

const deeds = [
  'cancel',
  'not-collected',
  'driver-takes-it-back',
  'on-its-way',
  'lost',
  'delivered',
  'charged-again',
  'return',
  'goodwill',
  'send-again',
  'second-parcel-fails',
  'processor-tells',
] as const;
type Deed = (typeof deeds)[number];
/** ms until a late call takes effect: within its timeout, after it, and after the grace time */
const DELAYS = [100, 280, 900];
const late = fc.record({
  call: fc.constantFrom('tappay pay', 'tappay refund', 'tappay refund', 'ecpay create', 'ecpay cancel'),
  delayMs: fc.constantFrom(...DELAYS),
  /** the provider refuses the next such call, which the late one overtakes or not */
  refused: fc.boolean(),
});
const lives = fc.record({
  kind: fc.constantFrom('card', 'card', 'bank', 'cash', 'store'),
  late: fc.option(late),
  deeds: fc.array(
    fc.oneof(
      fc.constantFrom(...deeds).map((deed) => [deed]),
      fc.constant(['lost', 'send-again'] as const),
    ),
    { maxLength: 5 },
  ),
});
type Life = typeof lives extends fc.Arbitrary<infer Value> ? Value : never;

const CODES = { 'not-collected': 5004, 'driver-takes-it-back': 3125, 'on-its-way': 3006, lost: 5002, delivered: 3003 };
const kinds: Record<string, () => ReturnType<typeof codOrder>> = {
  card: () => cardOrder(MASTERCARD),
  bank: () => cardOrder(VISA),
  cash: () => codOrder(),
  store: () => cardOrder(MASTERCARD, { delivery: storeDelivery('UNIMARTC2C', STORES.UNIMARTC2C) }),
};

const tell = (orderNo: string) =>
  fetch(`${shop.url}/api/tappay/notify/${shop.shop.engine.config.of(TapPayConfig).TAPPAY_NOTIFY_SECRET.reveal()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_number: orderNo }),
  });

async function give(orderNo: string, command: OrderCommand): Promise<void> {
  const id = crypto.randomUUID();
  const context = { commandId: id, correlationId: id, actor: { kind: 'support' as const, id: 'tester' }, now: new Date() };
  await shop.shop.engine.commands.handle(orderStream(orderNo), orderDecider, command, context);
}

async function act(deed: Deed, orderNo: string, proof: string): Promise<void> {
  const at = new Date().toISOString();
  switch (deed) {
    case 'cancel':
      await fetch(`${shop.url}/api/orders/${orderNo}/cancel`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'order-proof': proof },
        body: '{}',
      });
      return;
    case 'charged-again': {
      const again = { order_number: orderNo, amount: (await orderOf(shop, orderNo))?.terms.total, three_domain_secure: false };
      await bankCall(shop.simulators.url, 'payment/pay-by-prime', charge(makePrime(MASTERCARD, Date.now()), again));
      return void (await tell(orderNo));
    }
    case 'processor-tells':
      return void (await tell(orderNo));
    case 'return':
      await give(orderNo, { type: 'RequestReturn', at, reason: 'NOT_STATED', comment: '不便說明', sender: null, bankAccount: null });
      await give(orderNo, { type: 'ApproveReturn', at });
      return give(orderNo, { type: 'ReceiveReturn', at, reason: 'COMPLETE' });
    case 'goodwill':
      return give(orderNo, {
        type: 'IssueRefund',
        at,
        refundId: 'G1',
        amount: 10,
        reason: 'GOODWILL',
        way: 'transfer',
        strayTradeId: null,
      });
    case 'send-again': {
      const order = await orderOf(shop, orderNo);
      const items = order?.terms.lines.slice(0, 1).map(({ productId, tier, quantity }) => ({ productId, tier, quantity })) ?? [];
      const linkedOrderNo = shop.shop.faces.checkout.orderNumbers.issue();
      const kind = order?.return ? 'EXCHANGE' : 'RESEND';
      return give(orderNo, { type: 'AgreeLinkedOrder', at, linkedOrderNo, kind, items, note: '重新寄出' });
    }
    case 'second-parcel-fails': {
      const placed = (await orderOf(shop, orderNo))?.linked?.filter(({ state }) => state === 'PLACED') ?? [];
      for (const { linkedOrderNo } of placed) await give(linkedOrderNo, { type: 'CancelOrder', at, reason: 'OTHER' });
      return;
    }
    default: {
      const [parcel] = await parcelsOf(shop, orderNo);
      if (parcel?.subtype === 'TCAT') await control(shop, `parcels/${parcel.tradeNo}`, { code: CODES[deed] });
    }
  }
}

/** Invariant after every step and failure: the shop decided each refund before the bank paid it, and no refund is paid twice. */
async function holds(orderNo: string): Promise<void> {
  // The bank is read first, so the order may only be ahead of it.
  const bank = await paymentsOf(shop, orderNo);
  const order = await orderOf(shop, orderNo);
  if (!order) return;
  for (const { recTradeId, refunded, amount } of bank) {
    expect(refunded).toBeLessThanOrEqual(amount);
    const isStray = order.strays.some((stray) => stray.recTradeId === recTradeId);
    const known = [...order.refunds, ...order.startedRefunds].filter(
      ({ strayTradeId, way }) => way === 'card' && strayTradeId === (isStray ? recTradeId : null),
    );
    if (isStray || order.payment.recTradeId === recTradeId)
      expect(
        known.reduce((sum, one) => sum + one.amount, 0),
        `${orderNo}: ${recTradeId}`,
      ).toBeGreaterThanOrEqual(refunded);
  }
}

async function delay({ call, delayMs, refused }: NonNullable<Life['late']>): Promise<void> {
  const [provider, on] = call.split(' ');
  await control(shop, 'faults', { provider, on, mode: 'late', delayMs });
  // Of a charge, a refusal is final, because it is asked for once.
  if (refused && on !== 'pay')
    await control(shop, 'faults', { provider, on, mode: 'refuse', code: provider === 'ecpay' ? '收件人姓名格式錯誤' : 10024 });
}

async function live({ kind, late: delayed, deeds: plan }: Life): Promise<string> {
  if (delayed) await delay(delayed);
  const visitor = shop.visit();
  const { orderNo, body } = await checkOut(visitor, (kinds[kind] as () => ReturnType<typeof codOrder>)());
  if (kind === 'bank') {
    const [payment] = await paymentsOf(shop, orderNo);
    if (payment) await control(shop, `payments/${payment.recTradeId}/complete`, { result: 'pass', notify: false });
  }
  // A buyer whose answer was lost has no proof and cannot cancel.
  for (const deed of plan.flat()) {
    await act(deed, orderNo, body.proof ?? '');
    await holds(orderNo);
  }
  return orderNo;
}

test('charged money equals kept, refunded and owed money after any sequence of commands and failures', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() | 0);
  const all = fc.sample(lives, { numRuns: Number(process.env['MONEY_RUNS'] ?? 40), seed });
  const numbers: string[] = [];
  breaks.risk(0.15);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let one = all.pop(); one; one = all.pop()) numbers.push(await live(one));
    }),
  );
  breaks.risk(0);
  for (const provider of ['tappay', 'ecpay'])
    for (const mode of ['late', 'refuse']) await control(shop, 'faults', { provider, mode, times: 0 });
  // The latest call takes effect.
  await sleep(Math.max(...DELAYS));
  expect(breaks.count(), 'moments at which the process broke off').toBeGreaterThan(0);
  // The processor makes partial refunds only of captured payments.
  for (const { recTradeId } of await payments(shop)) await control(shop, `payments/${recTradeId}/capture`);
  // The shop finds an unreported charge when the processor reports it.
  for (const orderNo of numbers) await tell(orderNo);
  const agree = eventually(async () => (await differences(shop)).length === 0, 'the books to agree');
  await agree.catch(async (error: unknown) => expect(await differences(shop), `${String(error)} (seed ${seed})`).toEqual([]));

  let linked = 0;
  for (const orderNo of numbers) {
    const hasEnded = async () => {
      const order = await orderOf(shop, orderNo);
      const links = order?.linked ?? [];
      return (
        !order ||
        (moneyOf(order).debts.every(({ way }) => way !== 'card') &&
          links.every(({ kind, state }) => kind === 'EXCHANGE' || state !== 'AGREED'))
      );
    };
    await eventually(hasEnded, `nothing left to do for ${orderNo} (seed ${seed})`);
    const order = await orderOf(shop, orderNo);
    if (!order) continue;
    await holds(orderNo);
    linked += order.linked?.length ?? 0;
    const { taken, paidBack, owed } = moneyOf(order);
    const about = `${orderNo} (seed ${seed})`;
    const transfers = order.refunds.filter(({ way }) => way === 'transfer').reduce((sum, { amount }) => sum + amount, 0);
    const bank = (await paymentsOf(shop, orderNo)).reduce((sum, entry) => sum + held(entry), 0);
    const cash = order.terms.payment === 'COD' && order.receivedAt ? order.terms.total : 0;
    expect(bank + cash, about).toBe(taken - paidBack + transfers);
    // The carrier's cash is owed after a return, and where it delivered the parcel of a cancelled order after all.
    expect(owed, about).toBe(cash > 0 && (order.return?.receivedAt || order.cancelled) ? cash - transfers - sentAgain(order) : 0);
    // Goods that are sent again take the place of money.
    expect(sentAgain(order) + paidBack + owed, about).toBeLessThanOrEqual(taken);
    const ids = order.refunds.map(({ refundId }) => refundId);
    expect(ids, about).toEqual([...new Set(ids)]);
  }
  expect(linked, 'orders that were sent again').toBeGreaterThan(0);
});
