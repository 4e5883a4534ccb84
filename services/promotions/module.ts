import type { Engine } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import { hasAdoptedOrder } from './adopted-orders.ts';
import { couponUsageProjection } from './projections/coupon-usage.ts';
import { couponsProjection } from './projections/coupons.ts';
import { walletsProjection } from './projections/wallets.ts';
import { createReservations } from './reservations.ts';
import { createRewards } from './grant-rewards.ts';
import { rewardsRole } from './role.ts';
import { COUPON_CATEGORY, FOUNDING_CATEGORY, PERSON_CATEGORY, WALLET_CATEGORY } from './stream.ts';

/** What an order takes of coupons and credit, and what it gives back. */
const openReservations = ({ commands }: Pick<Engine, 'commands'>) =>
  createReservations({ commands, hasAdoptedOrder: hasAdoptedOrder(commands) });

/** Coupons, shopping credit and the price of a cart. The price is a pure function (`price-cart.ts`). */
export const promotions: Module = {
  name: 'promotions',
  streams: [COUPON_CATEGORY, WALLET_CATEGORY, PERSON_CATEGORY, FOUNDING_CATEGORY],
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  projections: [walletsProjection, couponsProjection, couponUsageProjection],
  roles: [
    {
      name: 'rewards',
      join: (engine) => {
        const { commands, clock } = engine;
        const { giveBack } = openReservations(engine);
        // No order takes coupons yet, so none has to return the uses of persons.
        return [rewardsRole(engine, createRewards({ commands, clock, giveBack, promotionsOf: () => ({ coupons: [], personKeys: [] }) }))];
      },
    },
  ],
};
