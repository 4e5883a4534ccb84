import { isCaptured, bankMessage, type Payment } from './payment.ts';
import { cardFacts, identifierOf } from './prime.ts';

/** One entry of `trade_records` (providers §2.5). */
export function tradeRecord(payment: Payment, now: number): Record<string, unknown> {
  const captured = isCaptured(payment, now);
  return {
    rec_trade_id: payment.recTradeId,
    record_status: payment.recordStatus,
    amount: payment.amount - payment.refunded,
    original_amount: payment.amount,
    refunded_amount: payment.refunded,
    currency: payment.currency,
    order_number: payment.orderNumber,
    merchant_id: payment.merchantId,
    merchant_name: 'Test Merchant',
    app_name: 'Simulator',
    time: payment.time,
    cap_millis: captured ? payment.capturesAt : 0,
    is_captured: captured,
    bank_transaction_id: payment.bankTransactionId,
    bank_transaction_start_millis: payment.time,
    bank_transaction_end_millis: payment.completedAt ?? payment.time,
    transaction_complete_millis: payment.completedAt ?? 0,
    bank_result_code: payment.bankResultCode,
    bank_result_msg: bankMessage(payment),
    auth_code: payment.authCode,
    partial_card_number: `${payment.cardNumber.slice(0, 6)}******${payment.cardNumber.slice(-4)}`,
    card_info: cardFacts(payment.cardNumber),
    cardholder: payment.cardholder,
    three_domain_secure: payment.threeDomainSecure,
    payment_method: 'direct_pay',
    details: payment.details,
    card_identifier: identifierOf(payment.cardNumber),
  };
}

type Filters = Record<string, unknown>;

/** Whether a charge passes every filter of a record query. */
export function passes(payment: Payment, filters: Filters): boolean {
  const equal = (name: string, value: unknown) => filters[name] === undefined || filters[name] === value;
  const within = (name: string, low: string, high: string, value: number) => {
    const range = filters[name] as Record<string, unknown> | undefined;
    return !range || (value >= Number(range[low] ?? 0) && value <= Number(range[high] ?? Number.MAX_SAFE_INTEGER));
  };
  const merchants = filters.merchant_id;
  const holder = filters.cardholder as Record<string, unknown> | undefined;
  return (
    equal('rec_trade_id', payment.recTradeId) &&
    equal('order_number', payment.orderNumber) &&
    equal('bank_transaction_id', payment.bankTransactionId) &&
    equal('record_status', payment.recordStatus) &&
    equal('currency', payment.currency) &&
    (!Array.isArray(merchants) || merchants.includes(payment.merchantId)) &&
    within('time', 'start_time', 'end_time', payment.time) &&
    within('amount', 'lower_limit', 'upper_limit', payment.amount) &&
    (!holder || Object.entries(holder).every(([name, value]) => payment.cardholder[name] === value))
  );
}
