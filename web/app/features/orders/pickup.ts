import type { OrderAnswer } from '@nordhaut/contracts';

/** Carrier codes for "arrived at the pickup store" (decisions.md #14), the last two for a store that was chosen anew. */
const ARRIVED = new Set(['2073', '3018', '2098', '3029']);
/** days that both chains keep a parcel, the day of arrival not counted */
const KEPT_DAYS = 7;

/** ISO instant until which the parcel waits at its store; undefined where it does not wait there. */
export function pickupDeadline(parcel: { code: string } | null, timeline: OrderAnswer['timeline']): string | undefined {
  if (!parcel || !ARRIVED.has(parcel.code)) return undefined;
  const arrived = timeline.findLast(({ code, late }) => code === parcel.code && !late);
  return arrived && new Date(Date.parse(arrived.at) + KEPT_DAYS * 86_400_000).toISOString();
}
