import type { Module } from '@nordhaut/platform/module';
import { cartRoutes, type MutedOf, type ProductFactsOf } from './http.ts';

export const cart: Module<{ catalogue: { factsOf: ProductFactsOf }; accounts: { muting: { of: MutedOf } } }> = {
  name: 'cart',
  streams: ['cart'],
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  routes: ({ commands }, { catalogue, accounts }) => [cartRoutes({ commands, factsOf: catalogue.factsOf, mutedOf: accounts.muting.of })],
};
