import { orderDecider, orderStream, type Order, type OrderCommand, type OrderState, type OrderTerms } from '@nordhaut/ordering';
import { type CommandContext, type DecodedEvent, type Outcome, request, type Trail } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import { reservesAnything, takenBy } from '@nordhaut/promotions';
import { itemsOf, cartRequest } from './cart-lines.ts';
import { checkoutDecider, type Checkout, type CheckoutCommand, type CheckoutEvent } from './checkout.ts';
import type { AnyRequest, CheckoutDeps, Reservation } from './deps.ts';
import type { Step } from './next-step.ts';
import { contextOf } from './step-context.ts';

export const checkoutStream = (orderNo: string) => `checkout-${orderNo}` as const;

/**
 * The states of checkout and order with their trails, loaded when the run begins. Every step of the run replaces them.
 * `claimed`: this run has seen the order's claim in the cart. `reserved`: it has seen that the order has its coupons and its
 * credit. `claim`: the event that recorded it, or its refusal.
 */
export type Snapshot = {
  checkout: Checkout;
  claimed: boolean;
  reserved: boolean;
  claim?: { eventId: string; correlationId: string } | undefined;
  order: OrderState;
  revision: number;
  position: bigint | undefined;
  trails: { checkout: Trail; order: Trail };
  /** chain hash of the order's event `revision`, for the receipt */
  hash: string;
};

/** `Snapshot.claim`, from the events of the claim. */
export function claimEvent(events: readonly DecodedEvent[] | undefined): Snapshot['claim'] {
  const last = events?.at(-1);
  return last && { eventId: last.id, correlationId: last.metadata.correlationId };
}

/** The command of each reservation; none where the order takes nothing; undefined where one of them needs more than a command. */
export function allOf(
  reservations: readonly Reservation[],
  terms: OrderTerms,
  commandOf: (reservation: Reservation) => AnyRequest | undefined,
): AnyRequest[] | undefined {
  if (!reservesAnything(terms)) return [];
  const commands = reservations.map(commandOf).filter((one) => one !== undefined);
  return commands.length === reservations.length ? commands : undefined;
}

/** One run through an order's process. Its commands write to the streams and update its snapshot. */
export type Run = {
  orderNo: string;
  snapshot: Snapshot;
  /** The id of the event that led to the current step; undefined: the request that runs the process did. */
  cause: string | undefined;
  /** ISO */
  now(): string;
  /** Sends a command to the order's stream. `step` makes the command id. */
  order(step: string, command: OrderCommand): Promise<void>;
  /** Sends a command to the checkout's stream. @returns the types of the events that this call wrote */
  checkout(step: string, command: CheckoutCommand): Promise<readonly CheckoutEvent['type'][]>;
  /**
   * Records the last step of the order, redeems what it took and closes the checkout. True: all of it is written. False: the
   * step may be written or not, the snapshot is loaded anew, and the next step follows from it.
   */
  orderAndClose(step: string, command: OrderCommand): Promise<boolean>;
  /** Ends the order's claim on its cart and closes the checkout, in one append if the store supports that. */
  close(ending: 'complete' | { failed: string }): Promise<void>;
  begun(): NonNullable<Checkout>;
  context(step: string): CommandContext;
  /** The order. @throws where it is not placed */
  placed(): Order;
};

export type DriveOptions = {
  context: CommandContext;
  /** the card's one-time token; only the buyer's own request has it, so only that request ever charges */
  prime?: string;
  /** CHECKOUT_GRACE is over: no other process can still work on the order, so a payment without a known outcome may be given up */
  graceIsOver?: boolean;
  /** the snapshot of a caller that just began the checkout itself */
  from?: Snapshot;
};

/** `step`: the next step, which waits, or `done`. `refused`: why the buyer has no order. */
export type DriveResult = Pick<Snapshot, 'order' | 'revision' | 'position' | 'hash'> & { step: Step; refused: Rejection | undefined };

/** `drive` of process.ts, for callers that already run under `serially`. */
export type DriveOrder = (orderNo: string, options: DriveOptions) => Promise<DriveResult>;

export async function loadSnapshot({ commands }: Pick<CheckoutDeps, 'commands'>, orderNo: string): Promise<Snapshot> {
  const [checkout, order] = await Promise.all([
    commands.load(checkoutStream(orderNo), checkoutDecider),
    commands.load(orderStream(orderNo), orderDecider),
  ]);
  const trails = { checkout: checkout.trail, order: order.trail };
  const { state, revision, position, hash } = order;
  return { checkout: checkout.state, claimed: false, reserved: false, order: state, revision, position, hash, trails };
}

/** For what has happened at the processor or the carrier: the store is tried for longer, and then the sweeper takes over. */
export const AFTER_THE_FACT = { failFast: false } as const;

export function createRun(deps: CheckoutDeps, orderNo: string, context: CommandContext, snapshot: Snapshot): Run {
  const stepContext = (step: string): CommandContext => {
    const { claim, trails } = snapshot;
    // The claim decides the order's id, also where the checkout has another one (infra/decisions/040).
    const correlationId = trails.order.correlationId ?? claim?.correlationId ?? trails.checkout.correlationId;
    const causationId = run.cause ?? context.causationId;
    const links = { ...(correlationId !== undefined && { correlationId }), ...(causationId !== undefined && { causationId }) };
    return contextOf(deps, orderNo, { ...context, ...links }, step);
  };
  const keepCheckout = ({ state, trail }: { state: Checkout; trail: Trail }): void =>
    void Object.assign(snapshot, { checkout: state, trails: { ...snapshot.trails, checkout: trail } });
  const closing = (command: CheckoutCommand, step: string) =>
    request({ stream: checkoutStream(orderNo), decider: checkoutDecider, command, context: stepContext(step), options: AFTER_THE_FACT });
  const run: Run = {
    orderNo,
    snapshot,
    cause: undefined,
    now: () => deps.clock().toISOString(),
    context: stepContext,
    placed() {
      if (!snapshot.order) throw new Error(`order ${orderNo} is not placed`);
      return snapshot.order;
    },
    begun() {
      if (!snapshot.checkout) throw new Error(`checkout ${orderNo} has not begun`);
      return snapshot.checkout;
    },
    async order(step, command) {
      const outcome = await deps.commands.handle(orderStream(orderNo), orderDecider, command, stepContext(step), {
        fresh: snapshot.order === null,
        // Everything after it follows from what happened outside.
        failFast: command.type === 'PlaceOrder',
      });
      if (!outcome.ok) throw new Error(`order ${orderNo} refused ${command.type}: ${outcome.rejection.code}`);
      // This step was already done (`replayed`). Its outcome has the state at that time, so load the current state.
      const { state, trail, revision, position, hash } = outcome.replayed
        ? await deps.commands.load(orderStream(orderNo), orderDecider)
        : outcome;
      Object.assign(snapshot, { order: state, revision, position, hash, trails: { ...snapshot.trails, order: trail } });
    },
    async orderAndClose(step, command) {
      const { terms, startedAt } = this.begun();
      const taken = takenBy(terms, startedAt);
      const redeeming = allOf(deps.reservations, terms, (one) => one.redeeming(taken, stepContext('redeem')));
      if (!redeeming) return false;
      const cart = cartRequest(terms, { type: 'CheckOut', orderNo, items: itemsOf(terms) }, stepContext('cart'));
      const recording = request({
        stream: orderStream(orderNo),
        decider: orderDecider,
        command,
        context: stepContext(step),
        options: AFTER_THE_FACT,
      });
      const completing = {
        ...closing({ type: 'CompleteCheckout', at: this.now() }, 'complete'),
        options: { ...AFTER_THE_FACT, causedBy: orderStream(orderNo) },
      };
      const between = [
        // The carrier has the parcel, so the lines leave the cart also if the process dies before it records the parcel.
        ...(cart ? [{ ...cart, options: { alongside: true } }] : []),
        ...redeeming.map((one) => ({ ...one, options: { ...AFTER_THE_FACT, causedBy: orderStream(orderNo) } })),
      ];
      const outcomes = await deps.commands.handleInOrder([recording, ...between, completing]);
      const [recorded, closed] = [outcomes[0], outcomes.at(-1) as Outcome<Checkout, CheckoutEvent> | undefined];
      if (!recorded?.ok || recorded.replayed || closed?.ok !== true) {
        Object.assign(snapshot, await loadSnapshot(deps, orderNo));
        return false;
      }
      const { state, revision, position, hash } = recorded;
      const trails = { checkout: closed.trail, order: recorded.trail };
      Object.assign(snapshot, { order: state, revision, position, hash, checkout: closed.state, trails });
      return true;
    },
    async close(ending) {
      const { terms } = this.begun();
      const [step, command, cart] =
        ending === 'complete'
          ? ([
              'complete',
              { type: 'CompleteCheckout', at: this.now() },
              cartRequest(terms, { type: 'CheckOut', orderNo, items: itemsOf(terms) }, stepContext('cart')),
            ] as const)
          : ([
              'fail',
              { type: 'FailCheckout', at: this.now(), code: ending.failed },
              cartRequest(terms, { type: 'ReleaseClaim', orderNo }, stepContext('release-claim')),
            ] as const);
      const [, closed] = cart ? await deps.commands.handleInOrder([cart, closing(command, step)]) : [];
      if (closed?.ok === true && !closed.replayed) keepCheckout(closed);
      // The cart's command was handled before, or there is no cart.
      else await this.checkout(step, command);
    },
    async checkout(step, command) {
      const failFast = command.type === 'RequestCharge' || command.type === 'RuleOutCharge';
      const outcome = await deps.commands.handle(checkoutStream(orderNo), checkoutDecider, command, stepContext(step), { failFast });
      if (!outcome.ok) throw new Error(`checkout ${orderNo} refused ${command.type}: ${outcome.rejection.code}`);
      keepCheckout(outcome.replayed ? await deps.commands.load(checkoutStream(orderNo), checkoutDecider) : outcome);
      return outcome.replayed ? [] : outcome.events.map(({ type }) => type);
    },
  };
  return run;
}
