import { hash } from 'node:crypto';
import type { CouponFace, MemberCoupon, MemberVouchers, UsedCouponRow, VoucherRow } from '@nordhaut/contracts';
import type { CouponRecord } from '@nordhaut/ordering';
import type pg from 'pg';
import { availableCredit, booksOf, type Grant, isOver } from './credit.ts';
import type { CouponDefinition } from './coupon-definition.ts';
import type { Coupon } from './definition.ts';
import { copyEnd } from './engine/coupon-state.ts';
import type { ListedCoupon } from './engine/coupon-view.ts';
import type { Promotions } from './engine/facts.ts';
import { shownProduct } from './engine/shown-product.ts';
import { causeWords, creditWords } from './messages.ts';
import type { CouponUsageRow } from './projections/coupon-usage.ts';
import { type Copy, emptyWallet, type Wallet } from './wallet.ts';
import type { Cause, CreditKind } from './wallet-events.ts';

/** rows of used coupons in a member's list */
const USED = 100;
const YEAR_MS = 365 * 86_400_000;

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const isoOfSeconds = (seconds: number | null): string | null => iso(seconds === null ? null : Math.round(seconds * 1_000));

/** A coupon as pages show it. A gift that the catalogue does not have is left out. */
export function couponFace(coupon: Coupon, gift: Promotions['gift']): CouponFace {
  const { couponId, uid, name, desc, type, scope, giveaway, items, choices, start, end, period } = coupon;
  const gifts = items.flatMap(({ productUid, quantity }) => {
    const product = gift(productUid);
    if (!product) return [];
    return [{ productUid, ...shownProduct(product), quantity, value: product.value }];
  });
  return {
    couponId: String(couponId),
    uid,
    name,
    desc,
    type,
    scope,
    giveaway,
    gifts,
    choose: choices < gifts.length ? choices : 0,
    startsAt: isoOfSeconds(start),
    endsAt: isoOfSeconds(end),
    period,
  };
}

/** The instant at which the copy or the offer ends (decisions.md 27); null: no end */
function endOf(coupon: Coupon, { endsAt, extendedTo }: Copy): string | null {
  const ms = (instant: string | null | undefined): number | null => (instant ? Date.parse(instant) : null);
  const end = copyEnd(coupon, { couponId: coupon.couponId, endsAt: ms(endsAt), extendedTo: ms(extendedTo) });
  return Number.isFinite(end) ? iso(end) : null;
}

const ORDER: readonly MemberCoupon['state'][] = ['usable', 'invalid', 'expired'];

/** The member's list: usable ones first, then invalid, then expired; each by id. */
export function memberCoupons(listed: readonly ListedCoupon[], { copies }: Wallet, gift: Promotions['gift']): MemberCoupon[] {
  const rows = listed.map(
    ({ coupon, state, endsAt }): MemberCoupon => ({
      ...couponFace(coupon, gift),
      state: state.state,
      reason: state.state === 'usable' ? '' : state.reason,
      copies: copies
        .filter(({ couponId }) => couponId === String(coupon.couponId))
        .map((copy) => ({ gotAt: copy.grantedAt, endsAt: endOf(coupon, copy), cause: causeOf(copy.cause) })),
      lastEnd: iso(endsAt),
    }),
  );
  return rows.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || Number(a.couponId) - Number(b.couponId));
}

function causeOf(cause: Cause): string {
  switch (cause.kind) {
    case 'ORDER':
      return causeWords.ORDER(cause.orderNo);
    case 'BIRTHDAY':
      return causeWords.BIRTHDAY(cause.year);
    case 'SUPPORT':
      return causeWords.SUPPORT;
    default:
      return causeWords[cause.kind];
  }
}

/** A friend's order number opens the look-up, so the member does not see it. */
const creditCause = (kind: CreditKind, cause: Cause): string => (kind === 'REFERRAL' ? causeWords.FRIEND : causeOf(cause));

export const VOUCHER_TYPE_OF = {
  FOUNDING: 'SHOP_BACK',
  REFERRAL: 'FRIEND_BACK',
  BIRTHDAY: 'BIRTHDAY',
  SUPPORT: 'SUPPORT',
} as const satisfies Record<CreditKind, VoucherRow['type']>;

/**
 * The name of a grant for its member. The grant's own id has the number of the order that earned it: a friend's, for an invitation.
 * The number has 65 random bits, so nobody finds it by its hash. The table `voucher` makes the same name in SQL.
 */
export const voucherIdOf = (grantId: string): string => hash('sha256', grantId);

function voucherRow(grant: Grant, at: string): VoucherRow {
  const { grantId, kind, cause, value, grantedAt, endsAt, extended } = grant;
  const books = booksOf(grant, at);
  const end = extended && extended.left > 0 ? extended.endsAt : endsAt;
  const state = books.available > 0 ? 'active' : isOver(end, at) && books.expired > 0 ? 'expired' : 'out';
  return {
    voucherId: voucherIdOf(grantId),
    type: VOUCHER_TYPE_OF[kind],
    label: creditWords[kind],
    cause: creditCause(kind, cause),
    value,
    ...books,
    grantedAt,
    endsAt: end,
    state,
  };
}

/** The past year's credit and what is still active, the newest first (spec/2-accounts-and-members §2, §9). `at`: ISO */
export function memberVouchers({ grants, scheduled, closedAt }: Wallet, at: string): Omit<MemberVouchers, 'position'> {
  const since = Date.parse(at) - YEAR_MS;
  const rows = grants.map((grant) => voucherRow(grant, at));
  return {
    balance: closedAt === null ? availableCredit(grants, at) : 0,
    vouchers: rows
      .filter(({ grantedAt, state }) => state === 'active' || Date.parse(grantedAt) >= since)
      .toSorted((a, b) => Date.parse(b.grantedAt) - Date.parse(a.grantedAt) || (a.voucherId < b.voucherId ? -1 : 1)),
    scheduled: scheduled.map(({ grantId, kind, amount, dueAt, cause }) => ({
      voucherId: voucherIdOf(grantId),
      type: VOUCHER_TYPE_OF[kind],
      label: creditWords[kind],
      cause: creditCause(kind, cause),
      value: amount,
      dueAt,
    })),
  };
}

type Pool = Pick<pg.Pool, 'query'>;

/** The wallet in its read model. Read the position first, so it is too low rather than too high. */
export async function readWallet(pool: Pool, memberId: string): Promise<{ wallet: Wallet; position: string }> {
  const { rows: checkpoints } = await pool.query<{ position: bigint }>({
    name: 'wallets-position',
    text: "select position from projection_checkpoints where name = 'wallets'",
  });
  const { rows } = await pool.query<{ state: Wallet }>({
    name: 'wallet-of-member',
    text: 'select state from wallets where member_id = $1',
    values: [memberId],
  });
  const position = checkpoints[0]?.position ?? 0n;
  return { wallet: rows[0]?.state ?? emptyWallet, position: String(position < 0n ? 0n : position) };
}

/** The coupons of orders as they used them, by order number. An order that was never placed has none. */
export type CouponsOfOrders = (
  orderNos: readonly string[],
) => Promise<ReadonlyMap<string, readonly Pick<CouponRecord, 'couponId' | 'name' | 'type'>[]>>;

/**
 * What the member's orders used, the newest first. The name is the order's own; an order that is being placed has the present one. A
 * checkout that gave back what it held and placed no order used nothing, and its number leads to no order.
 */
export async function usedCoupons(pool: Pool, memberId: string, couponsOf: CouponsOfOrders): Promise<UsedCouponRow[]> {
  const { rows } = await pool.query<Pick<CouponUsageRow, 'order_no' | 'state' | 'coupons' | 'returned'> & { reserved_at: Date }>({
    name: 'coupon-usage-of-member',
    text: `select order_no, state, reserved_at, coupons, returned from coupon_usage
           where member_id = $1 and json_array_length(coupons) > 0 order by reserved_at desc, order_no limit ${USED}`,
    values: [memberId],
  });
  const ids = [...new Set(rows.flatMap(({ coupons }) => coupons.map(({ couponId }) => couponId)))];
  if (ids.length === 0) return [];
  const [{ rows: known }, records] = await Promise.all([
    pool.query<{ coupon_id: string; definition: CouponDefinition }>({
      name: 'coupons-by-id',
      text: 'select coupon_id, definition from coupons where coupon_id = any($1::text[])',
      values: [ids],
    }),
    couponsOf(rows.map(({ order_no: orderNo }) => orderNo)),
  ]);
  const now = new Map(known.map(({ coupon_id, definition: { coupon_name: name, coupon_type: type } }) => [coupon_id, { name, type }]));
  return rows
    .filter(({ order_no: orderNo, state }) => state !== 'released' || records.has(orderNo))
    .flatMap(({ order_no: orderNo, reserved_at, coupons, returned }) =>
      coupons.flatMap(({ couponId }): UsedCouponRow[] => {
        const used = records.get(orderNo)?.find((record) => String(record.couponId) === couponId) ?? now.get(couponId);
        if (!used) return [];
        const isReturned = returned.some((one) => one.couponId === couponId);
        return [{ orderNo, couponId, name: used.name, type: used.type, usedAt: reserved_at.toISOString(), returned: isReturned }];
      }),
    )
    .slice(0, USED);
}
