import { dayOf, expectedArrival, type OrderAnswer, type ParcelStage, type Period } from '@nordhaut/contracts';
import { formatDay } from '../../lib/dates.ts';

/** The stages of a parcel in transit. */
const FORWARD: readonly ParcelStage[] = ['preparing', 'shipped', 'in-transit', 'delivering', 'unknown'];

/** The expected days of arrival; undefined if the order has arrived, may not arrive or is late. */
export function arrivalOf({ facts, delivery, recipient, createdAt }: OrderAnswer['order'], now: Date): Period | undefined {
  if (facts.phase !== 'preparing' && facts.phase !== 'on-its-way') return undefined;
  if (facts.parcel && !FORWARD.includes(facts.parcel.stage)) return undefined;
  const { from, to } = expectedArrival(delivery.type, facts.pickup?.store?.address ?? recipient.address, createdAt);
  const today = dayOf(now);
  return to < today ? undefined : { from: from < today ? today : from, to };
}

/** `11/25（三）至 12/1（二）` */
export const periodText = ({ from, to }: Period): string => (from === to ? formatDay(from) : `${formatDay(from)}至 ${formatDay(to)}`);
