import { isCertain } from '@nordhaut/ordering';
import type { CardProcessor, PaymentRef } from '@nordhaut/payments';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { CheckoutDeps } from './deps.ts';
import { createRun, type DriveOrder, loadSnapshot } from './drive.ts';
import { isWaiting, nextStep } from './next-step.ts';
import { findStrays, settlePayment } from './payment-steps.ts';

type Confirming = { confirm(orderNo: string, context: CommandContext): Promise<'done' | 'later'> };

/**
 * Confirms a payment that a notify or a redirect names, by the processor's own record.
 * @returns `later` where the processor could not be asked
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
 * The processor or the browser reports a change of a payment. The processor is also asked about a payment that was
 * given up, because money that came after all has to go back.
 */
export async function confirm(deps: CheckoutDeps, drive: DriveOrder, orderNo: string, context: CommandContext): Promise<'done' | 'later'> {
  const snapshot = await loadSnapshot(deps, orderNo);
  const { order } = snapshot;
  const isProcessor = context.actor.kind === 'card-processor';
  if (!order || (order.terms.payment !== 'CREDIT' && !isProcessor)) return 'done';
  const run = createRun(deps, orderNo, context, snapshot);
  if (order.payment.status === 'HANDLING' || order.payment.status === 'FAILED') {
    const { unanswered, failedForSure } = await settlePayment(deps, run, { giveUp: false });
    if (unanswered) return 'later';
    deps.afterStep?.('await-payment', orderNo);
    const { failure } = order.payment;
    if (failedForSure && failure && !isCertain(failure.reason))
      await run.checkout('end-doubt', { type: 'EndPaymentDoubt', at: run.now(), reason: 'FAILED_AT_PROCESSOR' });
    // Still at the bank, by the processor's answer of this moment.
    if (isWaiting(nextStep(snapshot.checkout, snapshot.order))) return 'done';
  } else if (isProcessor && (await findStrays(deps, run)) === 'later') {
    // The processor reports a charge, and this order's own payment is decided: it may be a second charge.
    return 'later';
  }
  await drive(orderNo, { context, from: snapshot });
  return 'done';
}

/** Ends the doubt about a payment that was given up, once it can no longer succeed by itself. A notify may still report it. */
export async function endDoubt(deps: CheckoutDeps, drive: DriveOrder, orderNo: string, context: CommandContext): Promise<void> {
  const snapshot = await loadSnapshot(deps, orderNo);
  // Money that came in and fits no order stays in doubt until support has dealt with it.
  if (snapshot.order?.payment.failure?.reason === 'MISMATCH') return void (await confirm(deps, drive, orderNo, context));
  const run = createRun(deps, orderNo, context, snapshot);
  await run.checkout('end-doubt', { type: 'EndPaymentDoubt', at: run.now(), reason: 'EXPIRED' });
}
