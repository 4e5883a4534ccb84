import {
  bareEmail,
  type CartItem,
  mobileBarcodeOf,
  nationalPhone,
  type PlaceOrderRequest,
  type Recipient,
  type StoreSubtype,
} from '@nordhaut/contracts';
import type { ChosenCoupon, InvoiceFields, ShippingFields } from '../checkout/fields.ts';
import { couponsOf } from '../promotions/choices.ts';
import type { ShippingChoice } from '../shipping/shipping-form.ts';

export type OrderInput = {
  orderNo: string;
  items: readonly CartItem[];
  choice: ShippingChoice;
  fields: ShippingFields;
  invoice: InvoiceFields;
  coupons: readonly ChosenCoupon[];
  /** NT$ of shopping credit */
  credit: number;
  /** the card's one-time token; undefined for cash and where nothing is due */
  prime: string | undefined;
  /** NT$ on the button */
  expectedTotal: number;
  /** the gifts beside it */
  gifts?: readonly { productId: number; quantity: number }[] | undefined;
  /** number of an order that waits for the bank; the server cancels it before it creates this one */
  replaces?: string | undefined;
  /** a member wants the home address in the profile */
  remember?: boolean | undefined;
};

/** The request for an order. Fields of other kinds of delivery and invoice are left out. */
export function orderRequest({
  orderNo,
  items,
  choice,
  fields,
  invoice,
  coupons,
  credit,
  prime,
  expectedTotal,
  gifts = [],
  replaces,
  remember,
}: OrderInput): PlaceOrderRequest {
  return {
    orderNo,
    items: [...items],
    coupons: couponsOf(coupons),
    credit,
    delivery: deliveryOf(choice),
    recipient: recipientOf(fields, choice),
    invoice: invoiceOf(invoice),
    payment: choice.payment === 'COD' ? { type: 'COD' } : { type: 'CREDIT', ...(prime !== undefined && { prime }) },
    expectedTotal,
    ...(gifts.length > 0 && { expectedGifts: gifts.map(({ productId, quantity }) => ({ productId, quantity })) }),
    termsAccepted: true,
    ...(remember && { rememberShipping: true }),
    ...(replaces !== undefined && { replaces }),
  };
}

function invoiceOf({ type, uniformNumber, companyTitle, mobileBarcode }: InvoiceFields): PlaceOrderRequest['invoice'] {
  if (type === 'UNIFORM_NUMBER') return { type, uniformNumber, companyTitle: companyTitle.trim() };
  const barcode = mobileBarcodeOf(mobileBarcode);
  return barcode ? { type, mobileBarcode: barcode } : { type };
}

function deliveryOf({ delivery, store }: ShippingChoice): PlaceOrderRequest['delivery'] {
  if (delivery === 'HOME') return { type: 'HOME', subtype: 'TCAT' };
  if (delivery === 'INTERNATIONAL') return { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' };
  const subtype: StoreSubtype = store?.LogisticsSubType ?? 'UNIMARTC2C';
  return { type: 'CVS', subtype, ...(store && { store: { id: store.CVSStoreID, name: store.CVSStoreName, address: store.CVSAddress } }) };
}

/** The recipient as the order has it, with the fields that the delivery needs. */
export function recipientOf(fields: ShippingFields, { delivery }: ShippingChoice): Recipient {
  const { phoneArea, phone, zip, city, district, area, address } = fields;
  const person = {
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
    phoneArea,
    phone: nationalPhone(phoneArea, phone),
    email: bareEmail(fields.email),
  };
  if (delivery === 'CVS') return person;
  const place = { city, address: address.trim() };
  if (delivery === 'HOME') return { ...person, ...place, district, zip };
  return city === '香港' ? { ...person, ...place, district, area } : { ...person, ...place };
}
