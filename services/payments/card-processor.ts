/**
 * Charges cards and pays money back. Amounts are NT$ integers. A failure of the network or the processor is a value, not an
 * exception. After `unknown` the caller must call `find`. A browser's redirect is never a proof of payment.
 */
export type CardProcessor = {
  /**
   * Charges a card once. Not idempotent: after `unknown`, or where an earlier call may have been made, call
   * `find({ orderNo })` first.
   */
  pay(payment: CardPayment): Promise<CardPaymentOutcome>;
  /**
   * Reads the processor's own record. An order may have several attempts. `record` is the one that holds or held money,
   * else a pending one, else the newest; `others` are the rest.
   */
  find(by: { orderNo: string } | { recTradeId: string }): Promise<FindOutcome>;
  /**
   * Pays money back; without `amount`, everything that is left. Idempotent by `refundId`: a repeated call refunds
   * nothing more and has the first outcome.
   */
  refund(refund: Refund): Promise<RefundOutcome>;
  /**
   * The processor's own records of the charges that began from `from` until before `to`, with what is left of them now. At most
   * 90 days.
   */
  statement(range: { from: Date; to: Date }): Promise<StatementOutcome>;
  /** Closes the connections after the calls in flight. */
  close(): Promise<void>;
};

export type CardPayment = {
  /** single-use card token from the browser SDK; expires after 90 seconds */
  prime: string;
  amount: number;
  orderNo: string;
  /** description of the goods on the processor's own pages; at most 100 characters are sent */
  details: string;
  cardholder: { name: string; phoneE164: string; email: string; zip?: string; address?: string };
  /** the bank's page sends the browser here, with `order_number`, `rec_trade_id` and `status` in the query */
  redirectUrl: string;
  /** the processor reports the end of a 3-D secure payment here */
  notifyUrl: string;
};

export type CardPaymentOutcome =
  /** the money is reserved */
  | { kind: 'authorised'; recTradeId: string; bankTransactionId: string; authCode: string; lastFour: string }
  /** 3-D secure has started: the browser goes to `paymentUrl`; nothing is charged yet */
  | { kind: 'redirect'; paymentUrl: string; recTradeId: string; bankTransactionId: string }
  /** not charged */
  | { kind: 'refused'; providerCode: number; providerMessage: string }
  /** perhaps charged. `sent: false`: nothing was sent, so nothing was charged */
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
  /** the processor has no such record */
  | { kind: 'none' }
  /** the processor did not answer */
  | { kind: 'unknown'; reason: string };

/** `unknown`: the processor did not answer, or not with a whole list */
export type StatementOutcome = { kind: 'statement'; records: readonly PaymentRecord[] } | { kind: 'unknown'; reason: string };

export type Refund = {
  recTradeId: string;
  amount: number;
  /** never reused; 1–20 letters and digits */
  refundId: string;
  /** NT$ of this charge that other refunds paid back; without it, another refund could be mistaken for this one */
  refundedBefore: number;
};

export type RefundOutcome =
  | { kind: 'refunded'; amount: number }
  | { kind: 'refused'; code: number; message: string }
  | { kind: 'unknown'; reason: string };
