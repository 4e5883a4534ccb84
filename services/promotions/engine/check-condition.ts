import type { Coupon } from '../definition.ts';
import { PROPERTIES, type Condition, type Property } from './condition.ts';
import type { Basis, CouponLine } from './facts.ts';
import { amountOf, matchingLines, piecesOf } from './lines.ts';
import { birthdayMonth } from './birthday.ts';
import { weekdayOf } from './taipei.ts';

const DAY = 86_400_000;
const MONTH = 30 * DAY;

type Value = number | string | readonly (number | string)[] | undefined;

/** undefined: the buyer has no such value. Times are ms. */
function valueOf(property: Property, coupon: Coupon, basis: Basis): Value {
  const { at, member, lines, payment, delivery } = basis;
  switch (property) {
    case 'total':
      return amountOf(matchingLines(coupon, lines));
    case 'quantity':
      return piecesOf(matchingLines(coupon, lines));
    case 'product_ids':
      return unique(lines, ({ productId }) => productId);
    case 'product_types':
      return unique(lines, ({ type }) => type);
    case 'user_group':
      return member?.group;
    case 'user_orders':
      return member?.standingOrders ?? 0;
    case 'user_last_order_at':
      return member?.lastOrderAt ?? undefined;
    case 'user_created_at':
      return member?.createdAt;
    case 'user_birthday_month':
      return birthdayMonth(basis) ?? undefined;
    case 'weekday':
      return weekdayOf(at);
    case 'pay_type':
      return payment ?? undefined;
    case 'logistics_type':
      return delivery;
    default: {
      const _: never = property;
      return undefined;
    }
  }
}

/** Of the main lines: a cheap additional purchase meets no condition, as it counts for no amount (decisions.md 43, 48, 50). */
const unique = <T>(lines: readonly CouponLine[], of: (line: CouponLine) => T): T[] => [
  ...new Set(lines.filter(({ tier }) => tier !== 'ADDITIONAL').map(of)),
];

/** Whether a condition of the coupon holds for this cart and buyer at this instant (decisions.md 47). */
export function holds({ property, operator, value: given }: Condition, coupon: Coupon, basis: Basis): boolean {
  const value = valueOf(property, coupon, basis);
  if (value === undefined) return operator === '!=' || operator === 'no length' || operator === 'not includes';
  const isTime = PROPERTIES[property] === 'time';
  const asked = isTime ? timesOf(given) : given;
  const [number, limit] = [value as number, asked as number];
  const isAsked = (one: number | string): boolean => (Array.isArray(asked) ? asked.includes(one) : one === asked);
  const list = Array.isArray(value) ? (value as (number | string)[]) : [];
  switch (operator) {
    case '==':
      return value === asked;
    case '!=':
      return value !== asked;
    case '>':
      return number > limit;
    case '<':
      return number < limit;
    case '>=':
      return number >= limit;
    case '<=':
      return number <= limit;
    case 'in':
      return isAsked(value as number | string);
    case 'weekday':
      return isDay(isTime ? weekdayOf(number) : number, given);
    case 'days ago':
      return basis.at - number >= (given as number) * DAY;
    case 'month ago':
      return basis.at - number >= (given as number) * MONTH;
    case 'exists':
      return true;
    case 'has length':
      return (value as { length: number }).length > 0;
    case 'no length':
      return (value as { length: number }).length === 0;
    case 'includes':
      return list.some(isAsked);
    case 'not includes':
      return !list.some(isAsked);
    case 'not only includes':
      return list.some(isAsked) && !list.every(isAsked);
  }
}

const isDay = (day: number, given: Condition['value']): boolean => (Array.isArray(given) ? given.includes(day) : day === given);

/** Times of a definition in ms: at most 10 digits are seconds, counted without the sign (spec/3-purchase-flow §4, decisions.md 64). */
function timesOf(given: Condition['value']): Condition['value'] {
  const one = (stamp: number | string): number => (Math.abs(Number(stamp)) > 9_999_999_999 ? Number(stamp) : Number(stamp) * 1_000);
  if (given === null || typeof given === 'string') return given;
  return typeof given === 'number' ? one(given) : given.map(one);
}
