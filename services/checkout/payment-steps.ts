import { setTimeout as sleep } from 'node:timers/promises';
import { owedToBuyer, type Order, type PaymentFailureReason } from '@nordhaut/ordering';
import { cardRefusalMessage, hasFailed, isPaid, type FindOutcome, type PaymentRecord, type RefundOutcome } from '@nordhaut/payments';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { CheckoutDeps } from './deps.ts';
import type { Run } from './drive.ts';
import { messages } from './messages.ts';

/** What stands on the processor's own pages; the goods' name is fixed (spec/3-purchase-flow §9). */
const DETAILS = '保養品';
/** ms to wait before asking again about a charge whose answer was lost: it may still be on its way */
const LOOKUP_DELAYS = [300, 1_000, 2_000];

/** `refused`: why the buyer has to pay anew; `unanswered`: nothing is known yet, the order waits; `failedForSure`: by the processor's own record */
export type PaymentResult = { refused?: Rejection; unanswered?: true; failedForSure?: true };

export async function payByPrime(deps: CheckoutDeps, run: Run, prime: string): Promise<PaymentResult> {
  const order = run.placed();
  if (!order.personal) return giveUp(run, 'INTERRUPTED');
  const { recipient } = order.personal;
  const outcome = await deps.processor.pay({
    prime,
    amount: order.terms.total,
    orderNo: run.orderNo,
    details: DETAILS,
    cardholder: {
      name: recipient.firstName + recipient.lastName,
      phoneE164: recipient.phoneE164,
      email: recipient.email,
      zip: recipient.zip,
      address: recipient.city + recipient.district + recipient.area + recipient.address,
    },
    redirectUrl: deps.paymentUrls.redirect,
    notifyUrl: deps.paymentUrls.notify,
  });
  const amount = order.terms.total;
  switch (outcome.kind) {
    case 'authorised': {
      const { recTradeId, bankTransactionId, authCode } = outcome;
      await run.order('authorise', { type: 'AuthoriseCardPayment', at: run.now(), recTradeId, bankTransactionId, amount, authCode });
      return {};
    }
    case 'redirect': {
      const { recTradeId, bankTransactionId, paymentUrl } = outcome;
      await run.order('start-payment', { type: 'StartCardPayment', at: run.now(), recTradeId, bankTransactionId, amount, paymentUrl });
      return {};
    }
    case 'refused':
      deps.log.warn({ orderNo: run.orderNo, code: outcome.providerCode, log: 'ORDER_TAPPAY_DIRECT_PAY_FAIL' }, 'card refused');
      return refused(run, outcome.providerCode, outcome.providerMessage);
    case 'unknown':
      deps.log.warn({ orderNo: run.orderNo, reason: outcome.reason, log: 'ORDER_TAPPAY_NO_RESPONSE' }, 'no answer about a charge');
      // Sent and not answered: the charge may still come about, so nobody tells the buyer to pay again. The sweeper
      // gives it up once no charge can be under way any more.
      return outcome.sent ? settlePayment(deps, run, { giveUp: false, patient: true }) : giveUp(run, 'NO_RESPONSE');
  }
}

export type SettleOptions = {
  /** whether a charge that the processor does not know, or that still waits for the buyer, is given up */
  giveUp: boolean;
  /** whether "none" is asked again for a few seconds, because the charge may be under way */
  patient?: boolean;
};

/**
 * Believes the processor's own record and nothing else (providers §2.5). Redirect, notify and timer all end here,
 * in any order and any number.
 */
export async function settlePayment(deps: CheckoutDeps, run: Run, options: SettleOptions): Promise<PaymentResult> {
  const order = run.placed();
  const found = await ask(deps, order, options.patient === true);
  if (found.kind === 'unknown') {
    deps.log.warn({ orderNo: run.orderNo, reason: found.reason }, 'the processor could not be asked about a charge');
    return { unanswered: true };
  }
  if (found.kind === 'none')
    return options.giveUp ? giveUp(run, order.payment.recTradeId ? 'ABANDONED' : 'NO_RESPONSE') : { unanswered: true };

  const { record } = found;
  const expected = { orderNo: run.orderNo, amount: order.terms.total, currency: 'TWD', merchantId: deps.paymentUrls.merchantId } as const;
  if (isPaid(record, expected)) return authorised(run, record);
  if (hasFailed(record)) {
    await run.order('fail-payment', {
      type: 'FailCardPayment',
      at: run.now(),
      reason: 'NOT_AUTHENTICATED',
      providerCode: Number(record.bankResultCode) || null,
      recTradeId: record.recTradeId,
    });
    return { failedForSure: true };
  }
  // Still at the bank. Where the answer with the bank's address was lost, nobody will ever go there.
  if (record.status === 'pending') return options.giveUp ? giveUp(run, 'ABANDONED', record.recTradeId) : {};
  if (isPaid({ ...record, status: 'captured', amount: record.originalAmount }, expected)) return paidBack(run, record);
  deps.log.error(
    { orderNo: run.orderNo, record: record.status, amount: record.originalAmount },
    'a charge does not fit its order: support has to look',
  );
  return options.giveUp ? giveUp(run, 'MISMATCH', record.recTradeId, record.originalAmount) : {};
}

async function ask(deps: CheckoutDeps, order: Order, patient: boolean): Promise<FindOutcome> {
  const { recTradeId } = order.payment;
  const by = recTradeId ? { recTradeId } : { orderNo: order.terms.orderNo };
  let found = await deps.processor.find(by);
  for (const delay of patient ? LOOKUP_DELAYS : []) {
    if (found.kind === 'found' && found.record.status !== 'pending') return found;
    await sleep(delay);
    found = await deps.processor.find(by);
  }
  return found;
}

async function authorised(run: Run, record: PaymentRecord): Promise<PaymentResult> {
  const { recTradeId, bankTransactionId, authCode, originalAmount: amount } = record;
  await run.order('authorise', { type: 'AuthoriseCardPayment', at: run.now(), recTradeId, bankTransactionId, amount, authCode });
  return {};
}

/** Paid, and paid back at the processor, not by the shop: both are facts, and the order will not be fulfilled. */
async function paidBack(run: Run, record: PaymentRecord): Promise<PaymentResult> {
  await authorised(run, record);
  const { refundedAmount: amount } = record;
  await run.order('refund', { type: 'IssueRefund', at: run.now(), refundId: `AT${run.orderNo}`, amount, reason: 'REFUNDED_AT_PROCESSOR' });
  await run.order('cancel', { type: 'CancelOrder', at: run.now(), reason: 'REFUNDED_AT_PROCESSOR' });
  return {};
}

async function refused(run: Run, providerCode: number, providerMessage: string): Promise<PaymentResult> {
  await run.order('fail-payment', { type: 'FailCardPayment', at: run.now(), reason: 'REFUSED', providerCode, recTradeId: null });
  return { refused: cardRefusal(providerCode, providerMessage) };
}

export const cardRefusal = (providerCode: number, providerMessage: string): Rejection => ({
  status: providerCode,
  code: 'CARD_REFUSED',
  message: cardRefusalMessage(providerCode, providerMessage),
});
export const noResponse: Rejection = { status: 504, code: 'NO_CARD_RESPONSE', message: messages.noCardResponse };

async function giveUp(run: Run, reason: PaymentFailureReason, recTradeId: string | null = null, charged?: number): Promise<PaymentResult> {
  const found = charged === undefined ? {} : { charged };
  await run.order('fail-payment', { type: 'FailCardPayment', at: run.now(), reason, providerCode: null, recTradeId, ...found });
  return { refused: noResponse };
}

/** @returns `later` where the processor could not say; the same refund id makes asking again harmless */
export async function refundPayment(deps: CheckoutDeps, run: Run): Promise<'done' | 'later'> {
  const order = run.placed();
  const { payment, cancelled } = order;
  if (!payment.recTradeId) return 'later';
  const refundId = `RF${run.orderNo}`;
  const outcome = await deps.processor.refund({ recTradeId: payment.recTradeId, refundId });
  const back = outcome.kind === 'refunded' ? outcome.amount : await paidBackElsewhere(deps, payment.recTradeId, outcome);
  // The processor tells what it paid back in all, of which a part may be recorded already.
  const amount = Math.min(back, owedToBuyer(order));
  if (amount === 0) {
    deps.log.warn({ orderNo: run.orderNo, outcome }, 'refund not done yet');
    return 'later';
  }
  const step = payment.refunded > 0 ? 'refund-rest' : 'refund';
  await run.order(step, { type: 'IssueRefund', at: run.now(), refundId, amount, reason: cancelled ?? '' });
  return 'done';
}

/** NT$ that somebody paid back in the processor's own office, where it refuses to pay back more; else 0. */
async function paidBackElsewhere(deps: CheckoutDeps, recTradeId: string, outcome: RefundOutcome): Promise<number> {
  if (outcome.kind !== 'refused') return 0;
  const found = await deps.processor.find({ recTradeId });
  return found.kind === 'found' && found.record.status === 'refunded' ? found.record.refundedAmount : 0;
}
