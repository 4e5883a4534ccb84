import type { OrderAnswer } from '@nordhaut/contracts';

/** Carrier codes for "arrived at the pickup store" (decisions.md #14), the last two for a store that was chosen anew. */
const ARRIVED = ['2073', '3018', '2098', '3029'];
/** Codes with which a parcel is to be sent or on its way to the store, or the store cannot take it yet. */
const ON_ITS_WAY = '300 310 900 7014 2068 3032 2030 2041 2043 2058 3024 2101 2102 2103 2104 2105 7011 7032'.split(' ');
/** days that both chains keep a parcel, the day of arrival not counted */
const KEPT_DAYS = 7;

/** Whether the buyer still has to fetch the parcel at a store: not once it was collected, goes back, is lost or cancelled. */
export const isToBeCollected = ({ delivery, parcel }: Pick<OrderAnswer['order'], 'delivery' | 'parcel'>): boolean =>
  delivery.store !== null && parcel !== null && [...ARRIVED, ...ON_ITS_WAY].includes(parcel.code);

/** ISO instant until which the parcel waits at its store; undefined where it does not wait there. */
export function pickupDeadline(parcel: { code: string } | null, timeline: OrderAnswer['timeline']): string | undefined {
  if (!parcel || !ARRIVED.includes(parcel.code)) return undefined;
  const arrived = timeline.findLast(({ code, late }) => code === parcel.code && !late);
  return arrived && new Date(Date.parse(arrived.at) + KEPT_DAYS * 86_400_000).toISOString();
}
