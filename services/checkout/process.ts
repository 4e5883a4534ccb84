import { type CommandContext, type Outcome, request } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { CancelReason } from '@nordhaut/contracts';
import { isCertain, orderDecider, orderStream, type Order, type OrderState } from '@nordhaut/ordering';
import { checkoutDecider, type Checkout, type CheckoutCommand, type CheckoutEvent } from './checkout.ts';
import type { CheckoutDeps } from './deps.ts';
import { checkoutStream, createRun, loadSnapshot, placing, type Run, type Snapshot } from './drive.ts';
import { messages } from './messages.ts';
import { nextStep, type Step } from './next-step.ts';
import { findStrays, payByPrime, refundPayment, settlePayment, startRefund } from './payment-steps.ts';
import { serially } from './serially.ts';
import { findParcel, recallParcel, shipOrder } from './shipment-step.ts';

export type DriveOptions = {
  context: CommandContext;
  /** the card's one-time token; only the buyer's own request has it, so only that request ever charges */
  prime?: string;
  /** nobody else can be working on it any more: a payment whose outcome is unknown may be given up */
  settle?: boolean;
  /** what the caller knows already, where it just began the checkout itself */
  from?: Snapshot;
};

/** How far a drive came, and why the buyer has no order where that is so. */
export type Drive = { step: Step; order: OrderState; revision: number; position: bigint | undefined; refused: Rejection | undefined };

/** What became of an order that another one is to take the place of. */
export type Replaced = 'free' | 'paid' | 'turned-out-paid' | 'unclear';

export type Cancelled = { ok: true; order: Order; revision: number; position: bigint } | { ok: false; rejection: Rejection };

type StartCheckout = Extract<CheckoutCommand, { type: 'StartCheckout' }>;
/** `from`: where to drive on from; none where it was refused, or had begun before */
export type Started = Outcome<Checkout, CheckoutEvent> & { from?: Snapshot };

/** Steps that wait for the card processor or the buyer at the bank. */
const WAITING: ReadonlySet<Step> = new Set<Step>(['pay', 'await-payment']);
/** More steps than any history can need; a loop here would otherwise hammer the store. */
const MAX_STEPS = 16;

/**
 * Drives an order's process as far as it goes now. Every step reads the history, does one thing and records it,
 * and every one may be repeated; so whoever comes (the buyer's request, the processor's notify, the sweeper after
 * a crash) drives on from where it stands. Within one process an order is driven by one at a time; between
 * processes the steps' own ids and the streams' revisions decide.
 */
export function createCheckoutProcess(deps: CheckoutDeps) {
  const oneAtATime = serially();

  async function drive(orderNo: string, options: DriveOptions): Promise<Drive> {
    const snapshot = options.from ?? (await loadSnapshot(deps, orderNo));
    const run = createRun(deps, orderNo, options.context, snapshot);
    let refused: Rejection | undefined;
    let charged = false;
    for (let count = 0; count < MAX_STEPS; count++) {
      const step = nextStep(snapshot.checkout, snapshot.order);
      if (step === 'done') return { ...snapshot, step, refused };
      // A charge is tried once in a drive, whatever came of it; and whoever just began 3-D secure is not at its end.
      if (charged && WAITING.has(step)) return { ...snapshot, step, refused };
      charged ||= step === 'pay';
      const result = await take(step, run, options);
      for (const taken of [step, ...(result.also ?? [])]) deps.afterStep?.(taken, orderNo);
      refused = result.refused ?? refused;
      if (result.later || (step === 'await-payment' && nextStep(snapshot.checkout, snapshot.order) === step))
        return { ...snapshot, step, refused };
    }
    throw new Error(`the process of order ${orderNo} does not come to an end`);
  }

  /** `also`: steps that were taken along with this one */
  type StepResult = { later?: boolean; refused?: Rejection | undefined; also?: readonly Step[] };

  async function take(step: Exclude<Step, 'done'>, run: Run, { prime, settle = false }: DriveOptions): Promise<StepResult> {
    switch (step) {
      case 'place':
        return { refused: await place(run) };
      case 'pay':
        if (prime !== undefined) return payByPrime(deps, run, prime);
        return settle ? settlePayment(deps, run, { giveUp: true }) : { later: true };
      case 'await-payment':
        return settlePayment(deps, run, { giveUp: settle && outOfPatience(run) });
      case 'ship':
        if ((await shipOrder(deps, run)) === 'done') return run.snapshot.checkout?.ended ? { also: ['complete'] } : {};
        // The order stands while the carrier is silent, so its lines leave the cart now.
        await checkOutCart(deps, run.placed(), run.context('cart'));
        return { later: true };
      case 'cancel':
        await run.order('cancel', {
          type: 'CancelOrder',
          at: run.now(),
          reason: run.placed().shipmentRejected ? 'SHIPMENT_REJECTED' : 'PAYMENT_TOO_LATE',
        });
        return {};
      case 'recall':
        return { later: (await recallParcel(deps, run)) === 'later' };
      case 'find-parcel':
        // Another process may be creating the parcel right now.
        return { later: !settle || (await findParcel(deps, run)) === 'later' };
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

  function outOfPatience(run: Run): boolean {
    const { startedAt } = run.placed().payment;
    return startedAt === null || deps.clock().getTime() - Date.parse(startedAt) > deps.paymentPatienceMs;
  }

  async function place(run: Run): Promise<Rejection | undefined> {
    const checkout = run.snapshot.checkout;
    if (!checkout) throw new Error(`checkout ${run.orderNo} has not begun`);
    const { terms, subject, personal, startedAt } = checkout;
    // Forgotten between the click and the order: there is nobody to deliver to.
    if (!personal) {
      await fail(run, 'BUYER_FORGOTTEN');
      return { status: 410, code: 'BUYER_FORGOTTEN', message: messages.orderNumber };
    }
    for (const reservation of deps.reservations) {
      const refused = await reservation.reserve(terms, run.context('reserve'));
      if (!refused) continue;
      await fail(run, refused.code);
      return refused;
    }
    await run.order('place', { type: 'PlaceOrder', at: startedAt, terms, subject, personal });
    return undefined;
  }

  async function complete(run: Run): Promise<StepResult> {
    const order = run.placed();
    for (const reservation of deps.reservations) await reservation.redeem(order.terms, run.context('redeem'));
    await checkOutCart(deps, order, run.context('cart'));
    await run.checkout('complete', { type: 'CompleteCheckout', at: run.now() });
    return {};
  }

  async function fail(run: Run, code: string): Promise<StepResult> {
    for (const reservation of deps.reservations) await reservation.release(run.orderNo, run.context('release'));
    await run.checkout('fail', { type: 'FailCheckout', at: run.now(), code });
    return {};
  }

  /**
   * The processor or the browser says that something happened to a payment. Asked also about a payment that was given
   * up: money that came after all has to go back.
   */
  async function confirm(orderNo: string, context: CommandContext): Promise<'done' | 'later'> {
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
      // Still at the bank: the processor was asked just now.
      if (WAITING.has(nextStep(snapshot.checkout, snapshot.order))) return 'done';
    } else if (isProcessor && (await findStrays(deps, run)) === 'later') {
      // The processor reports a charge, and this order's own payment is decided: it may be a second charge.
      return 'later';
    }
    await drive(orderNo, { context, from: snapshot });
    return 'done';
  }

  /**
   * A buyer who is at the bank with one order pays for another instead: the waiting payment is given up, so that nobody
   * pays twice. Should it come about after all, it is paid back as any that comes too late.
   * @param cartId the buyer's own; an order of another cart is not this buyer's to give up
   * @returns `paid`: it was before anybody asked; `turned-out-paid`: the processor said so just now
   */
  async function replace(orderNo: string, cartId: string | null, context: CommandContext): Promise<Replaced> {
    const snapshot = await loadSnapshot(deps, orderNo);
    const { order } = snapshot;
    if (order?.terms.payment !== 'CREDIT' || cartId === null || order.terms.cartId !== cartId) return 'free';
    const stands = (): boolean => snapshot.order?.payment.status === 'SUCCESS' && !snapshot.order.cancelled;
    if (order.payment.status !== 'HANDLING') return stands() ? 'paid' : 'free';
    const { unanswered } = await settlePayment(deps, createRun(deps, orderNo, context, snapshot), { giveUp: true });
    if (unanswered) return 'unclear';
    await drive(orderNo, { context, from: snapshot });
    return stands() ? 'turned-out-paid' : 'free';
  }

  /**
   * The buyer cancels. A payment that waits at the bank is settled first, because it may have been made. The order's own
   * stream decides; then the process stops the parcel and pays back what came in (decisions.md 37, 40).
   */
  async function cancel(orderNo: string, reason: CancelReason, context: CommandContext): Promise<Cancelled> {
    const snapshot = await loadSnapshot(deps, orderNo);
    const { order } = snapshot;
    if (order?.terms.payment === 'CREDIT' && order.payment.status === 'HANDLING' && !order.cancelled) {
      const { unanswered } = await settlePayment(deps, createRun(deps, orderNo, context, snapshot), { giveUp: true });
      if (unanswered) return { ok: false, rejection: { status: 409, code: 'PAYMENT_UNCLEAR', message: messages.paymentUnclear } };
    }
    const command = { type: 'CancelOrder', at: deps.clock().toISOString(), reason } as const;
    const outcome = await deps.commands.handle(orderStream(orderNo), orderDecider, command, context);
    if (!outcome.ok) return outcome;
    const driven = await drive(orderNo, { context });
    if (!driven.order || driven.position === undefined) throw new Error(`order ${orderNo} has no history`);
    return { ok: true, order: driven.order, revision: driven.revision, position: driven.position };
  }

  /** The time is over in which a payment nobody knows the end of may still turn up by itself; a notify may bring it yet. */
  async function endDoubt(orderNo: string, context: CommandContext): Promise<void> {
    const snapshot = await loadSnapshot(deps, orderNo);
    // Money that is here and fits no order is not over until somebody has seen to it.
    if (snapshot.order?.payment.failure?.reason === 'MISMATCH') return void (await confirm(orderNo, context));
    const run = createRun(deps, orderNo, context, snapshot);
    await run.checkout('end-doubt', { type: 'EndPaymentDoubt', at: run.now(), reason: 'EXPIRED' });
  }

  /**
   * Records what the buyer agreed to; a number that was used by another checkout is refused. Where nothing has to be
   * reserved, the order is placed along with it.
   */
  async function start(orderNo: string, command: StartCheckout, context: CommandContext): Promise<Started> {
    const starting = request({ stream: checkoutStream(orderNo), decider: checkoutDecider, command, context, options: { fresh: true } });
    const [started, placed] =
      deps.reservations.length > 0
        ? [await deps.commands.handle(starting.stream, starting.decider, command, context, starting.options), undefined]
        : await deps.commands.handleInOrder([starting, placing(deps, orderNo, command, context)]);
    if (!started) throw new Error(`checkout ${orderNo} has no outcome`);
    if (!started.ok || started.replayed) return started;
    const from: Snapshot = { checkout: started.state, order: null, revision: -1, position: undefined };
    if (placed?.ok !== true) return { ...started, from };
    deps.afterStep?.('place', orderNo);
    const { state, revision, position } = placed;
    return { ...started, from: { ...from, order: state, revision, position } };
  }

  return {
    confirm: (orderNo: string, context: CommandContext) => oneAtATime(orderNo, () => confirm(orderNo, context)),
    replace: (orderNo: string, cartId: string | null, context: CommandContext) =>
      oneAtATime(orderNo, () => replace(orderNo, cartId, context)),
    cancel: (orderNo: string, reason: CancelReason, context: CommandContext) => oneAtATime(orderNo, () => cancel(orderNo, reason, context)),
    endDoubt: (orderNo: string, context: CommandContext) => oneAtATime(orderNo, () => endDoubt(orderNo, context)),
    start: (orderNo: string, command: StartCheckout, context: CommandContext) =>
      oneAtATime(orderNo, () => start(orderNo, command, context)),
    load: (orderNo: string) => loadSnapshot(deps, orderNo),
    drive: (orderNo: string, options: DriveOptions): Promise<Drive> => oneAtATime(orderNo, () => drive(orderNo, options)),
  };
}

export type CheckoutProcess = ReturnType<typeof createCheckoutProcess>;

async function checkOutCart({ commands, cartCheckOut }: CheckoutDeps, order: Order, context: CommandContext): Promise<void> {
  const cart = cartCheckOut(order);
  if (cart) await commands.handle(cart.stream, cart.decider, cart.command, context);
}
