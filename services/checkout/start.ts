import { randomUUID } from 'node:crypto';
import { cartStream } from '@nordhaut/cart';
import { orderDecider, orderStream } from '@nordhaut/ordering';
import type { DomainEvent } from '@nordhaut/platform/decider';
import { type CommandContext, type HandleRequest, NO_TRAIL, type Outcome, request } from '@nordhaut/platform/envelope';
import { takenBy } from '@nordhaut/promotions';
import { cartRequest, claimCommand, hasClaim } from './cart-lines.ts';
import { checkoutDecider, type Checkout, type CheckoutCommand, type CheckoutEvent } from './checkout.ts';
import type { AnyRequest, CheckoutDeps } from './deps.ts';
import { allOf, checkoutStream, claimEvent, type Snapshot } from './run.ts';
import { contextOf } from './step-context.ts';

export type StartCheckout = Extract<CheckoutCommand, { type: 'StartCheckout' }>;
/** `from`: the snapshot to drive on from; undefined where the checkout was refused or had begun before */
export type Started = Outcome<Checkout, CheckoutEvent> & { from?: Snapshot };

/**
 * The commands with which an order begins. Each is the cause of the next one. All have one correlation id: that of the
 * cart, of the order that this one replaces, or a new one.
 */
async function commandsOf(deps: CheckoutDeps, orderNo: string, command: StartCheckout, context: CommandContext) {
  const { commands } = deps;
  const { at, terms, subject, personal, replaces } = command;
  const kept = replaces === undefined ? undefined : (await commands.load(orderStream(replaces), orderDecider)).trail.correlationId;
  const own = { ...context, newCorrelationId: randomUUID(), ...(kept !== undefined && { correlationId: kept }) };
  const cart = terms.cartId === null ? undefined : cartStream(terms.cartId);
  const like = cart === undefined || own.correlationId !== undefined ? {} : { correlationOf: cart };
  const stream = checkoutStream(orderNo);
  const claiming = cartRequest(terms, claimCommand(terms, replaces), contextOf(deps, orderNo, own, 'claim'));
  // As in the steps of the process, the claim is the cause of both.
  const options = { causedBy: cart ?? stream, ...like };
  const taken = takenBy(terms, at);
  const reserving = allOf(deps.reservations, terms, (one) => one.reserving(taken, contextOf(deps, orderNo, own, 'reserve')));
  return {
    starting: request({ stream, decider: checkoutDecider, command, context: own, options: { fresh: true, ...like } }),
    claiming: claiming && { ...claiming, options: { causedBy: stream } },
    reserving: reserving?.map((one) => ({ ...one, options })) ?? [],
    placing:
      reserving &&
      request({
        stream: orderStream(orderNo),
        decider: orderDecider,
        command: { type: 'PlaceOrder', at, terms, subject, personal },
        context: contextOf(deps, orderNo, own, 'place'),
        options: { ...options, fresh: true },
      }),
  };
}

/**
 * Records what the buyer agreed to, claims the lines of the cart, and places the order if nothing has to be reserved or one
 * command reserves it. A store that can append to several streams at once writes all of it or nothing. With any other store,
 * `drive` takes the steps that are missing after a crash. Refuses a number that another checkout has, and lines that the cart lacks.
 */
export async function start(deps: CheckoutDeps, orderNo: string, command: StartCheckout, context: CommandContext): Promise<Started> {
  const { starting, claiming, reserving, placing } = await commandsOf(deps, orderNo, command, context);
  const requests = [starting, claiming, ...reserving, placing].filter((one) => one !== undefined);
  const outcomes = await deps.commands.handleInOrder(requests as AnyRequest[]);
  const outcomeOf = <State, Command, E extends DomainEvent>(one: HandleRequest<State, Command, E> | undefined) =>
    one && (outcomes[requests.indexOf(one as never)] as Outcome<State, E> | undefined);

  const [started, claimed, placed] = [outcomeOf(starting), outcomeOf(claiming), outcomeOf(placing)];
  if (!started) {
    for (const outcome of outcomes) if (outcome?.ok === false) return outcome;
    throw new Error(`checkout ${orderNo} has no outcome`);
  }
  if (!started.ok || started.replayed) return started;
  const from: Snapshot = {
    checkout: started.state,
    claimed: hasClaim(claimed, orderNo),
    reserved: reserving.length > 0 && reserving.every((one) => outcomeOf(one)?.ok),
    claim: claimed?.ok ? claimEvent(claimed.events) : undefined,
    order: null,
    revision: -1,
    position: undefined,
    trails: { checkout: started.trail, order: NO_TRAIL },
    hash: '',
  };
  if (placed?.ok !== true) return { ...started, from };
  if (claiming) deps.afterStep?.('claim', orderNo);
  if (reserving.length > 0) deps.afterStep?.('reserve', orderNo);
  deps.afterStep?.('place', orderNo);
  const { state, revision, position, hash, trail } = placed;
  return { ...started, from: { ...from, order: state, revision, position, hash, trails: { checkout: started.trail, order: trail } } };
}

/**
 * Whether this request began the checkout, by its command id, which is made from the idempotency key. It sends
 * `StartCheckout` again: the command handler accepts the id that began the checkout and refuses every other id with
 * `ORDER_EXISTS`. Nothing is written in either case.
 */
export async function hasBegun(
  { commands }: Pick<CheckoutDeps, 'commands'>,
  checkout: NonNullable<Checkout>,
  context: CommandContext,
): Promise<boolean> {
  const { terms, subject, personal, startedAt } = checkout;
  const { contact } = personal;
  if (!contact) return false;
  const again: StartCheckout = { type: 'StartCheckout', at: startedAt, terms, subject, personal: { ...personal, contact } };
  return (await commands.handle(checkoutStream(terms.orderNo), checkoutDecider, again, context)).ok;
}
