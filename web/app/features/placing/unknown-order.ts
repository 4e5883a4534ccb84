import type { OrderAnswer } from '@nordhaut/contracts';
import { lookUpOrder } from '../../lib/look-up-order.ts';
import { resultPath } from '../checkout/flow.ts';
import { useSession } from '../checkout/session.ts';

/** Whether the order ended without a sale, so that another one may be placed. */
export const cameToNothing = ({ order: { facts } }: OrderAnswer): boolean =>
  facts.phase === 'payment-failed' || facts.phase === 'cancelled';

/**
 * Looks up an order that this tab sent before a reload and got no answer for. Returns the path of its result if the
 * order exists. If the server does not know it, the next attempt uses its number again, so there is only one order.
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
