import {
  carrierTakesName,
  choiceIsConsistent,
  FIRST_NAME_MAX,
  isEmail,
  isMobileBarcode,
  isPrintable,
  LAST_NAME_MAX,
  mobileBarcodeOf,
  toE164,
  type DeliverySubtype,
  type PlaceOrderRequest,
} from '@nordhaut/contracts';
import type { OrderInvoice, OrderRecipient } from '@nordhaut/ordering';
import { reject, type Rejection } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';

export type Validated<T> = ({ ok: true } & T) | { ok: false; rejection: Rejection };

/** NT$ the carrier takes for store pickup and for cash on delivery (providers §1.4, GoodsAmount). */
export const CARRIER_LIMIT = 20_000;

const subtypes: Record<PlaceOrderRequest['delivery']['type'], readonly DeliverySubtype[]> = {
  HOME: ['TCAT'],
  CVS: ['UNIMARTC2C', 'FAMIC2C'],
  INTERNATIONAL: ['INTERNATIONAL'],
};
const no = (code: string, message: string, status = 400) => reject(status, code, message);

/**
 * The shipping form and the pay step as the server sees them (spec/3-purchase-flow §5). The page checks the same
 * rules earlier; what reaches this point wrong was not sent by the page.
 */
export function validateOrder(request: PlaceOrderRequest): Validated<{ recipient: OrderRecipient; invoice: OrderInvoice }> {
  if (!request.termsAccepted) return no('TERMS_NOT_ACCEPTED', messages.terms, 409);
  const { delivery, payment } = request;
  if (!choiceIsConsistent(payment.type, delivery.type) || !subtypes[delivery.type].includes(delivery.subtype)) {
    return no('DELIVERY_MISMATCH', messages.deliveryMismatch);
  }
  const recipient = checkRecipient(request);
  if (!recipient.ok) return recipient;
  if (delivery.type === 'CVS' && !delivery.store) return no('STORE_REQUIRED', messages.store);
  const invoice = checkInvoice(request.invoice);
  return invoice.ok ? { ok: true, recipient: recipient.recipient, invoice: invoice.invoice } : invoice;
}

function checkRecipient({ recipient: given, delivery, payment }: PlaceOrderRequest): Validated<{ recipient: OrderRecipient }> {
  const firstName = given.firstName.trim();
  const lastName = given.lastName.trim();
  if (!firstName) return no('FIRST_NAME_REQUIRED', messages.firstName);
  if (!lastName) return no('LAST_NAME_REQUIRED', messages.lastName);
  if ([...firstName].length > FIRST_NAME_MAX || [...lastName].length > LAST_NAME_MAX) return no('NAME_TOO_LONG', messages.nameTooLong);
  // Checked before paying: the carrier would refuse the parcel of a paid order (providers §1.4, "Name fit").
  if (delivery.type !== 'INTERNATIONAL' && !carrierTakesName(firstName + lastName))
    return no('NAME_NOT_DELIVERABLE', messages.nameForCarrier);

  const phoneE164 = toE164(given.phoneArea, given.phone);
  if (!phoneE164) return no('PHONE_INVALID', given.phoneArea === '+886' ? messages.phone : messages.phoneForeign);
  if (delivery.type !== 'INTERNATIONAL' && given.phoneArea !== '+886') return no('PHONE_INVALID', messages.phoneForDomestic);

  const email = given.email.replaceAll(/\s/g, '');
  if (payment.type === 'CREDIT' && !email) return no('EMAIL_REQUIRED', messages.emailForCard);
  if (email && !isEmail(email)) return no('EMAIL_INVALID', messages.email);

  // A parcel to a store has no address of the buyer's; what the page sent along is not kept.
  const text = (value: string | undefined): string => (delivery.type === 'CVS' ? '' : (value?.trim() ?? ''));
  const { zip, city, district, area, address } = given;
  const place = { zip: text(zip), city: text(city), district: text(district), area: text(area), address: text(address) };
  const missing = checkPlace(place, delivery.type);
  return missing ? { ok: false, rejection: missing } : { ok: true, recipient: { firstName, lastName, email, phoneE164, ...place } };
}

type Place = Pick<OrderRecipient, 'city' | 'district' | 'area' | 'address'>;

function checkPlace({ city, district, area, address }: Place, type: PlaceOrderRequest['delivery']['type']): Rejection | undefined {
  const missing = (code: string, message: string): Rejection => ({ status: 400, code, message });
  if (type === 'CVS') return undefined;
  const abroad = type === 'INTERNATIONAL';
  if (!city) return missing('CITY_REQUIRED', abroad ? messages.cityAbroad : messages.city);
  if (abroad && city !== '香港' && city !== '澳門') return missing('CITY_NOT_SERVED', messages.international);
  if (city !== '澳門' && !district) return missing('DISTRICT_REQUIRED', abroad ? messages.region : messages.district);
  if (city === '香港' && !area) return missing('AREA_REQUIRED', messages.area);
  if (!address) return missing('ADDRESS_REQUIRED', messages.address);
  if (!isPrintable(city + district + area + address)) return missing('ADDRESS_NOT_DELIVERABLE', messages.addressNotPrintable);
  const length = [...(city + district + address)].length;
  return type === 'HOME' && (length < 6 || length > 60) ? missing('ADDRESS_NOT_DELIVERABLE', messages.addressForCarrier) : undefined;
}

function checkInvoice(invoice: PlaceOrderRequest['invoice']): Validated<{ invoice: OrderInvoice }> {
  if (invoice.type === 'NORMAL') {
    const mobileBarcode = mobileBarcodeOf(invoice.mobileBarcode ?? '');
    if (mobileBarcode && !isMobileBarcode(mobileBarcode)) return reject(400, 'MOBILE_BARCODE_INVALID', messages.mobileBarcode);
    return { ok: true, invoice: { uniformNumber: '', companyTitle: '', mobileBarcode } };
  }
  const uniformNumber = invoice.uniformNumber?.trim() ?? '';
  const companyTitle = invoice.companyTitle?.trim() ?? '';
  if (!/^\d{8}$/.test(uniformNumber)) return reject(400, 'UNIFORM_NUMBER_INVALID', messages.uniformNumber);
  if (!companyTitle) return reject(400, 'COMPANY_TITLE_REQUIRED', messages.companyTitle);
  return { ok: true, invoice: { uniformNumber, companyTitle, mobileBarcode: '' } };
}

/** What the carrier will not take at this total, in NT$; checked after pricing and before paying. */
export function checkCarrierLimit({ delivery, payment }: PlaceOrderRequest, total: number): Rejection | undefined {
  if (total <= CARRIER_LIMIT) return undefined;
  if (payment.type === 'COD') return { status: 409, code: 'COD_LIMIT', message: messages.codLimit };
  return delivery.type === 'CVS' ? { status: 409, code: 'STORE_LIMIT', message: messages.storeLimit } : undefined;
}
