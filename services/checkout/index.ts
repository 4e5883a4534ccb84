export { checkoutMigrations, openCheckoutsProjection } from './open-checkouts.ts';
export { checkoutDecider, checkoutUpcasters } from './checkout.ts';
export type { CheckoutDeps, Reservation } from './deps.ts';
export { checkoutStream } from './drive.ts';
export { checkoutRoutes, type CheckoutHttp } from './http.ts';
export type { Step } from './next-step.ts';
export { orderNumbers, type OrderNumbers } from './order-number.ts';
export { createCheckoutProcess, type CheckoutProcess } from './process.ts';
export { createSweeper, sweep, type SweeperOptions } from './sweeper.ts';
