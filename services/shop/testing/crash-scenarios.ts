import { randomUUID } from 'node:crypto';
import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { orderDecider, orderNoOfShipment, orderStream, type OrderCommand } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';
import { makePrime, type Simulators } from '@nordhaut/simulators';
import { bankCall, charge } from '@nordhaut/simulators/testing';
import { browser, codOrder, type Browser } from './browser.ts';
import { cardOrder, MASTERCARD, REFUSED_CARD, storeDelivery, STORES, VISA } from './orders.ts';
import { control, eventually, isPending, parcels, payments } from './world.ts';

/** One order on its way, as the world outside the shop sees it. */
export type Journey = {
  simulators: Simulators;
  /** the buyer, at the shop that lives now */
  visitor: Browser;
  /** of the shop that lives now, for what has no page yet */
  commands: Commands;
  request: PlaceOrderRequest;
  key: string;
  /** number of a second order from the same cart */
  otherNo: string;
};

/**
 * Something that happens to an order. Each act may be done again by the next shop, so it does nothing where its moment
 * has passed or never comes.
 */
export type Act = (journey: Journey) => Promise<unknown>;

export type Scenario = {
  name: string;
  order: () => ReturnType<typeof codOrder>;
  /** before the order is placed, e.g. a fault of a provider */
  before?: Act;
  /** whether the processor's books change before the shop can know it */
  chargesUnreported?: true;
  /** after it was placed, one after another */
  acts?: readonly Act[];
  /** display status in the end: of an undisturbed order first, then what else it may be after a death; NONE: no order */
  ends: readonly string[];
};

const paymentOf = async ({ simulators, request }: Journey) =>
  (await payments({ simulators })).find((payment) => payment.orderNumber === request.orderNo);

/** The buyer comes back from the bank's page. */
const atBank =
  (result: 'pass' | 'fail'): Act =>
  async (journey) => {
    const payment = await paymentOf(journey);
    if (!payment) return;
    if (isPending(payment)) await control(journey, `payments/${payment.recTradeId}/complete`, { result, notify: false });
    await journey.visitor.post(`/api/orders/${journey.request.orderNo}/payment/confirm`, {});
  };

/** The carrier has a new state for the parcel, and the shop asks for it. */
export const carrierHas =
  (code: string): Act =>
  async (journey) => {
    const { orderNo } = journey.request;
    const parcel = (await parcels(journey)).find(({ tradeNo }) => orderNoOfShipment(tradeNo) === orderNo);
    if (!parcel) return;
    await control(journey, `parcels/${parcel.tradeNo}`, { code });
    await journey.visitor.post('/api/ecpay/getLogisticsState/', { orders: [{ MerchantTradeNo: orderNo }] });
  };

/** The buyer pays for the same things in another way, while the bank's page of the first order is open. */
const paysOtherwise =
  (order: () => ReturnType<typeof codOrder>): Act =>
  async ({ visitor, request, otherNo }) => {
    const other = { ...request, payment: order().payment, orderNo: otherNo, replaces: request.orderNo };
    await visitor.post('/api/orders', other, { key: otherNo });
  };

/** Another window orders the same cart first. */
const otherWindowIsFirst: Act = async ({ visitor, request, otherNo }) => {
  const { status } = await visitor.post('/api/orders', { ...request, orderNo: otherNo }, { key: otherNo });
  if (status !== 201) throw new Error(`the other window was answered ${status}`);
};

/** The buyer cancels. The repeated click on the order renews the proof, which a shop that died may have kept. */
const cancels: Act = async (journey) => {
  await place(journey);
  await journey.visitor.post(`/api/orders/${journey.request.orderNo}/cancel`, { reason: 'CHANGED_MIND' });
};

/** The buyer comes back to the order's page, which makes the shop drive a card order on. */
const looksAgain: Act = ({ visitor, request }) => visitor.post(`/api/orders/${request.orderNo}/payment/confirm`, {});

/** The card is charged a second time, past the shop, and the processor reports it. */
const chargedAgain: Act = async (journey) => {
  const { orderNo, expectedTotal } = journey.request;
  const [first, second] = (await payments(journey)).filter((payment) => payment.orderNumber === orderNo);
  if (!first) return;
  const again = { order_number: orderNo, amount: expectedTotal, three_domain_secure: false };
  if (!second) await bankCall(journey.simulators.url, 'payment/pay-by-prime', charge(makePrime(MASTERCARD, Date.now()), again));
  // The processor repeats what the shop could not confirm.
  const tell = () => journey.visitor.post(new URL(first.notifyUrl ?? '').pathname, { order_number: orderNo });
  await eventually(async () => (await tell()).status !== 503, 'the second charge');
};

/** The buyer sends the goods back, and the warehouse receives them. */
const returned: Act = async ({ commands, request }) => {
  const at = new Date().toISOString();
  const steps: OrderCommand[] = [
    { type: 'RequestReturn', at, reason: 'CHANGED_MIND', comment: '不合用', sender: null, bankAccount: null },
    { type: 'ApproveReturn', at },
    { type: 'ReceiveReturn', at, reason: 'COMPLETE' },
  ];
  for (const step of steps) {
    const commandId = randomUUID();
    const context = { commandId, correlationId: commandId, actor: { kind: 'support', id: 'tester' }, now: new Date() } as const;
    await commands.handle(orderStream(request.orderNo), orderDecider, step, context);
  }
};

/** The charge succeeds, and somebody pays it back in the processor's portal, before the shop asks. */
const wentBack: Act = async (journey) => {
  const payment = await paymentOf(journey);
  if (!payment) return;
  const { recTradeId, amount } = payment;
  if (isPending(payment)) {
    await control(journey, `payments/${recTradeId}/complete`, { result: 'pass', notify: false });
    await control(journey, `payments/${recTradeId}/capture`);
    await bankCall(journey.simulators.url, 'transaction/refund', { rec_trade_id: recTradeId, amount });
  }
  await journey.visitor.post(`/api/orders/${journey.request.orderNo}/payment/confirm`, {});
};

const refuses =
  (code: string): Act =>
  (journey) =>
    control(journey, 'faults', { provider: 'ecpay', mode: 'refuse', on: 'create', times: 1, code });
const isDown: Act = (journey) => control(journey, 'faults', { provider: 'ecpay', mode: 'down', on: 'create', times: 1 });
/** A fault that met nobody is forgotten. */
export async function forgetFaults(simulators: Simulators): Promise<void> {
  for (const mode of ['refuse', 'down']) await control({ simulators }, 'faults', { provider: 'ecpay', mode, on: 'create', times: 0 });
}

const toStore = { delivery: storeDelivery('UNIMARTC2C', STORES.UNIMARTC2C) };

/**
 * Every way of an order whose every moment is tried. A card order that was interrupted before its charge fails, because
 * nobody else has the card; a refusal that was lost with the shop is no refusal.
 */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'cash', order: codOrder, ends: ['COD'] },
  { name: 'card at once', order: () => cardOrder(MASTERCARD), ends: ['300', 'PAYMENT_FAILED'] },
  { name: '3-D secure', order: () => cardOrder(VISA), acts: [atBank('pass')], ends: ['300', 'PAYMENT_FAILED', 'CANCELLED'] },
  { name: '3-D secure failed', order: () => cardOrder(VISA), acts: [atBank('fail')], ends: ['PAYMENT_FAILED'] },
  { name: 'refused by the bank', order: () => cardOrder(REFUSED_CARD), ends: ['PAYMENT_FAILED'] },
  { name: 'cash, refused by the carrier', order: codOrder, before: refuses('系統錯誤'), ends: ['CANCELLED', 'COD'] },
  {
    name: 'card, refused by the carrier',
    order: () => cardOrder(MASTERCARD),
    before: refuses('系統錯誤'),
    ends: ['CANCELLED', '300', 'PAYMENT_FAILED'],
  },
  {
    name: 'money that turned up late',
    order: () => cardOrder(VISA),
    acts: [paysOtherwise(() => cardOrder(MASTERCARD)), atBank('pass')],
    ends: ['CANCELLED', '300', 'PAYMENT_FAILED'],
  },
  { name: 'cash, not collected', order: codOrder, acts: [carrierHas('3006'), carrierHas('5004')], ends: ['5004'] },
  {
    name: 'money that went back at the processor',
    order: () => cardOrder(VISA),
    acts: [wentBack],
    ends: ['CANCELLED', 'PAYMENT_FAILED'],
  },
  { name: 'cash, cancelled before the shipment', order: codOrder, before: isDown, acts: [cancels], ends: ['CANCELLED'] },
  {
    name: 'card, cancelled before the shipment',
    order: () => cardOrder(MASTERCARD),
    before: isDown,
    acts: [cancels],
    ends: ['CANCELLED', 'PAYMENT_FAILED'],
  },
  { name: 'cash, cancelled after the shipment', order: codOrder, acts: [cancels], ends: ['CANCELLED'] },
  {
    name: 'card, cancelled after the shipment, home',
    order: () => cardOrder(MASTERCARD),
    acts: [cancels],
    ends: ['CANCELLED', 'PAYMENT_FAILED'],
  },
  {
    name: 'card, cancelled after the shipment, 7-ELEVEN',
    order: () => cardOrder(MASTERCARD, toStore),
    acts: [cancels],
    ends: ['CANCELLED', 'PAYMENT_FAILED'],
  },
  {
    name: 'card, not collected',
    order: () => cardOrder(MASTERCARD),
    acts: [carrierHas('5004'), looksAgain],
    ends: ['5004', 'PAYMENT_FAILED'],
  },
  {
    name: 'a second charge',
    order: () => cardOrder(MASTERCARD),
    chargesUnreported: true,
    acts: [chargedAgain],
    ends: ['300', 'PAYMENT_FAILED'],
  },
  {
    name: 'returned',
    order: () => cardOrder(MASTERCARD),
    acts: [carrierHas('3003'), returned, looksAgain],
    ends: ['REFUNDED', 'PAYMENT_FAILED'],
  },
  { name: 'the claim handed over', order: () => cardOrder(VISA), acts: [paysOtherwise(codOrder)], ends: ['PAYMENT_FAILED'] },
  { name: 'a refused claim', order: codOrder, before: otherWindowIsFirst, ends: ['NONE'] },
];

/** Fills the cart and asks for price and number: what happens before the order itself. */
export async function prepare(
  shop: { url: string; commands: Commands },
  simulators: Simulators,
  { order, before }: Scenario,
): Promise<Journey> {
  const { url, commands } = shop;
  const visitor = browser(url);
  const wanted = order();
  for (const item of wanted.items) await visitor.post('/api/cart/items', item);
  const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: wanted.items, portType: wanted.delivery.type });
  const number = async (): Promise<string> => (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
  const request = { orderNo: await number(), expectedTotal: price.body.price, ...wanted };
  const journey = { simulators, visitor, commands, key: randomUUID(), request, otherNo: await number() };
  await before?.(journey);
  return journey;
}
export const place: Act = ({ visitor, request, key }) => visitor.post('/api/orders', request, { key });
