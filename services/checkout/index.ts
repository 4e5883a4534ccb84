/** No capability imports checkout; these are for the tests of the whole shop. */
export { checkoutDecider } from './checkout.ts';
export { reconciliation } from './reconciliation/reconcile.ts';
export { checkoutStream } from './run.ts';
