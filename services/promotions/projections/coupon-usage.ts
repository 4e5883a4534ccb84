import { rowProjection } from '@nordhaut/platform/projections';
import { WALLET_CATEGORY, walletOwnerOf } from '../stream.ts';
import type {
  CouponUse,
  CreditPart,
  PromotionsRedeemed,
  PromotionsReleased,
  PromotionsReserved,
  PromotionsRestored,
} from '../wallet-events.ts';

/** What each order of a member took and gave back. `coupons` and `credit` (NT$): what it took. `outcome`: why it gave back. */
export type CouponUsageRow = {
  order_no: string;
  member_id: string;
  state: 'reserved' | 'redeemed' | 'released' | 'restored';
  reserved_at: string;
  ended_at: string | null;
  outcome: string | null;
  credit: number;
  coupons: CouponUse[];
  returned: CouponUse[];
};

type Event = PromotionsReserved | PromotionsRedeemed | PromotionsReleased | PromotionsRestored;
const TYPES: readonly Event['type'][] = ['PromotionsReserved', 'PromotionsRedeemed', 'PromotionsReleased', 'PromotionsRestored'];
const sum = (parts: readonly CreditPart[]): number => parts.reduce((total, { amount }) => total + amount, 0);

export const couponUsageProjection = rowProjection<CouponUsageRow, Event>({
  name: 'coupon_usage',
  version: 1,
  filter: { categories: [WALLET_CATEGORY], types: [...TYPES] },
  personal: false,
  // Who shows a new row at once waits for its position.
  relaxed: true,
  key: 'order_no',
  createTable: (table) => `
    create table ${table} (
      order_no text primary key,
      member_id text not null,
      state text not null,
      reserved_at timestamptz not null,
      ended_at timestamptz,
      outcome text,
      credit integer not null,
      coupons json not null,
      returned json not null
    );
    create index on ${table} (member_id, reserved_at)`,
  keyOf: ({ data }) => data.orderNo,
  apply(row, event) {
    if (event.type === 'PromotionsReserved') {
      const { orderNo, at, coupons, credit } = event.data;
      return {
        order_no: orderNo,
        member_id: walletOwnerOf(event.stream),
        state: 'reserved',
        reserved_at: at,
        ended_at: null,
        outcome: null,
        credit: sum(credit),
        coupons,
        returned: [],
      };
    }
    // An order that took nothing has no row.
    if (!row) return undefined;
    if (event.type === 'PromotionsRedeemed') return { ...row, state: 'redeemed' };
    const { at, outcome, coupons } = event.data;
    return { ...row, state: event.type === 'PromotionsReleased' ? 'released' : 'restored', ended_at: at, outcome, returned: coupons };
  },
});
