import type { Recorded } from '@nordhaut/platform/decider';
import type { CouponDefinition } from './coupon-definition.ts';
import type { CouponEvent } from './stock-events.ts';

/** `returned`: it gave the piece back, or its checkout ended; it gets none any more. */
type OrderUse = 'reserved' | 'redeemed' | 'returned';

/** Invariant: `quantity = left + reserved + redeemed`, and none of them is below 0. */
export type Stock = {
  definition: CouponDefinition;
  endedAt: string | null;
  orders: ReadonlyMap<string, OrderUse>;
  reserved: number;
  redeemed: number;
};
/** null: not defined */
export type StockState = Stock | null;

/** Pieces that can be reserved; null: not counted (decisions.md 51). */
export const leftOf = ({ definition, reserved, redeemed }: Pick<Stock, 'definition' | 'reserved' | 'redeemed'>): number | null =>
  definition.coupon_quantity === null ? null : definition.coupon_quantity - reserved - redeemed;

function withUse(stock: Stock, orderNo: string, use: OrderUse): Stock {
  const before = stock.orders.get(orderNo);
  const count = (kind: OrderUse): number => (use === kind ? 1 : 0) - (before === kind ? 1 : 0);
  return {
    ...stock,
    orders: new Map(stock.orders).set(orderNo, use),
    reserved: stock.reserved + count('reserved'),
    redeemed: stock.redeemed + count('redeemed'),
  };
}

export function evolve(state: StockState, event: Recorded<CouponEvent>): StockState {
  if (event.type === 'CouponDefined')
    return { definition: event.data.definition, endedAt: null, orders: new Map(), reserved: 0, redeemed: 0 };
  if (state === null) return null;
  switch (event.type) {
    case 'CouponChanged':
      return { ...state, definition: event.data.definition };
    case 'CouponEnded':
      return { ...state, endedAt: event.data.at };
    case 'CouponReserved':
      return withUse(state, event.data.orderNo, 'reserved');
    case 'CouponRedeemed':
      return withUse(state, event.data.orderNo, 'redeemed');
    case 'CouponReleased':
    case 'CouponRestored':
      return withUse(state, event.data.orderNo, 'returned');
    default: {
      const _: never = event;
      return state;
    }
  }
}
