/**
 * The shop's closed vocabularies, as they stand in the specification and cross every boundary:
 * HTTP, socket, events, read models. Source: spec/3-purchase-flow §3, §4.
 */

/** Price tiers of a product. A guest's cart holds ORIGIN and ADDITIONAL lines only. */
export const PRICE_TIERS = ['ORIGIN', 'MEMBER', 'ADDITIONAL'] as const;
export type PriceTier = (typeof PRICE_TIERS)[number];

export const PRODUCT_TYPES = ['PRODUCT', 'SET'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** `?feature=` of the product list (spec/1-catalogue-and-content §2). */
export const PRODUCT_FEATURES = [
  'wrinkles-fine-lines',
  'dullness-uneven-texture',
  'dryness',
  'hand-dry',
  'acne-blemishes',
  'enlarged-pores',
  'all-skin-types',
] as const;
export type ProductFeature = (typeof PRODUCT_FEATURES)[number];

export const PAYMENT_TYPES = ['CREDIT', 'COD'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const DELIVERY_TYPES = ['HOME', 'CVS', 'INTERNATIONAL'] as const;
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

/** Convenience-store chains: 7-ELEVEN and FamilyMart. */
export const STORE_SUBTYPES = ['UNIMARTC2C', 'FAMIC2C'] as const;
export type StoreSubtype = (typeof STORE_SUBTYPES)[number];

export const DELIVERY_SUBTYPES = ['TCAT', ...STORE_SUBTYPES, 'INTERNATIONAL'] as const;
export type DeliverySubtype = (typeof DELIVERY_SUBTYPES)[number];

export const INVOICE_TYPES = ['NORMAL', 'UNIFORM_NUMBER'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** International dialling codes the shop delivers to. */
export const PHONE_AREAS = ['+886', '+852', '+853'] as const;
export type PhoneArea = (typeof PHONE_AREAS)[number];

/** Care steps, in the order of use; each has a tint of its own (web/app/styles/tokens.css). */
export const CARE_STEPS = ['cleanse', 'hydrate', 'func', 'lock', 'hand'] as const;
export type CareStep = (typeof CARE_STEPS)[number];

/** Where an order stands, in one word; pages decide by it, never by a label or a carrier's code. */
export const ORDER_PHASES = [
  'awaiting-payment',
  'payment-failed',
  'preparing',
  'on-its-way',
  'at-store',
  'delivered',
  'not-collected',
  'cancelled',
  'return-requested',
  'returning',
  'refunded',
] as const;
export type OrderPhase = (typeof ORDER_PHASES)[number];

/** What the payment of an order is: waits for the bank, is here, did not happen, is due on delivery, was collected. */
export const PAYMENT_STATES = ['pending', 'paid', 'failed', 'on-delivery', 'collected'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Money that goes back to the buyer: none, still owed, or paid back. */
export const REFUND_STATES = ['none', 'owed', 'paid'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** How far a parcel has come; the carriers' roughly 140 codes come down to these. */
export const PARCEL_STAGES = [
  'preparing',
  'shipped',
  'in-transit',
  'delivering',
  'at-store',
  'delivered',
  'returning',
  'customer-return',
  'problem',
  'cancelled',
  'unknown',
] as const;
export type ParcelStage = (typeof PARCEL_STAGES)[number];

/** Why goods come back, as the buyer chooses it; the first is chosen beforehand (decisions.md 41). */
export const RETURN_REASONS = ['NOT_STATED', 'CHANGED_MIND', 'NOT_SUITABLE', 'WRONG_ITEM', 'DAMAGED', 'OTHER'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** Why a buyer cancels, as the buyer chooses it. */
export const CANCEL_REASONS = ['NOT_STATED', 'CHANGED_MIND', 'ORDERED_TWICE', 'WRONG_DETAILS', 'TOO_SLOW', 'OTHER'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];
