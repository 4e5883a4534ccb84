import type * as z from 'zod/mini';
import { type CouponFields, readCoupon } from './definition.ts';

type Fields = z.output<typeof CouponFields>;
type Condition = Fields['coupon_condition'][number];

/** A coupon's definition as events hold it: the specification's fields, complete, checked by `readDefinition`. */
export type CouponDefinition = Omit<Fields, 'coupon_condition'> & {
  coupon_condition: (Omit<Condition, 'value'> & { value?: Exclude<Condition['value'], undefined> })[];
};

export type ReadDefinition = { ok: true; definition: CouponDefinition } | { ok: false; faults: string[] };

/** Checks a definition as a whole. @returns the fields as an event holds them, or all reasons for which it is refused */
export function readDefinition(input: unknown): ReadDefinition {
  const read = readCoupon(input);
  if (!read.ok) return read;
  const { coupon_condition: conditions, ...fields } = read.fields;
  const kept = conditions.map(({ value, ...condition }) => ({ ...condition, ...(value !== undefined && { value }) }));
  return { ok: true, definition: { ...fields, coupon_condition: kept } };
}
