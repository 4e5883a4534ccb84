import type { DeliveryType, PaymentType } from '../vocabulary.ts';
import { formMessages } from './form-messages.ts';
import { CARRIER_LIMIT } from './shipping.ts';

export type LimitFault = { code: 'COD_LIMIT' | 'STORE_LIMIT'; message: string };

/** The fault of an order whose total (NT$ integer) the carrier does not accept; undefined where it does. */
export function carrierLimitFault(payment: PaymentType, delivery: DeliveryType, total: number): LimitFault | undefined {
  if (total <= CARRIER_LIMIT) return undefined;
  if (payment === 'COD') return { code: 'COD_LIMIT', message: formMessages.codLimit };
  return delivery === 'CVS' ? { code: 'STORE_LIMIT', message: formMessages.storeLimit } : undefined;
}
