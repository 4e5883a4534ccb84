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
/** Days without work beside Saturdays and Sundays: public holidays, and others on which nothing is sent (`CLOSED_DAYS`). */
export type ClosedDays = ReadonlySet<Day>;

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (time: number): Day => new Date(time).toISOString().slice(0, 10);

const isWeekend = (time: number): boolean => [0, 6].includes(new Date(time).getUTCDay());
const isFree = (time: number, closed: ClosedDays): boolean => isWeekend(time) || closed.has(dayAt(time));

/** The day `count` working days after `day`. */
export function workingDaysAfter(day: Day, count: number, closed: ClosedDays): Day {
  let time = timeOf(day);
  for (let left = count; left > 0; ) {
    time += DAY;
    if (!isFree(time, closed)) left--;
  }
  return dayAt(time);
}

/** The last day on which the warehouse hands over a parcel. @param orderedAt ISO instant */
export const sentBy = (orderedAt: string, closed: ClosedDays): Day => workingDaysAfter(dayOf(orderedAt), SHIPS_WITHIN[1], closed);

/**
 * The days between which a parcel arrives at the door or at its store.
 * @param address the recipient's or the store's; its start shows an outlying island
 * @param orderedAt ISO instant
 */
export function expectedArrival(type: DeliveryType, address: string, orderedAt: string, closed: ClosedDays): Period {
  const [fewest, most] = ISLANDS.test(address) ? TO_AN_ISLAND : ON_THE_WAY[type];
  const ordered = dayOf(orderedAt);
  return {
    from: workingDaysAfter(ordered, SHIPS_WITHIN[0] + fewest, closed),
    to: workingDaysAfter(ordered, SHIPS_WITHIN[1] + most, closed),
  };
}

/** Working days at most from an order to the arrival within Taiwan, also on an island. */
export const WITHIN_TAIWAN = SHIPS_WITHIN[1] + TO_AN_ISLAND[1];
/** Working days at most from the hand-over of a parcel to its arrival in Hong Kong or Macau. */
export const ON_THE_WAY_ABROAD = ON_THE_WAY.INTERNATIONAL[1];

/** By how many ms closed days delay the end of `count` working days after `from`. For limits in calendar days that stand for working days. */
export function closedDelay(from: Date, count: number, closed: ClosedDays): number {
  const day = dayOf(from);
  return timeOf(workingDaysAfter(day, count, closed)) - timeOf(workingDaysAfter(day, count, new Set()));
}

/**
 * The first period without work, from its first day to its last, that has a day from `from` to `to` and is more than a weekend.
 * Weekends beside it belong to it, so the day after it is a working day.
 */
export function closedPeriod({ from, to }: Period, closed: ClosedDays): Period | undefined {
  for (let time = timeOf(from); time <= timeOf(to); time += DAY) {
    if (!isFree(time, closed)) continue;
    let first = time;
    while (isFree(first - DAY, closed)) first -= DAY;
    while (isFree(time + DAY, closed)) time += DAY;
    if (!isWeekend(first) || time - first > DAY) return { from: dayAt(first), to: dayAt(time) };
  }
  return undefined;
}

/** The next day of the calendar. */
export const dayAfter = (day: Day): Day => dayAt(timeOf(day) + DAY);
