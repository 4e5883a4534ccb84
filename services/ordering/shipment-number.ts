/** Digits of base 32, as in order numbers. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SHIPMENT = /^([0-9A-Z]{16})S[1-9A-HJKMNP-TV-Z]$/;

/**
 * A shipment's own number at the carrier (`MerchantTradeNo`, at most 20 letters and digits): the order number (16), `S`
 * for a shipment to the buyer, and the shipment's count within the order, 1–31, as one digit (infra/decisions/020).
 */
export const shipmentNo = (orderNo: string, count: number): string => `${orderNo}S${DIGITS.charAt(count)}`;

/**
 * The order number of a shipment number. Any other number counts as an order number, because older shipments used it at
 * the carrier. The order's decider checks whether the order has such a shipment.
 */
export const orderNoOfShipment = (tradeNo: string): string => SHIPMENT.exec(tradeNo)?.[1] ?? tradeNo;
