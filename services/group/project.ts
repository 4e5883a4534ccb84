import { type Day, dayOf, GroupAddress, type GroupPrice, type GroupState, isRealDay } from '@nordhaut/contracts';
import * as z from 'zod/mini';

const DAY_MS = 86_400_000;
const MOST_PRODUCTS = 50;

/** A day in Taipei. An impossible date, such as 31 February, is refused. */
const DayText = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isRealDay));

/** NT$ of one piece. A price that is empty, 0, null or missing makes a gift (decisions.md 69). */
const Price = z.pipe(
  z.optional(z.nullable(z.union([z.int().check(z.minimum(0), z.maximum(1_000_000)), z.string().check(z.regex(/^\d{0,7}$/))]))),
  z.transform((price) => Number(price ?? 0) || null),
);
const ProductId = z.pipe(
  z.union([z.int().check(z.minimum(1)), z.string().check(z.regex(/^[1-9]\d{0,8}$/))]),
  z.transform((id) => Number(id)),
);
const Products = z.array(z.object({ product_id: ProductId, price: Price })).check(
  z.minLength(1),
  z.maxLength(MOST_PRODUCTS),
  z.refine((list) => new Set(list.map(({ product_id: id }) => id)).size === list.length),
  z.refine((list) => list.some(({ price }) => price !== null)),
);

function isProducts(text: string): boolean {
  try {
    return Products.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** The columns that staff may write, with the specification's names (spec/3-purchase-flow §3, "Group project"). */
export const GroupProjectFields = z
  .object({
    group_project_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    group_project_address: GroupAddress,
    /** first and last day, in Taipei */
    group_project_start: DayText,
    group_project_end: DayText,
    /** JSON text: `[{ "product_id": 5, "price": 1000 }]`; at least one product has a price */
    group_project_products: z.string().check(z.maxLength(10_000), z.refine(isProducts)),
  })
  .check(z.refine(({ group_project_start: start, group_project_end: end }) => start <= end));
export type GroupProjectFields = z.infer<typeof GroupProjectFields>;

export type Project = { id: number; name: string; address: string; start: Day; end: Day; prices: readonly GroupPrice[] };

/** @throws where the row breaks the rules of `GroupProjectFields` */
export function projectOf(row: GroupProjectFields & { group_project_id: number }): Project {
  const fields = GroupProjectFields.parse(row);
  const products = Products.parse(JSON.parse(fields.group_project_products));
  return {
    id: row.group_project_id,
    name: fields.group_project_name,
    address: fields.group_project_address,
    start: fields.group_project_start,
    end: fields.group_project_end,
    prices: products.map(({ product_id: productId, price: groupPrice }) => ({ productId, groupPrice })),
  };
}

type Period = Pick<Project, 'start' | 'end'>;

/** It sells from 00:00 of the first day to 24:00 of the last one, in Taipei (decisions.md 67). */
export function stateOf({ start, end }: Period, now: Date): GroupState {
  const today = dayOf(now);
  if (today < start) return 'ANNOUNCED';
  return today > end ? 'ENDED' : 'OPEN';
}

/** ms until the state changes; null: it does not change any more. */
export function turnsIn(period: Period, now: Date): number | null {
  const midnight = (day: Day): number => Date.parse(`${day}T00:00:00+08:00`);
  const at = { ANNOUNCED: midnight(period.start), OPEN: midnight(period.end) + DAY_MS, ENDED: null }[stateOf(period, now)];
  return at === null ? null : at - now.getTime();
}
