import type { CancelReason } from '@nordhaut/contracts';
import { expectingDecider, orderDecider, orderStream, type Order } from '@nordhaut/ordering';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import { giveUpUncharged } from './charge-step.ts';
import type { CheckoutDeps } from './deps.ts';
import { createRun, type DriveOrder, loadSnapshot } from './run.ts';
import { messages } from './messages.ts';
import { resolvePayment } from './payment-steps.ts';

/** Who cancels for the buyer: why, and the order's revision that the person saw. */
export type CancelledBySupport = { note: string; expected: number };
export type Cancelled = { ok: true; order: Order; revision: number; position: bigint } | { ok: false; rejection: Rejection };

/**
 * The buyer cancels, or support does. If the payment waits at the bank, the processor is asked first, because the buyer may have paid.
 * The order's own stream decides; then the process stops the parcel and pays back what came in (decisions.md 37, 40).
 */
export async function cancel(
  deps: CheckoutDeps,
  drive: DriveOrder,
  orderNo: string,
  reason: CancelReason,
  context: CommandContext,
  support?: CancelledBySupport,
): Promise<Cancelled> {
  const snapshot = await loadSnapshot(deps, orderNo);
  const { order } = snapshot;
  // The processor is not asked, and no payment given up, for somebody who saw another state. A repeat finds the order cancelled.
  if (support && !order?.cancelled && snapshot.revision !== support.expected)
    return { ok: false, rejection: { status: 409, code: 'ORDER_CHANGED', message: messages.orderChanged } };
  if (order?.terms.payment === 'CREDIT' && order.payment.status === 'HANDLING' && !order.cancelled) {
    // Without a trade number a charge may be under way, so the payment is not given up.
    const giveUp = order.payment.recTradeId !== null;
    const run = createRun(deps, orderNo, context, snapshot);
    if (!(await giveUpUncharged(run))) await resolvePayment(deps, run, { giveUp });
    // The buyer could still pay, and no process would ask about the payment of a cancelled order again.
    if (snapshot.order?.payment.status === 'HANDLING')
      return { ok: false, rejection: { status: 409, code: 'PAYMENT_UNCLEAR', message: messages.paymentUnclear } };
  }
  const command = { type: 'CancelOrder', at: deps.clock().toISOString(), reason, ...(support && { note: support.note }) } as const;
  const stream = orderStream(orderNo);
  // Asking the processor may have recorded something, which is no change by somebody else.
  const expected = order?.cancelled ? support?.expected : snapshot.revision;
  const outcome =
    support && expected !== undefined
      ? await deps.commands.handle(stream, expectingDecider, { expected, command }, context)
      : await deps.commands.handle(stream, orderDecider, command, context);
  if (!outcome.ok) return outcome;
  const driven = await drive(orderNo, { context });
  if (!driven.order || driven.position === undefined) throw new Error(`order ${orderNo} has no history`);
  return { ok: true, order: driven.order, revision: driven.revision, position: driven.position };
}
