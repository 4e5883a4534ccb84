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

const RETURNED: readonly OrderPhase[] = ['return-requested', 'returning', 'refunded'];

/**
 * How a refund reaches the buyer. Cash is paid back by bank transfer, and so is what the bank of a card refuses. The server of an
 * earlier release says neither the way nor the reason.
 */
export function refundText({ refund, phase, payment }: Pick<Order['facts'], 'refund' | 'phase' | 'payment'>): string | undefined {
  if (refund.state === 'none') return undefined;
  if (refund.state === 'paid') return messages.paidBack;
  if (refund.ofReturn ?? RETURNED.includes(phase)) return messages.returnGoesBack;
  const { ways = [payment === 'collected' ? 'transfer' : 'card'] } = refund;
  if (ways.length > 1) return messages.partsGoBack;
  return ways[0] === 'transfer' ? messages.transferGoesBack : messages.goesBack;
}
