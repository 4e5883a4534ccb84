import { type CouponType, INVOICE_TYPES, type InvoiceType, type PhoneArea } from '@nordhaut/contracts';

/** The fields of the shipping form, as typed (spec/3-purchase-flow §3, "Shipping info"). */
export type ShippingFields = {
  firstName: string;
  lastName: string;
  phoneArea: PhoneArea;
  phone: string;
  email: string;
  zip: string;
  city: string;
  district: string;
  address: string;
  area: string;
};

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

/** The fields of the invoice form, as typed. `mobileBarcode`: empty for none */
export type InvoiceFields = { type: InvoiceType; uniformNumber: string; companyTitle: string; mobileBarcode: string };

export const EMPTY_INVOICE: InvoiceFields = { type: INVOICE_TYPES[0], uniformNumber: '', companyTitle: '', mobileBarcode: '' };

/** A price that the buyer has seen, NT$. `of`: the lines, the delivery and the shopping credit that it belongs to. */
export type SeenPrice = { of: string; price: number };

/**
 * A price that the buyer confirmed and that the page's quote does not have. `quoted`: the price of that quote, NT$. `discount`: the name
 * of what the order takes off
 */
export type AgreedPrice = SeenPrice & { quoted: number; discount?: string | undefined };

/** A coupon that the buyer chose. `gifts`: product uids of the chosen gifts, of one with a choice. */
export type ChosenCoupon = { uid: string; type: CouponType; gifts?: string[] | undefined };
