/** The meaning of a carrier's code. The carriers have about 140 codes. */
export type ParcelGroup =
  | 'processing'
  | 'shipped'
  | 'at-sender-store'
  | 'in-transit'
  | 'store-problem'
  | 'store-changed'
  | 'exception'
  | 'preparing-delivery'
  | 'delivering'
  | 'delivery-attempted'
  | 'correction'
  | 'at-pickup-store'
  | 'collected'
  | 'delivered'
  | 'completed'
  | 'returning'
  | 'returned'
  | 'return-unclaimed'
  | 'taken-back'
  | 'customer-return'
  | 'expired'
  | 'cancelled'
  | 'unknown';

/** `[code, the carrier's own text in zh-TW, group]` */
export type StatusRow = readonly [code: string, officialText: string, group: ParcelGroup];
