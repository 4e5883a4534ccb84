import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Engine } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import { adoptGuestCart } from './adopt-guest-cart.ts';
import { cartRoutes, type MutedOf, type ProductFactsOf } from './http.ts';
import { accountCartId } from './whose-cart.ts';

/** What the accounts need of the carts. */
export const openCart = ({ commands }: Pick<Engine, 'commands'>) => ({
  adopt: (visitor: string, memberId: string, context: CommandContext) =>
    adoptGuestCart(commands, visitor, accountCartId(memberId), context),
});

export const cart: Module<{ catalogue: { factsOf: ProductFactsOf }; accounts: { muting: { of: MutedOf } } }> = {
  name: 'cart',
  streams: ['cart'],
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  routes: ({ commands }, { catalogue, accounts }) => [cartRoutes({ commands, factsOf: catalogue.factsOf, mutedOf: accounts.muting.of })],
};
