import type { DeliveryType } from '../vocabulary.ts';
import { type Day, dayOf } from './taipei.ts';

/** Working days, minimum and maximum, after the first day (spec/1-catalogue-and-content §9, "Delivery"). */
type Days = readonly [fewest: number, most: number];
const SHIPS_WITHIN: Days = [1, 3];
const ON_THE_WAY: Readonly<Record<DeliveryType, Days>> = { HOME: [2, 4], CVS: [2, 4], INTERNATIONAL: [5, 10] };
const TO_AN_ISLAND: Days = [3, 10];

/** Addresses on Taiwan's outlying islands. */
const ISLANDS = /^(澎湖縣|金門縣|連江縣|屏東縣琉球鄉|[臺台]東縣(綠島鄉|蘭嶼鄉))/;

const DAY = 86_400_000;

export type Period = { from: Day; to: Day };

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (time: number): Day => new Date(time).toISOString().slice(0, 10);

/** The day `count` working days after `day`. Only Saturdays and Sundays count as free; public holidays do not. */
export function workingDaysAfter(day: Day, count: number): Day {
  let time = timeOf(day);
  for (let left = count; left > 0; ) {
    time += DAY;
    const weekday = new Date(time).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return dayAt(time);
}

/** The last day on which the warehouse hands over a parcel. @param orderedAt ISO instant */
export const sentBy = (orderedAt: string): Day => workingDaysAfter(dayOf(orderedAt), SHIPS_WITHIN[1]);

/**
 * The days between which a parcel arrives at the door or at its store.
 * @param address the recipient's or the store's; its start shows an outlying island
 * @param orderedAt ISO instant
 */
export function expectedArrival(type: DeliveryType, address: string, orderedAt: string): Period {
  const [fewest, most] = ISLANDS.test(address) ? TO_AN_ISLAND : ON_THE_WAY[type];
  const ordered = dayOf(orderedAt);
  return {
    from: workingDaysAfter(workingDaysAfter(ordered, SHIPS_WITHIN[0]), fewest),
    to: workingDaysAfter(workingDaysAfter(ordered, SHIPS_WITHIN[1]), most),
  };
}
