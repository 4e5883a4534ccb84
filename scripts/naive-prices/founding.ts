/**
 * Founding members: 1,000 numbers for members with NT$3,000 or more (decisions 23, 66).
 *
 * Open: a delivery before the lapse prolongs at once. A delivery after the lapse gives the number back when the order counts.
 * Open: a return after the number was given (goodwill) takes the order's delivery out, but not the number.
 * Open: two orders that count at the same instant: the lower order number first.
 */
import { asKnown, countsAt, type RewardOrder } from './rewards.ts';
import { DAY } from './time.ts';

const NUMBERS = 1000;
const FROM = 3000;

export type Founding = { memberId: string; number: number | null; active: boolean };

/** Number and membership of each member at `now`. `givenBefore` numbers went to members outside the list. */
export function founding(input: { members: { memberId: string; orders: RewardOrder[] }[]; givenBefore: number; now: number }): Founding[] {
  const { now } = input;
  const counted = input.members
    .flatMap(({ memberId, orders }) => orders.map((order) => ({ memberId, order: asKnown(order, now) })))
    .filter(({ order }) => order.placedAsMember)
    .map((each) => ({ ...each, at: countsAt(each.order) }))
    .filter((each): each is typeof each & { at: number } => typeof each.at === 'number' && each.at <= now)
    .sort((a, b) => a.at - b.at || (a.order.orderNo < b.order.orderNo ? -1 : 1));

  const numbers = new Map<string, { number: number; givenAt: number }>();
  for (const { memberId, at } of counted) {
    const given = input.givenBefore + numbers.size;
    const orders = counted.filter((each) => each.memberId === memberId && each.at <= at);
    const standing = orders.filter(({ order }) => order.returnedAt === null || order.returnedAt > at);
    const sum = standing.reduce((total, { order }) => total + order.goodsPaid, 0);
    if (sum >= FROM && !numbers.has(memberId) && given < NUMBERS) numbers.set(memberId, { number: given + 1, givenAt: at });
  }

  return input.members.map(({ memberId, orders }) => {
    const given = numbers.get(memberId);
    if (given === undefined) return { memberId, number: null, active: false };
    return { memberId, number: given.number, active: isActive(orders, given.givenAt, now) };
  });
}

/** Walks through the deliveries that were not returned. Each one moves the end to 365 days after it. */
function isActive(orders: RewardOrder[], givenAt: number, now: number): boolean {
  const deliveries = orders
    .map((order) => asKnown(order, now))
    .filter((order) => order.placedAsMember && order.deliveredAt !== null && order.returnedAt === null)
    .sort((a, b) => (a.deliveredAt ?? 0) - (b.deliveredAt ?? 0));
  let end = 0;
  for (const order of deliveries) {
    const deliveredAt = order.deliveredAt ?? 0;
    const counts = countsAt(order);
    const lapsed = deliveredAt > givenAt && deliveredAt >= end;
    if (!lapsed || (typeof counts === 'number' && counts <= now)) end = deliveredAt + 365 * DAY;
  }
  return now >= givenAt && now < end;
}
