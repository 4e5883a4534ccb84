/**
 * A card processor takes money from cards. Amounts are NT$ integers. No method throws for what the
 * network or the processor does: an outcome that is not known for sure is the value `unknown`, and
 * the caller asks `find` before it believes anything. A browser's redirect is never proof.
 */
export type CardProcessor = {
  /**
   * Charges a card once. Not idempotent: after `unknown`, or when it is not certain whether an
   * earlier call was made, ask `find({ orderNo })` before calling again.
   */
  pay(payment: CardPayment): Promise<CardPaymentOutcome>;
  /**
   * The processor's own record. By order number there may be several attempts: the one that holds
   * money comes first, then a pending one, then the newest.
   */
  find(by: { orderNo: string } | { recTradeId: string }): Promise<FindOutcome>;
  /**
   * Gives money back; all that is left where `amount` is absent. Idempotent by `refundId`: asking
   * again after `unknown`, a crash or success answers as the first time and refunds once.
   */
  refund(refund: Refund): Promise<RefundOutcome>;
  /** Ends the connections; calls in flight finish first. */
  close(): Promise<void>;
};

export type CardPayment = {
  /** single-use card token from the browser SDK; dies 90 seconds after it was made */
  prime: string;
  amount: number;
  orderNo: string;
  /** what is bought, as it stands on the processor's own pages; at most 100 characters are sent */
  details: string;
  cardholder: { name: string; phoneE164: string; email: string; zip?: string; address?: string };
  /** where the bank's page sends the browser; receives `order_number`, `rec_trade_id` and `status` as query */
  redirectUrl: string;
  /** where the processor reports the end of a 3-D secure payment */
  notifyUrl: string;
};

export type CardPaymentOutcome =
  /** money is reserved; nothing more to do */
  | { kind: 'authorised'; recTradeId: string; bankTransactionId: string; authCode: string; lastFour: string }
  /** 3-D secure has started: the browser goes to `paymentUrl`, nothing is paid yet */
  | { kind: 'redirect'; paymentUrl: string; recTradeId: string; bankTransactionId: string }
  /** definitely not charged */
  | { kind: 'refused'; providerCode: number; providerMessage: string }
  /** perhaps charged. `sent: false`: no connection was made, so the processor never heard of it */
  | { kind: 'unknown'; reason: string; sent: boolean };

export type PaymentStatus = 'pending' | 'authorised' | 'captured' | 'partly-refunded' | 'refunded' | 'cancelled' | 'error';

export type PaymentRecord = {
  recTradeId: string;
  status: PaymentStatus;
  /** NT$ left after refunds */
  amount: number;
  originalAmount: number;
  refundedAmount: number;
  currency: string;
  orderNo: string;
  merchantId: string;
  bankTransactionId: string;
  authCode: string;
  lastFour: string;
  /** the bank's reason for a decline; empty where it gave none */
  bankResultCode: string;
  bankResultMessage: string;
};

export type FindOutcome =
  | { kind: 'found'; record: PaymentRecord; others: readonly PaymentRecord[] }
  /** the processor answered that it has no such record */
  | { kind: 'none' }
  /** the processor could not be asked */
  | { kind: 'unknown'; reason: string };

export type Refund = {
  recTradeId: string;
  amount?: number;
  /** unique for ever; 1–20 letters and digits */
  refundId: string;
  /** NT$ of this charge that went back by other refunds; default 0. Without it, one of those could pass for this refund. */
  refundedBefore?: number;
};

export type RefundOutcome =
  | { kind: 'refunded'; amount: number }
  | { kind: 'refused'; code: number; message: string }
  | { kind: 'unknown'; reason: string };
