/** Ways to cheat that the decisions close. Each is an example: what the cheat sends, and what the shop answers. */
import type { Example } from './calls.ts';
import { CART_CHEATS } from './cheats/carts.ts';
import { COUPON_CHEATS } from './cheats/coupons.ts';
import { LATER_CHEATS } from './cheats/later.ts';
import { REFERRAL_CHEATS } from './cheats/referral.ts';

export const CHEATS: Example[] = [...CART_CHEATS, ...COUPON_CHEATS, ...LATER_CHEATS, ...REFERRAL_CHEATS];
