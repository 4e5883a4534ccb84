import {
  carrierTakesName,
  type ChosenStore,
  FIRST_NAME_MAX,
  isEmail,
  isPrintable,
  LAST_NAME_MAX,
  PHONE_AREAS,
  type DeliveryType,
  type PaymentType,
  toE164,
} from '@nordhaut/contracts';
import * as z from 'zod/mini';
import { HONG_KONG, OVERSEAS, PHONE_AREA_OF } from './areas.ts';
import { messages } from './messages.ts';

/** The shipping form's fields as the inputs hold them (spec/3-purchase-flow §3, "Shipping info"). */
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

const NO_PLACE = { zip: '', city: '', district: '', address: '', area: '' } as const;

/**
 * What of the fields can still be right once another way of delivery is chosen: a street in Taiwan is none abroad, and a
 * number there has another country code. Store pickup needs no place, so it keeps the one that was typed.
 */
export function carriedOver(fields: ShippingFields, from: DeliveryType, to: DeliveryType): ShippingFields {
  const overseas = to === 'INTERNATIONAL';
  const crosses = overseas !== (from === 'INTERNATIONAL');
  const { city, phone } = fields;
  const fits = city ? OVERSEAS.some((place) => place === city) === overseas : !crosses;
  const place = to === 'CVS' || fits ? {} : NO_PLACE;
  if (!crosses) return { ...fields, ...place };
  const phoneArea = overseas ? (PHONE_AREA_OF[city] ?? '+852') : '+886';
  return { ...fields, ...place, phoneArea, phone: toE164(phoneArea, phone) ? phone : '' };
}

/** What is chosen beside the fields. `store`: undefined until one came back from the map. */
export type ShippingChoice = { payment: PaymentType; delivery: DeliveryType; store: ChosenStore | undefined };
export type ShippingProblem = { field: keyof ShippingFields | 'store' | 'payment' | 'delivery'; message: string };

/** NT$ that a carrier takes for store pickup and for cash on delivery (providers §1.4, GoodsAmount). */
export const CARRIER_LIMIT = 20_000;

/** What an order of this total, NT$, cannot be paid or sent with; nothing while the total is unknown. */
export function overLimit(total: number | undefined): { cod: boolean; store: boolean } {
  const over = total !== undefined && total > CARRIER_LIMIT;
  return { cod: over, store: over };
}

export const bareEmail = (email: string): string => email.replaceAll(/\s/g, '');

/**
 * What is missing or wrong in the shipping step, in the order of the fields (spec/3-purchase-flow §5, "Shipping form").
 * `total`: NT$ of the order, undefined while it is unknown. The server checks the same again.
 */
export function shippingProblems(fields: ShippingFields, choice: ShippingChoice, total?: number): ShippingProblem[] {
  const over = overLimit(total);
  return [
    ...(choice.payment === 'COD' && over.cod ? [{ field: 'payment', message: messages.codLimit } as const] : []),
    ...(choice.delivery === 'CVS' && over.store ? [{ field: 'delivery', message: messages.storeLimit } as const] : []),
    ...(choice.delivery === 'CVS' && !choice.store ? [{ field: 'store', message: messages.store } as const] : []),
    ...nameProblems(fields, choice),
    ...contactProblems(fields, choice),
    ...(choice.delivery === 'CVS' ? [] : placeProblems(fields, choice.delivery)),
  ];
}

function nameProblems(fields: ShippingFields, { delivery }: ShippingChoice): ShippingProblem[] {
  const firstName = fields.firstName.trim();
  const lastName = fields.lastName.trim();
  const found: ShippingProblem[] = [];
  if (!firstName) found.push({ field: 'firstName', message: messages.firstName });
  else if ([...firstName].length > FIRST_NAME_MAX) found.push({ field: 'firstName', message: messages.nameTooLong });
  if (!lastName) found.push({ field: 'lastName', message: messages.lastName });
  else if ([...lastName].length > LAST_NAME_MAX) found.push({ field: 'lastName', message: messages.nameTooLong });
  // The carrier would refuse the parcel of a paid order (providers §1.4, "Name fit").
  if (found.length === 0 && delivery !== 'INTERNATIONAL' && !carrierTakesName(firstName + lastName))
    found.push({ field: 'lastName', message: messages.nameForCarrier });
  return found;
}

function contactProblems({ phoneArea, phone, email: typed }: ShippingFields, { delivery, payment }: ShippingChoice): ShippingProblem[] {
  const email = bareEmail(typed);
  const found: ShippingProblem[] = [];
  if (delivery !== 'INTERNATIONAL' && phoneArea !== '+886') found.push({ field: 'phone', message: messages.phoneForDomestic });
  else if (!toE164(phoneArea, phone))
    found.push({ field: 'phone', message: phoneArea === '+886' ? messages.phone : messages.phoneForeign });
  if (payment === 'CREDIT' && !email) found.push({ field: 'email', message: messages.emailForCard });
  else if (email && !isEmail(email)) found.push({ field: 'email', message: messages.email });
  return found;
}

function placeProblems(fields: ShippingFields, delivery: DeliveryType): ShippingProblem[] {
  const { city, district, area } = fields;
  const address = fields.address.trim();
  const overseas = delivery === 'INTERNATIONAL';
  // A county chosen before the delivery changed is no place of the other kind.
  const known = OVERSEAS.some((place) => place === city) === overseas;
  const found: ShippingProblem[] = [];
  if (!city || !known) found.push({ field: 'city', message: overseas ? messages.cityAbroad : messages.city });
  // Abroad only Hong Kong has districts, so their fields stand in the form once it is chosen.
  const hongKong = overseas && city === '香港';
  if ((!overseas || hongKong) && !(known && district))
    found.push({ field: 'district', message: overseas ? messages.region : messages.district });
  if (hongKong && !HONG_KONG[district]?.includes(area)) found.push({ field: 'area', message: messages.area });
  const length = [...(city + district + address)].length;
  if (!address) found.push({ field: 'address', message: messages.address });
  else if (!isPrintable(address)) found.push({ field: 'address', message: messages.addressNotPrintable });
  else if (!overseas && known && city && (length < 6 || length > 60)) found.push({ field: 'address', message: messages.addressForCarrier });
  return found;
}
