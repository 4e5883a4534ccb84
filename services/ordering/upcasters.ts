import type { EventShape, Upcaster } from '@nordhaut/platform/envelope';
import type { CancellationReason, RefundReason } from './order-events.ts';

type JsonObject = EventShape['data'];

/**
 * Version 1 had free text in `reason` and `carrierText`. Version 2 has codes there, and typed text in `personal`. The
 * upcasters turn the process's own texts into codes and drop other texts.
 */
const CANCELLATIONS: Record<string, CancellationReason> = {
  SHIPMENT_REJECTED: 'SHIPMENT_REJECTED',
  PAYMENT_TOO_LATE: 'PAYMENT_TOO_LATE',
  REFUNDED_AT_PROCESSOR: 'REFUNDED_AT_PROCESSOR',
};
const REFUNDS: Record<string, RefundReason> = {
  SHIPMENT_REJECTED: 'SHIPMENT_REJECTED',
  PAYMENT_TOO_LATE: 'PAYMENT_TOO_LATE',
  REFUNDED_AT_PROCESSOR: 'REFUNDED_AT_PROCESSOR',
  return: 'RETURN',
};

const codeOf = <Code extends string>(codes: Record<string, Code>, text: unknown): Code | 'OTHER' =>
  typeof text === 'string' && Object.hasOwn(codes, text) ? (codes[text] as Code) : 'OTHER';

const fromOne = (type: string, up: (data: JsonObject) => JsonObject): Upcaster => ({
  type,
  fromVersion: 1,
  up: (shape) => ({ ...shape, data: up(shape.data) }),
});

/** Version 2 of an invoice has a mobile barcode. `personal` is undefined where it is not decrypted or was forgotten. */
const withBarcode = ({ data, personal }: EventShape): EventShape => {
  if (personal === undefined) return { data };
  return { data, personal: { ...personal, invoice: { ...(personal['invoice'] as JsonObject), mobileBarcode: '' } } };
};
/** From version 1 to 2, for events with the buyer's invoice. */
export const invoiceUpcaster = (type: string): Upcaster => ({ type, fromVersion: 1, up: withBarcode });

export const orderUpcasters: readonly Upcaster[] = [
  invoiceUpcaster('OrderPlaced'),
  fromOne('ShipmentRejected', ({ carrierText, ...data }) => ({
    ...data,
    reason: carrierText === '' ? 'BUYER_FORGOTTEN' : 'REFUSED_BY_CARRIER',
  })),
  fromOne('OrderCancelled', ({ reason, refundDue = false, ...data }) => ({ ...data, reason: codeOf(CANCELLATIONS, reason), refundDue })),
  {
    type: 'ReturnRequested',
    fromVersion: 1,
    up: ({ data, personal }) => ({
      data: { ...data, reason: 'OTHER' },
      ...(personal && { personal: { ...personal, bankAccount: null } }),
    }),
  },
  fromOne('ReturnApproved', (data) => ({ ...data, reason: 'OTHER' })),
  fromOne('ReturnRejected', (data) => ({ ...data, reason: 'OTHER' })),
  fromOne('ReturnReceived', (data) => ({ ...data, reason: 'OTHER', due: null })),
  fromOne('RefundIssued', ({ reason, ...data }) => ({ ...data, reason: codeOf(REFUNDS, reason), way: 'card', strayTradeId: null })),
];
