import { isFinished, isGoingBack, isNotCollected } from '@nordhaut/logistics';
import { wasNotCollected } from './is-not-collected.ts';
import { endedUncollected, isPaidBack } from './linked.ts';
import type { Order, Parcel } from './order-state.ts';
import { hasClosedStore, needsOtherStore } from './pickup-store.ts';

/**
 * What the carrier says of a parcel, and what the order made of it, do not fit. A report does not change that by itself (decisions.md
 * 16, 59), so support asks the carrier. `goes-back`: the parcel was delivered or collected, and a newer report says that it goes back,
 * for example where the store scanned the pickup by mistake (2053). `moves-on`: nobody collected it and the money went back, and now
 * it is on its way or with the buyer. `closed-store`: a store is closed, and another store for the pickup is not asked for: the
 * parcel was at the store before, or it is the store of the sender.
 */
export type Unclear = 'goes-back' | 'moves-on' | 'closed-store';

/** Pure: which of them it is; null: the carrier and the order agree, or the cancellation, the return or the refund decided. */
export function unclearParcel(order: Order): Unclear | null {
  const { cancelled, parcel, terms, uncollected, return: goods } = order;
  if (!parcel || cancelled) return null;
  if (goesBackAfterEnd(parcel, terms.delivery.subtype)) return isPaidBack(order) || (goods && !goods.rejected) ? null : 'goes-back';
  // Cash is paid with the delivery, so it was not paid back.
  if (uncollected && terms.payment === 'CREDIT' && !endedUncollected(order) && !goods?.receivedAt) return 'moves-on';
  return hasClosedStore(order) && !needsOtherStore(order) && !wasNotCollected(order) ? 'closed-store' : null;
}

/** Support's own word (20000) ends a parcel for the carrier's reports. */
function goesBackAfterEnd({ code, at, reports }: Parcel, subtype: Order['terms']['delivery']['subtype']): boolean {
  if (!isFinished(subtype, code) || code === '20000') return false;
  return reports.some(
    (report) => Date.parse(report.at) > Date.parse(at) && (isNotCollected(subtype, report.code) || isGoingBack(subtype, report.code)),
  );
}
