import { COUPON_TYPES, type CouponType } from '@nordhaut/contracts';
import * as z from 'zod/mini';
import { type Condition, ConditionFields, readCondition } from './engine/condition.ts';
import { type Formula, FormulaFault, parseFormula } from './engine/formula.ts';

export type { CouponType };
/** SYSTEM: the shop applies it. MEMBER: only with a copy of one's own. ALL: also by its code (decisions.md 52). */
export const COUPON_SCOPES = ['SYSTEM', 'MEMBER', 'ALL'] as const;
export type CouponScope = (typeof COUPON_SCOPES)[number];
export const SUPER_COUPONS = ['WELCOME_1150', 'PUBLIC_FIRST_200', 'INVITE'] as const;
export type SuperCoupon = (typeof SUPER_COUPONS)[number];

/** Uids of the coupons with a rule of their own (spec/3-purchase-flow §4, decisions.md 53, 58, 64). */
export const TIMER_COUPON = 'pay_in_5_min';
export const BIRTHDAY_COUPON = 'original_birthday';
export const OLD_MEMBER_COUPON = 'new_year_old_member';

/** A product that a GIVEAWAY or a BONUS gives. `quantity`: pieces for one choice, or for one full minimum */
export type GiftItem = { productUid: string; quantity: number };
export type CouponProducts = { kind: 'ALL' | 'PRODUCT' | 'SET' } | { kind: 'LIST'; productIds: readonly number[] };

/** The definition of a coupon, checked and parsed. Plain JSON. Times are seconds since epoch, a fraction where they were given in ms. */
export type Coupon = {
  couponId: number;
  /** the code that a buyer types */
  uid: string;
  name: string;
  desc: string;
  type: CouponType;
  scope: CouponScope;
  super: SuperCoupon | null;
  /** the first second of the offer; null: no start */
  start: number | null;
  /** the first second after the offer; null: no end */
  end: number | null;
  /** the lines that it looks at */
  products: CouponProducts;
  /** GIVEAWAY: how many of the items a buyer chooses, at most as many as there are; other types: 0 */
  choices: number;
  /** BONUS: pieces for one gift, at least 1; other types: 0 */
  bonusMinimum: number;
  autoLoading: boolean;
  /** seconds that a member's copy is valid; null: as long as the offer */
  period: number | null;
  /** uses per member; 0: unlimited */
  maxUsage: number;
  /** uses of all members together; null: unlimited */
  quantity: number | null;
  /** of a DISCOUNT; null for other types */
  formula: Formula | null;
  conditions: readonly Condition[];
  /** the gift in words, for the coupon's list */
  giveaway: string;
  items: readonly GiftItem[];
};

const Id = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
const Uid = z.string().check(z.regex(/^[\w-]{1,64}$/));
const Count = z.int().check(z.minimum(0), z.maximum(2_147_483_647));
const Time = z.nullable(z.int().check(z.minimum(0), z.maximum(9_999_999_999_999)));

/**
 * A coupon with the specification's names (spec/3-purchase-flow §3). Missing fields have the default that does nothing; a
 * field that the type does not use has no effect.
 */
export const CouponFields = z.strictObject({
  coupon_id: Id,
  coupon_uid: Uid,
  coupon_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  coupon_desc: z._default(z.string().check(z.maxLength(500)), ''),
  coupon_type: z.enum(COUPON_TYPES),
  coupon_scope: z.enum(COUPON_SCOPES),
  coupon_super: z._default(z.nullable(z.enum(SUPER_COUPONS)), null),
  coupon_start: z._default(Time, null),
  coupon_exp: z._default(Time, null),
  coupon_product: z._default(z.union([z.enum(['ALL', 'PRODUCT', 'SET']), z.array(Id).check(z.minLength(1), z.maxLength(500))]), 'ALL'),
  coupon_max_product_chosen: z._default(z.nullable(Count), null),
  coupon_bonus_min_standard: z._default(z.nullable(Count), null),
  coupon_auto_loading: z._default(z.enum(['0', '1']), '0'),
  coupon_period: z._default(z.nullable(Count), null),
  coupon_max_usage: z._default(z.nullable(Count), null),
  coupon_quantity: z._default(z.nullable(Count), null),
  coupon_formula: z._default(z.nullable(z.string().check(z.maxLength(1_000))), null),
  coupon_condition: z._default(z.array(ConditionFields).check(z.maxLength(20)), []),
  coupon_giveaway: z._default(z.string().check(z.maxLength(200)), ''),
  coupon_items: z._default(
    z.array(z.strictObject({ product_uid: Uid, product_quantity: z.int().check(z.minimum(1), z.maximum(99)) })).check(z.maxLength(50)),
    [],
  ),
});
export type CouponFields = z.input<typeof CouponFields>;

export type ReadCoupon = { ok: true; coupon: Coupon } | { ok: false; faults: string[] };

/** More than 10 digits are milliseconds (spec/3-purchase-flow §4). */
const seconds = (stamp: number | null): number | null => (stamp !== null && stamp > 9_999_999_999 ? stamp / 1_000 : stamp);

/** Checks and parses a definition (decisions.md 46, 47, 48, 49, 51). @returns the coupon, or all reasons for which it is refused */
export function readCoupon(input: unknown): ReadCoupon {
  const read = CouponFields.safeParse(input);
  if (!read.success) return { ok: false, faults: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
  const fields = read.data;
  const faults: string[] = [];
  const conditions: Condition[] = [];
  for (const one of fields.coupon_condition) {
    const condition = readCondition(one);
    if (typeof condition === 'string') faults.push(condition);
    else conditions.push(condition);
  }
  const formula = formulaOf(fields, faults);
  const items = fields.coupon_items
    .filter(() => fields.coupon_type !== 'DISCOUNT')
    .map(({ product_uid, product_quantity }) => ({ productUid: product_uid, quantity: product_quantity }));
  const coupon: Coupon = {
    couponId: fields.coupon_id,
    uid: fields.coupon_uid,
    name: fields.coupon_name,
    desc: fields.coupon_desc,
    type: fields.coupon_type,
    scope: fields.coupon_scope,
    super: fields.coupon_super,
    start: seconds(fields.coupon_start),
    end: seconds(fields.coupon_exp),
    products:
      typeof fields.coupon_product === 'string'
        ? { kind: fields.coupon_product }
        : { kind: 'LIST', productIds: [...new Set(fields.coupon_product)] },
    choices: fields.coupon_type === 'GIVEAWAY' ? (fields.coupon_max_product_chosen ?? items.length) : 0,
    bonusMinimum: fields.coupon_type === 'BONUS' ? (fields.coupon_bonus_min_standard ?? 0) : 0,
    autoLoading: fields.coupon_auto_loading === '1',
    period: fields.coupon_period,
    maxUsage: fields.coupon_max_usage ?? 0,
    quantity: fields.coupon_quantity,
    formula,
    conditions,
    giveaway: fields.coupon_giveaway,
    items,
  };
  faults.push(...faultsOf(coupon));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, coupon };
}

function formulaOf({ coupon_type, coupon_formula }: z.infer<typeof CouponFields>, faults: string[]): Formula | null {
  if (coupon_type !== 'DISCOUNT') return null;
  try {
    return parseFormula(coupon_formula ?? '');
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error;
    faults.push(error.message);
    return null;
  }
}

function faultsOf({ type, start, end, items, choices, bonusMinimum }: Coupon): string[] {
  const faults: string[] = [];
  if (start !== null && end !== null && end <= start) faults.push('結束時間必須晚於開始時間');
  if (type !== 'DISCOUNT' && items.length === 0) faults.push('贈品優惠必須列出贈品');
  if (new Set(items.map(({ productUid }) => productUid)).size < items.length) faults.push('贈品不可重複');
  if (type === 'GIVEAWAY' && choices < 1) faults.push('可選贈品數至少為 1');
  if (type === 'GIVEAWAY' && choices > items.length) faults.push('可選贈品數不可多於贈品');
  if (type === 'BONUS' && bonusMinimum < 1) faults.push('贈品的件數門檻至少為 1');
  return faults;
}
