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
export type ShippingProblem = { field: keyof ShippingFields | 'store'; message: string };

export const bareEmail = (email: string): string => email.replaceAll(/\s/g, '');

/**
 * What is missing or wrong in the shipping step, in the order of the fields (spec/3-purchase-flow §5, "Shipping form").
 * The server checks the same again.
 */
export function shippingProblems(fields: ShippingFields, choice: ShippingChoice): ShippingProblem[] {
  return [
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
  if (!city || !known) return [{ field: 'city', message: messages.city }];
  const found: ShippingProblem[] = [];
  if (city !== '澳門' && !district) found.push({ field: 'district', message: messages.district });
  if (city === '香港' && district && !HONG_KONG[district]?.includes(area)) found.push({ field: 'area', message: messages.area });
  const length = [...(city + district + address)].length;
  if (!address) found.push({ field: 'address', message: messages.address });
  else if (!isPrintable(address)) found.push({ field: 'address', message: messages.addressNotPrintable });
  else if (!overseas && (length < 6 || length > 60)) found.push({ field: 'address', message: messages.addressForCarrier });
  return found;
}
