import { setTimeout as sleep } from 'node:timers/promises';
import type { Order } from '@nordhaut/ordering';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { Checkout } from './checkout.ts';
import { messages } from './messages.ts';
import { cardRefusal, noResponse } from './payment-steps.ts';
import type { CheckoutProcess } from './process.ts';
import type { DriveResult, Snapshot } from './run.ts';

/** `hash`: chain hash of the order's event `revision`. */
export type Placed = { ok: true; order: Order; revision: number; position: bigint; hash: string } | { ok: false; rejection: Rejection };
export const no = (rejection: Rejection): { ok: false; rejection: Rejection } => ({ ok: false, rejection });

export const taken: Rejection = { status: 409, code: 'ORDER_EXISTS', message: messages.orderExists };
export const unknownNumber: Rejection = { status: 400, code: 'ORDER_NUMBER_UNKNOWN', message: messages.orderNumber };

/** `graceMs`: after which no process can still work on a checkout (longer than a charge may take) */
export type ResumeDeps = {
  process: CheckoutProcess;
  clock: () => Date;
  graceMs: number;
  /** the order as everybody may use it but its owner */
  forOthers: (order: Order) => Order;
};

/**
 * Whether a repeated request comes from who placed the order: from its member, by its idempotency key, or from a browser that holds
 * something of it (`holdsIt`). Key and browser do not count after a member adopted the order, because the next person at that browser
 * has the same. Nor do they after the order's own time for the contact, or a browser could try phone numbers for as long as the member's
 * account is open. For all others the order is not read.
 */
export async function isOfBuyer(
  { process, forOthers }: Pick<ResumeDeps, 'process' | 'forOthers'>,
  checkout: NonNullable<Checkout>,
  { memberId, holdsIt }: { memberId: string | null; holdsIt: boolean },
  context: CommandContext,
): Promise<boolean> {
  const { terms } = checkout;
  const hasBegun = await process.hasBegun(checkout, context);
  if (memberId !== null && terms.memberId === memberId) return true;
  if (!hasBegun && !holdsIt) return false;
  const { order } = await process.load(terms.orderNo);
  if (order?.adoptedBy !== undefined) return order.adoptedBy === memberId;
  return order === null || forOthers(order).forgotten?.contact === undefined;
}

const POLL_MS = 250;
/** ms after which the first request to the carrier for a cash order has ended */
const FIRST_TRY = 5_000;

/**
 * Pure: what a repeated click finds at `now` (ms).
 * - `answered`: the order moved on, or its checkout failed before there was one
 * - `left`: no process can still work on it
 * - `in-work`: the first request or another process may still work on it
 */
export function foundAt(
  { checkout, order }: Pick<Snapshot, 'checkout' | 'order'>,
  now: number,
  graceMs: number,
): 'answered' | 'left' | 'in-work' {
  if (checkout?.ended === 'FAILED' && order === null) return 'answered';
  const charge = checkout?.charge;
  const age = now - Date.parse((charge?.state === 'requested' ? charge.at : checkout?.startedAt) ?? '');
  if (age >= graceMs) return 'left';
  if (order === null || (order.payment.status === 'HANDLING' && order.payment.recTradeId === null)) return 'in-work';
  const hasMovedOn = order.terms.payment === 'CREDIT' || order.shipment !== null || checkout?.ended;
  return hasMovedOn || age >= FIRST_TRY ? 'answered' : 'in-work';
}

/**
 * Answers the repeated click. An order whose charge was not requested yet is charged now, with the new one-time token.
 * Otherwise this waits until the order has moved on or no process can still work on it. Only then may an unknown payment be given up.
 */
export async function resume(deps: ResumeDeps, orderNo: string, prime: string | undefined, context: CommandContext): Promise<DriveResult> {
  for (let unused = prime; ; ) {
    const snapshot = await deps.process.load(orderNo);
    const { checkout } = snapshot;
    if (unused !== undefined && checkout?.charge?.state === 'not-requested' && !checkout.ended) {
      const driven = await deps.process.drive(orderNo, { context, prime: unused });
      unused = undefined;
      if (driven.step !== 'pay' || driven.refused) return driven;
      // Another request charges the order at this moment, or this one got no answer.
      continue;
    }
    const found = foundAt(snapshot, deps.clock().getTime(), deps.graceMs);
    if (found === 'left') return deps.process.drive(orderNo, { context, graceIsOver: true });
    if (found === 'answered') return { ...snapshot, step: 'done', refused: undefined };
    await sleep(POLL_MS);
  }
}

export function answer({ order, revision, position, hash, refused }: DriveResult): Placed {
  if (refused) return no(refused);
  if (!order || position === undefined) return no({ status: 409, code: 'CHECKOUT_FAILED', message: messages.orderNumber });
  if (order.shipmentRejected) {
    const message = order.payment.paid > 0 ? messages.logisticsAfterPayment : messages.logistics;
    return no({ status: 502, code: 'LOGISTICS_REFUSED', message });
  }
  const { failure } = order.payment;
  // Repeats the first answer, from the processor's code that the order keeps.
  if (failure?.reason === 'REFUSED' && failure.providerCode !== null) return no(cardRefusal(failure.providerCode, ''));
  if (failure?.reason === 'NO_RESPONSE') return no(noResponse);
  if (failure || order.cancelled) return no({ status: 402, code: 'PAYMENT_FAILED', message: messages.paymentFailed });
  return { ok: true, order, revision, position, hash };
}
