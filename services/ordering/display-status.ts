import type { DisplayStatus } from '@nordhaut/contracts';
import { DEFAULT_CODE, displayLabel, isGoingBack, isNotCollected, NOT_COLLECTED_LABEL } from '@nordhaut/logistics';
import { endedUncollected } from './linked.ts';
import { REFUND_PROCESSING_SUFFIX, REFUNDED_SUFFIX, rejectionLabels, statusLabels, timelineLabels } from './messages.ts';
import { moneyOf } from './money.ts';
import type { Order } from './order.ts';

/** Says whether the money of an order that will not be fulfilled is still owed or was paid back; empty where nothing was paid. */
function refundSuffix(order: Order): string {
  if (moneyOf(order).debts.some(({ strayTradeId }) => strayTradeId === null)) return REFUND_PROCESSING_SUFFIX;
  return order.refunds.some(({ strayTradeId }) => strayTradeId === null) ? REFUNDED_SUFFIX : '';
}

/**
 * The label of an order, in the specification's priority order (spec/2-accounts-and-members §4, "Order display status").
 * "Not collected" and "cancelled" come before the payment's labels, because the specification gives them suffixes for
 * payment states (decisions.md 29, infra/decisions/004-display-status.md).
 */
export function displayStatus(order: Order): DisplayStatus {
  const { returnState, payment, terms, parcel } = order;
  const { subtype } = terms.delivery;
  if (returnState) return { code: returnState, label: statusLabels[returnState] };
  if (parcel && endedUncollected(order)) {
    // A parcel that is lost, or whose store closes, on its way back changes nothing for the buyer, and nobody works on it for the buyer.
    const isNamed = isNotCollected(subtype, parcel.code) || isGoingBack(subtype, parcel.code);
    const label = isNamed ? displayLabel(subtype, parcel.code) : NOT_COLLECTED_LABEL;
    return { code: parcel.code, label: label + refundSuffix(order) };
  }
  if (order.cancelled) return { code: 'CANCELLED', label: statusLabels.CANCELLED + refundSuffix(order) };
  if (terms.payment === 'COD') return { code: 'COD', label: statusLabels.COD };
  if (payment.status === 'HANDLING') return { code: 'AWAITING_PAYMENT', label: statusLabels.AWAITING_PAYMENT };
  if (payment.status === 'FAILED') return { code: 'PAYMENT_FAILED', label: statusLabels.PAYMENT_FAILED };
  const code = parcel?.code ?? DEFAULT_CODE;
  return { code, label: displayLabel(subtype, code) };
}

/** The label of a timeline entry: the shop's own step or a carrier's code. */
export function timelineLabel({ terms, return: back }: Order, code: string): string {
  const label = timelineLabels[code] ?? displayLabel(terms.delivery.subtype, code);
  return code === 'RETURN_REJECTED' && back?.rejected ? `${label}：${rejectionLabels[back.rejected]}` : label;
}
