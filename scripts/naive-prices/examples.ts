/** All worked examples, in the groups of the page `infra/promotions.md`. */
import type { Example } from './calls.ts';
import { CHEATS } from './cheats.ts';
import { ANEW } from './examples/anew.ts';
import { DISCOUNTS } from './examples/discounts.ts';
import { FOUNDING } from './examples/founding.ts';
import { GIFTS } from './examples/gifts.ts';
import { NAMED } from './examples/named.ts';
import { STATES } from './examples/states.ts';
import { BIRTHDAY } from './examples/birthday.ts';
import { CREDIT } from './examples/credit.ts';
import { FORMULAS } from './examples/formulas.ts';
import { PRICES } from './examples/prices.ts';
import { RETURNS } from './examples/returns.ts';
import { REWARDS } from './examples/rewards.ts';
import { TIMERS } from './examples/timers.ts';

export type Group = { title: string; about: string; examples: Example[] };

export const GROUPS: Group[] = [
  { title: 'Prices and shipping', about: 'Lines, tiers, minimums, shipping fees and the instant of a price.', examples: PRICES },
  {
    title: 'Coupons and gifts',
    about: 'Which coupons apply, in which order, and what they give.',
    examples: [...DISCOUNTS, ...GIFTS, ...STATES, ...NAMED],
  },
  { title: 'Formulas and conditions', about: 'What staff can write into a coupon, and what it means.', examples: FORMULAS },
  { title: 'The timer', about: 'The countdown of the checkout and its coupon of NT$50.', examples: TIMERS },
  { title: 'Shopping credit', about: 'How credit is spent, and when it ends.', examples: CREDIT },
  {
    title: 'Rewards',
    about: 'Referral, founding members, birthday, and what is taken back.',
    examples: [...REWARDS, ...FOUNDING, ...BIRTHDAY],
  },
  { title: 'Returns and giving back', about: 'What goes back after an order: coupons, credit and money.', examples: RETURNS },
  {
    title: 'Closing an account and registering anew',
    about: 'What orders of a closed account have used is not given to the same person again (infra/decisions/106).',
    examples: ANEW,
  },
  { title: 'Ways to cheat', about: 'Each line is an attempt and the answer of the shop.', examples: CHEATS },
];
