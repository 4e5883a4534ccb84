import {
  type ClosedDays,
  closedPeriod,
  dayAfter,
  dayOf,
  expectedArrival,
  type OrderAnswer,
  type ParcelStage,
  type Period,
} from '@nordhaut/contracts';
import { formatDay } from '../../lib/dates.ts';

/** The stages of a parcel in transit. */
const FORWARD: readonly ParcelStage[] = ['preparing', 'shipped', 'in-transit', 'delivering', 'unknown'];

/** The expected days of arrival; undefined if the order has arrived, may not arrive or is late. */
export function arrivalOf({ facts, arrival }: OrderAnswer['order'], now: Date): Period | undefined {
  if (!arrival) return undefined;
  if (facts.phase !== 'preparing' && facts.phase !== 'on-its-way') return undefined;
  if (facts.parcel && !FORWARD.includes(facts.parcel.stage)) return undefined;
  const { from, to } = arrival;
  const today = dayOf(now);
  return to < today ? undefined : { from: from < today ? today : from, to };
}

/** `11/25（三）至 12/1（二）` */
export const periodText = ({ from, to }: Period): string => (from === to ? formatDay(from) : `${formatDay(from)}至 ${formatDay(to)}`);

/** `2/5（五）至 2/14（日）暫停出貨，2/15（一）起依序寄出。` */
const closedText = (closed: Period): string => `${periodText(closed)}暫停出貨，${formatDay(dayAfter(closed.to))}起依序寄出。`;

/** That nothing is sent for some days, while that keeps an order in the shop or is near; undefined otherwise. */
export function closedOf({ facts, arrival }: OrderAnswer['order'], now: Date): string | undefined {
  const closed = arrival?.closed;
  return closed && facts.phase === 'preparing' && dayOf(now) <= closed.to ? closedText(closed) : undefined;
}

/** The same for who orders now. Only the server calls it, because the setting is not in the page. */
export function closedNotice(closedDays: ClosedDays, now: Date): string | null {
  const { to } = expectedArrival('HOME', '', now.toISOString(), closedDays);
  const closed = closedPeriod({ from: dayOf(now), to }, closedDays);
  return closed ? closedText(closed) : null;
}
