import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Faults } from '../faults.ts';
import { json, objectOf, provide, wordOf } from '../http.ts';
import type { Bank } from './bank.ts';
import { ACQUIRER, bankMessage, isCaptured, type Payment, RECORD, captureIfDue } from './payment.ts';
import { isId, readPayRequest } from './pay-request.ts';
import { cardFacts, identifierOf } from './prime.ts';
import { passes, tradeRecord } from './record.ts';
import { failure, statusMessage } from './statuses.ts';

/** TapPay's public sandbox identity (providers §2.1). */
export const TAPPAY_SANDBOX = {
  appId: 11327,
  appKey: 'app_whdEWBH8e8Lzy4N6BysVRRMILYORF6UxXbiOFsICkz0J9j1C0JUlCHv1tVJC',
  partnerKey: 'partner_6ID1DoDlaPrfHw6HBZsULfTYtDmWs0q0ZZGKMBpp4YICWBxgK97eK3RM',
  merchantId: 'GlobalTesting_CTBC',
} as const;

type Body = Record<string, unknown>;

/** Bounds of a record query (providers §2.5). */
const LONGEST_RANGE_MS = 90 * 86_400_000;
const MOST_RECORDS = 200;

/** Registers the server-to-server calls: pay by prime, record query, refund. */
export function tappayRoutes(app: FastifyInstance, faults: Faults, bank: Bank, publicUrl: () => string): void {
  const call = (name: string, path: string, work: (body: Body) => Body): void =>
    provide(app, faults, {
      provider: 'tappay',
      name,
      path,
      handle: (request) => {
        const body = authorised(request);
        return json(typeof body === 'number' ? failure(body) : work(body));
      },
      refuse: (code) => json(failure(Number(code ?? 10003))),
    });

  call('pay', '/tpc/payment/pay-by-prime', (body) => {
    const request = readPayRequest(body);
    if (typeof request === 'number') return failure(request);
    if (request.merchantId !== TAPPAY_SANDBOX.merchantId) return failure(61);
    const payment = bank.pay(request);
    return typeof payment === 'number' ? failure(payment) : payAnswer(payment, publicUrl());
  });

  call('query', '/tpc/transaction/query', (body) => {
    const filters = (body.filters ?? {}) as Body;
    const { start_time: from, end_time: to } = (filters.time ?? {}) as Body;
    if (Number(to) - Number(from) > LONGEST_RANGE_MS || Number(body.records_per_page) > MOST_RECORDS) return failure(514);
    const found = candidates(bank, filters);
    for (const payment of found) captureIfDue(payment, bank.now());
    return queryAnswer(
      found.filter((payment) => passes(payment, filters)),
      body,
      bank.now(),
    );
  });

  call('refund', '/tpc/transaction/refund', (body) => {
    const { rec_trade_id: id, amount, bank_refund_id: bankRefundId } = body;
    if (amount !== undefined && (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1)) return failure(510);
    if (!isId(bankRefundId, 20)) return failure(514);
    const payment = typeof id === 'string' ? bank.get(id) : undefined;
    if (!payment) return failure(10050);
    const captured = isCaptured(payment, bank.now());
    const refund = bank.refund(payment, amount as number | undefined, wordOf(bankRefundId));
    if (typeof refund === 'number') return failure(refund);
    return {
      ...failure(0),
      refund_id: refund.refundId,
      refund_amount: refund.amount,
      is_captured: captured,
      currency: payment.currency,
      bank_result_code: '',
      bank_result_msg: '',
    };
  });
}

/** Returns the body of a request with valid keys, or TapPay's status for the refusal. */
function authorised(request: FastifyRequest): Body | number {
  const body = objectOf(request);
  if (!body) return 5;
  if (request.headers['x-api-key'] !== TAPPAY_SANDBOX.partnerKey) return 80;
  if (typeof body.partner_key !== 'string' || body.partner_key === '') return 506;
  return body.partner_key === TAPPAY_SANDBOX.partnerKey ? body : 81;
}

function payAnswer(payment: Payment, publicUrl: string): Body {
  return {
    status: payment.result,
    msg: statusMessage(payment.result),
    rec_trade_id: payment.recTradeId,
    bank_transaction_id: payment.bankTransactionId,
    bank_order_number: payment.bankOrderNumber,
    auth_code: payment.authCode,
    amount: payment.amount,
    currency: payment.currency,
    order_number: payment.orderNumber,
    acquirer: ACQUIRER,
    card_identifier: identifierOf(payment.cardNumber),
    transaction_time_millis: payment.time,
    bank_transaction_time: { start_time_millis: String(payment.time), end_time_millis: String(payment.completedAt ?? payment.time) },
    bank_result_code: payment.bankResultCode,
    bank_result_msg: bankMessage(payment),
    merchant_id: payment.merchantId,
    ...(payment.token && payment.recordStatus === RECORD.pending ? { payment_url: `${publicUrl}/redirect/${payment.token}` } : {}),
    card_info: cardFacts(payment.cardNumber),
  };
}

/** The charges to filter: from an index if the filters name an indexed field, otherwise all. */
function candidates(bank: Bank, filters: Body): Payment[] {
  const one = (payment: Payment | undefined) => (payment ? [payment] : []);
  if (typeof filters.rec_trade_id === 'string') return one(bank.get(filters.rec_trade_id));
  if (typeof filters.bank_transaction_id === 'string') return one(bank.ofBankTransaction(filters.bank_transaction_id));
  if (typeof filters.order_number === 'string') return [...bank.ofOrder(filters.order_number)];
  return [...bank.all()];
}

function queryAnswer(found: Payment[], body: Body, now: number): Body {
  const size = Math.max(1, Number(body.records_per_page ?? 50) || 50);
  const page = Math.max(0, Number(body.page ?? 0) || 0);
  const order = (body.order_by ?? {}) as Body;
  const value = (payment: Payment) => (order.attribute === 'amount' ? payment.amount : payment.time);
  found.sort((a, b) => (order.is_descending === false ? value(a) - value(b) : value(b) - value(a)));
  const more = found.length > (page + 1) * size;
  return {
    ...failure(more ? 0 : 2),
    records_per_page: size,
    page,
    total_page_count: Math.ceil(found.length / size),
    number_of_transactions: found.length,
    trade_records: found.slice(page * size, (page + 1) * size).map((payment) => tradeRecord(payment, now)),
  };
}
