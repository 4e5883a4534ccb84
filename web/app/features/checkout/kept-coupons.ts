import * as z from 'zod/mini';
import { couponStorage, stored } from '../../lib/typed-texts.ts';
import { ChosenCoupon } from './fields.ts';

const Kept = z.array(ChosenCoupon);
const local = (): Storage => localStorage;

/** The used coupons, in the local storage until the sign-out or an order (spec/3-purchase-flow §4). What does not fit is ignored. */
export const keptCoupons = (): readonly ChosenCoupon[] =>
  stored((storage) => z.safeParse(Kept, JSON.parse(storage.getItem(couponStorage()) ?? '[]')).data, local) ?? [];

export function keepCoupons(coupons: readonly ChosenCoupon[]): void {
  stored((storage) => {
    if (coupons.length === 0) storage.removeItem(couponStorage());
    else storage.setItem(couponStorage(), JSON.stringify(coupons));
  }, local);
}
