import type { Module } from '@nordhaut/platform/module';

/** The price of a cart is a pure function (`price-cart.ts`), so there is nothing to start. */
export const promotions: Module = { name: 'promotions' };
