import { randomUUID } from 'node:crypto';
import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { orderNoOfShipment } from '@nordhaut/ordering';
import type { Simulators } from '@nordhaut/simulators';
import { bankCall } from '@nordhaut/simulators/testing';
import { browser, codOrder, type Browser } from './browser.ts';
import { cardOrder, MASTERCARD, REFUSED_CARD, VISA } from './orders.ts';
import { control, isPending, parcels, payments } from './world.ts';

/** One order on its way, as the world outside the shop sees it. */
export type Journey = {
  simulators: Simulators;
  /** the buyer, at the shop that lives now */
  visitor: Browser;
  request: PlaceOrderRequest;
  key: string;
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
  /** after it was placed, one after another */
  acts?: readonly Act[];
  /** display status in the end: of an undisturbed order first, then what else it may be after a death */
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

/** The buyer pays for the same things with another card, while the bank's page of the first order is open. */
const paysOtherwise: Act = async (journey) => {
  const { visitor, request } = journey;
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const other = { ...request, payment: cardOrder(MASTERCARD).payment, orderNo: number.id, replaces: request.orderNo };
  await visitor.post('/api/orders', other, { key: randomUUID() });
};

/** The charge comes about and is paid back in the processor's own office, before the shop asks. */
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
    acts: [paysOtherwise, atBank('pass')],
    ends: ['CANCELLED', '300', 'PAYMENT_FAILED'],
  },
  { name: 'cash, not collected', order: codOrder, acts: [carrierHas('3006'), carrierHas('5004')], ends: ['5004'] },
  {
    name: 'money that went back at the processor',
    order: () => cardOrder(VISA),
    acts: [wentBack],
    ends: ['CANCELLED', 'PAYMENT_FAILED'],
  },
];

/** Fills the cart and asks for price and number: what happens before the order itself. */
export async function prepare(url: string, simulators: Simulators, { order, before }: Scenario): Promise<Journey> {
  const visitor = browser(url);
  const wanted = order();
  for (const item of wanted.items) await visitor.post('/api/cart/items', item);
  const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: wanted.items, portType: wanted.delivery.type });
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const journey = { simulators, visitor, key: randomUUID(), request: { orderNo: number.id, expectedTotal: price.body.price, ...wanted } };
  await before?.(journey);
  return journey;
}
export const place: Act = ({ visitor, request, key }) => visitor.post('/api/orders', request, { key });
