import { type DataTable, sql } from '@nordhaut/platform/data-tables';

/** Only of coupons that are open to everybody: of another one not even the existence is shown. */
const field = (value: string) =>
  sql`(select ${sql.raw(value)} from coupons c where c.uid = t.coupon_uid and c.ended_at is null and c.definition ->> 'coupon_scope' = 'SYSTEM')`;

/** Campaigns belong to content and coupons to promotions, so their join belongs here. */
export const withCoupon = (table: DataTable): DataTable => ({
  ...table,
  columns: {
    ...table.columns,
    coupon_id: { type: 'text', sql: field('c.coupon_id'), join: 'coupon' },
    coupon_name: { type: 'text', sql: field(`c.definition ->> 'coupon_name'`), join: 'coupon' },
    coupon_product: { type: 'json', sql: field(`(c.definition -> 'coupon_product')::text`), join: 'coupon' },
  },
});
