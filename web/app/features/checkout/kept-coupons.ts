import * as z from 'zod/mini';
import { couponStorage } from '../../lib/typed-texts.ts';
import { ChosenCoupon } from './fields.ts';

const Kept = z.array(ChosenCoupon);

/** The used coupons, in the local storage until the sign-out or an order (spec/3-purchase-flow §4). What does not fit is ignored. */
export function keptCoupons(): readonly ChosenCoupon[] {
  try {
    return z.safeParse(Kept, JSON.parse(localStorage.getItem(couponStorage()) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

export function keepCoupons(coupons: readonly ChosenCoupon[]): void {
  try {
    if (coupons.length === 0) localStorage.removeItem(couponStorage());
    else localStorage.setItem(couponStorage(), JSON.stringify(coupons));
  } catch {
    // Without storage the coupons stay until the page is left.
  }
}
