/**
 * Conditions of coupons (decision 47).
 *
 * Open: a value is refused when the coupon is defined unless it has the type of its property.
 * Open: `includes` with a list means one of them, `not includes` none of them.
 * Open: `not only includes` means that one of the named is there and something else too.
 * Open: `weekday` compares the weekday of today, or of a member's instant, with one number or a list of numbers.
 * Open: instants compare with time stamps: more than 10 digits are ms, fewer are s.
 * Open: `has length` and `no length` apply to lists and texts. `exists`, `has length` and `no length` ignore the value.
 */
import { DAY, instant, taipeiWeekday } from './time.ts';
import type { Condition } from './types.ts';

/** What conditions look at. null: the buyer has no such value. */
export type Facts = {
  /** NT$: the matching main lines before coupons. */
  total: number;
  /** Pieces of the matching main lines. */
  quantity: number;
  product_ids: number[];
  product_types: string[];
  user_group: string | null;
  user_orders: number;
  /** ms. */
  user_last_order_at: number | null;
  /** ms. */
  user_created_at: number | null;
  user_birthday_month: number | null;
  weekday: number;
  pay_type: string | null;
  logistics_type: string | null;
  /** ms. The pricing instant. Conditions cannot name it. */
  now: number;
};

const KINDS: Record<string, 'number' | 'instant' | 'text' | 'numbers' | 'texts' | 'weekday'> = {
  total: 'number',
  quantity: 'number',
  product_ids: 'numbers',
  product_types: 'texts',
  user_group: 'text',
  user_orders: 'number',
  user_last_order_at: 'instant',
  user_created_at: 'instant',
  user_birthday_month: 'number',
  weekday: 'weekday',
  pay_type: 'text',
  logistics_type: 'text',
};

const COMPARE = ['==', '!=', '>', '<', '>=', '<=', 'in', 'exists'];
const LISTS = ['exists', 'has length', 'no length', 'includes', 'not includes', 'not only includes'];
const OPERATORS = {
  number: COMPARE,
  weekday: [...COMPARE, 'weekday'],
  instant: [...COMPARE, 'weekday', 'days ago', 'month ago'],
  text: ['==', '!=', 'in', 'exists', 'has length', 'no length'],
  numbers: LISTS,
  texts: LISTS,
};

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string';

/** Why a condition is refused when its coupon is defined, or null for a good one. */
export function whyBadCondition({ property, operator, value }: Condition): string | null {
  const kind = Object.hasOwn(KINDS, property) ? KINDS[property] : undefined;
  if (kind === undefined) return 'unknown property';
  if (!OPERATORS[kind].includes(operator)) return 'operator does not fit';
  if (['exists', 'has length', 'no length'].includes(operator)) return null;
  if (operator === 'days ago' || operator === 'month ago') return isNumber(value) && (value as number) >= 0 ? null : 'value does not fit';
  const one = kind === 'text' || kind === 'texts' ? isText : isNumber;
  const listAllowed = ['in', 'weekday', 'includes', 'not includes', 'not only includes'].includes(operator);
  if (Array.isArray(value)) return listAllowed && value.length > 0 && value.every(one) ? null : 'value does not fit';
  return operator !== 'in' && one(value) ? null : 'value does not fit';
}

/** Whether a well-defined condition holds. */
export function holds(condition: Condition, facts: Facts): boolean {
  const { property, operator } = condition;
  const byName: Record<string, number | string | (number | string)[] | null> = facts;
  const actual = byName[property] ?? null;
  if (actual === null) return operator === '!=' || operator === 'no length' || operator === 'not includes';

  const named = (Array.isArray(condition.value) ? condition.value : [condition.value]) as (number | string)[];
  if (Array.isArray(actual)) return listHolds(operator, actual, named);

  const isInstant = KINDS[property] === 'instant';
  const values =
    isInstant && !['weekday', 'days ago', 'month ago'].includes(operator) ? named.map((each) => instant(each as number)) : named;
  const value = values[0] as number | string;
  if (operator === '==') return actual === value;
  if (operator === '!=') return actual !== value;
  if (operator === '>') return actual > value;
  if (operator === '<') return actual < value;
  if (operator === '>=') return actual >= value;
  if (operator === '<=') return actual <= value;
  if (operator === 'in') return values.includes(actual);
  if (operator === 'exists') return true;
  if (operator === 'has length') return actual !== '';
  if (operator === 'no length') return actual === '';
  if (operator === 'weekday') return values.includes(isInstant ? taipeiWeekday(actual as number) : actual);
  const age = facts.now - (actual as number);
  if (operator === 'days ago') return age >= (value as number) * DAY;
  if (operator === 'month ago') return age >= (value as number) * 30 * DAY;
  throw new Error(`The operator ${operator} was not refused when the coupon was defined.`);
}

function listHolds(operator: string, actual: (number | string)[], named: (number | string)[]): boolean {
  const oneIsThere = actual.some((each) => named.includes(each));
  if (operator === 'exists') return true;
  if (operator === 'has length') return actual.length > 0;
  if (operator === 'no length') return actual.length === 0;
  if (operator === 'includes') return oneIsThere;
  if (operator === 'not includes') return !oneIsThere;
  if (operator === 'not only includes') return oneIsThere && actual.some((each) => !named.includes(each));
  throw new Error(`The operator ${operator} was not refused when the coupon was defined.`);
}
