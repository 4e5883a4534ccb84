import { rowProjection } from '@nordhaut/platform/projections';
import type { CouponDefinition } from '../coupon-definition.ts';
import type { CouponEvent } from '../stock-events.ts';
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

/** Change of `reserved` and `redeemed`. `CouponReleased` of an order that held nothing names no use before, so it needs `holders`. */
type State = CouponRow & { holders: Record<string, 'reserved' | 'redeemed'> };

const withUse = (row: State, orderNo: string, use: 'reserved' | 'redeemed' | null): State => {
  const { [orderNo]: before, ...others } = row.holders;
  const count = (kind: 'reserved' | 'redeemed'): number => row[kind] + (use === kind ? 1 : 0) - (before === kind ? 1 : 0);
  return { ...row, reserved: count('reserved'), redeemed: count('redeemed'), holders: use ? { ...others, [orderNo]: use } : others };
};

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
      return withUse(row, event.data.orderNo, 'reserved');
    case 'CouponRedeemed':
      return withUse(row, event.data.orderNo, 'redeemed');
    case 'CouponReleased':
    case 'CouponRestored':
      return withUse(row, event.data.orderNo, null);
    default: {
      const _: never = event;
      return row;
    }
  }
}

export const couponsProjection = rowProjection<State, CouponEvent>({
  name: 'coupons',
  version: 1,
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
    if (!row && event.type !== 'CouponDefined') return undefined;
    const empty = { coupon_id, uid: '', super: null, ended_at: null, reserved: 0, redeemed: 0, left_over: null, holders: {} };
    const { position } = event;
    const after = changed(row ?? ({ ...empty, position } as unknown as State), event);
    const { coupon_quantity: quantity } = after.definition;
    return { ...after, position, left_over: quantity === null ? null : quantity - after.reserved - after.redeemed };
  },
});
