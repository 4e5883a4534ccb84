import type { DeliveryType } from '../vocabulary.ts';

/** NT$; shipping is free from this subtotal: 1,000 for home and store, 3,000 international (decisions.md 1). */
export const FREE_SHIPPING_FROM: Record<DeliveryType, number> = { HOME: 1000, CVS: 1000, INTERNATIONAL: 3000 };

/** NT$ below that subtotal (spec/3-purchase-flow §9). */
export const SHIPPING_FEE: Record<DeliveryType, number> = { HOME: 120, CVS: 70, INTERNATIONAL: 500 };

/** NT$; the carrier's limits for store pickup and for cash on delivery (providers §1.4, GoodsAmount). */
export const CARRIER_LIMIT = 20_000;

/** Shipping fee in NT$ for a subtotal in NT$ after discounts. */
export const shippingFee = (subtotal: number, delivery: DeliveryType): number =>
  subtotal >= FREE_SHIPPING_FROM[delivery] ? 0 : SHIPPING_FEE[delivery];
