import {
  type ChosenStore,
  type DeliveryType,
  isOverseas,
  type PaymentType,
  PHONE_AREA_OF,
  PHONE_AREAS,
  type ShippingFault,
  shippingFaults,
  toE164,
} from '@nordhaut/contracts';
import * as z from 'zod/mini';

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
  const fits = city ? isOverseas(city) === overseas : !crosses;
  const place = to === 'CVS' || fits ? {} : NO_PLACE;
  if (!crosses) return { ...fields, ...place };
  const phoneArea = overseas ? (PHONE_AREA_OF[city] ?? '+852') : '+886';
  return { ...fields, ...place, phoneArea, phone: toE164(phoneArea, phone) ? phone : '' };
}

/** What is chosen beside the fields. `store`: undefined until one came back from the map. */
export type ShippingChoice = { payment: PaymentType; delivery: DeliveryType; store: ChosenStore | undefined };
export type ShippingProblem = Pick<ShippingFault, 'field' | 'message'>;

/** What is missing or wrong in the shipping step, in the order of the fields. The server checks the same rules. */
export const shippingProblems = (fields: ShippingFields, { payment, delivery, store }: ShippingChoice): ShippingProblem[] =>
  shippingFaults(fields, { payment, delivery, hasStore: store !== undefined });
