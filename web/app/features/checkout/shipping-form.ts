import {
  carrierLimitFault,
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
export type ShippingProblem = { field: ShippingFault['field'] | 'payment' | 'delivery'; message: string };

/** What an order of this total, NT$, cannot be paid or sent with; nothing while the total is unknown. */
export const overLimit = (total: number | undefined): { cod: boolean; store: boolean } => ({
  cod: total !== undefined && carrierLimitFault('COD', 'HOME', total) !== undefined,
  store: total !== undefined && carrierLimitFault('CREDIT', 'CVS', total) !== undefined,
});

/**
 * What is missing or wrong in the shipping step, in the order of the fields. `total`: NT$ of the order, undefined while
 * it is unknown. The server checks the same rules.
 */
export function shippingProblems(fields: ShippingFields, { payment, delivery, store }: ShippingChoice, total?: number): ShippingProblem[] {
  const limit = total === undefined ? undefined : carrierLimitFault(payment, delivery, total);
  return [
    ...(limit ? [{ field: limit.code === 'COD_LIMIT' ? 'payment' : 'delivery', message: limit.message } as const] : []),
    ...shippingFaults(fields, { payment, delivery, hasStore: store !== undefined }),
  ];
}
