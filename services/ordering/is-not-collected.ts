import { isGoingBack, isKnownCode, isNotCollected, type ParcelGroup, statusOf } from '@nordhaut/logistics';
import type { Order, Parcel } from './order-state.ts';

/** A closed store, on the way to the buyer or on the way back (providers §1.10): the code does not say which way it is. */
const OF_EITHER_STORE: ReadonlySet<ParcelGroup> = new Set(['store-problem', 'store-changed']);

/** The code that says which way the parcel goes: its state, or where that is about a store, the newest one before it. */
function wayOf({ code, at, reports }: Parcel, subtype: Order['terms']['delivery']['subtype']): string {
  const isOfStore = (one: string): boolean => OF_EITHER_STORE.has(statusOf(subtype, one).group);
  if (!isOfStore(code)) return code;
  const before = reports
    .filter((report) => isKnownCode(subtype, report.code) && !isOfStore(report.code) && Date.parse(report.at) <= Date.parse(at))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return before.at(-1)?.code ?? code;
}

/**
 * Whether nobody collected the parcel: it goes back, or is back, and the buyer never had it (infra/decisions/110). A parcel that the
 * buyer had and gave back is a return.
 */
export function wasNotCollected({ parcel, receivedAt, terms }: Pick<Order, 'parcel' | 'receivedAt' | 'terms'>): boolean {
  if (!parcel) return false;
  const { subtype } = terms.delivery;
  const way = wayOf(parcel, subtype);
  return isNotCollected(subtype, way) || (receivedAt === null && isGoingBack(subtype, way));
}
