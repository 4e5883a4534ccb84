import type { DeliverySubtype, DeliveryType, InvoiceType, PaymentType, PricedLine, Quote } from '@nordhaut/contracts';
import type { DomainEvent } from '@nordhaut/platform/decider';

/** Everything that can happen to an order, in the stream `order-{orderNo}` (architecture: *Commands and events*). */
export type OrderDelivery = {
  type: DeliveryType;
  subtype: DeliverySubtype;
  store: { id: string; name: string; address: string } | null;
};

/** What an order consists of. Amounts are NT$ integers. */
export type OrderTerms = {
  orderNo: string;
  /** the cart it came from; undefined for none */
  cartId: string | null;
  memberId: string | null;
  lines: PricedLine[];
  gifts: Quote['gifts'];
  discounts: Quote['discounts'];
  credit: number;
  subtotal: number;
  shippingFee: number;
  total: number;
  payment: PaymentType;
  delivery: OrderDelivery;
  invoiceType: InvoiceType;
};

/** Who gets it; fields that a delivery does not need are empty. */
export type OrderRecipient = {
  firstName: string;
  lastName: string;
  phoneE164: string;
  email: string;
  zip: string;
  city: string;
  district: string;
  /** Hong Kong's sub-area */
  area: string;
  address: string;
};
/** Number and title are empty for a consumer's invoice; the barcode is empty where the buyer gave none. */
export type OrderInvoice = { uniformNumber: string; companyTitle: string; mobileBarcode: string };
/** What identifies the buyer; encrypted under the order's subject. */
export type OrderPersonal = { recipient: OrderRecipient; invoice: OrderInvoice };
/** Everything of an order that identifies the buyer, in one place; what the return form added too. */
export type BuyerData = OrderPersonal & { return?: ReturnPersonal };

export type OrderPlaced = DomainEvent<'OrderPlaced', OrderTerms & { at: string }, OrderPersonal>;

/** 3-D secure is pending: the buyer is at the bank's page. */
export type CardPaymentStarted = DomainEvent<
  'CardPaymentStarted',
  { at: string; recTradeId: string; bankTransactionId: string; amount: number; paymentUrl: string }
>;
export type CardPaymentAuthorised = DomainEvent<
  'CardPaymentAuthorised',
  { at: string; recTradeId: string; bankTransactionId: string; amount: number; authCode: string }
>;
/** `reason`: refused by the bank, abandoned at the bank's page, or never reached the processor. */
export type PaymentFailureReason = 'REFUSED' | 'NOT_AUTHENTICATED' | 'ABANDONED' | 'NO_RESPONSE' | 'INTERRUPTED' | 'MISMATCH';
export type CardPaymentFailed = DomainEvent<
  'CardPaymentFailed',
  {
    at: string;
    reason: PaymentFailureReason;
    providerCode: number | null;
    recTradeId: string | null;
    /** MISMATCH: NT$ of the charge that does not fit the order */
    charged?: number;
  }
>;

export type ShipmentCreated = DomainEvent<
  'ShipmentCreated',
  {
    at: string;
    tradeNo: string;
    logisticsId: string;
    subtype: DeliverySubtype;
    code: string;
    bookingNote: string;
    cvsPaymentNo: string;
    cvsValidationNo: string;
  }
>;
export type ShipmentRejected = DomainEvent<'ShipmentRejected', { at: string; tradeNo: string; carrierText: string }>;

export type ReportSource = 'callback' | 'poll' | 'support';
/** Every report is kept; `current` says whether it became the parcel's state (decisions.md #16). */
export type ParcelStatusReported = DomainEvent<
  'ParcelStatusReported',
  {
    /** the carrier's time where it gives one, else when the shop learned it */
    at: string;
    tradeNo: string;
    logisticsId: string;
    subtype: DeliverySubtype;
    code: string;
    source: ReportSource;
    /** false for a poll: it tells the state, not since when */
    timed: boolean;
    current: boolean;
    finished: boolean;
  }
>;

/** The carrier cannot bring the parcel to its store, or back to the sender's: support has to name another one. */
export type StoreProblemReported = DomainEvent<
  'StoreProblemReported',
  {
    at: string;
    logisticsId: string;
    /** whose store: the buyer's or the sender's */
    side: 'pickup' | 'return';
    /** the carrier's word: `01` closed, `02` number changed, `03` no sender store, `04` closed for now */
    status: string;
    storeId: string;
  }
>;

/** `refundDue`: whether money of the buyer's is here at that moment */
export type OrderCancelled = DomainEvent<'OrderCancelled', { at: string; reason: string; refundDue: boolean }>;
export type ReturnSender = { name: string; phone: string; address: string; zip: string };
export type ReturnPersonal = { comment: string; sender: ReturnSender | null };
export type ReturnRequested = DomainEvent<'ReturnRequested', { at: string }, ReturnPersonal>;
export type ReturnApproved = DomainEvent<'ReturnApproved', { at: string; reason: string }>;
export type ReturnRejected = DomainEvent<'ReturnRejected', { at: string; reason: string }>;
export type ReturnReceived = DomainEvent<'ReturnReceived', { at: string; reason: string }>;
export type RefundIssued = DomainEvent<'RefundIssued', { at: string; refundId: string; amount: number; reason: string }>;

export type OrderEvent =
  | OrderPlaced
  | CardPaymentStarted
  | CardPaymentAuthorised
  | CardPaymentFailed
  | ShipmentCreated
  | ShipmentRejected
  | ParcelStatusReported
  | StoreProblemReported
  | OrderCancelled
  | ReturnRequested
  | ReturnApproved
  | ReturnRejected
  | ReturnReceived
  | RefundIssued;
