import type { CartCommand } from '@nordhaut/cart';
import type { DomainEvent } from '@nordhaut/platform/decider';
import { type CommandContext, type HandleRequest, type Outcome, request } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { CancelReason } from '@nordhaut/contracts';
import { isCertain, orderDecider, orderStream, type Order, type OrderState, type OrderTerms } from '@nordhaut/ordering';
import { checkoutDecider, type Checkout, type CheckoutCommand, type CheckoutEvent } from './checkout.ts';
import type { CheckoutDeps } from './deps.ts';
import { claimCommand, hasClaim, itemsOf, refusedClaim, toCart } from './cart-lines.ts';
import { checkoutStream, contextOf, createRun, loadSnapshot, placing, type Run, type Snapshot } from './drive.ts';
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

/**
 * What became of an order that another one is to take the place of.
 * - `free`: it is no card order of this cart, so there is nothing to give up
 * - `given-up`: it will not be fulfilled; the new order takes over its claim, and closes it afterwards
 * - `paid`: it was before anybody asked
 * - `turned-out-paid`: the processor said so just now
 * - `unclear`: its payment may still succeed
 * - `refused`: the new order cannot have its lines, so nothing was given up for it
 */
export type Replaced = 'free' | 'given-up' | 'paid' | 'turned-out-paid' | 'unclear' | { refused: Rejection };

export type Cancelled = { ok: true; order: Order; revision: number; position: bigint } | { ok: false; rejection: Rejection };

// oxlint-disable-next-line no-explicit-any -- a list of unlike requests; each is made by `request` and so checked by itself
type AnyRequest = HandleRequest<any, any, any>;
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
      const step = nextStep(snapshot.checkout, snapshot.order, snapshot.claimed);
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
      case 'claim':
        return { refused: await claim(run) };
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

  /**
   * The claim or its refusal is recorded under one command id, so every process that takes this step gets the same
   * outcome, and an order whose claim was refused cannot claim anything later.
   */
  async function claim(run: Run): Promise<Rejection | undefined> {
    const { orderNo, snapshot } = run;
    const { terms, replaces } = run.begun();
    const give = async (command: CartCommand) => {
      const cart = toCart(terms, command, run.context('claim'));
      return cart && deps.commands.handle(cart.stream, cart.decider, cart.command, cart.context);
    };
    const asked = await give(claimCommand(terms, replaces));
    const outcome = asked?.ok === false ? await give({ type: 'RefuseClaim', orderNo }) : asked;
    snapshot.claimed = hasClaim(outcome, orderNo);
    if (snapshot.claimed) return undefined;
    const refused: Rejection = asked?.ok === false ? asked.rejection : { status: 409, code: 'CART_CHANGED', message: messages.cartChanged };
    await fail(run, refused.code);
    return refused;
  }

  async function checkOutCart(run: Run): Promise<void> {
    const { terms } = run.placed();
    const cart = toCart(terms, { type: 'CheckOut', orderNo: run.orderNo, items: itemsOf(terms) }, run.context('cart'));
    if (cart) await deps.commands.handle(cart.stream, cart.decider, cart.command, cart.context);
  }

  async function place(run: Run): Promise<Rejection | undefined> {
    const { terms, subject, personal, startedAt } = run.begun();
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
    await meetFailure(run);
    return undefined;
  }

  /**
   * Two processes may take these steps at once, and one of them fails the checkout while the other one places the order.
   * Each writes first and reads then, so at least one of them sees both; `nextStep` cancels the order.
   */
  const meetFailure = async ({ orderNo, snapshot }: Run): Promise<void> => void Object.assign(snapshot, await loadSnapshot(deps, orderNo));

  async function complete(run: Run): Promise<StepResult> {
    const order = run.placed();
    for (const reservation of deps.reservations) await reservation.redeem(order.terms, run.context('redeem'));
    await run.close('complete');
    return {};
  }

  async function fail(run: Run, code: string): Promise<StepResult> {
    for (const reservation of deps.reservations) await reservation.release(run.orderNo, run.context('release'));
    await run.close({ failed: code });
    if (!run.snapshot.order) await meetFailure(run);
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
   * pays twice. If it succeeds all the same, it is paid back like any that comes too late. The end of the order itself
   * comes after the new one took over its claim: in between, nobody else may take the lines.
   * @param terms of the new order; an order of another cart is not this buyer's to give up
   */
  async function replace(orderNo: string, terms: OrderTerms, context: CommandContext): Promise<Replaced> {
    const snapshot = await loadSnapshot(deps, orderNo);
    const { order } = snapshot;
    if (order?.terms.payment !== 'CREDIT' || terms.cartId === null || order.terms.cartId !== terms.cartId) return 'free';
    const stands = (): boolean => snapshot.order?.payment.status === 'SUCCESS' && !snapshot.order.cancelled;
    const isOpen = (): boolean => snapshot.order?.payment.status === 'HANDLING' && !snapshot.order.cancelled;
    if (!isOpen()) return stands() ? 'paid' : 'given-up';
    const refused = await refusedClaim(deps.commands, terms, orderNo);
    if (refused) return { refused };
    // Without a trade number a charge may be under way: the processor not knowing it yet says nothing.
    const giveUp = order.payment.recTradeId !== null;
    const { unanswered } = await settlePayment(deps, createRun(deps, orderNo, context, snapshot), { giveUp });
    if (unanswered || isOpen()) return 'unclear';
    if (!stands()) return 'given-up';
    await drive(orderNo, { context, from: snapshot });
    return stands() ? 'turned-out-paid' : 'given-up';
  }

  /**
   * The buyer cancels. A payment that waits at the bank is settled first, because it may have been made. The order's own
   * stream decides; then the process stops the parcel and pays back what came in (decisions.md 37, 40).
   */
  async function cancel(orderNo: string, reason: CancelReason, context: CommandContext): Promise<Cancelled> {
    const snapshot = await loadSnapshot(deps, orderNo);
    const { order } = snapshot;
    if (order?.terms.payment === 'CREDIT' && order.payment.status === 'HANDLING' && !order.cancelled) {
      // Without a trade number a charge may be under way, so the payment is not given up.
      const giveUp = order.payment.recTradeId !== null;
      await settlePayment(deps, createRun(deps, orderNo, context, snapshot), { giveUp });
      // The buyer could still pay, and no process would ask about the payment of a cancelled order again.
      if (snapshot.order?.payment.status === 'HANDLING')
        return { ok: false, rejection: { status: 409, code: 'PAYMENT_UNCLEAR', message: messages.paymentUnclear } };
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
   * Records what the buyer agreed to, claims the lines of the cart and, where nothing has to be reserved, places the
   * order: in one append, or none of it, where the store can do that. Else what is missing is left to `drive`.
   * A number that was used by another checkout is refused, and so are lines that the cart lacks.
   */
  async function start(orderNo: string, command: StartCheckout, context: CommandContext): Promise<Started> {
    const starting = request({ stream: checkoutStream(orderNo), decider: checkoutDecider, command, context, options: { fresh: true } });
    const claiming = toCart(command.terms, claimCommand(command.terms, command.replaces), contextOf(deps, orderNo, context, 'claim'));
    const placingNow = deps.reservations.length === 0 ? placing(deps, orderNo, command, context) : undefined;

    const requests = [starting, claiming, placingNow].filter((one) => one !== undefined);
    const outcomes = await deps.commands.handleInOrder(requests as AnyRequest[]);
    const outcomeOf = <State, Command, E extends DomainEvent>(one: HandleRequest<State, Command, E> | undefined) =>
      one && (outcomes[requests.indexOf(one as never)] as Outcome<State, E> | undefined);

    const [started, claimed, placed] = [outcomeOf(starting), outcomeOf(claiming), outcomeOf(placingNow)];
    if (!started) {
      for (const outcome of [claimed, placed]) if (outcome?.ok === false) return outcome;
      throw new Error(`checkout ${orderNo} has no outcome`);
    }
    if (!started.ok || started.replayed) return started;
    const from: Snapshot = { checkout: started.state, claimed: hasClaim(claimed, orderNo), order: null, revision: -1, position: undefined };
    if (placed?.ok !== true) return { ...started, from };
    if (claiming) deps.afterStep?.('claim', orderNo);
    deps.afterStep?.('place', orderNo);
    const { state, revision, position } = placed;
    return { ...started, from: { ...from, order: state, revision, position } };
  }

  /** Whether this very request began the checkout: it has the command id, which only the first sender's key gives. */
  async function isFirstSender(checkout: NonNullable<Checkout>, context: CommandContext): Promise<boolean> {
    const { terms, subject, personal, startedAt } = checkout;
    if (!personal) return false;
    const again: StartCheckout = { type: 'StartCheckout', at: startedAt, terms, subject, personal };
    return (await deps.commands.handle(checkoutStream(terms.orderNo), checkoutDecider, again, context)).ok;
  }

  return {
    confirm: (orderNo: string, context: CommandContext) => oneAtATime(orderNo, () => confirm(orderNo, context)),
    replace: (orderNo: string, terms: OrderTerms, context: CommandContext) => oneAtATime(orderNo, () => replace(orderNo, terms, context)),
    cancel: (orderNo: string, reason: CancelReason, context: CommandContext) => oneAtATime(orderNo, () => cancel(orderNo, reason, context)),
    endDoubt: (orderNo: string, context: CommandContext) => oneAtATime(orderNo, () => endDoubt(orderNo, context)),
    start: (orderNo: string, command: StartCheckout, context: CommandContext) =>
      oneAtATime(orderNo, () => start(orderNo, command, context)),
    load: (orderNo: string) => loadSnapshot(deps, orderNo),
    /** The checkout as it began; null where the number is free. */
    begun: async (orderNo: string): Promise<Checkout> => (await deps.commands.load(checkoutStream(orderNo), checkoutDecider)).state,
    isFirstSender,
    refusedClaim: (terms: OrderTerms, replaces: string | undefined) => refusedClaim(deps.commands, terms, replaces),
    drive: (orderNo: string, options: DriveOptions): Promise<Drive> => oneAtATime(orderNo, () => drive(orderNo, options)),
  };
}

export type CheckoutProcess = ReturnType<typeof createCheckoutProcess>;
