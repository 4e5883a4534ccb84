import type { Engine } from '@nordhaut/platform/engine';
import { deriveKey } from '@nordhaut/platform/http';
import type { Module } from '@nordhaut/platform/module';
import { hasAdoptedOrder } from './adopted-orders.ts';
import { buyerFacts } from './buyer-facts.ts';
import { couponBook } from './coupon-book.ts';
import type { Promotions } from './engine/facts.ts';
import { personKeys } from './person-keys.ts';
import { couponUsageProjection } from './projections/coupon-usage.ts';
import { couponsProjection } from './projections/coupons.ts';
import { walletsProjection } from './projections/wallets.ts';
import { createReservations } from './reservations.ts';
import { createRewards } from './grant-rewards.ts';
import { rewardsRole } from './role.ts';
import { COUPON_CATEGORY, FOUNDING_CATEGORY, PERSON_CATEGORY, WALLET_CATEGORY } from './stream.ts';

export type PromotionsFace = ReturnType<typeof openPromotions>;

type PromotionsOptions = { lastOrderAt: (memberId: string) => Promise<number | null>; gift: Promotions['gift'] };

/** What checkout needs of coupons, credit and rewards. */
export function openPromotions({ commands, clock, config, pool, logger }: Engine, { lastOrderAt, gift }: PromotionsOptions) {
  const reservations = createReservations({ commands, hasAdoptedOrder: hasAdoptedOrder(commands) });
  const book = couponBook(pool, (error) => logger.warn({ err: error }, 'the coupons could not be read'));
  return {
    reservations,
    rewards: createRewards({ commands, clock, giveBack: reservations.giveBack }),
    factsOf: buyerFacts({ commands, book, lastOrderAt, gift }),
    personKeys: personKeys(deriveKey(config.SESSION_SECRET, 'person-uses')),
  };
}

/** Coupons, shopping credit and the price of a cart. The price is a pure function (`price-cart.ts`). */
export const promotions: Module<{ promotions: PromotionsFace }> = {
  name: 'promotions',
  streams: [COUPON_CATEGORY, WALLET_CATEGORY, PERSON_CATEGORY, FOUNDING_CATEGORY],
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  projections: [walletsProjection, couponsProjection, couponUsageProjection],
  roles: [{ name: 'rewards', join: (engine, { promotions: { rewards } }) => [rewardsRole(engine, rewards)] }],
};
