import type { OrderTerms } from '@nordhaut/ordering';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import { outcomeOf } from '@nordhaut/promotions';
import { refusedClaim } from './cart-lines.ts';
import { giveUpUncharged } from './charge-step.ts';
import type { CheckoutDeps } from './deps.ts';
import { createRun, type DriveOrder, loadSnapshot } from './run.ts';
import { resolvePayment } from './payment-steps.ts';

/**
 * What became of an order that another order is to replace.
 * - `free`: it is no card order of this cart, so there is nothing to give up
 * - `given-up`: it will not be fulfilled; the new order takes over its claim, and the earlier order is closed afterwards
 * - `paid`: it was paid before the processor was asked
 * - `turned-out-paid`: the processor answered now that it is paid
 * - `unclear`: its payment may still succeed
 * - `refused`: the new order cannot have its lines, so nothing was given up for it
 */
export type Replaced = 'free' | 'given-up' | 'paid' | 'turned-out-paid' | 'unclear' | { refused: Rejection };

/** The terms of the new order; `sameLines: false`: it takes its lines from another cart. */
export type Next = OrderTerms | { cartId: string; sameLines: false };

/**
 * A buyer who is at the bank with one order pays for another one instead. The waiting payment is given up, so that
 * nobody pays twice. If it succeeds all the same, it is paid back like every payment that comes too late. The earlier
 * order is closed only after the new one took over its claim; in between, no other order may take the lines.
 * @param next the new order; an order of another cart cannot be given up
 */
export async function replace(
  deps: CheckoutDeps,
  drive: DriveOrder,
  orderNo: string,
  next: Next,
  context: CommandContext,
): Promise<Replaced> {
  const snapshot = await loadSnapshot(deps, orderNo);
  const { order } = snapshot;
  if (order?.terms.payment !== 'CREDIT' || next.cartId === null || order.terms.cartId !== next.cartId) return 'free';
  // Money that went back by goodwill, or at the processor, ends no order: the buyer has the goods.
  const stands = (): boolean => {
    const { order: now } = snapshot;
    return now !== null && !now.cancelled && (now.payment.status === 'SUCCESS' || outcomeOf(now) === null);
  };
  const waits = (): boolean => snapshot.order?.payment.status === 'HANDLING' && !snapshot.order.cancelled;
  if (!waits()) return stands() ? 'paid' : 'given-up';
  const refused = 'sameLines' in next ? undefined : await refusedClaim(deps.commands, next, orderNo);
  if (refused) return { refused };
  // Without a trade number a charge may be under way, so the processor's "unknown" proves nothing yet.
  const giveUp = order.payment.recTradeId !== null;
  const run = createRun(deps, orderNo, context, snapshot);
  if (await giveUpUncharged(run)) return 'given-up';
  const { unanswered } = await resolvePayment(deps, run, { giveUp });
  if (unanswered || waits()) return 'unclear';
  if (!stands()) return 'given-up';
  await drive(orderNo, { context, from: snapshot });
  return stands() ? 'turned-out-paid' : 'given-up';
}
