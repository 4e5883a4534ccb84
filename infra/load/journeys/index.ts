import type { Stock } from '../lib/stock.ts';
import type { JourneyName } from '../profiles.ts';
import { browse } from './browse.ts';
import { groupOrder } from './group-order.ts';
import { guestCard } from './guest-card.ts';
import { guestCod } from './guest-cod.ts';
import { guestConsent } from './guest-consent.ts';
import { guestStore } from './guest-store.ts';
import { lookUpAndFollow } from './look-up.ts';
import { memberCheckout } from './member-checkout.ts';
import { memberCoupon } from './member-coupon.ts';
import { memberFlashSale } from './member-flash-sale.ts';
import { memberSignIn } from './member-sign-in.ts';

/** The steps of a shopper. @throws JourneyFailed if the shop fails */
export type Journey = (stock: Stock) => Promise<void>;

export const journeys: Readonly<Record<JourneyName, Journey>> = {
  'guest-cod': guestCod,
  'guest-card': guestCard,
  'guest-store': guestStore,
  'guest-consent': guestConsent,
  'group-order': groupOrder,
  'look-up': lookUpAndFollow,
  browse,
  'member-sign-in': memberSignIn,
  'member-checkout': memberCheckout,
  'member-coupon': memberCoupon,
  'member-flash-sale': memberFlashSale,
};
