/** No capability imports checkout; these are for the tests of the whole shop. */
export { checkoutDecider } from './checkout.ts';
export { cardReconciliation } from './reconciliation/cards.ts';
export { parcelReconciliation } from './reconciliation/parcels.ts';
export { checkoutStream } from './run.ts';
