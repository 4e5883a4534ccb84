import type { OrderAnswer } from '@nordhaut/contracts';

/** Carrier codes for "arrived at the pickup store" (decisions.md #14). */
const ARRIVED = new Set(['2073', '3018']);
/** Codes after which nothing waits at the store any more: collected, or on its way back. */
const LEFT = new Set(['2067', '3022', '2074', '2076', '2072', '2070', '3020', '3025', '3019', '3023', '20000', '40000']);
/** days that both chains keep a parcel, the day of arrival not counted */
const KEPT_DAYS = 7;

/** ISO instant until which the parcel waits at its store; undefined before it is there and after it left. */
export function pickupDeadline(timeline: OrderAnswer['timeline']): string | undefined {
  const arrived = timeline.findLast(({ code }) => ARRIVED.has(code));
  if (!arrived || timeline.some(({ code, revision }) => revision > arrived.revision && LEFT.has(code))) return undefined;
  return new Date(Date.parse(arrived.at) + KEPT_DAYS * 86_400_000).toISOString();
}
