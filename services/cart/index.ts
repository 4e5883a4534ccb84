export { cartDecider, type CartCommand } from './cart.decide.ts';
export { claimOf, orderable, type Cart, type CartEvent, type Claim } from './cart.ts';
export { adoptGuestCart } from './adopt-guest-cart.ts';
export { accountCartId, cartIdOf } from './whose-cart.ts';
export { cartStream } from './stream.ts';
export { paidTier, plus as addLines } from './lines.ts';
