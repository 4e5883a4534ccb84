import { shownTime } from '@nordhaut/contracts';
import {
  isCertain,
  isPaidByCredit,
  moneyOf,
  type Order,
  type PaymentFailureReason,
  type RefundDue,
  refundDueBy,
  sentAgain,
} from '@nordhaut/ordering';
import * as words from './words.ts';

const { money } = words;
const TIERS = { ORIGIN: '原價', MEMBER: '會員價', ADDITIONAL: '加購價' } as const;

/**
 * `商品 NT$1,610 − 優惠券 NT$100 − 購物金 NT$0 + 運費 NT$0 = 應付 NT$1,510`: the figures add up. Of an order that does not stand nobody
 * has to pay anything.
 */
export function shownAmount({ terms, cancelled, payment }: Order): string {
  const { subtotal, discounts, credit, shippingFee, total, linked } = terms;
  if (linked) return `應付 ${money(total)}（${words.LINKED_KINDS[linked.kind]}，不另收費）`;
  const coupons = discounts.reduce((sum, { amount }) => sum + amount, 0);
  return `商品 ${money(subtotal)} − 優惠券 ${money(coupons)} − 購物金 ${money(credit)} + 運費 ${money(shippingFee)} = ${cancelled || payment.failure ? '總額' : '應付'} ${money(total)}`;
}

type Paid = Order['refunds'][number];

/** `NT$1,210（2026/11/27 10:07:04 退回信用卡）`; each refund with its amount where there are several. `why`: why it is so much. */
export function shownPaidBack(order: Order, time: (at: string) => string, why: (refund: Paid) => string = () => ''): string {
  const { paidBack } = moneyOf(order);
  const each = order.refunds.map(
    (refund) => `${time(refund.at)} ${words.WAYS[refund.way]}${refund.amount === paidBack ? '' : ` ${money(refund.amount)}`}${why(refund)}`,
  );
  return `${money(paidBack)}${each.length > 0 ? `（${each.join('、')}）` : ''}`;
}

/** `保濕化妝水 × 2（會員價 NT$830）`: a guest pays the list price, so the same goods may cost more in a cart. */
export const shownGoods = ({ terms }: Order): string =>
  terms.lines
    .map(
      ({ nameZh, quantity, tier, unitPrice }) => `${nameZh} × ${quantity}${terms.linked ? '' : `（${TIERS[tier]} ${money(unitPrice)}）`}`,
    )
    .join('、');

/** What pays for an order. Nothing pays for a linked one. */
export const wayOf = (terms: Order['terms']): string =>
  terms.payment === 'COD' ? '貨到付款' : isPaidByCredit({ terms }) ? '購物金' : '信用卡';

/** A failed payment, whether anything was charged, and what the buyer can do. */
export function shownPayment(order: Order): string {
  const { terms, payment } = order;
  if (terms.linked) return '不另收費';
  const way = wayOf(terms);
  if (payment.status === 'COLLECT') return '貨到付款';
  if (!payment.failure) return `${way}，${words.PAYMENTS[payment.status]}`;
  return `${way}，${words.PAYMENTS[payment.status]}（${words.PAYMENT_FAILURES[payment.failure.reason]}）${payment.paid > 0 ? '' : `；${chargedNothing(payment.failure.reason)}`}`;
}

export function chargedNothing(reason: PaymentFailureReason): string {
  if (reason === 'MISMATCH') return '已扣款的金額與訂單不符，須核對後退款';
  return isCertain(reason)
    ? '未扣款，商品已退回購物車；此訂單不能再付款，請顧客重新下單'
    : '尚無法確定是否扣款，商品已退回購物車；若已扣款，系統會自動退回';
}

/**
 * How long a refund takes by the shop's terms (contracts/legal/terms.ts, returns.ts), where they name no date; empty where they name
 * nothing. A return has a date (`refundDueBy`).
 */
export function refundTerm({ reason, delivered }: Pick<RefundDue, 'reason' | 'delivered'>): string {
  switch (reason) {
    case 'NOT_COLLECTED':
      return '商品退回倉庫後約 21 個工作天';
    case 'GOODWILL':
      return delivered ? '約 14 個工作天' : '';
    case 'CANCELLED':
      return '3 個工作天內';
    default:
      return '';
  }
}

/** `期限 2026/12/12`: the last day of a step, with its time where it ends within the day. Or how long it takes, or that no date is set. */
export function shownUntil({ dueAt, about = '' }: { dueAt: string | null; about?: string }): string {
  if (dueAt !== null) return `期限 ${shownTime(dueAt).replace(/\s23:59:59$/, '')}`;
  return about ? `預計${about}` : '沒有固定期限';
}

/** Until when a refund is paid back: `，期限 2026/12/12` or `，預計約 14 個工作天`; empty where nothing is known. */
export function shownRefundUntil(reason: RefundDue['reason'], order: Order | undefined): string {
  const dueAt = order ? refundDueBy(reason, order) : null;
  const about = refundTerm({ reason, delivered: order?.receivedAt != null });
  return dueAt !== null || about ? `，${shownUntil({ dueAt, about })}` : '';
}

/** Goods that are sent again answer the return first: `，其中 NT$755 改寄商品，不退款`. */
export function notPaidBack(order: Order): string {
  const again = Math.min(sentAgain(order), order.return?.due ?? 0);
  return again > 0 ? `，其中 ${money(again)} 改寄商品，不退款` : '';
}
