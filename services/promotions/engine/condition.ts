import * as z from 'zod/mini';

/**
 * What a condition may look at, and what kind of value it is (decisions.md 47). `time` is seconds since epoch; a value of
 * more than 10 digits is read as milliseconds (spec/3-purchase-flow §4).
 */
export const PROPERTIES = {
  total: 'number',
  quantity: 'number',
  product_ids: 'ids',
  product_types: 'texts',
  user_group: 'text',
  user_orders: 'number',
  user_last_order_at: 'time',
  user_created_at: 'time',
  user_birthday_month: 'number',
  weekday: 'number',
  pay_type: 'text',
  logistics_type: 'text',
} as const;
export type Property = keyof typeof PROPERTIES;
type Kind = (typeof PROPERTIES)[Property];

export const OPERATORS = [
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'in',
  'weekday',
  'days ago',
  'month ago',
  'exists',
  'has length',
  'no length',
  'includes',
  'not includes',
  'not only includes',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** `message`: what the buyer reads where the condition fails; '' for the shop's own words */
export type Condition = { property: Property; operator: Operator; value: ConditionValue; message: string };
export type ConditionValue = number | string | null | readonly (number | string)[];

/** A condition with the specification's names. */
export const ConditionFields = z.object({
  property: z.string(),
  operator: z.string(),
  value: z.optional(z.nullable(z.union([z.number(), z.string(), z.array(z.union([z.number(), z.string()])).check(z.maxLength(200))]))),
  msg: z._default(z.string().check(z.maxLength(100)), ''),
});

const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isDay = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 6;
const isListOf = (value: unknown, one: (item: unknown) => boolean): boolean => Array.isArray(value) && value.length > 0 && value.every(one);

/** Whether an operator can compare a property of this kind with this value. Numbers compare only with numbers. */
function fits(operator: Operator, kind: Kind, value: unknown, isItem: (value: unknown) => boolean): boolean {
  const isList = kind === 'ids' || kind === 'texts';
  switch (operator) {
    case '==':
    case '!=':
      return !isList && isItem(value);
    case '>':
    case '<':
    case '>=':
    case '<=':
      return (kind === 'number' || kind === 'time') && isItem(value);
    case 'in':
      return !isList && isListOf(value, isItem);
    case 'weekday':
      return kind === 'time' && (isDay(value) || isListOf(value, isDay));
    case 'days ago':
    case 'month ago':
      return kind === 'time' && isNumber(value) && (value as number) >= 0;
    case 'exists':
      return true;
    case 'has length':
    case 'no length':
      return isList || kind === 'text';
    case 'includes':
    case 'not includes':
    case 'not only includes':
      return isList && (isItem(value) || isListOf(value, isItem));
  }
}

/** @returns the condition, or why it is refused */
export function readCondition(fields: z.infer<typeof ConditionFields>): Condition | string {
  const { property, operator, value = null, msg } = fields;
  if (!Object.hasOwn(PROPERTIES, property)) return `條件的屬性「${property}」不存在`;
  if (!OPERATORS.includes(operator as Operator)) return `條件的比較方式「${operator}」不存在`;
  const [known, compare] = [property as Property, operator as Operator];
  const kind = PROPERTIES[known];
  const isText = kind === 'text' || kind === 'texts';
  const isItem = (item: unknown): boolean => (isText ? typeof item === 'string' : isNumber(item));
  // The property is today's weekday, so the operator of the same name compares it as `==` and `in` do.
  const asked = known === 'weekday' && compare === 'weekday' ? 'time' : kind;
  if (!fits(compare, asked, value, isItem)) return `條件「${property} ${operator}」不可與 ${JSON.stringify(value)} 比較`;
  return { property: known, operator: compare, value, message: msg };
}
