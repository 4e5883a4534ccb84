import { rowProjection } from '@nordhaut/platform/projections';
import type { CouponDefinition } from '../coupon-definition.ts';
import type { CouponEvent } from '../stock-events.ts';
import { leftOf } from '../stock.ts';
import { COUPON_CATEGORY, couponIdOf } from '../stream.ts';

/**
 * Every coupon with its newest definition. `left_over`: pieces that can be reserved, null where they are not counted.
 * `super`: `coupon_super`.
 */
export type CouponRow = {
  coupon_id: string;
  uid: string;
  super: string | null;
  ended_at: string | null;
  reserved: number;
  redeemed: number;
  left_over: number | null;
  position: bigint;
  definition: CouponDefinition;
};

/** `holders`: orders whose reservation is open. A `CouponReleased` may be of an order that held nothing. */
type State = CouponRow & { holders: string[] };

const EMPTY = { uid: '', super: null, ended_at: null, reserved: 0, redeemed: 0, left_over: null, holders: [] };

const withoutHolder = (row: State, orderNo: string): State => ({
  ...row,
  reserved: row.reserved - 1,
  holders: row.holders.filter((one) => one !== orderNo),
});

function changed(row: State, event: CouponEvent): State {
  switch (event.type) {
    case 'CouponDefined':
    case 'CouponChanged': {
      const { definition } = event.data;
      return { ...row, uid: definition.coupon_uid, super: definition.coupon_super, definition };
    }
    case 'CouponEnded':
      return { ...row, ended_at: event.data.at };
    case 'CouponReserved':
      return { ...row, reserved: row.reserved + 1, holders: [...row.holders, event.data.orderNo] };
    case 'CouponRedeemed':
      return { ...withoutHolder(row, event.data.orderNo), redeemed: row.redeemed + 1 };
    case 'CouponReleased':
      return row.holders.includes(event.data.orderNo) ? withoutHolder(row, event.data.orderNo) : row;
    case 'CouponRestored':
      return { ...row, redeemed: row.redeemed - 1 };
    default: {
      const _: never = event;
      return row;
    }
  }
}

export const couponsProjection = rowProjection<State, CouponEvent>({
  name: 'coupons',
  version: 2,
  filter: { categories: [COUPON_CATEGORY] },
  personal: false,
  key: 'coupon_id',
  createTable: (table) => `
    create table ${table} (
      coupon_id text primary key,
      uid text not null,
      super text,
      ended_at timestamptz,
      reserved integer not null,
      redeemed integer not null,
      left_over integer,
      position bigint not null,
      definition json not null,
      holders json not null
    );
    create index on ${table} (uid);
    create index on ${table} (super) where super is not null`,
  keyOf: ({ stream }) => couponIdOf(stream),
  apply(row, event) {
    const coupon_id = couponIdOf(event.stream);
    const { position } = event;
    const before =
      row ?? (event.type === 'CouponDefined' ? { ...EMPTY, coupon_id, position, definition: event.data.definition } : undefined);
    if (!before) return undefined;
    const after = changed(before, event);
    return { ...after, position, left_over: leftOf(after) };
  },
});
