import type { InvoiceType, ReturnReason } from '@nordhaut/contracts';
import type { Purpose } from '@nordhaut/platform/decider';
import type { BuyerData } from './buyer-data.ts';
import type {
  CancellationReason,
  ForgettingRequested,
  Hold,
  KeptGift,
  LinkedOrderAgreed,
  LinkedOrderEnded,
  LinkedOutcome,
  LinkedReturn,
  OrderTerms,
  PaymentFailureReason,
  RecallOutcome,
  RefundProposed,
  RefundStarted,
  ReturnRejectionReason,
  StoreProblemReported,
  StrayChargeFound,
} from './order-events.ts';

// The state of an order, which order.ts folds from the events.

/**
 * `order_payment_status` of spec/2-accounts-and-members §3: HANDLING waits for the bank, SUCCESS is paid, RETURN is paid
 * back in full. Two more: COLLECT is due on delivery, FAILED was not paid.
 */
export type PaymentStatus = 'HANDLING' | 'SUCCESS' | 'RETURN' | 'FAILED' | 'COLLECT';

export type Payment = {
  status: PaymentStatus;
  recTradeId: string | null;
  bankTransactionId: string | null;
  paymentUrl: string | null;
  startedAt: string | null;
  /** NT$ charged to the card for this order, and NT$ of it paid back */
  paid: number;
  refunded: number;
  failure: { reason: PaymentFailureReason; providerCode: number | null } | null;
};

export type Shipment = {
  tradeNo: string;
  logisticsId: string;
  bookingNote: string;
  cvsPaymentNo: string;
  cvsValidationNo: string;
};

type ParcelReport = { code: string; at: string; timed: boolean; source: string };
export type Parcel = { code: string; at: string; finished: boolean; reports: ParcelReport[] };

/** `revision`: of its event. The carrier's clock may be ahead of the shop's, so revisions say what came first. */
type StoreProblem = StoreProblemReported['data'] & { revision: number };

/** A refund that was decided (`RefundStarted`) or paid (`RefundIssued`). */
export type Refund = RefundStarted['data'];
type StrayCharge = StrayChargeFound['data'];

/** `receivedAt`: when the goods came back and were checked; `due`: NT$ owed for them, recorded then; `kept`: gifts that stayed with the buyer. `rejected`: why the shop refused it. */
type OrderReturn = {
  requestedAt: string;
  reason: ReturnReason;
  receivedAt: string | null;
  due: number | null;
  linked?: LinkedReturn;
  kept?: KeptGift[];
  rejected?: ReturnRejectionReason;
};

export type RefundProposal = Omit<RefundProposed['data'], 'at'> & { verdict: 'OPEN' | 'APPROVED' | 'DECLINED' };

/** Shopping credit that support gave for the order. NT$. */
export type GoodwillCredit = { creditId: string; amount: number; revoked: boolean };

/** An order that sends goods of this one again. `AGREED`: it is not placed yet. An outcome: it came to nothing, `endedAt` (ISO). */
export type LinkedOrder = Omit<LinkedOrderAgreed['data'], 'at'> &
  Pick<LinkedOrderEnded['data'], 'returned' | 'due' | 'withdrawn'> & { state: 'AGREED' | 'PLACED' | LinkedOutcome; endedAt?: string };

/** `code`: the shop's own step or a carrier's code. `late`: reported when the parcel already had a later state. */
export type TimelineStep = { code: string; at: string; revision: number; late?: true };

export type Order = {
  terms: OrderTerms;
  /** the member who adopted the guest's order */
  adoptedBy?: string;
  /** ISO; a proof that was given before it does not count any more */
  adoptedAt?: string;
  subject: string;
  placedAt: string;
  /** empty after the buyer was forgotten, and in read models, which keep it encrypted */
  personal: BuyerData;
  payment: Payment;
  shipment: Shipment | null;
  shipmentRejected: boolean;
  /** null until the first report */
  parcel: Parcel | null;
  storeProblems?: StoreProblem[];
  /** the last choice of another store; `OPEN`: the carrier has not answered */
  storeChange?: { at: string; state: 'OPEN' | 'DONE' | 'REFUSED'; revision: number };
  /** order_type of the specification */
  returnState: 'RETURN_APPLY' | 'RETURN' | 'REFUNDED' | null;
  /** also a rejected one, because an order has one return */
  return: OrderReturn | null;
  /** NT$ of its rewards that the refund of the return lacks; missing: not known yet */
  rewardsDeducted?: number;
  /** NT$ that had gone back for other reasons when that was known */
  paidBeforeRewards?: number;
  /** why the order will not be fulfilled */
  cancelled: CancellationReason | null;
  /** how the parcel of a cancelled order was stopped */
  recall: RecallOutcome | null;
  /** when the carrier first had the parcel; a later report never resets it */
  handedOverAt: string | null;
  /** when the buyer received the goods by the newest report; null again after a correction of the carrier */
  receivedAt: string | null;
  /** decided and not yet recorded as paid */
  startedRefunds: Refund[];
  refunds: Refund[];
  /** second charges under this order's number */
  strays: StrayCharge[];
  timeline: TimelineStep[];
  /** what support wrote down; the texts are in the events */
  notes?: { noteId: string; withdrawn: boolean }[];
  /** refunds that wait, or waited, for a second person */
  proposals?: RefundProposal[];
  goodwillCredit?: GoodwillCredit[];
  /** orders that send goods of this one again */
  linked?: LinkedOrder[];
  /** nobody collected the parcel, and what was paid went back; a later code does not undo it (decisions.md 59) */
  uncollected?: true;
  /** of a linked order: its origin knows that it came to nothing */
  originTold?: true;
  /** support corrected the data of the invoice; `type` replaces that of the terms */
  invoice?: { at: string; type: InvoiceType };
  /** ISO; when support last corrected the e-mail address */
  emailCorrectedAt?: string;
  /** when each purpose of the personal data was forgotten */
  forgotten?: { [purpose in Purpose]?: string };
  /**
   * the longest time, in whole days, for which the order was over before one of its events; missing: less than a day. What reopens the order
   * later, such as a hold, does not give its number back to those who guess (`forOthers`).
   */
  overDays?: number;
  /** asked for, and waiting */
  erasure?: Omit<ForgettingRequested['data'], 'waits'>;
  holds?: Hold[];
};

/** null: the order does not exist */
export type OrderState = Order | null;
