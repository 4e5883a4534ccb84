import { isCertain } from '@nordhaut/ordering';
import type { CardProcessor, PaymentRef } from '@nordhaut/payments';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { CheckoutDeps } from './deps.ts';
import { createRun, type DriveOrder, loadSnapshot } from './run.ts';
import { isInDoubt, isWaiting, nextStep } from './next-step.ts';
import { findStrays, resolvePayment } from './payment-steps.ts';
import { causeOf } from './step-causes.ts';

type Confirming = { confirm(orderNo: string, context: CommandContext): Promise<'done' | 'later'> };

/**
 * Handles a notify of the processor, or the browser's return from the bank: finds the order and confirms its payment.
 * @returns `later` if the processor did not answer
 */
export async function confirmPayment(
  { process, processor }: { process: Confirming; processor: Pick<CardProcessor, 'find'> },
  payment: PaymentRef,
  context: CommandContext,
): Promise<'done' | 'later'> {
  if ('orderNo' in payment) return process.confirm(payment.orderNo, context);
  const found = await processor.find(payment);
  if (found.kind === 'unknown') return 'later';
  return found.kind === 'found' ? process.confirm(found.record.orderNo, context) : 'done';
}

/**
 * Reads the processor's record of an order's payment, records it and drives the order on. Notify and return may come in
 * any order and any number of times: the first one records the payment, and a later one finds nothing to do. A payment
 * that was given up is read too, because a late charge has to be paid back.
 */
export async function confirm(deps: CheckoutDeps, drive: DriveOrder, orderNo: string, context: CommandContext): Promise<'done' | 'later'> {
  const snapshot = await loadSnapshot(deps, orderNo);
  // The state before the processor's answer; `run` replaces the state in `snapshot`.
  const { order } = snapshot;
  const isProcessor = context.actor.kind === 'card-processor';
  if (!order || (order.terms.payment !== 'CREDIT' && !isProcessor)) return 'done';
  const run = createRun(deps, orderNo, context, snapshot);
  run.cause = causeOf('await-payment', snapshot);
  if (order.payment.status === 'HANDLING' || order.payment.status === 'FAILED') {
    const { unanswered, failedForSure } = await resolvePayment(deps, run, { giveUp: false });
    if (unanswered) return 'later';
    deps.afterStep?.('await-payment', orderNo);
    const { failure } = order.payment;
    if (failedForSure && failure && !isCertain(failure.reason))
      await run.checkout('end-doubt', { type: 'EndPaymentDoubt', at: run.now(), reason: 'FAILED_AT_PROCESSOR' });
    // The processor has just answered that the buyer is still at the bank.
    if (isWaiting(nextStep(snapshot.checkout, snapshot.order))) return 'done';
  } else if (isProcessor && (await findStrays(deps, run)) === 'later') {
    // The order's own payment is decided, so the reported charge may be a second one.
    return 'later';
  }
  await drive(orderNo, { context, from: snapshot });
  return 'done';
}

/**
 * Ends the sweeper's questions about a payment that was given up, after the time in which it may still succeed. A notify may still report it.
 * The last question may be the only one: the shop may have been stopped for days. Without an answer the doubt stays.
 */
export async function endDoubt(deps: CheckoutDeps, drive: DriveOrder, orderNo: string, context: CommandContext): Promise<void> {
  const { kind } = await deps.processor.find({ orderNo });
  if (kind === 'unknown') return;
  // It knows of a charge, and did not answer the question that follows.
  if ((await confirm(deps, drive, orderNo, context)) === 'later' && kind === 'found') return;
  const snapshot = await loadSnapshot(deps, orderNo);
  // A charge with another amount than the order stays in doubt until support has refunded it.
  if (!isInDoubt(snapshot.checkout, snapshot.order) || snapshot.order?.payment.failure?.reason === 'MISMATCH') return;
  const run = createRun(deps, orderNo, context, snapshot);
  run.cause = causeOf('await-payment', snapshot);
  await run.checkout('end-doubt', { type: 'EndPaymentDoubt', at: run.now(), reason: 'EXPIRED' });
}
