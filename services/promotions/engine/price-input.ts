import type { CartItem, DeliveryType, ErrorCode, PriceTier, ProductType, Quote } from '@nordhaut/contracts';
import type { Rejection } from '@nordhaut/platform/decider';
import type { CouponChoice, Promotions } from './facts.ts';

/** A product as the price engine needs it. Prices in NT$. */
export type PricedProduct = {
  productId: number;
  nameZh: string;
  nameEn: string;
  images: readonly string[];
  available: boolean;
  prices: Record<PriceTier, number | null>;
  /** default: PRODUCT */
  type?: ProductType;
  /** ids of the products in a set; default: none */
  setItems?: readonly number[];
  /** free samples that are sent with it, to try within the seven days of a return (spec/1-catalogue-and-content) */
  samples: readonly { productId: number; nameZh: string; nameEn: string; images: readonly string[] }[];
};

export type PriceInput = {
  items: readonly CartItem[];
  delivery: DeliveryType;
  coupons: readonly CouponChoice[];
  /** NT$ of shopping credit that the member wants to use */
  credit: number;
  isMember: boolean;
  /** leaves out what only members have, and coupons that do not fit, instead of refusing them, with a notice for the page */
  dropMemberParts?: boolean;
  product: (productId: number) => PricedProduct | undefined;
  /** missing: the price without coupons and credit. Its `member` counts for members only. */
  promotions?: Promotions | undefined;
};

/** A part of the request that the price leaves out. `coupon`: the uid of the coupon that it is about */
export type Notice = { code: ErrorCode; message: string; coupon?: string };

export type PriceResult = { ok: true; quote: Quote; notices: Notice[] } | { ok: false; rejection: Rejection };
