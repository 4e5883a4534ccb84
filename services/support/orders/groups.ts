import { shownTime } from '@nordhaut/contracts';
import type { HistoryEvent, HistoryGroup, HistoryLine } from '@nordhaut/contracts/support';
import { displayStatus, moneyOf, type Order, statusLabels } from '@nordhaut/ordering';
import { shownPaidBack } from './amounts.ts';
import * as words from './words.ts';

const RETURN = new Set(['ReturnRequested', 'ReturnApproved', 'ReturnRejected', 'ReturnReceived']);
/** A cancellation stops the parcel, so both stand together. */
const CANCELLATION = new Set(['OrderCancelled', 'ShipmentCancelled']);
export const PARCEL = new Set([
  'ShipmentCreated',
  'ShipmentRejected',
  'ParcelStatusReported',
  'StoreProblemReported',
  'PickupStoreChosen',
  'PickupStoreChanged',
  'PickupStoreRefused',
]);
const PAYMENT = new Set([
  'CardPaymentStarted',
  'CardPaymentAuthorised',
  'CardPaymentFailed',
  'StrayChargeFound',
  'ChargeRequested',
  'ChargeRuledOut',
  'PaymentDoubtEnded',
]);
const REFUND = new Set([
  'RefundStarted',
  'RefundWayChanged',
  'RefundIssued',
  'RefundProposed',
  'RefundApproved',
  'RefundDeclined',
  'GoodwillCreditGranted',
  'GoodwillCreditRevoked',
]);
const PLACING = new Set(['OrderPlaced', 'CheckoutStarted', 'CheckoutCompleted', 'CheckoutFailed', 'OrderAdopted']);

type GroupKey = 'cart' | 'payment' | 'promotions' | `parcel/${string}` | 'return' | 'cancellation' | 'order';

/** @param parcelOf the parcel with this number of the carrier; the newest one where the event names none */
function keyOf({ type, stream, raw: { data } }: HistoryEvent, parcelOf: (logisticsId: unknown) => string): GroupKey {
  if (stream.startsWith('cart-') || PLACING.has(type)) return 'cart';
  if (stream.startsWith('wallet-') || stream.startsWith('coupon-') || type === 'RewardsTakenBack') return 'promotions';
  if (PAYMENT.has(type) || REFUND.has(type)) return 'payment';
  if (CANCELLATION.has(type)) return 'cancellation';
  if (RETURN.has(type)) return 'return';
  if (PARCEL.has(type)) return `parcel/${typeof data['tradeNo'] === 'string' ? data['tradeNo'] : parcelOf(data['logisticsId'])}`;
  return 'order';
}

const TITLES: Record<string, string> = {
  cart: '購物車與下單',
  promotions: '優惠券與購物金',
  payment: '付款與退款',
  return: '退貨',
  cancellation: '取消訂單',
  order: '訂單處理',
};
const titleOf = (key: GroupKey): string => TITLES[key] ?? `包裹 ${key.slice('parcel/'.length)}`;

/** All money that went back or is owed. */
function moneyBack(order: Order): string[] {
  const { paidBack, owed } = moneyOf(order);
  return [...(paidBack > 0 ? [`已退 ${shownPaidBack(order, shownTime)}`] : []), ...(owed > 0 ? [`尚須退給顧客 ${words.money(owed)}`] : [])];
}

/** What follows the label of a return, which stays until the money is paid; null for every other order. */
export const statusNote = ({ returnState, return: goods }: Order): string | null =>
  returnState === 'RETURN' && goods?.receivedAt ? '已收到退回商品，等待退款' : null;

/** What the order used; the events below say what became of it. */
function promotionsOf({ terms }: Order): string {
  const used = [
    ...(terms.promotions?.coupons ?? []).map(({ name }) => `優惠券「${name}」`),
    ...(terms.credit > 0 ? [`購物金 ${words.money(terms.credit)}`] : []),
  ];
  return used.length > 0 ? `使用${used.join('、')}` : '未使用優惠';
}

function outcomeOf(key: GroupKey, order: Order, lines: readonly HistoryLine[]): string {
  switch (key) {
    case 'cart':
      return `訂單 ${words.money(order.terms.total)}${order.payment.status === 'FAILED' ? '，付款失敗，未成立' : ''}`;
    case 'promotions':
      return promotionsOf(order);
    case 'payment':
      return [words.PAYMENTS[order.payment.status], ...moneyBack(order)].join('；');
    case 'return':
      if (order.returnState) return statusNote(order) ?? statusLabels[order.returnState];
      return order.return ? words.endedReturn(order.return) : '';
    case 'cancellation':
      return order.cancelled ? words.CANCELLATIONS[order.cancelled] : '';
    case 'order':
      return displayStatus(order).label;
    default: {
      const isOwn = order.shipment?.tradeNo === key.slice('parcel/'.length);
      if (isOwn && order.cancelled && order.recall && !order.handedOverAt) return words.RECALLS[order.recall];
      return isOwn && order.parcel
        ? words.parcelLabel(order.terms.delivery.subtype, order.parcel.code)
        : (lines.at(-1)?.event.sentence ?? '');
    }
  }
}

/** The same report again: a poll that found nothing new, or a callback that a carrier repeated. */
function repeats(last: HistoryLine | undefined, { type, raw: { data } }: HistoryEvent): boolean {
  if (type !== 'ParcelStatusReported' || last?.event.type !== type) return false;
  const before = last.event.raw.data;
  return before['code'] === data['code'] && before['current'] === data['current'] && before['source'] === data['source'];
}

/** The history in groups, each in the order of time, beginning with the group that began first. @param order its newest state */
export function groupsOf(events: readonly HistoryEvent[], order: Order): HistoryGroup[] {
  const parcels = new Map<unknown, string>();
  const groups = new Map<GroupKey, HistoryLine[]>();
  let newest = '';
  for (const event of events) {
    const { tradeNo, logisticsId } = event.raw.data;
    if (event.type === 'ShipmentCreated' && typeof tradeNo === 'string') parcels.set(logisticsId, (newest = tradeNo));
    const key = keyOf(event, (id) => parcels.get(id) ?? newest);
    const lines = groups.get(key) ?? [];
    groups.set(key, lines);
    const last = lines.at(-1);
    if (last && repeats(last, event)) Object.assign(last, { count: last.count + 1, lastAt: event.at, more: [...last.more, event] });
    else lines.push({ event, count: 1, lastAt: event.at, more: [] });
  }
  return [...groups].map(([key, lines]) => ({
    key,
    title: titleOf(key),
    outcome: outcomeOf(key, order, lines),
    startedAt: lines[0]?.event.at ?? '',
    endedAt: lines.at(-1)?.lastAt ?? '',
    lines,
  }));
}
