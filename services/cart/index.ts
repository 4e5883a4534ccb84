export { cartDecider, type CartCommand, type ProductFacts } from './cart.decide.ts';
export { emptyCart, type Cart, type CartEvent } from './cart.ts';
export { cartRoutes, type ProductFactsOf } from './http.ts';
export { cartStream } from './stream.ts';
