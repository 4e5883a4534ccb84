import type { ActsAnswer } from '@nordhaut/contracts/support';
import type { Order } from '@nordhaut/ordering';
import type { OrderHistory } from '../orders/history.ts';

/**
 * Why a mail may not tell the buyer about the order. An order that sends goods again has the address of its origin, from before or after
 * the correction there, and the origin may be such an order too.
 */
export async function mailDoubtOf(
  { personal, emailCorrectedAt, terms }: Order,
  history: Pick<OrderHistory, 'then'>,
): Promise<ActsAnswer['mailDoubt']> {
  if (personal.contact?.recipient.email === '') return 'NO_ADDRESS';
  if (emailCorrectedAt !== undefined) return 'CORRECTED';
  const origin = terms.linked && (await history.then(terms.linked.orderNo));
  return origin ? mailDoubtOf(origin.order, history) : null;
}
