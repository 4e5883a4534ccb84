import { randomInt } from 'node:crypto';
import { nextTaipeiMidnight, taipeiTime } from '../clock.ts';
import { identifierOf } from './prime.ts';
import { statusMessage } from './statuses.ts';

/** TapPay's `record_status` (providers §2.5). */
export const RECORD = { error: -1, authorised: 0, captured: 1, partlyRefunded: 2, refunded: 3, pending: 4, cancelled: 5 } as const;

export type Refund = { refundId: string; bankRefundId: string; amount: number; at: number };

/** The bank's record of a charge. Amounts in NT$, times in ms. */
export type Payment = {
  recTradeId: string;
  bankTransactionId: string;
  bankOrderNumber: string;
  orderNumber: string;
  merchantId: string;
  amount: number;
  refunded: number;
  refunds: Refund[];
  currency: string;
  details: string;
  cardholder: Record<string, string>;
  cardNumber: string;
  threeDomainSecure: boolean;
  recordStatus: number;
  /** The status in the answer, the notify and the redirect. */
  result: number;
  bankResultCode: string;
  authCode: string;
  time: number;
  completedAt?: number;
  capturesAt: number;
  resultUrl?: { frontend: string; backend: string; goBack?: string };
  /** The id of the bank page. */
  token?: string;
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function bankId(prefix: string, now: number): string {
  let tail = '';
  for (let i = 0; i < 8; i++) tail += LETTERS[randomInt(LETTERS.length)];
  return `${prefix}${taipeiTime(now).slice(0, 10).replaceAll('/', '')}${tail}`;
}

/** Authorises the charge. It is captured at the end of the day. */
export function authorise(payment: Payment, now: number): void {
  payment.recordStatus = RECORD.authorised;
  payment.result = 0;
  payment.authCode = String(randomInt(100_000, 1_000_000));
  payment.bankResultCode = '00';
  payment.completedAt = now;
  payment.capturesAt = nextTaipeiMidnight(now);
}

/** Declines the charge with the status for the shop. */
export function decline(payment: Payment, status: number, now: number): void {
  payment.recordStatus = RECORD.error;
  payment.result = status;
  payment.bankResultCode = String(status);
  payment.completedAt = now;
}

/** Marks an authorised charge as captured once its day is over. */
export function captureIfDue(payment: Payment, now: number): void {
  if (payment.recordStatus === RECORD.authorised && now >= payment.capturesAt) payment.recordStatus = RECORD.captured;
}

export const isCaptured = (payment: Payment, now: number): boolean => payment.completedAt !== undefined && now >= payment.capturesAt;

/** The JSON body for `backend_notify_url` (providers §2.4). */
export function notifyBody(payment: Payment): Record<string, unknown> {
  return {
    rec_trade_id: payment.recTradeId,
    auth_code: payment.authCode,
    bank_transaction_id: payment.bankTransactionId,
    bank_order_number: payment.bankOrderNumber,
    order_number: payment.orderNumber,
    amount: payment.amount,
    status: payment.result,
    msg: statusMessage(payment.result),
    transaction_time_millis: payment.time,
    transaction_complete_millis: payment.completedAt ?? payment.time,
    acquirer: ACQUIRER,
    card_identifier: identifierOf(payment.cardNumber),
    bank_result_code: payment.bankResultCode,
    bank_result_msg: bankMessage(payment),
  };
}

export const ACQUIRER = 'TW_CTBC';
export const bankMessage = (payment: Payment): string => (payment.bankResultCode ? statusMessage(payment.result) : '');

/** The URL for the browser after the bank page. It keeps the query parameters of the shop's URL. */
export function returnUrl(payment: Payment): string | undefined {
  if (!payment.resultUrl) return undefined;
  const url = new URL(payment.resultUrl.frontend);
  url.searchParams.set('rec_trade_id', payment.recTradeId);
  url.searchParams.set('order_number', payment.orderNumber);
  url.searchParams.set('bank_transaction_id', payment.bankTransactionId);
  url.searchParams.set('status', String(payment.result));
  return url.href;
}
