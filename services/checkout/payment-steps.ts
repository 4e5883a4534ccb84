import { setTimeout as sleep } from 'node:timers/promises';
import { moneyOf, notRefunded, type Debt, type Order, type PaymentFailureReason } from '@nordhaut/ordering';
import { cardRefusalMessage, hasFailed, isPaid, type FindOutcome, type PaymentRecord } from '@nordhaut/payments';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { CheckoutDeps } from './deps.ts';
import { isOver } from './is-over.ts';
import type { Run } from './run.ts';
import { messages } from './messages.ts';

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
      // Sent but not answered: the charge may still succeed, so the buyer must not pay again. The sweeper gives the payment
      // up when CHECKOUT_GRACE is over, because then the charge cannot be in progress any more.
      return outcome.sent ? resolvePayment(deps, run, { giveUp: false, patient: true }) : giveUp(run, 'NO_RESPONSE');
  }
}

/** No charge was requested and none will be. */
export async function failUncharged(run: Run): Promise<PaymentResult> {
  await run.order('fail-payment', {
    type: 'FailCardPayment',
    at: run.now(),
    reason: 'NEVER_REQUESTED',
    providerCode: null,
    recTradeId: null,
  });
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
  // Still at the bank. If the answer with the bank's address was lost, the buyer cannot get there.
  if (record.status === 'pending') return options.giveUp ? giveUp(run, 'ABANDONED', record.recTradeId) : {};
  if (wasPaid(record, expected)) return paidBack(run, record);
  deps.log.error(
    { orderNo: run.orderNo, record: record.status, amount: record.originalAmount },
    'a charge does not fit its order: support has to look',
  );
  return options.giveUp ? giveUp(run, 'MISMATCH', record.recTradeId, record.originalAmount) : {};
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

async function authorised(run: Run, record: PaymentRecord): Promise<PaymentResult> {
  const { recTradeId, bankTransactionId, authCode, originalAmount: amount } = record;
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

/** Id of a refund that was made at the processor, formed from the amount that was refunded so far. */
const elsewhereId = (recTradeId: string, refunded: number): string => `AT${recTradeId}-${refunded}`;

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

/** Records which refunds the shop will make. The command is decided on the order's newest state, which a report may have changed. */
export async function startRefund(run: Run): Promise<void> {
  await run.order(`start-refund@${run.snapshot.revision}`, { type: 'StartRefunds', at: run.now() });
}

/**
 * Somebody proposed a transfer in place of this refund. The card is not asked until the proposal is judged. So when it is approved, no call
 * can be under way whose money the transfer would pay a second time.
 */
const isHeldBack = (order: Order, { refundId }: Debt): boolean =>
  order.proposals?.some((one) => one.verdict === 'OPEN' && one.as === 'by-transfer' && one.refundId === refundId) === true;

/**
 * Makes a refund that was decided. One that the processor does not make must not hold up those of other charges, which may be on other
 * cards. Of one charge they come one after the other, because the processor's record has one sum for all of them. A repeated call has the
 * same refund id, so it is harmless.
 * @returns `later` if the processor made none of them
 */
export async function refundPayment(deps: CheckoutDeps, run: Run): Promise<'done' | 'later'> {
  const order = run.placed();
  const decided = moneyOf(order).debts.filter(({ started, way }) => started && way === 'card');
  const isNext = ({ strayTradeId }: Debt, at: number): boolean => decided.findIndex((one) => one.strayTradeId === strayTradeId) === at;
  const sent = decided.filter(isNext).filter((debt) => !isHeldBack(order, debt));
  for (const debt of sent) if ((await refundDebt(deps, run, debt)) === 'done') return 'done';
  return 'later';
}

async function refundDebt(deps: CheckoutDeps, run: Run, debt: Debt): Promise<'done' | 'later'> {
  const order = run.placed();
  const recTradeId = debt.strayTradeId ?? order.payment.recTradeId;
  if (recTradeId === null) return 'later';
  const { refundId, amount } = debt;
  const refundedBefore = refundedToCard(order, debt.strayTradeId);
  const outcome = await deps.processor.refund({ recTradeId, refundId, amount, refundedBefore });
  if (outcome.kind === 'refunded') {
    if (outcome.amount !== amount)
      deps.log.error(
        { orderNo: run.orderNo, refundId, decided: amount, refunded: outcome.amount },
        'the processor paid another amount back',
      );
    return recordRefund(run, debt, outcome.amount);
  }
  if (outcome.kind === 'refused' && (await recordRefundElsewhere(deps, run, debt, recTradeId)).state === 'paid') return 'done';
  // Without the processor's message, which is free text.
  const why = outcome.kind === 'refused' ? { code: outcome.code } : { reason: outcome.reason };
  deps.log.warn({ orderNo: run.orderNo, outcome: outcome.kind, ...why }, 'refund not done yet');
  return 'later';
}

/** NT$ of a charge that were refunded to its card, by the order's own history. */
const refundedToCard = ({ refunds }: Order, strayTradeId: string | null): number =>
  refunds.reduce((total, refund) => (refund.strayTradeId === strayTradeId && refund.way === 'card' ? total + refund.amount : total), 0);

/**
 * Records what the processor paid back. Where that is less than what was decided, the rest stays owed. What it paid beyond that answers no
 * decision: it is a difference of the books, which the daily comparison lists for support (infra/decisions/096).
 */
async function recordRefund(run: Run, { started: _, ...refund }: Debt, paid: number): Promise<'done'> {
  const amount = Math.min(paid, refund.amount);
  await run.order(`refund/${refund.refundId}/${amount}`, { type: 'IssueRefund', ...refund, amount, at: run.now() });
  return 'done';
}

/**
 * What the processor's record says of a refund that was decided. `none`: there is no such refund any more. `open`: the processor paid
 * nothing of it. `under-way`: nor did it, but a call may still be on its way. `paid`: it paid `refunded` back that the order did not know,
 * which is recorded now, and `left` of the refund is still owed. NT$.
 */
export type RefundRecord = { state: 'none' | 'open' | 'under-way' | 'unknown' } | { state: 'paid'; refunded: number; left: number };

/**
 * Asks the processor's record about a refund that was decided, before people pay it in another way.
 * @param heldSince ISO, since when no process begins a call for it. One that began before is over after the grace time.
 */
export async function lookUpRefund(deps: CheckoutDeps, run: Run, refundId: string, heldSince?: string): Promise<RefundRecord> {
  const found = await lookUp(deps, run, refundId);
  const mayBeUnderWay = heldSince !== undefined && !isOver(deps, heldSince, deps.graceMs);
  return found.state === 'open' && mayBeUnderWay ? { state: 'under-way' } : found;
}

async function lookUp(deps: CheckoutDeps, run: Run, refundId: string): Promise<RefundRecord> {
  const order = run.placed();
  const debt = moneyOf(order).debts.find((one) => one.started && one.refundId === refundId);
  const recTradeId = debt?.strayTradeId ?? order.payment.recTradeId;
  return debt && recTradeId !== null ? recordRefundElsewhere(deps, run, debt, recTradeId) : { state: 'none' };
}

/**
 * Records what the processor paid back and the order does not know. The record has one sum and no refund ids: the process may have died
 * before it recorded its own refund, or somebody refunded in the processor's back office. Both answer the refund that was decided.
 * Otherwise a refund of a part of the charge would be paid twice. Another refund of the charge that goes to the card is answered first,
 * because only the first one of these was sent. What goes beyond both was made at the processor.
 */
async function recordRefundElsewhere(deps: CheckoutDeps, run: Run, debt: Debt, recTradeId: string): Promise<RefundRecord> {
  const { strayTradeId, refundId } = debt;
  const found = await deps.processor.find({ recTradeId });
  if (found.kind !== 'found') return { state: 'unknown' };
  const { status, originalAmount, refundedAmount } = found.record;
  // A cancelled charge holds no money any more.
  const gone = status === 'cancelled' ? originalAmount : refundedAmount;
  const refunded = Math.min(gone - refundedToCard(run.placed(), strayTradeId), notRefunded(run.placed(), strayTradeId));
  if (refunded <= 0) return { state: 'open' };
  const isSent = (one: Debt): boolean => one.started && one.way === 'card' && one.strayTradeId === strayTradeId;
  const sent = moneyOf(run.placed()).debts.find(isSent);
  const ofSent = sent && sent.refundId !== refundId ? Math.min(refunded, sent.amount) : 0;
  if (sent && ofSent > 0) await recordRefund(run, sent, ofSent);
  const ofDebt = Math.min(refunded - ofSent, debt.amount);
  if (ofDebt > 0) await recordRefund(run, { ...debt, way: 'card' }, ofDebt);
  const beyond = refunded - ofSent - ofDebt;
  if (beyond > 0) {
    const what = {
      refundId: elsewhereId(recTradeId, gone),
      amount: beyond,
      reason: 'REFUNDED_AT_PROCESSOR',
      way: 'card',
      strayTradeId,
    } as const;
    await run.order(`refund/${what.refundId}`, { type: 'IssueRefund', at: run.now(), ...what });
  }
  return ofDebt > 0 ? { state: 'paid', refunded: refunded - ofSent, left: debt.amount - ofDebt } : { state: 'open' };
}
