import { isDeepStrictEqual } from 'node:util';
import { accept, reject, type Decider, type Decision } from '@nordhaut/platform/decider';
import type { CouponDefinition } from './coupon-definition.ts';
import { messages } from './messages.ts';
import { evolve, leftOf, type Stock, type StockState } from './stock.ts';
import type { CouponEvent } from './stock-events.ts';

/** `definition`: checked by `readCoupon` */
export type DefineCoupon = { type: 'DefineCoupon'; at: string; definition: CouponDefinition };
export type EndCoupon = { type: 'EndCoupon'; at: string };
export type ReserveCoupon = { type: 'ReserveCoupon'; at: string; orderNo: string };
export type RedeemCoupon = { type: 'RedeemCoupon'; at: string; orderNo: string };
export type GiveBackCoupon = { type: 'GiveBackCoupon'; at: string; orderNo: string };
export type StockCommand = DefineCoupon | EndCoupon | ReserveCoupon | RedeemCoupon | GiveBackCoupon;

const nothing = accept<CouponEvent>();

function define({ at, definition }: DefineCoupon, state: StockState): Decision<CouponEvent> {
  if (state === null) return accept<CouponEvent>({ type: 'CouponDefined', data: { at, definition } });
  if (isDeepStrictEqual(state.definition, definition)) return nothing;
  if (state.endedAt !== null) return reject(409, 'COUPON_ENDED', messages.couponEnded);
  const left = leftOf({ ...state, definition });
  if (left !== null && left < 0) return reject(409, 'COUPON_QUANTITY_TOO_LOW', messages.quantityTooLow(state.reserved + state.redeemed));
  return accept<CouponEvent>({ type: 'CouponChanged', data: { at, definition } });
}

function reserve({ at, orderNo }: ReserveCoupon, stock: Stock): Decision<CouponEvent> {
  const use = stock.orders.get(orderNo);
  if (use === 'returned') return reject(409, 'CHECKOUT_FAILED', messages.orderEnded);
  if (use !== undefined) return nothing;
  if (stock.endedAt !== null) return reject(501, 'COUPON_EXPIRED', messages.couponExpired);
  const left = leftOf(stock);
  if (left === null) return nothing;
  return left > 0
    ? accept<CouponEvent>({ type: 'CouponReserved', data: { at, orderNo } })
    : reject(500, 'COUPON_SOLD_OUT', messages.couponSoldOut);
}

function giveBack({ at, orderNo }: GiveBackCoupon, stock: Stock): Decision<CouponEvent> {
  const use = stock.orders.get(orderNo);
  if (use === 'returned') return nothing;
  // Nothing of this order can be reserved where nothing is counted.
  if (use === undefined && stock.definition.coupon_quantity === null) return nothing;
  return accept<CouponEvent>({ type: use === 'redeemed' ? 'CouponRestored' : 'CouponReleased', data: { at, orderNo } });
}

function decide(command: StockCommand, state: StockState): Decision<CouponEvent> {
  if (command.type === 'DefineCoupon') return define(command, state);
  if (state === null) return reject(400, 'COUPON_NOT_FOUND', messages.couponUnknown);
  switch (command.type) {
    case 'EndCoupon':
      return state.endedAt === null ? accept<CouponEvent>({ type: 'CouponEnded', data: { at: command.at } }) : nothing;
    case 'ReserveCoupon':
      return reserve(command, state);
    case 'RedeemCoupon': {
      const { at, orderNo } = command;
      return state.orders.get(orderNo) === 'reserved' ? accept<CouponEvent>({ type: 'CouponRedeemed', data: { at, orderNo } }) : nothing;
    }
    case 'GiveBackCoupon':
      return giveBack(command, state);
  }
}

export const stockDecider: Decider<StockState, StockCommand, CouponEvent> = { initial: null, decide, evolve };
