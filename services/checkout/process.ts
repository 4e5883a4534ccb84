import type { CartCommand } from '@nordhaut/cart';
import type { CancelReason } from '@nordhaut/contracts';
import type { OrderTerms } from '@nordhaut/ordering';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import { outcomeOf, reservesAnything, type Taken, takenBy } from '@nordhaut/promotions';
import { cancel, type CancelledBySupport } from './cancel.ts';
import { cartRequest, claimCommand, hasClaim, itemsOf, refusedClaim } from './cart-lines.ts';
import { checkoutDecider, type Checkout } from './checkout.ts';
import { confirm, endDoubt } from './confirm.ts';
import type { CheckoutDeps } from './deps.ts';
import {
  AFTER_THE_FACT,
  checkoutStream,
  claimEvent,
  createRun,
  type DriveOptions,
  type DriveResult,
  loadSnapshot,
  type Run,
} from './run.ts';
import { placeLinked, tellOrigin } from './linked-order.ts';
import { messages } from './messages.ts';
import { isOver } from './is-over.ts';
import { isWaiting, nextStep, type Step } from './next-step.ts';
import { payOrder } from './charge-step.ts';
import { resolvePayment } from './payment-steps.ts';
import { lookUpRefund, refundPayment, startRefund } from './card-refunds.ts';
import { type Next, replace } from './replace.ts';
import { serially } from './serially.ts';
import { findParcel, recallParcel, shipOrder, type SpentNumbers } from './shipment-step.ts';
import { causeOf } from './step-causes.ts';
import { claimContext } from './step-context.ts';
import { hasBegun, start, type StartCheckout } from './start.ts';

/** More steps than any history needs. The limit ends an endless loop if `nextStep` has an error. */
const MAX_STEPS = 16;

/**
 * The process of an order. `drive` takes one step after another until it has to wait: `nextStep` derives the step from the
 * history, `take` does it and records it. Every step may be repeated, so the buyer's request, the processor's notify and
 * the sweeper can each continue after a crash. Within one process, one drive at a time works on an order. Between
 * processes, the steps' command ids and the streams' revisions prevent a second effect.
 */
export function createCheckoutProcess(deps: CheckoutDeps) {
  const oneAtATime = serially();
  // The second order from a cart must see that the first one took the cart's correlation id.
  const oneCartAtATime = serially();
  const spent: SpentNumbers = new Map();

  async function drive(orderNo: string, options: DriveOptions): Promise<DriveResult> {
    let seenAt = deps.clock().toISOString();
    const snapshot = options.from ?? (await loadSnapshot(deps, orderNo));
    const run = createRun(deps, orderNo, options.context, snapshot);
    let refused: Rejection | undefined;
    let charged = false;
    let refundWaits = false;
    const next = (): Step => nextStep(snapshot.checkout, snapshot.order, { ...snapshot, refundWaits });
    for (let count = 0; count < MAX_STEPS; count++) {
      // While this process stood still, others may have gone on, and a person may have paid back in another way.
      if (isOver(deps, seenAt, deps.graceMs)) await reload(run);
      seenAt = run.now();
      const step = next();
      if (step === 'done') return { ...snapshot, step: refundWaits ? 'refund' : step, refused };
      // A drive tries a charge once. After it began 3-D Secure, the buyer needs time at the bank.
      if (charged && isWaiting(step)) return { ...snapshot, step, refused };
      charged ||= step === 'pay';
      run.cause = causeOf(step, snapshot);
      const result = await take(step, run, options);
      for (const taken of [step, ...(result.also ?? [])]) deps.afterStep?.(taken, orderNo);
      refused = result.refused ?? refused;
      if (step === 'refund' && result.later) refundWaits = true;
      else if (result.later || (step === 'await-payment' && next() === step)) return { ...snapshot, step, refused };
    }
    throw new Error(`the process of order ${orderNo} does not come to an end`);
  }

  /** `later`: the drive ends, and the sweeper repeats the step. `also`: further steps that were taken together with this one. */
  type StepResult = { later?: boolean; refused?: Rejection | undefined; also?: readonly Step[] };

  /** Takes one step. `drive` ends after a charge that is still open. */
  async function take(step: Exclude<Step, 'done'>, run: Run, options: DriveOptions): Promise<StepResult> {
    const { graceIsOver = false } = options;
    switch (step) {
      case 'claim':
        return { refused: await claim(run) };
      case 'reserve':
        return { refused: await reserve(run) };
      case 'place':
        return { refused: await place(run) };
      case 'pay':
        return payOrder(deps, run, options);
      case 'await-payment':
        return resolvePayment(deps, run, { giveUp: graceIsOver && patienceIsOver(run) });
      case 'ship':
        // A parcel could not be recorded now.
        if (!deps.commands.storeAnswers()) return { later: true };
        if ((await shipOrder(deps, run, spent)) === 'done') return run.snapshot.checkout?.ended ? { also: ['complete'] } : {};
        // The order stands although the carrier does not answer, so its lines leave the cart now.
        await checkOutCart(run);
        return { later: true };
      case 'cancel':
        await run.order('cancel', {
          type: 'CancelOrder',
          at: run.now(),
          reason: run.placed().shipmentRejected
            ? 'SHIPMENT_REJECTED'
            : run.placed().payment.failure
              ? 'PAYMENT_TOO_LATE'
              : 'CHECKOUT_FAILED',
        });
        return {};
      case 'recall':
        return { later: (await recallParcel(deps, run)) === 'later' };
      case 'find-parcel':
        // Another process may be creating the parcel at this moment.
        return { later: !graceIsOver || (await findParcel(deps, run, spent)) === 'later' };
      case 'link': {
        await placeLinked(deps, (orderNo, more) => oneAtATime(orderNo, () => drive(orderNo, more)), run);
        // The new order began, and is not placed: its own process comes first.
        return { later: nextStep(run.snapshot.checkout, run.snapshot.order) === 'link' };
      }
      case 'tell-origin':
        await tellOrigin(deps, run);
        return {};
      case 'take-rewards-back':
        await deps.takeRewardsBack(run.orderNo, run.context('take-rewards-back'));
        await reload(run);
        return {};
      case 'start-refund':
        await startRefund(run);
        return {};
      case 'refund':
        return { later: (await refundPayment(deps, run)) === 'later' };
      case 'complete':
        return complete(run);
      case 'fail':
        return fail(run, run.placed().cancelled ?? run.placed().payment.failure?.reason ?? 'FAILED');
    }
  }

  function patienceIsOver(run: Run): boolean {
    const { startedAt } = run.placed().payment;
    return startedAt === null || deps.clock().getTime() - Date.parse(startedAt) > deps.paymentPatienceMs;
  }

  /**
   * The claim or its refusal is recorded under one command id, so every process that takes this step gets the same
   * outcome, and an order whose claim was refused cannot claim anything later.
   */
  async function claim(run: Run): Promise<Rejection | undefined> {
    const { orderNo, snapshot } = run;
    const { terms, replaces } = run.begun();
    const handle = async (command: CartCommand) => {
      const cart = cartRequest(terms, command, claimContext(run.context('claim'), replaces));
      return cart && deps.commands.handle(cart.stream, cart.decider, cart.command, cart.context);
    };
    const asked = await handle(claimCommand(terms, replaces));
    const outcome = asked?.ok === false ? await handle({ type: 'RefuseClaim', orderNo }) : asked;
    snapshot.claimed = hasClaim(outcome, orderNo);
    snapshot.claim = outcome?.ok ? claimEvent(outcome.events) : undefined;
    if (snapshot.claimed) return undefined;
    const refused: Rejection = asked?.ok === false ? asked.rejection : { status: 409, code: 'CART_CHANGED', message: messages.cartChanged };
    run.cause = snapshot.claim?.eventId ?? run.cause;
    await fail(run, refused.code);
    return refused;
  }

  async function checkOutCart(run: Run): Promise<void> {
    const { terms } = run.placed();
    const cart = cartRequest(terms, { type: 'CheckOut', orderNo: run.orderNo, items: itemsOf(terms) }, run.context('cart'));
    if (cart) await deps.commands.handle(cart.stream, cart.decider, cart.command, cart.context, AFTER_THE_FACT);
  }

  /**
   * Takes all coupons and credit, or fails the checkout, which gives back what it took. It is taken before the order is
   * placed, so no order stands without it.
   */
  async function reserve(run: Run): Promise<Rejection | undefined> {
    const taken = takenOf(run);
    for (const reservation of deps.reservations) {
      const refused = await reservation.reserve(taken, run.context('reserve'));
      if (!refused) continue;
      await fail(run, refused.code);
      return refused;
    }
    run.snapshot.reserved = true;
    return undefined;
  }

  async function place(run: Run): Promise<Rejection | undefined> {
    const { terms, subject, personal, startedAt } = run.begun();
    // The buyer was forgotten between the click and the order, so there is no address.
    const { contact } = personal;
    if (!contact) {
      await fail(run, 'BUYER_FORGOTTEN');
      return { status: 410, code: 'BUYER_FORGOTTEN', message: messages.orderNumber };
    }
    await run.order('place', { type: 'PlaceOrder', at: startedAt, terms, subject, personal: { ...personal, contact } });
    await reload(run);
    return undefined;
  }

  /**
   * Called after `place`, and after a `fail` without an order. One process may fail the checkout while another process
   * places the order. Each process writes its event before it reloads, so at least one process sees both events, and
   * `nextStep` then cancels the order.
   */
  const reload = async ({ orderNo, snapshot }: Run): Promise<void> => void Object.assign(snapshot, await loadSnapshot(deps, orderNo));

  const takenOf = (run: Run): Taken => takenBy(run.begun().terms, run.begun().startedAt);

  /** Coupons and credit return before the checkout is closed, so a crash between the two repeats this step. */
  async function giveBack(run: Run): Promise<void> {
    if (!reservesAnything(run.begun().terms)) return;
    const { order } = run.snapshot;
    const outcome = order ? outcomeOf(order) : 'FAILED';
    // The order stands, so it keeps what it took.
    if (outcome === null) return;
    for (const reservation of deps.reservations) await reservation.giveBack(takenOf(run), outcome, run.context('give-back'));
  }

  async function complete(run: Run): Promise<StepResult> {
    if (reservesAnything(run.begun().terms))
      for (const reservation of deps.reservations) await reservation.redeem(takenOf(run), run.context('redeem'));
    await run.close('complete');
    return {};
  }

  async function fail(run: Run, code: string): Promise<StepResult> {
    await giveBack(run);
    await run.close({ failed: code });
    if (!run.snapshot.order) await reload(run);
    return {};
  }

  return {
    confirm: (orderNo: string, context: CommandContext) => oneAtATime(orderNo, () => confirm(deps, drive, orderNo, context)),
    replace: (orderNo: string, next: Next, context: CommandContext) =>
      oneAtATime(orderNo, () => replace(deps, drive, orderNo, next, context)),
    cancel: (orderNo: string, reason: CancelReason, context: CommandContext, support?: CancelledBySupport) =>
      oneAtATime(orderNo, () => cancel(deps, drive, orderNo, reason, context, support)),
    lookUpRefund: (orderNo: string, refundId: string, context: CommandContext, heldSince?: string) =>
      oneAtATime(orderNo, async () =>
        lookUpRefund(deps, createRun(deps, orderNo, context, await loadSnapshot(deps, orderNo)), refundId, heldSince),
      ),
    endDoubt: (orderNo: string, context: CommandContext) => oneAtATime(orderNo, () => endDoubt(deps, drive, orderNo, context)),
    start: (orderNo: string, command: StartCheckout, context: CommandContext) =>
      oneAtATime(orderNo, () => {
        const begin = () => start(deps, orderNo, command, context);
        return command.terms.cartId === null ? begin() : oneCartAtATime(command.terms.cartId, begin);
      }),
    load: (orderNo: string) => loadSnapshot(deps, orderNo),
    /** The checkout as it began; null where the number is free. */
    begun: async (orderNo: string): Promise<Checkout> => (await deps.commands.load(checkoutStream(orderNo), checkoutDecider)).state,
    hasBegun: (checkout: NonNullable<Checkout>, context: CommandContext) => hasBegun(deps, checkout, context),
    /** Returns the coupons and the credit of an order that was given up. It is closed afterwards. */
    giveBack: (orderNo: string, context: CommandContext) =>
      oneAtATime(orderNo, async () => giveBack(createRun(deps, orderNo, context, await loadSnapshot(deps, orderNo)))),
    refusedClaim: (terms: OrderTerms, replaces: string | undefined) => refusedClaim(deps.commands, terms, replaces),
    drive: (orderNo: string, options: DriveOptions): Promise<DriveResult> => oneAtATime(orderNo, () => drive(orderNo, options)),
  };
}

export type CheckoutProcess = ReturnType<typeof createCheckoutProcess>;
