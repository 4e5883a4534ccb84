/**
 * The shop's closed vocabularies, with the specification's names (spec/3-purchase-flow §3, §4). HTTP, socket, events and
 * read models use them.
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

export const COUPON_TYPES = ['DISCOUNT', 'GIVEAWAY', 'BONUS'] as const;
export type CouponType = (typeof COUPON_TYPES)[number];

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

/** International dialling codes of the places to which the shop delivers. */
export const PHONE_AREAS = ['+886', '+852', '+853'] as const;
export type PhoneArea = (typeof PHONE_AREAS)[number];

/** Care steps in the order of use. Each one has its own tint (web/app/styles/tokens.css). */
export const CARE_STEPS = ['cleanse', 'hydrate', 'func', 'lock', 'hand'] as const;
export type CareStep = (typeof CARE_STEPS)[number];

/** The phase of an order. Pages decide by it, never by a label or a carrier's code. */
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

/** The payment of an order: at the bank, paid, failed, due on delivery, collected. */
export const PAYMENT_STATES = ['pending', 'paid', 'failed', 'on-delivery', 'collected'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Money for the buyer: none, owed, or paid back. */
export const REFUND_STATES = ['none', 'owed', 'paid'] as const;

/** The stage of a parcel. Each of the carriers' about 140 codes belongs to one stage. */
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

/** The buyer's reasons for a return. The form starts with the first one (decisions.md 41). */
export const RETURN_REASONS = ['NOT_STATED', 'CHANGED_MIND', 'NOT_SUITABLE', 'WRONG_ITEM', 'DAMAGED', 'OTHER'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** The buyer's reasons for a cancellation. */
export const CANCEL_REASONS = ['NOT_STATED', 'CHANGED_MIND', 'ORDERED_TWICE', 'WRONG_DETAILS', 'TOO_SLOW', 'OTHER'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Ways to sign in (spec/2-accounts-and-members §3). A member may have several. */
export const LOGIN_TYPES = ['EMAIL', 'LINE', 'FACEBOOK'] as const;
export type LoginType = (typeof LOGIN_TYPES)[number];

export const GENDERS = ['MALE', 'FEMALE', 'OTHERS'] as const;
export type Gender = (typeof GENDERS)[number];

/** ORIGINAL: a founding member (spec/2-accounts-and-members §1). */
export const USER_GROUPS = ['ORIGINAL', 'FRIEND'] as const;

/** Entries of an order's timeline that correct its data: they are no step of the order. */
export const CORRECTIONS: ReadonlySet<string> = new Set(['INVOICE_CORRECTED', 'EMAIL_CORRECTED']);
