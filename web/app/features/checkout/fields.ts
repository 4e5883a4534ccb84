import { COUPON_TYPES, INVOICE_TYPES, PHONE_AREAS } from '@nordhaut/contracts';
import * as z from 'zod/mini';

/** The fields of the shipping form, as typed (spec/3-purchase-flow §3, "Shipping info"). */
export const ShippingFields = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phoneArea: z.enum(PHONE_AREAS),
  phone: z.string(),
  email: z.string(),
  zip: z.string(),
  city: z.string(),
  district: z.string(),
  address: z.string(),
  area: z.string(),
});
export type ShippingFields = z.infer<typeof ShippingFields>;

export const EMPTY_SHIPPING: ShippingFields = {
  firstName: '',
  lastName: '',
  phoneArea: '+886',
  phone: '',
  email: '',
  zip: '',
  city: '',
  district: '',
  address: '',
  area: '',
};

/** The fields of the invoice form, as typed. */
export const InvoiceFields = z.object({
  type: z.enum(INVOICE_TYPES),
  uniformNumber: z.string(),
  companyTitle: z.string(),
  /** empty for none */
  mobileBarcode: z._default(z.string(), ''),
});
export type InvoiceFields = z.infer<typeof InvoiceFields>;

/** A price that the buyer has seen, NT$. `of`: the lines, the delivery and the shopping credit that it belongs to. */
export const SeenPrice = z.object({ of: z.string(), price: z.int() });
export type SeenPrice = z.infer<typeof SeenPrice>;

/** A coupon that the buyer chose. `gifts`: product uids of the chosen gifts, of one with a choice. */
export const ChosenCoupon = z.object({ uid: z.string(), type: z.enum(COUPON_TYPES), gifts: z.optional(z.array(z.string())) });
export type ChosenCoupon = z.infer<typeof ChosenCoupon>;
