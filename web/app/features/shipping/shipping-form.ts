import {
  carrierLimitFault,
  type ChosenStore,
  type DeliveryType,
  isOverseas,
  type PaymentType,
  PHONE_AREA_OF,
  type ShippingFault,
  shippingFaults,
  toE164,
} from '@nordhaut/contracts';
import type { ShippingFields } from '../checkout/fields.ts';
import { messages } from '../checkout/messages.ts';

const NO_PLACE = { zip: '', city: '', district: '', address: '', area: '' } as const;

/**
 * The fields after a change of delivery. Removes an address in Taiwan when the parcel goes abroad and the reverse, and a
 * phone number that is invalid with the new country code. Store pickup needs no address, so it keeps the typed one.
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

/** The choices beside the fields. `store`: undefined until the buyer chose one on the map. */
export type ShippingChoice = { payment: PaymentType; delivery: DeliveryType; store: ChosenStore | undefined };
export type ShippingProblem = { field: ShippingFault['field'] | 'payment' | 'delivery'; message: string };

/** Whether the total, NT$, is too high for cash on delivery and for store pickup; false while the total is unknown. */
export const overLimit = (total: number | undefined): { cod: boolean; store: boolean } => ({
  cod: total !== undefined && carrierLimitFault('COD', 'HOME', total) !== undefined,
  store: total !== undefined && carrierLimitFault('CREDIT', 'CVS', total) !== undefined,
});

/**
 * The problems of the shipping step, in the order of its fields. `total`: NT$ of the order, undefined while it is
 * unknown. The server checks the same rules.
 */
export function shippingProblems(fields: ShippingFields, { payment, delivery, store }: ShippingChoice, total?: number): ShippingProblem[] {
  const limit = total === undefined ? undefined : carrierLimitFault(payment, delivery, total);
  return [
    ...(payment === 'COD' && total === 0 ? [{ field: 'payment', message: messages.nothingDue } as const] : []),
    ...(limit ? [{ field: limit.code === 'COD_LIMIT' ? 'payment' : 'delivery', message: limit.message } as const] : []),
    ...shippingFaults(fields, { payment, delivery, hasStore: store !== undefined }),
  ];
}

/** Id of a field's control; the list of errors links to it. */
export const fieldId = (field: ShippingProblem['field'] | 'zip'): string => `ship-${field}`;
