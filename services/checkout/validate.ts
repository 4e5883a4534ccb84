import {
  bareEmail,
  bareName,
  carrierLimitFault,
  choiceIsConsistent,
  type DeliverySubtype,
  type DeliveryType,
  payFaults,
  type PlaceOrderRequest,
  shippingFaults,
  toE164,
} from '@nordhaut/contracts';
import { invoiceOf, type OrderInvoice, type OrderRecipient } from '@nordhaut/ordering';
import { reject, type Rejection } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';

export type Validated<T> = ({ ok: true } & T) | { ok: false; rejection: Rejection };

const subtypes: Record<DeliveryType, readonly DeliverySubtype[]> = {
  HOME: ['TCAT'],
  CVS: ['UNIMARTC2C', 'FAMIC2C'],
  INTERNATIONAL: ['INTERNATIONAL'],
};

/**
 * Checks the shipping form and the pay step on the server (spec/3-purchase-flow §5). The page checks the same rules
 * earlier, so a request that fails here did not come from the page.
 */
export function validateOrder(request: PlaceOrderRequest): Validated<{ recipient: OrderRecipient; invoice: OrderInvoice }> {
  const { delivery, payment, termsAccepted } = request;
  if (!termsAccepted) return reject(409, 'TERMS_NOT_ACCEPTED', messages.terms);
  if (!choiceIsConsistent(payment.type, delivery.type) || !subtypes[delivery.type].includes(delivery.subtype)) {
    return reject(400, 'DELIVERY_MISMATCH', messages.deliveryMismatch);
  }
  const { phoneArea, phone, ...recipient } = recipientOf(request);
  const choice = { payment: payment.type, delivery: delivery.type, hasStore: delivery.store !== undefined };
  const invoice = invoiceOf(request.invoice);
  const [wrong] = [
    ...shippingFaults({ ...recipient, phoneArea, phone }, choice),
    ...payFaults({ invoice: { type: request.invoice.type, ...invoice }, termsAccepted }),
  ];
  if (wrong) return reject(400, wrong.code, wrong.message);
  const phoneE164 = toE164(phoneArea, phone);
  if (phoneE164 === undefined) throw new Error('shippingFaults let a phone number through that has no E.164 form');
  return { ok: true, recipient: { ...recipient, phoneE164 }, invoice };
}

/** The trimmed fields, without those that the delivery type does not need. */
function recipientOf({ recipient: given, delivery: { type } }: PlaceOrderRequest) {
  const text = (value: string | undefined, needed: boolean): string => (needed ? (value?.trim() ?? '') : '');
  const city = text(given.city, type !== 'CVS');
  const hongKong = type === 'INTERNATIONAL' && city === '香港';
  return {
    firstName: bareName(given.firstName),
    lastName: bareName(given.lastName),
    phoneArea: given.phoneArea,
    phone: given.phone,
    email: bareEmail(given.email),
    zip: text(given.zip, type === 'HOME'),
    city,
    district: text(given.district, type === 'HOME' || hongKong),
    area: text(given.area, hongKong),
    address: text(given.address, type !== 'CVS'),
  };
}

/** The carrier's limit for a parcel of this value, in NT$; checked after pricing and before paying. */
export function checkCarrierLimit({ delivery, payment }: PlaceOrderRequest, value: number): Rejection | undefined {
  const fault = carrierLimitFault(payment.type, delivery.type, value);
  return fault && { status: 409, ...fault };
}
