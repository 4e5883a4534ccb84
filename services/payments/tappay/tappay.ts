import type {
  CardPayment,
  CardPaymentOutcome,
  CardProcessor,
  FindOutcome,
  PaymentRecord,
  Refund,
  RefundOutcome,
  StatementOutcome,
} from '../card-processor.ts';
import { moneyFirst } from '../is-paid.ts';
import type { TapPayConfig } from './config.ts';
import { createTransport } from './transport.ts';
import { PayReply, QueryReply, RefundReply, toRecord, type WireRecord } from './wire.ts';

const OK = 0;
/** gateway timeout and authorisation timeout: the bank may have charged the card (providers §2.7) */
const UNKNOWN_OUTCOMES: ReadonlySet<number> = new Set([421, 422]);
/** the `bank_refund_id` was used before (providers §2.6) */
const REFUND_REPEATED = 6002;
const MORE_PAGES = 0;
const END_OF_LIST = 2;
const MAX_PAGES = 10;
/** 100,000 charges of a day */
const MAX_STATEMENT_PAGES = 500;

type Settings = Pick<TapPayConfig, 'TAPPAY_BASE_URL' | 'TAPPAY_PARTNER_KEY' | 'TAPPAY_MERCHANT_ID' | 'TAPPAY_TIMEOUT'>;

/** The card processor behind TapPay's "Pay by Prime" with 3-D secure (providers §2). */
export function createTapPay(settings: Settings): CardProcessor {
  const partner_key = settings.TAPPAY_PARTNER_KEY.reveal();
  const merchantId = settings.TAPPAY_MERCHANT_ID;
  const transport = createTransport({
    baseUrl: settings.TAPPAY_BASE_URL,
    apiKey: partner_key,
    timeoutMs: settings.TAPPAY_TIMEOUT,
  });

  async function pay(payment: CardPayment): Promise<CardPaymentOutcome> {
    const answer = await transport.post('/tpc/payment/pay-by-prime', payBody(payment, partner_key, merchantId));
    if (!answer.ok) return { kind: 'unknown', reason: answer.reason, sent: answer.sent };
    const reply = PayReply.safeParse(answer.json);
    return reply.success ? payOutcome(reply.data, payment, merchantId) : unknown('the answer does not fit');
  }

  async function find(by: { orderNo: string } | { recTradeId: string }): Promise<FindOutcome> {
    const filters = 'orderNo' in by ? { order_number: by.orderNo } : { rec_trade_id: by.recTradeId };
    const matches = (wire: WireRecord): boolean =>
      'orderNo' in by ? wire.order_number === by.orderNo : wire.rec_trade_id === by.recTradeId;
    const listed = await list(filters, matches, { perPage: 50, pages: MAX_PAGES });
    if (listed.kind === 'unknown') return listed;
    const [record, ...others] = moneyFirst(listed.records);
    return record === undefined ? { kind: 'none' } : { kind: 'found', record, others };
  }

  /** Ascending, so that a charge during the call moves no record to a page that was read. */
  const statement = ({ from, to }: { from: Date; to: Date }): Promise<StatementOutcome> =>
    list(
      { time: { start_time: from.getTime(), end_time: to.getTime() - 1 }, merchant_id: [merchantId] },
      (wire) => wire.merchant_id === merchantId,
      { perPage: 200, pages: MAX_STATEMENT_PAGES, ascending: true },
    );

  async function list(
    filters: object,
    matches: (wire: WireRecord) => boolean,
    { perPage, pages, ascending = false }: { perPage: number; pages: number; ascending?: boolean },
  ): Promise<StatementOutcome> {
    const records: PaymentRecord[] = [];
    for (let page = 0; page < pages; page++) {
      const answer = await transport.post('/tpc/transaction/query', {
        partner_key,
        records_per_page: perPage,
        page,
        filters,
        order_by: { attribute: 'time', is_descending: !ascending },
      });
      if (!answer.ok) return { kind: 'unknown', reason: answer.reason };
      const reply = QueryReply.safeParse(answer.json);
      if (!reply.success) return { kind: 'unknown', reason: 'the answer does not fit' };
      const { status, trade_records } = reply.data;
      if (status !== MORE_PAGES && status !== END_OF_LIST) return { kind: 'unknown', reason: `status ${status}` };
      for (const wire of trade_records) {
        if (!matches(wire)) continue;
        const record = toRecord(wire);
        if (record === undefined) return { kind: 'unknown', reason: `record status ${wire.record_status}` };
        records.push(record);
      }
      if (status === END_OF_LIST || trade_records.length === 0) return { kind: 'statement', records };
    }
    return { kind: 'unknown', reason: `more than ${pages} pages` };
  }

  async function refund(request: Refund): Promise<RefundOutcome> {
    const answer = await transport.post('/tpc/transaction/refund', {
      partner_key,
      rec_trade_id: request.recTradeId,
      bank_refund_id: request.refundId,
      amount: request.amount,
    });
    if (!answer.ok) return { kind: 'unknown', reason: answer.reason };
    const reply = RefundReply.safeParse(answer.json);
    if (!reply.success) return { kind: 'unknown', reason: 'the answer does not fit' };
    const { status, msg, refund_amount } = reply.data;
    if (status === OK) return refundedOrUnknown(refund_amount ?? request.amount);
    if (UNKNOWN_OUTCOMES.has(status)) return { kind: 'unknown', reason: `status ${status}` };
    if (status === REFUND_REPEATED) return confirmRefund(request);
    return { kind: 'refused', code: status, message: msg };
  }

  /** "Repeated" means that the first request arrived, not that it succeeded. So check the record. */
  async function confirmRefund(request: Refund): Promise<RefundOutcome> {
    const found = await find({ recTradeId: request.recTradeId });
    if (found.kind === 'unknown') return found;
    if (found.kind === 'none') return { kind: 'unknown', reason: 'repeated refund of a payment that is not found' };
    return found.record.refundedAmount >= request.refundedBefore + request.amount
      ? { kind: 'refunded', amount: request.amount }
      : { kind: 'unknown', reason: 'the refund is known but not yet on the record' };
  }

  return { pay, find, statement, refund, close: transport.close };
}

const unknown = (reason: string): CardPaymentOutcome => ({ kind: 'unknown', reason, sent: true });

const refundedOrUnknown = (amount: number): RefundOutcome =>
  amount < 1 ? { kind: 'unknown', reason: 'the answer names no amount' } : { kind: 'refunded', amount };

function payBody(payment: CardPayment, partner_key: string, merchant_id: string) {
  const { cardholder } = payment;
  return {
    prime: payment.prime,
    partner_key,
    merchant_id,
    amount: payment.amount,
    currency: 'TWD',
    order_number: payment.orderNo,
    details: [...payment.details].slice(0, 100).join(''),
    cardholder: {
      phone_number: cardholder.phoneE164,
      name: cardholder.name,
      email: cardholder.email,
      zip_code: cardholder.zip ?? '',
      address: cardholder.address ?? '',
      national_id: '',
    },
    three_domain_secure: true,
    result_url: { frontend_redirect_url: payment.redirectUrl, backend_notify_url: payment.notifyUrl },
    remember: false,
  };
}

function payOutcome(reply: PayReply, payment: CardPayment, merchantId: string): CardPaymentOutcome {
  if (UNKNOWN_OUTCOMES.has(reply.status)) return unknown(`status ${reply.status}`);
  if (reply.status !== OK) return { kind: 'refused', providerCode: reply.status, providerMessage: reply.msg };
  const echo: [string, string | number, string | number][] = [
    ['order_number', reply.order_number, payment.orderNo],
    ['amount', reply.amount ?? '', payment.amount],
    ['currency', reply.currency, 'TWD'],
    ['merchant_id', reply.merchant_id, merchantId],
  ];
  // An answer to another charge must not pay this order.
  const wrong = echo.find(([, got, expected]) => got !== expected);
  if (wrong !== undefined) return unknown(`the answer's ${wrong[0]} is another one`);
  if (reply.rec_trade_id === '') return unknown('the answer has no rec_trade_id');
  const ids = { recTradeId: reply.rec_trade_id, bankTransactionId: reply.bank_transaction_id };
  if (reply.payment_url === '')
    return { kind: 'authorised', ...ids, authCode: reply.auth_code, lastFour: reply.card_info?.last_four ?? '' };
  return /^https?:\/\//.test(reply.payment_url) && URL.canParse(reply.payment_url)
    ? { kind: 'redirect', ...ids, paymentUrl: reply.payment_url }
    : unknown('the payment_url is not a web address');
}
