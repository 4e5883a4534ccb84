import type {
  CancelReason,
  DeliverySubtype,
  DeliveryType,
  InvoiceType,
  PaymentType,
  PricedLine,
  Quote,
  ReturnReason,
} from '@nordhaut/contracts';
import type { Agreements } from '@nordhaut/contracts/legal/agreements';
import type { DomainEvent, Purpose } from '@nordhaut/platform/decider';
import type { ForgettingReason, PersonalDataForgotten, Requester } from '@nordhaut/platform/forgetting';
import type { GiftRecord, OrderPromotions } from './order-pricing.ts';

export type OrderDelivery = { type: DeliveryType; subtype: DeliverySubtype };

/** The content of an order. Amounts are NT$ integers. */
export type OrderTerms = {
  orderNo: string;
  /** the cart that became the order; null for none */
  cartId: string | null;
  /** the signed-in member who ordered; null: a guest */
  memberId: string | null;
  /** keyed hash of the buyer's e-mail; a member who confirmed the address adopts the order by it. Missing: none, or an earlier release. */
  emailKey?: string;
  /** keyed hash of the recipient's phone number, by which two members are one person (decisions.md 63). Missing: an earlier release. */
  phoneKey?: string;
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
  /** missing: the price has no coupons and no credit */
  promotions?: OrderPromotions;
  /** The pseudonym under which the purchase is reported. Missing: the buyer agreed to no report (decisions.md 80, 82). */
  conversionId?: string;
  /** the texts that the buyer agreed to. Missing: an earlier release */
  agreed?: Agreements;
  /**
   * The group project in whose page it was ordered, as it was named then. Such an order has no coupons and no credit, earns
   * nothing and is no first purchase (decisions.md 74). Missing: an order of the shop.
   */
  group?: { projectId: number; address: string; name: string };
  /**
   * The order that it follows from, with nothing due: goods are sent again. It has no coupons and no credit, earns nothing and
   * is no purchase. `value`: NT$ that was paid for the goods, for the carrier. `gifts`: those of the order that was paid, whose value a
   * return deducts if they stay; missing: none, or an earlier release. Missing: an order that is paid.
   */
  linked?: { orderNo: string; kind: LinkedKind; value: number; gifts?: GiftRecord[] };
};

/** `EXCHANGE`: goods for goods that come back. `RESEND`: the parcel was lost, refused by the carrier or not deliverable. */
export const LINKED_KINDS = ['EXCHANGE', 'RESEND'] as const;
export type LinkedKind = (typeof LINKED_KINDS)[number];
/** Pieces of a line of the order. */
export type LinkedItem = Pick<PricedLine, 'productId' | 'tier' | 'quantity'>;
/** How a linked order came to nothing. `NOT_PLACED`: it was never placed, because its reason or its recipient is gone. */
export type LinkedOutcome = 'NOT_PLACED' | 'CANCELLED' | 'NOT_COLLECTED' | 'RETURNED';

/** Fields that the delivery does not need are empty. */
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
/** The convenience store where the buyer collects the parcel; it shows where the buyer lives or works. */
export type OrderStore = { id: string; name: string; address: string };
export type OrderContact = { recipient: OrderRecipient; store: OrderStore | null };
/** Number and title are empty for a consumer's invoice; the barcode is empty where the buyer gave none. */
export type OrderInvoice = { uniformNumber: string; companyTitle: string; mobileBarcode: string };
/** Identifies the buyer. It is encrypted under the order's subject, with a key for each purpose. Without `invoice`, the buyer gave nothing for it. */
export type OrderPersonal = { contact: OrderContact; invoice?: OrderInvoice };

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
/** `NEVER_REQUESTED`: the processor was not asked for a charge, and will not be. */
export type PaymentFailureReason =
  | 'REFUSED'
  | 'NOT_AUTHENTICATED'
  | 'ABANDONED'
  | 'NO_RESPONSE'
  | 'INTERRUPTED'
  | 'NEVER_REQUESTED'
  | 'MISMATCH';
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
/** `BUYER_FORGOTTEN`: the recipient's data was erased, so the parcel has no address. */
export type ShipmentRejectionReason = 'REFUSED_BY_CARRIER' | 'BUYER_FORGOTTEN' | 'OTHER';
/** The carrier's text is personal, because it may repeat the recipient's data. */
export type ShipmentRejected = DomainEvent<
  'ShipmentRejected',
  { at: string; tradeNo: string; reason: ShipmentRejectionReason },
  { support: { carrierText: string } }
>;

/**
 * How the parcel of a cancelled order was stopped. `CANCELLED_AT_CARRIER`: the carrier cancelled its number.
 * `DO_NOT_SHIP`: the carrier has no call to cancel or did not answer it, so the warehouse must keep the parcel. `CARRIER_REFUSED`: the carrier
 * refused to cancel. `NEVER_CREATED`: the carrier has no parcel of this order. `KEPT_IN_WAREHOUSE`: after `DO_NOT_SHIP` or
 * `CARRIER_REFUSED`, the warehouse confirmed to support that it keeps the parcel; its note is support's reason.
 */
export type RecallOutcome = 'CANCELLED_AT_CARRIER' | 'DO_NOT_SHIP' | 'CARRIER_REFUSED' | 'NEVER_CREATED' | 'KEPT_IN_WAREHOUSE';
export type ShipmentCancelled = DomainEvent<'ShipmentCancelled', { at: string; tradeNo: string; outcome: RecallOutcome }, Note>;

export type ReportSource = 'callback' | 'poll' | 'support';
/** Every report is recorded. `current`: whether it became the parcel's state (decisions.md 16). The note is support's reason. */
export type ParcelStatusReported = DomainEvent<
  'ParcelStatusReported',
  {
    /** the carrier's time; the time of arrival where the report has none */
    at: string;
    tradeNo: string;
    logisticsId: string;
    subtype: DeliverySubtype;
    code: string;
    source: ReportSource;
    /** whether the report had a time of the carrier; a poll has none */
    timed: boolean;
    current: boolean;
    finished: boolean;
  },
  Note
>;

/** The carrier cannot use the buyer's store or the sender's store. Support has to choose another one. */
export type StoreProblemReported = DomainEvent<
  'StoreProblemReported',
  {
    at: string;
    logisticsId: string;
    /** whose store: the buyer's or the sender's */
    side: 'pickup' | 'return';
    /** the carrier's status: `01` closed, `02` number changed, `03` no sender store, `04` closed for now */
    status: string;
  },
  { contact: { storeId: string } }
>;

/** Support chose another store for the parcel; the carrier has not answered yet. */
export type PickupStoreChosen = DomainEvent<'PickupStoreChosen', { at: string }, { contact: { store: OrderStore } } & Partial<Note>>;
/** The carrier sends the parcel to this store from now on. */
export type PickupStoreChanged = DomainEvent<'PickupStoreChanged', { at: string }, { contact: { store: OrderStore } }>;
/** The carrier did not take the store that was chosen. */
export type PickupStoreRefused = DomainEvent<'PickupStoreRefused', { at: string }>;

/**
 * Reasons of the checkout process. The buyer or support chooses the others. `CHECKOUT_FAILED`: another process closed the checkout
 * while this one placed the order. With it and with `SHIPMENT_REJECTED`, a parcel may exist.
 */
const PROCESS_REASONS = ['SHIPMENT_REJECTED', 'PAYMENT_TOO_LATE', 'REFUNDED_AT_PROCESSOR', 'CHECKOUT_FAILED'] as const;
/** Reasons that no person chose. */
export const PROCESS_CANCELLATIONS: ReadonlySet<string> = new Set(PROCESS_REASONS);
export type CancellationReason = (typeof PROCESS_REASONS)[number] | CancelReason;
/** Text that a person typed about a step of an order. */
export type Note = { support: { note: string } };
/** `refundDue`: whether the shop held money of the buyer at that time */
export type OrderCancelled = DomainEvent<'OrderCancelled', { at: string; reason: CancellationReason; refundDue: boolean }, Note>;

export type ReturnSender = { name: string; phone: string; address: string; zip: string };
/** The account for refunds of a cash order. */
export type BankAccount = { bankCode: string; accountNo: string; holder: string };
export type ReturnSupport = { comment: string; bankAccount: BankAccount | null };
/** Without `contact`, the recipient sends the goods back. */
export type ReturnPersonal = { contact?: { sender: ReturnSender }; support: ReturnSupport };
export type ReturnRequested = DomainEvent<'ReturnRequested', { at: string; reason: ReturnReason }, ReturnPersonal>;
/** `SEVEN_DAYS`: the buyer's right by law (decisions.md 41). `GOODWILL`: a later return that the shop accepts. */
export type ReturnApprovalReason = 'SEVEN_DAYS' | 'GOODWILL' | 'OTHER';
export type ReturnApproved = DomainEvent<'ReturnApproved', { at: string; reason: ReturnApprovalReason }, Note>;
export type ReturnRejectionReason = 'OPENED_GOODS' | 'TOO_LATE' | 'NOT_RECEIVED_BACK' | 'OTHER';
export type ReturnRejected = DomainEvent<'ReturnRejected', { at: string; reason: ReturnRejectionReason }, Note>;
/** The goods came back and were checked. */
export type ReturnReceiptReason = 'COMPLETE' | 'OTHER';
/**
 * What the order that was paid deducts for goods that were sent again and came back. `byLaw`: within the seven days. `kept`: NT$ of
 * gifts that stayed with the buyer.
 */
export type LinkedReturn = { byLaw: boolean; kept: number };
/** Pieces of gifts that stayed with the buyer. */
export type KeptGift = { productId: number; quantity: number };
/**
 * `due`: NT$ that the shop owes for the goods, by the rule of that day; null in events without it. `linked`: of a linked order, whose
 * origin owes the money; missing: another order, or an earlier release. `kept`: missing: none, or an earlier release.
 */
export type ReturnReceived = DomainEvent<
  'ReturnReceived',
  { at: string; reason: ReturnReceiptReason; due: number | null; linked?: LinkedReturn; kept?: KeptGift[] },
  Note
>;

/**
 * The goods of a member's order came back, and its rewards were taken back. `deducted`: NT$ that the member had spent of them,
 * which the refund lacks (decisions.md 61). The refund of a member's order waits for it.
 */
export type RewardsTakenBack = DomainEvent<'RewardsTakenBack', { at: string; deducted: number }>;

/** Facts for which the shop owes money. */
export type DebtReason = 'CANCELLED' | 'SHIPMENT_REJECTED' | 'PAYMENT_TOO_LATE' | 'NOT_COLLECTED' | 'RETURN' | 'SECOND_CHARGE';
/** `REFUNDED_AT_PROCESSOR`: paid back by hand in the card processor's back office. `GOODWILL`: support's choice. */
export type RefundReason = DebtReason | 'REFUNDED_AT_PROCESSOR' | 'GOODWILL' | 'OTHER';
export type RefundWay = 'card' | 'transfer';
/** `strayTradeId`: the second charge that is paid back; null for the order's own money. Amounts in NT$. */
type RefundData = { at: string; refundId: string; amount: number; reason: RefundReason; way: RefundWay; strayTradeId: string | null };
/** A refund was decided. The process calls the processor after this event, so the shop knows every refund that it requested. */
export type RefundStarted = DomainEvent<'RefundStarted', RefundData, Note>;
/** The processor refuses the refund, so support pays it by bank transfer. The process does not ask the processor for it any more. */
export type RefundWayChanged = DomainEvent<'RefundWayChanged', { at: string; refundId: string; way: 'transfer' }>;
/** The money was paid back. */
export type RefundIssued = DomainEvent<'RefundIssued', RefundData, Note>;

/** A charge under this order's number in addition to the one that pays the order. It is paid back in full. */
export type StrayChargeFound = DomainEvent<
  'StrayChargeFound',
  { at: string; recTradeId: string; bankTransactionId: string; amount: number }
>;

/** Support wrote something down about the order. `noteId`: unique within the order. */
export type NoteWritten = DomainEvent<'NoteWritten', { at: string; noteId: string }, Note>;
/** The note stays in the history; pages show it as withdrawn, with the reason. */
export type NoteWithdrawn = DomainEvent<'NoteWithdrawn', { at: string; noteId: string }, Note>;

/**
 * An act above the limits of one person. `by`: who asks for it; somebody else has to approve it. `amount`: what it is worth to the
 * buyer, NT$. `as`: missing: a goodwill refund. `items`: of goods that are sent again. `over`: the limit of that time; missing: an
 * earlier release, or an act that always needs two people. `refundId`: of a refund that is paid by transfer instead. Of goods that came
 * back, `cameAt`: when; `kept`: gifts that stayed with the buyer.
 */
export type RefundProposed = DomainEvent<
  'RefundProposed',
  {
    at: string;
    proposalId: string;
    amount: number;
    by: string;
    as?: ProposedAs;
    items?: LinkedItem[];
    refundId?: string;
    cameAt?: string;
    kept?: KeptGift[];
    over?: RefundLimit;
  },
  Note
>;
/**
 * Shopping credit, goods that are sent again (`resend`, `exchange`), a parcel abroad that nobody collected (`not-collected`), a
 * refund that the card processor refuses (`by-transfer`), or goods that came back (`return`).
 */
export type ProposedAs = 'credit' | 'resend' | 'exchange' | 'not-collected' | 'by-transfer' | 'return';
/** What one person decides alone: NT$ of goodwill for an order, or a number of refunds a day. */
export type RefundLimit = { limit: 'AMOUNT' | 'A_DAY'; max: number };
/** Stands before what follows from it in the same decision, such as `RefundStarted`. */
export type RefundApproved = DomainEvent<'RefundApproved', { at: string; proposalId: string; by: string }, Note>;
export type RefundDeclined = DomainEvent<'RefundDeclined', { at: string; proposalId: string; by: string }, Note>;

/** Support gives the order's member shopping credit; the member's wallet follows. `creditId`: unique within the order. NT$. */
export type GoodwillCreditGranted = DomainEvent<'GoodwillCreditGranted', { at: string; creditId: string; amount: number }, Note>;
/** Support takes back what is left of this credit. */
export type GoodwillCreditRevoked = DomainEvent<'GoodwillCreditRevoked', { at: string; creditId: string }, Note>;

/**
 * Support corrected the data of the invoice. `invoiceType` and the sealed data replace those of the order; data without a value
 * is empty.
 */
export type InvoiceCorrected = DomainEvent<
  'InvoiceCorrected',
  { at: string; invoiceType: InvoiceType },
  { invoice: OrderInvoice } & Partial<Note>
>;

/** Support corrected the e-mail address of the contact. Mails go to this address from now on; `emailKey` of the order no longer counts. */
export type ContactEmailCorrected = DomainEvent<'ContactEmailCorrected', { at: string }, { contact: { email: string } } & Partial<Note>>;

/** The guest's order belongs to this member from now on, for good. `by`: what showed that the member placed it. */
export type OrderAdopted = DomainEvent<'OrderAdopted', { at: string; memberId: string; by: 'COOKIE' | 'EMAIL' }>;

/**
 * Support sends goods of this order again, in the order `linkedOrderNo`, with nothing due. `value`: NT$ that is not paid back
 * while that order stands.
 */
export type LinkedOrderAgreed = DomainEvent<
  'LinkedOrderAgreed',
  { at: string; linkedOrderNo: string; kind: LinkedKind; items: LinkedItem[]; value: number },
  Note
>;
/** The linked order exists. */
export type LinkedOrderPlaced = DomainEvent<'LinkedOrderPlaced', { at: string; linkedOrderNo: string }>;
/**
 * The linked order came to nothing, so its value is free again, or owed. `returned`: how the goods came back. `due`: NT$ of the value
 * that is owed for them, by the rules of this order. Missing: no return, an earlier release, or all of the value. `withdrawn`: the
 * buyer or support cancelled it, so nothing follows about the parcel that it replaced; missing: another end, or an earlier release.
 */
export type LinkedOrderEnded = DomainEvent<
  'LinkedOrderEnded',
  { at: string; linkedOrderNo: string; outcome: LinkedOutcome; returned?: LinkedReturn; due?: number; withdrawn?: true }
>;
/** In the linked order: its origin knows that it came to nothing. */
export type OriginTold = DomainEvent<'OriginTold', { at: string; outcome: LinkedOutcome }>;

/** Legal claims for which the shop keeps the data: a dispute about a charge, or an order of an authority. */
export const HOLDS = ['DISPUTE', 'LEGAL_HOLD'] as const;
export type Hold = (typeof HOLDS)[number];
export type HoldPlaced = DomainEvent<'HoldPlaced', { at: string; hold: Hold }, Note>;
export type HoldLifted = DomainEvent<'HoldLifted', { at: string; hold: Hold }, Note>;

/** Why forgetting waits. `until`: ISO instant; null where an event ends it. */
export type Wait = { why: 'PAYMENT' | 'PARCEL' | 'RETURN_WINDOW' | 'RETURN' | 'MONEY_OWED' | Hold; until: string | null };
/**
 * Somebody asked the shop to forget, and it has to wait. The shop does it by itself when the waits are over. `dueBy`: the
 * last instant of the law (decisions.md 86).
 */
export type ForgettingRequested = DomainEvent<
  'ForgettingRequested',
  { at: string; purposes: Purpose[]; requester: Requester; reason: ForgettingReason; dueBy: string; waits: Wait[] }
>;

export type OrderEvent =
  | OrderPlaced
  | CardPaymentStarted
  | CardPaymentAuthorised
  | CardPaymentFailed
  | ShipmentCreated
  | ShipmentRejected
  | ShipmentCancelled
  | ParcelStatusReported
  | StoreProblemReported
  | PickupStoreChosen
  | PickupStoreChanged
  | PickupStoreRefused
  | OrderCancelled
  | ReturnRequested
  | ReturnApproved
  | ReturnRejected
  | ReturnReceived
  | RewardsTakenBack
  | RefundStarted
  | RefundWayChanged
  | RefundIssued
  | StrayChargeFound
  | NoteWritten
  | NoteWithdrawn
  | RefundProposed
  | RefundApproved
  | RefundDeclined
  | GoodwillCreditGranted
  | GoodwillCreditRevoked
  | InvoiceCorrected
  | ContactEmailCorrected
  | LinkedOrderAgreed
  | LinkedOrderPlaced
  | LinkedOrderEnded
  | OriginTold
  | OrderAdopted
  | HoldPlaced
  | HoldLifted
  | ForgettingRequested
  | PersonalDataForgotten;
