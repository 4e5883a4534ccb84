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
