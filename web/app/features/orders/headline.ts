import { formatMoney, type OrderAnswer, type OrderPhase } from '@nordhaut/contracts';
import { messages } from './messages.ts';

type Order = OrderAnswer['order'];

/** The phases in which the parcel's state is the order's state. */
const BY_PARCEL: readonly OrderPhase[] = ['preparing', 'on-its-way', 'at-store', 'delivered'];

/** The order's state in one line: the parcel's state if there is a parcel (decisions.md 36). */
export function headlineOf({ order: { facts }, displayStatus }: Pick<OrderAnswer, 'order' | 'displayStatus'>): string {
  return facts.parcel && BY_PARCEL.includes(facts.phase) ? facts.parcel.label : displayStatus.label;
}

/** The payment type and its state; undefined for a payment that will not take place. */
export function paymentLine({
  facts,
  paymentLabel,
  total,
  credit,
}: Pick<Order, 'facts' | 'paymentLabel' | 'total' | 'credit'>): string | undefined {
  switch (facts.payment) {
    case 'pending':
      return `${paymentLabel}，待付款 ${formatMoney(total)}`;
    case 'paid':
      // Shopping credit paid all of it, or it was sent again for nothing.
      if (total === 0) return credit > 0 ? `${paymentLabel}，已折抵 ${formatMoney(credit)}` : paymentLabel;
      return `${paymentLabel}，已付款 ${formatMoney(total)}`;
    case 'collected':
      return `${paymentLabel}，已收款 ${formatMoney(total)}`;
    case 'on-delivery':
      return BY_PARCEL.includes(facts.phase) ? `${paymentLabel}，${facts.pickup ? '取貨' : '收件'}時支付 ${formatMoney(total)}` : undefined;
    case 'failed':
      return undefined;
  }
}

/** A pending or completed refund. */
export function refundLine({ refund }: Pick<Order['facts'], 'refund'>): string | undefined {
  switch (refund.state) {
    case 'none':
      return undefined;
    case 'owed':
      return `退款處理中 ${formatMoney(refund.amount)}`;
    case 'paid':
      return `已退款 ${formatMoney(refund.amount)}`;
  }
}

/** The effects of a cancellation, by what was paid (decisions.md 37, 40). The order that goods were sent again for owes their value. */
export function cancelEffects({ facts, total, discount, credit, linked }: Order): string[] {
  const money =
    facts.payment !== 'paid'
      ? ['這筆訂單尚未付款，不會產生任何費用。']
      : linked?.from
        ? ['這筆訂單不另收費；如有應退的款項，會顯示在原訂單。']
        : total > 0
          ? [`已付的 ${formatMoney(total)} 會在 3 個工作天內退回原付款信用卡。`]
          : [];
  return ['商品不會出貨，取消後無法恢復。', ...money, ...(discount > 0 || credit > 0 ? ['使用的優惠券與購物金會歸還給您。'] : [])];
}

/** How the value of returned goods reaches the buyer. */
export function returnWay({ facts, total, linked }: Pick<Order, 'facts' | 'total' | 'linked'>): string {
  if (facts.payment === 'collected') return '匯款至您提供的帳戶';
  if (linked?.from) return '依原訂單的付款方式退款';
  return total > 0 ? '退款至原付款信用卡' : '歸還購物金';
}

const RETURNED: readonly OrderPhase[] = ['return-requested', 'returning', 'refunded'];

/** How a refund reaches the buyer. Cash is paid back by bank transfer. */
export function refundText({ refund, phase, payment }: Pick<Order['facts'], 'refund' | 'phase' | 'payment'>): string | undefined {
  if (refund.state === 'none') return undefined;
  if (refund.state === 'paid') return messages.paidBack;
  if (RETURNED.includes(phase)) return messages.returnGoesBack;
  return payment === 'collected' ? messages.transferGoesBack : messages.goesBack;
}
