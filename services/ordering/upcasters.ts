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
/**
 * Version 3 has the personal data by purpose, and the store of a pickup order in `contact`. Version 2 had the store in an
 * open field. It is dropped where the contact was forgotten; the stored event keeps it, because the history cannot change.
 */
const byPurpose = ({ data, personal }: EventShape): EventShape => {
  const { store = null, ...delivery } = (data['delivery'] ?? {}) as JsonObject;
  const open = data['delivery'] === undefined ? data : { ...data, delivery };
  if (personal === undefined) return { data: open };
  const { recipient = {}, invoice } = personal as { recipient?: JsonObject; invoice?: JsonObject };
  const hasInvoice = Object.values(invoice ?? {}).some((value) => value !== '');
  return { data: open, personal: { contact: { recipient, store }, ...(invoice && hasInvoice && { invoice }) } };
};
/** For the two events with the buyer and the invoice, from version 1 to 3. */
export const buyerUpcasters = (type: string): Upcaster[] => [
  { type, fromVersion: 1, up: withBarcode },
  { type, fromVersion: 2, up: byPurpose },
];

/** Version 3 of an event with typed text has it in `support`. */
const inSupport = (type: string): Upcaster => ({
  type,
  fromVersion: 2,
  up: ({ data, personal }) => (personal === undefined ? { data } : { data, personal: { support: personal } }),
});

export const orderUpcasters: readonly Upcaster[] = [
  ...buyerUpcasters('OrderPlaced'),
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
  {
    type: 'ReturnRequested',
    fromVersion: 2,
    up({ data, personal }) {
      if (personal === undefined) return { data };
      const { sender, ...support } = personal;
      return { data, personal: { ...(sender && { contact: { sender } }), support } };
    },
  },
  fromOne('ReturnApproved', (data) => ({ ...data, reason: 'OTHER' })),
  fromOne('ReturnRejected', (data) => ({ ...data, reason: 'OTHER' })),
  fromOne('ReturnReceived', (data) => ({ ...data, reason: 'OTHER', due: null })),
  fromOne('RefundIssued', ({ reason, ...data }) => ({ ...data, reason: codeOf(REFUNDS, reason), way: 'card', strayTradeId: null })),
  ...['ShipmentRejected', 'OrderCancelled', 'ReturnApproved', 'ReturnRejected', 'ReturnReceived', 'RefundIssued'].map(inSupport),
  // Version 1 had the number of the buyer's store in an open field.
  fromOne('StoreProblemReported', ({ storeId: _, ...data }) => data),
];
