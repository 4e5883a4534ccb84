export { priceCart, type PricedProduct } from './price-cart.ts';
