export { cartDecider, type CartCommand } from './cart.decide.ts';
export { claimOf, type Cart, type CartEvent } from './cart.ts';
export { cartStream } from './stream.ts';
export { plus as addLines } from './lines.ts';
