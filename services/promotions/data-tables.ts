import { columns, type Column, type DataTable, everyRow, owner, type RawBuilder, sql } from '@nordhaut/platform/data-tables';
import { VOUCHER_TYPE_OF } from './member-promotions.ts';
import { FOUNDING_DAYS } from './wallet.ts';

const fields = (type: Column['type'], names: readonly string[], more: Omit<Column, 'type' | 'sql'> = {}) =>
  Object.fromEntries(
    names.map((name) => {
      const value = type === 'json' ? sql`(t.definition -> ${sql.lit(name)})::text` : sql`t.definition ->> ${sql.lit(name)}`;
      return [name, { type, sql: type === 'integer' ? sql`(${value})::integer` : sql`(${value})`, ...more }];
    }),
  ) as Record<string, Column>;

/** What the shop gives by itself; a code that somebody has to know is never listed to buyers (decisions.md 52). */
const open = sql`t.definition ->> 'coupon_scope' = 'SYSTEM' and t.ended_at is null`;

/** spec/3-purchase-flow §3, "Coupon". Read models hold it, so nobody writes it here. */
export const couponTable: DataTable = {
  name: 'coupon',
  about: "Coupons. Buyers get the shop's own and those of which they have a copy.",
  from: sql`coupons as t`,
  key: 'coupon_id',
  columns: {
    ...columns('text', ['coupon_id']),
    ...fields('text', ['coupon_uid'], { ask: 'equality' }),
    ...fields('text', ['coupon_name', 'coupon_desc', 'coupon_type', 'coupon_scope', 'coupon_auto_loading', 'coupon_giveaway']),
    ...fields('integer', ['coupon_max_product_chosen', 'coupon_bonus_min_standard', 'coupon_period', 'coupon_max_usage']),
    // Seconds or milliseconds, as in the definition.
    ...fields('text', ['coupon_start', 'coupon_exp']),
    ...fields('json', ['coupon_product', 'coupon_items']),
    ...fields('text', ['coupon_formula', 'coupon_super'], { read: ['staff'] }),
    ...fields('json', ['coupon_condition'], { read: ['staff'] }),
    coupon_quantity: { type: 'integer', sql: sql`t.left_over`, read: ['staff'] },
  },
  rows: {
    visitor: () => open,
    member: ({ memberId }) => sql`(${open}) or t.coupon_id in (
      select copy ->> 'couponId' from wallets, json_array_elements(wallets.state -> 'copies') as copy where wallets.member_id = ${memberId})`,
    staff: everyRow,
  },
};

/** `user_group` of a member now: ORIGINAL for a founding member, as `isFounding` says. @param memberId SQL of the member's id */
export const userGroupSql = (memberId: RawBuilder<unknown>): RawBuilder<string> => sql<string>`case when exists (
  select from wallets w, json_array_elements(w.state -> 'orders') as o
  where w.member_id = ${memberId} and (w.state #>> '{founding,since}')::timestamptz <= now() and o ->> 'state' <> 'restored'
    and (o #>> '{delivered,at}')::timestamptz <= now()
    and (o #>> '{delivered,at}')::timestamptz > now() - make_interval(hours => ${sql.lit(FOUNDING_DAYS * 24)})
  ) then 'ORIGINAL' else 'FRIEND' end`;

const voucherType = sql`case one ->> 'kind' ${sql.join(
  Object.entries(VOUCHER_TYPE_OF).map(([kind, type]) => sql`when ${sql.lit(kind)} then ${sql.lit(type)}`),
  sql` `,
)} end`;
// Credit of a grant that a restore gave seven more days stands apart in the wallet; its member sees one grant (`voucherRow`).
const extendedLeft = sql`coalesce((one #>> '{extended,left}')::integer, 0)`;
const voucherEnd = sql`(case when ${extendedLeft} > 0 then one #>> '{extended,endsAt}' else one ->> 'endsAt' end)::timestamptz`;

/** spec/2-accounts-and-members §3, "Voucher": a grant of shopping credit. */
export const voucherTable: DataTable = {
  name: 'voucher',
  about: 'Shopping credit, without its owner. Members get their own.',
  from: sql`(
    select member_id as user_id, encode(sha256(convert_to(one ->> 'grantId', 'UTF8')), 'hex') as voucher_id, ${voucherType} as voucher_type, (one ->> 'value')::integer as voucher_value, (one ->> 'used')::integer as voucher_used,
      (one ->> 'left')::integer + ${extendedLeft} as voucher_left, (one ->> 'grantedAt')::timestamptz as voucher_create_at,
      extract(epoch from ${voucherEnd} - (one ->> 'grantedAt')::timestamptz)::integer as voucher_period
    from wallets, json_array_elements(state -> 'grants') as one) as t`,
  key: 'voucher_id',
  columns: {
    ...owner,
    ...columns('text', ['voucher_id', 'voucher_type']),
    ...columns('integer', ['voucher_value', 'voucher_used', 'voucher_left', 'voucher_period']),
    ...columns('time', ['voucher_create_at']),
  },
  rows: { member: ({ memberId }) => sql`t.user_id = ${memberId}`, staff: everyRow },
};

const ofOwnWallet = sql`wallets.member_id = t.user_id`;

/** The coupons of the table `user` (spec/2-accounts-and-members §3): the member's copies, and the ids that orders hold or have used. */
export const memberCoupons: Readonly<Record<string, Column>> = {
  user_own_coupons: {
    type: 'json',
    sql: sql`(select coalesce(json_agg(json_build_object('coupon_id', copy ->> 'couponId',
        'coupon_get_at', floor(extract(epoch from (copy ->> 'grantedAt')::timestamptz))::bigint)), '[]')::text
      from wallets, json_array_elements(wallets.state -> 'copies') as copy where ${ofOwnWallet})`,
  },
  user_coupons_used: {
    type: 'text',
    sql: sql`(select coalesce(string_agg(use ->> 'couponId', ','), '')
      from wallets, json_array_elements(wallets.state -> 'orders') as one, json_array_elements(one -> 'coupons') as use where ${ofOwnWallet})`,
  },
};
