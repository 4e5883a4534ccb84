/**
 * Founding members: 1,000 numbers for members with NT$3,000 or more (decisions 23, 66).
 *
 * Open: membership looks at the last delivery alone. After a lapse, a new delivery gives the number back at once; the seven days
 * are for a first number.
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

/** From the number on, until 365 days after the last delivery that was not returned. */
function isActive(orders: RewardOrder[], givenAt: number, now: number): boolean {
  const deliveries = orders
    .map((order) => asKnown(order, now))
    .filter((order) => order.placedAsMember && order.returnedAt === null)
    .flatMap((order) => order.deliveredAt ?? []);
  return now >= givenAt && deliveries.some((at) => now < at + 365 * DAY);
}
