export { priceCart, type PricedProduct, type PriceInput, type PriceResult } from './price-cart.ts';
export { messages as pricingMessages } from './messages.ts';
