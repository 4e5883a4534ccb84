import { fail, noteOrder, pause } from './journal.ts';
import { measured } from './measured.ts';
import { checkoutFailed, ordersPlaced } from './metrics.ts';
import { anyOf, anyStore } from './outside.ts';
import { patience } from './settings.ts';
import { get, post, wanted } from './shop.ts';
import type { Stock } from './stock.ts';

/** What a member's order takes beside its goods. `credit`: NT$ */
export type Promotions = { coupons: readonly string[]; credit: number };
const NO_PROMOTIONS: Promotions = { coupons: [], credit: 0 };

export type Payment = { type: 'COD' } | { type: 'CREDIT'; prime: string };
export type PlacedOrder = { orderNo: string; total: number; revision: number; position: string; proof: string; paymentUrl?: string };
export type OrderSeen = {
  order: { total: number };
  displayStatus: { code: string };
  timeline: readonly { code: string; revision: number }[];
  revision: number;
  position: string;
};

type Price = { price: number; notices?: readonly { code: string }[] };
const SOLD_OUT = 'COUPON_SOLD_OUT';
/** Somebody else got the last piece of the coupon: a correct answer of the shop. */
export class SoldOut extends Error {}

/** A string of this many random digits. */
const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');

const FAMILY = [...'陳林黃張李王吳劉蔡楊許鄭'];
const GIVEN = ['怡君', '雅婷', '家豪', '志明', '淑芬', '俊傑', '詩涵', '宗翰', '佳穎', '冠宇', '美玲', '承恩'];
/** A new buyer each time, with a name that the carrier accepts. Names repeat as they do among people. */
export const somebody = () => ({
  firstName: anyOf(FAMILY),
  lastName: anyOf(GIVEN),
  phoneArea: '+886',
  phone: `09${digits(8)}`,
  email: `shopper-${digits(6)}@example.com`,
});

/** Where the goods go: the fields of the order's delivery, and of the recipient. */
type Delivery = { delivery: { type: 'HOME' | 'CVS'; subtype: string; store?: object }; address: object };
const ADDRESSES = [
  { zip: '106', city: '臺北市', district: '大安區', address: '信義路三段134巷1號' },
  { zip: '220', city: '新北市', district: '板橋區', address: '文化路一段188號' },
  { zip: '330', city: '桃園市', district: '桃園區', address: '中正路20號' },
  { zip: '407', city: '臺中市', district: '西屯區', address: '臺灣大道三段99號' },
  { zip: '804', city: '高雄市', district: '鼓山區', address: '美術館路80號' },
];
const toADoor = (): Delivery => ({ delivery: { type: 'HOME', subtype: 'TCAT' }, address: anyOf(ADDRESSES) });
export const toAStore = (): Delivery => {
  const { subtype, chosen } = anyStore();
  return { delivery: { type: 'CVS', subtype, store: chosen }, address: {} };
};

/** `then`: further steps before the checkout counts as done. */
type Wishes = { then?: (order: PlacedOrder) => Promise<void>; promotions?: Promotions; to?: Delivery };

/**
 * A checkout in six calls, as the pages make them: two products into the cart, the cart, its price, a number, the order.
 * @throws JourneyFailed
 */
export async function checkOut(stock: Stock, payment: Payment, wishes: Wishes = {}): Promise<PlacedOrder> {
  const began = Date.now();
  try {
    const order = await placeOrder(stock, payment, wishes);
    await wishes.then?.(order);
    measured.checkout(Date.now() - began);
    checkoutFailed.add(false);
    return order;
  } catch (error) {
    // A coupon that is sold out leaves an open cart, neither a failure nor an order.
    if (!(error instanceof SoldOut)) checkoutFailed.add(true);
    throw error;
  }
}

async function placeOrder(stock: Stock, payment: Payment, { promotions, to = toADoor() }: Wishes): Promise<PlacedOrder> {
  const { coupons, credit } = promotions ?? NO_PROMOTIONS;
  for (const productId of stock.two()) {
    const body = { productId, quantity: 1, tier: 'ORIGIN' };
    wanted('put into the cart', await post('/api/cart/items', { name: '/api/cart/items', body }));
  }
  const { items } = wanted('cart', await get<{ items: unknown[] }>('/api/cart', { name: '/api/cart' }));
  const question = { items, portType: to.delivery.type, coupons, vouchers: credit };
  const { price, notices = [] } = wanted('price', await post<Price>('/api/getPrice/', { name: '/api/getPrice/', body: question }));
  if (notices.some(({ code }) => code === SOLD_OUT)) throw new SoldOut();
  const { id } = wanted('order number', await post<{ id: string }>('/api/genUid/', { name: '/api/genUid/' }));
  const body = {
    orderNo: id,
    items,
    coupons,
    credit,
    delivery: to.delivery,
    recipient: { ...somebody(), ...to.address },
    invoice: { type: 'NORMAL' },
    payment,
    expectedTotal: price,
    termsAccepted: true,
  };
  const call = { name: '/api/orders' as const, body, expect: coupons.length > 0 ? [409] : [] };
  const answer = await post<PlacedOrder>('/api/orders', call);
  if (answer.code === SOLD_OUT) throw new SoldOut();
  const order = wanted('order', answer, 201);
  ordersPlaced.add(1);
  noteOrder(order.orderNo);
  if (order.total !== price) fail('order: another total than the price');
  return order;
}

/**
 * The look-up of an order when the read model has a position. @param revision that the order must have
 * @throws JourneyFailed after the time limit
 */
export async function seeOrder(orderNo: string, position: string, revision = 0): Promise<OrderSeen> {
  for (const deadline = Date.now() + patience.own; ; await pause(50)) {
    // 425: the read model is behind.
    const call = { name: '/api/orders/{orderNo}' as const, expect: [425] };
    const answer = await get<OrderSeen>(`/api/orders/${orderNo}?after=${position}`, call);
    if (answer.status === 200 && answer.body.revision >= revision) return answer.body;
    if (answer.status !== 200 && answer.status !== 425) wanted('look-up', answer);
    if (Date.now() > deadline) fail('look-up: it did not show in time what had happened');
  }
}

/**
 * Waits until the look-up shows the new order, measures the time, and compares the amount.
 * @throws JourneyFailed after the time limit, and for another amount
 */
export async function seeOwnOrder({ orderNo, total, revision, position }: PlacedOrder): Promise<OrderSeen> {
  const answered = Date.now();
  const seen = await seeOrder(orderNo, position, revision);
  measured.ownOrder(Date.now() - answered);
  if (seen.order.total !== total) fail('look-up: another total than the order');
  return seen;
}
