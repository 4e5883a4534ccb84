import { setTimeout as sleep } from 'node:timers/promises';
import type { Order, PaymentFailureReason } from '@nordhaut/ordering';
import { cardRefusalMessage, hasFailed, isPaid, type FindOutcome, type PaymentRecord } from '@nordhaut/payments';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { CheckoutDeps } from './deps.ts';
import { messages } from './messages.ts';
import { elsewhereId } from './card-refunds.ts';
import type { Run } from './run.ts';

/** The name of the goods on the processor's pages, which is fixed (spec/3-purchase-flow §9). */
const DETAILS = '保養品';
/** ms before each further question about a charge whose answer was lost */
const LOOKUP_DELAYS = [300, 1_000, 2_000];

/**
 * `refused`: why the buyer has to pay again. `unanswered`: the outcome is unknown, and the order waits. `failedForSure`:
 * the processor's record says that the payment failed.
 */
export type PaymentResult = { refused?: Rejection; unanswered?: true; failedForSure?: true };

/**
 * Charges the card; `payOrder` decides who may. If the process dies after the charge, the order has no payment yet: the sweeper, or the buyer's
 * repeated click, calls `resolvePayment`, which finds the charge at the processor by the order number.
 */
export async function payByPrime(deps: CheckoutDeps, run: Run, prime: string): Promise<PaymentResult> {
  const order = run.placed();
  const { contact } = order.personal;
  if (!contact) return giveUp(run, 'INTERRUPTED');
  const { recipient } = contact;
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
    case 'authorised':
      return authorised(run, { ...outcome, amount });
    case 'redirect': {
      const { recTradeId, bankTransactionId, paymentUrl } = outcome;
      await run.order('start-payment', { type: 'StartCardPayment', at: run.now(), recTradeId, bankTransactionId, amount, paymentUrl });
      return {};
    }
    case 'refused':
      deps.log.warn({ orderNo: run.orderNo, code: outcome.providerCode, log: 'ORDER_TAPPAY_DIRECT_PAY_FAIL' }, 'card refused');
      await fail(run, 'REFUSED', { providerCode: outcome.providerCode });
      return { refused: cardRefusal(outcome.providerCode, outcome.providerMessage) };
    case 'unknown':
      deps.log.warn({ orderNo: run.orderNo, reason: outcome.reason, log: 'ORDER_TAPPAY_NO_RESPONSE' }, 'no answer about a charge');
      // Sent but not answered: the charge may still succeed, so the buyer must not pay again. The sweeper gives the payment
      // up when CHECKOUT_GRACE is over, because then the charge cannot be in progress any more.
      return outcome.sent ? resolvePayment(deps, run, { giveUp: false, patient: true }) : giveUp(run, 'NO_RESPONSE');
  }
}

/** No charge was requested and none will be. */
export async function failUncharged(run: Run): Promise<PaymentResult> {
  await fail(run, 'NEVER_REQUESTED');
  return {};
}

export type ResolveOptions = {
  /** gives up a charge that the processor does not know, or that still waits for the buyer */
  giveUp: boolean;
  /** asks again for a few seconds after the answer "none", because the charge may be in progress */
  patient?: boolean;
};

/**
 * Decides a payment by the processor's own record alone (providers §2.5). Redirect, notify and sweeper call it in any
 * order and any number of times.
 */
export async function resolvePayment(deps: CheckoutDeps, run: Run, options: ResolveOptions): Promise<PaymentResult> {
  const order = run.placed();
  const found = await ask(deps, order, options.patient === true);
  if (found.kind === 'unknown') {
    deps.log.warn({ orderNo: run.orderNo, reason: found.reason }, 'the processor could not be asked about a charge');
    return { unanswered: true };
  }
  if (found.kind === 'none')
    return options.giveUp ? giveUp(run, order.payment.recTradeId ? 'ABANDONED' : 'NO_RESPONSE') : { unanswered: true };

  const { own: record, others } = ownCharge(deps, order, found);
  // Second charges come first: the order still waits, so after a crash the next attempt asks again and finds them.
  await recordStrays(deps, run, others);
  const result = await resolveOwn(deps, run, record, options);
  // Another process may have recorded another charge as the payment meanwhile.
  if (run.placed().payment.paid > 0) await recordStrays(deps, run, [record]);
  return result;
}

async function resolveOwn(deps: CheckoutDeps, run: Run, record: PaymentRecord, options: ResolveOptions): Promise<PaymentResult> {
  const expected = expectedOf(deps, run.placed());
  const { recTradeId, status, originalAmount } = record;
  if (isPaid(record, expected)) return authorised(run, { ...record, amount: originalAmount });
  if (hasFailed(record)) {
    await fail(run, 'NOT_AUTHENTICATED', { providerCode: Number(record.bankResultCode) || null, recTradeId });
    return { failedForSure: true };
  }
  // Still at the bank. If the answer with the bank's address was lost, the buyer cannot get there.
  if (status === 'pending') return options.giveUp ? giveUp(run, 'ABANDONED', { recTradeId }) : {};
  if (wasPaid(record, expected)) return paidBack(run, record);
  const found = { orderNo: run.orderNo, record: status, amount: originalAmount };
  deps.log.error(found, 'a charge does not fit its order: support has to look');
  return options.giveUp ? giveUp(run, 'MISMATCH', { recTradeId, charged: originalAmount }) : {};
}

type Expected = Parameters<typeof isPaid>[1];

const expectedOf = (deps: CheckoutDeps, { terms }: Order): Expected => ({
  orderNo: terms.orderNo,
  amount: terms.total,
  currency: 'TWD',
  merchantId: deps.paymentUrls.merchantId,
});

/** It was paid; refunds since then do not matter. */
const wasPaid = (record: PaymentRecord, expected: Expected): boolean =>
  (record.status === 'partly-refunded' || record.status === 'refunded' || isPaid(record, expected)) &&
  isPaid({ ...record, status: 'captured', amount: record.originalAmount }, expected);

/**
 * Asks by order number, because the processor may have charges of this order that the shop does not know.
 * With `patient`, it asks again for a few seconds about a charge that is unknown or undecided.
 */
async function ask(deps: CheckoutDeps, { terms: { orderNo } }: Order, patient: boolean): Promise<FindOutcome> {
  let found = await deps.processor.find({ orderNo });
  for (const delay of patient ? LOOKUP_DELAYS : []) {
    if (found.kind === 'found' && found.record.status !== 'pending') return found;
    await sleep(delay);
    found = await deps.processor.find({ orderNo });
  }
  return found;
}

/** The charge that pays the order, among all charges under its number: the known one, else one that fits. */
function ownCharge(deps: CheckoutDeps, order: Order, { record, others }: Extract<FindOutcome, { kind: 'found' }>) {
  const all = [record, ...others];
  const expected = expectedOf(deps, order);
  const isKnown = ({ recTradeId }: PaymentRecord): boolean => recTradeId === order.payment.recTradeId;
  const own =
    all.find((one) => isKnown(one) && (order.payment.paid > 0 || wasPaid(one, expected))) ??
    all.find((one) => isPaid(one, expected)) ??
    all.find((one) => wasPaid(one, expected)) ??
    all.find(isKnown) ??
    record;
  return { own, others: all.filter((one) => one !== own) };
}

/** Records further charges that hold money. They are refunded like all money that is owed. */
async function recordStrays(deps: CheckoutDeps, run: Run, records: readonly PaymentRecord[]): Promise<void> {
  for (const { recTradeId, bankTransactionId, status, amount, currency, merchantId } of records) {
    const holdsMoney = status === 'authorised' || status === 'captured' || status === 'partly-refunded';
    if (!holdsMoney || amount <= 0 || currency !== 'TWD' || merchantId !== deps.paymentUrls.merchantId) continue;
    const { payment, strays } = run.placed();
    if (payment.recTradeId === recTradeId || strays.some((stray) => stray.recTradeId === recTradeId)) continue;
    deps.log.warn({ orderNo: run.orderNo, recTradeId, amount }, 'a second charge for one order: it is paid back');
    await run.order(`stray/${recTradeId}`, { type: 'RecordStrayCharge', at: run.now(), recTradeId, bankTransactionId, amount });
  }
}

/** Looks for second charges of an order whose own payment is decided. @returns `later` if the processor does not answer */
export async function findStrays(deps: CheckoutDeps, run: Run): Promise<'done' | 'later'> {
  const order = run.placed();
  const found = await ask(deps, order, false);
  if (found.kind === 'unknown') return 'later';
  if (found.kind === 'found') await recordStrays(deps, run, [found.record, ...found.others]);
  return 'done';
}

type Authorised = { recTradeId: string; bankTransactionId: string; authCode: string; amount: number };

async function authorised(run: Run, { recTradeId, bankTransactionId, authCode, amount }: Authorised): Promise<PaymentResult> {
  await run.order('authorise', { type: 'AuthoriseCardPayment', at: run.now(), recTradeId, bankTransactionId, amount, authCode });
  return {};
}

/** The charge was paid, and refunded at the processor instead of by the shop. Records both; the order will not be fulfilled. */
async function paidBack(run: Run, record: PaymentRecord): Promise<PaymentResult> {
  const { recTradeId, bankTransactionId, authCode, originalAmount: amount, refundedAmount: refunded } = record;
  const refundId = elsewhereId(recTradeId, refunded);
  const paid = { recTradeId, bankTransactionId, amount, authCode };
  await run.order('paid-back', { type: 'RecordPaidBack', at: run.now(), ...paid, refunded, refundId });
  return {};
}

/** `charged`: NT$ of a charge that does not fit the order */
type Failure = { providerCode?: number | null; recTradeId?: string | null; charged?: number };

const fail = (run: Run, reason: PaymentFailureReason, { providerCode = null, recTradeId = null, ...charged }: Failure = {}) =>
  run.order('fail-payment', { type: 'FailCardPayment', at: run.now(), reason, providerCode, recTradeId, ...charged });

export const cardRefusal = (providerCode: number, providerMessage: string): Rejection => ({
  status: providerCode,
  code: 'CARD_REFUSED',
  message: cardRefusalMessage(providerCode, providerMessage),
});
export const noResponse: Rejection = { status: 504, code: 'NO_CARD_RESPONSE', message: messages.noCardResponse };

async function giveUp(run: Run, reason: PaymentFailureReason, failure?: Failure): Promise<PaymentResult> {
  await fail(run, reason, failure);
  return { refused: noResponse };
}
