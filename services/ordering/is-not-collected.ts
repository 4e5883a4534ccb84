import { isGoingBack, isNotCollected } from '@nordhaut/logistics';
import type { Order } from './order-state.ts';

/**
 * Whether nobody collected the parcel: it goes back, or is back, and the buyer never had it (infra/decisions/110). A parcel that the
 * buyer had and gave back is a return.
 */
export function wasNotCollected({ parcel, receivedAt, terms }: Pick<Order, 'parcel' | 'receivedAt' | 'terms'>): boolean {
  if (!parcel) return false;
  const { subtype } = terms.delivery;
  return isNotCollected(subtype, parcel.code) || (receivedAt === null && isGoingBack(subtype, parcel.code));
}
