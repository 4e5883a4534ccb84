import type { ErrorCode } from '../error-codes.ts';
import type { DeliveryType, PaymentType, PhoneArea } from '../vocabulary.ts';
import { formMessages as messages } from './form-messages.ts';
import { HONG_KONG, isOverseas } from './overseas.ts';
import { bareEmail, bareName, carrierTakesName, FIRST_NAME_MAX, isEmail, isPrintable, LAST_NAME_MAX, toE164 } from './recipient.ts';

/** The typed shipping form. An empty field is an empty text. */
export type ShippingForm = {
  firstName: string;
  lastName: string;
  phoneArea: PhoneArea;
  phone: string;
  email: string;
  city: string;
  district: string;
  address: string;
  /** Hong Kong's sub-area */
  area: string;
};
export type ShippingFor = { payment: PaymentType; delivery: DeliveryType; hasStore: boolean };
export type ShippingFault = { field: keyof ShippingForm | 'store'; code: ErrorCode; message: string };

/** Length of an address on the carrier's label, including county and district (providers §1.4). */
const ADDRESS_LENGTH = { min: 6, max: 60 } as const;

export const carrierTakesAddress = (address: string): boolean => {
  const { length } = [...address];
  return length >= ADDRESS_LENGTH.min && length <= ADDRESS_LENGTH.max;
};

/** All faults of the form, in the order of the fields (spec/3-purchase-flow §5, "Shipping form"). */
export function shippingFaults(form: ShippingForm, choice: ShippingFor): ShippingFault[] {
  const noStore = choice.delivery === 'CVS' && !choice.hasStore;
  return [
    ...(noStore ? [{ field: 'store', code: 'STORE_REQUIRED', message: messages.store } as const] : []),
    ...nameFaults(form, choice),
    ...contactFaults(form, choice),
    ...(choice.delivery === 'CVS' ? [] : placeFaults(form, choice.delivery)),
  ];
}

function nameFaults(form: ShippingForm, { delivery }: ShippingFor): ShippingFault[] {
  const firstName = bareName(form.firstName);
  const lastName = bareName(form.lastName);
  const found: ShippingFault[] = [];
  const tooLong = { code: 'NAME_TOO_LONG', message: messages.nameTooLong } as const;
  if (!firstName) found.push({ field: 'firstName', code: 'FIRST_NAME_REQUIRED', message: messages.firstName });
  else if ([...firstName].length > FIRST_NAME_MAX) found.push({ field: 'firstName', ...tooLong });
  if (!lastName) found.push({ field: 'lastName', code: 'LAST_NAME_REQUIRED', message: messages.lastName });
  else if ([...lastName].length > LAST_NAME_MAX) found.push({ field: 'lastName', ...tooLong });
  if (found.length > 0) return found;
  const name = firstName + lastName;
  const undeliverable = (message: string): ShippingFault[] => [{ field: 'lastName', code: 'NAME_NOT_DELIVERABLE', message }];
  if (delivery === 'INTERNATIONAL') return isPrintable(name) ? [] : undeliverable(messages.nameNotPrintable);
  // The carrier would refuse the parcel of a paid order (providers §1.4, "Name fit").
  return carrierTakesName(name) ? [] : undeliverable(messages.nameForCarrier);
}

function contactFaults({ phoneArea, phone, email: typed }: ShippingForm, { delivery, payment }: ShippingFor): ShippingFault[] {
  const email = bareEmail(typed);
  const found: ShippingFault[] = [];
  const wrongPhone = (message: string): ShippingFault => ({ field: 'phone', code: 'PHONE_INVALID', message });
  if (delivery !== 'INTERNATIONAL' && phoneArea !== '+886') found.push(wrongPhone(messages.phoneForDomestic));
  else if (!toE164(phoneArea, phone)) found.push(wrongPhone(phoneArea === '+886' ? messages.phone : messages.phoneForeign));
  if (payment === 'CREDIT' && !email) found.push({ field: 'email', code: 'EMAIL_REQUIRED', message: messages.emailForCard });
  else if (email && !isEmail(email)) found.push({ field: 'email', code: 'EMAIL_INVALID', message: messages.email });
  return found;
}

function placeFaults(form: ShippingForm, delivery: DeliveryType): ShippingFault[] {
  const city = form.city.trim();
  const overseas = delivery === 'INTERNATIONAL';
  // A place that was chosen before the delivery changed may not belong to the new delivery.
  const served = city !== '' && isOverseas(city) === overseas;
  const noCity: ShippingFault = {
    field: 'city',
    code: city ? 'CITY_NOT_SERVED' : 'CITY_REQUIRED',
    message: overseas ? messages.cityOverseas : messages.city,
  };
  // Abroad only Hong Kong has districts, so the form shows their fields after its choice.
  const hasDistricts = served || !overseas;
  return [
    ...(served ? [] : [noCity]),
    ...(hasDistricts ? districtFaults(served ? city : '', form) : []),
    ...addressFaults(form, { isOnLabel: served && !overseas }),
  ];
}

/** `city`: empty where no served place is chosen. A district of another place does not count. */
function districtFaults(city: string, form: ShippingForm): ShippingFault[] {
  const district = city ? form.district.trim() : '';
  if (city === '澳門') return [];
  if (city !== '香港') return district ? [] : [{ field: 'district', code: 'DISTRICT_REQUIRED', message: messages.district }];
  const areas = Object.hasOwn(HONG_KONG, district) ? HONG_KONG[district] : undefined;
  const found: ShippingFault[] = [];
  const code = district ? 'DISTRICT_UNKNOWN' : 'DISTRICT_REQUIRED';
  if (!areas) found.push({ field: 'district', code, message: messages.districtOverseas });
  if (!areas?.includes(form.area.trim())) found.push({ field: 'area', code: 'AREA_REQUIRED', message: messages.area });
  return found;
}

function addressFaults({ city, district, address: typed }: ShippingForm, { isOnLabel }: { isOnLabel: boolean }): ShippingFault[] {
  const address = typed.trim();
  const refused = (message: string): ShippingFault[] => [{ field: 'address', code: 'ADDRESS_NOT_DELIVERABLE', message }];
  if (!address) return [{ field: 'address', code: 'ADDRESS_REQUIRED', message: messages.address }];
  if (!isPrintable(address)) return refused(messages.addressNotPrintable);
  return isOnLabel && !carrierTakesAddress(city.trim() + district.trim() + address) ? refused(messages.addressForCarrier) : [];
}
