export { cartDecider, type CartCommand, type ProductFacts } from './cart.decide.ts';
export { claimOf, emptyCart, type Cart, type CartEvent, type Claim } from './cart.ts';
export { cartRoutes, type ProductFactsOf } from './http.ts';
export { cartStream } from './stream.ts';
export { plus as addLines } from './lines.ts';
