import { couponStorage, stored } from '../../lib/typed-texts.ts';
import type { ChosenCoupon } from './fields.ts';
import { readCoupons } from './stored.ts';

const local = (): Storage => localStorage;

/** The used coupons, in the local storage until the sign-out or an order (spec/3-purchase-flow §4). What does not fit is ignored. */
export const keptCoupons = (): readonly ChosenCoupon[] =>
  stored((storage) => readCoupons(JSON.parse(storage.getItem(couponStorage()) ?? '[]')), local) ?? [];

export function keepCoupons(coupons: readonly ChosenCoupon[]): void {
  stored((storage) => {
    if (coupons.length === 0) storage.removeItem(couponStorage());
    else storage.setItem(couponStorage(), JSON.stringify(coupons));
  }, local);
}
