import type { Module } from '@nordhaut/platform/module';
import { cartRoutes, type ProductFactsOf } from './http.ts';

export const cart: Module<{ catalogue: { factsOf: ProductFactsOf } }> = {
  name: 'cart',
  streams: ['cart'],
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  routes: ({ commands }, { catalogue }) => [cartRoutes({ commands, factsOf: catalogue.factsOf })],
};
