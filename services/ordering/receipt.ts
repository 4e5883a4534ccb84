import { receiptOf } from '@nordhaut/evidence';
import { orderStream } from './stream.ts';

/**
 * The buyer's receipt for an order as it was after its event `revision`. Only who has proof gets it: a third party who
 * collects receipts could otherwise show when an order had which state.
 * @param hash chain hash of that event, hex
 */
export const orderReceipt = (orderNo: string, { revision, hash }: { revision: number; hash: string }): string =>
  receiptOf(orderStream(orderNo), revision, hash);
