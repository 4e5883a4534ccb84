import type { OrderAnswer, PaymentType } from '@nordhaut/contracts';
import { lookUpOrder } from '../../lib/look-up-order.ts';
import { useSession } from './session.ts';

export const resultPath = (orderNo: string, payment: PaymentType): string =>
  `/result?order_number=${orderNo}&status=0${payment === 'COD' ? '&type=cod' : ''}`;

/** Whether an order is over without anything sold: another one may be placed. */
export const cameToNothing = ({ order: { facts } }: OrderAnswer): boolean =>
  facts.phase === 'payment-failed' || facts.phase === 'cancelled';

/**
 * An order was sent from this tab and its answer never came, then the page was loaded anew: where it went through,
 * the way to its result. Where nobody knows it, its number stays for the next try, so that there can be one order only.
 */
export async function unknownOrderResult(): Promise<string | undefined> {
  const { unknownOrder } = useSession.getState();
  if (!unknownOrder) return undefined;
  const found = await lookUpOrder(unknownOrder);
  if (!found.ok) return undefined;
  if (!cameToNothing(found.data)) return resultPath(unknownOrder, found.data.order.paymentType);
  useSession.setState({ unknownOrder: undefined });
  return undefined;
}
