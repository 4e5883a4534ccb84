import type { OrderStatusMessage } from '@nordhaut/contracts';
import { orderDecider, statusMessage, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import type { Recorded } from '@nordhaut/platform/decider';

/**
 * An order that somebody here follows: its state and how far that is known, and how far its followers were told. The
 * first may be ahead: a history that was read for one follower holds events that the bus has yet to bring to the others.
 */
type Followed = { state: OrderState; revision: number; told: number; followers: number };

export type RecordedOrderEvent = Recorded<OrderEvent>;

/** What an order told its followers after each event of `events` that lies behind `afterRevision`. */
export function messagesAfter(
  events: readonly RecordedOrderEvent[],
  afterRevision: number,
): { state: OrderState; messages: OrderStatusMessage[] } {
  const messages: OrderStatusMessage[] = [];
  let state: OrderState = orderDecider.initial;
  for (const event of events) {
    state = orderDecider.evolve(state, event);
    const message = state && event.revision > afterRevision ? statusMessage(state, event.revision, event.position) : undefined;
    if (message) messages.push(message);
  }
  return { state, messages };
}

/**
 * The followed orders of this node. States are kept for these alone, so a busy shop costs a node only what its own
 * visitors look at.
 */
export function createFollowedOrders() {
  const orders = new Map<string, Followed>();
  return {
    size: () => orders.size,
    has: (orderNo: string) => orders.has(orderNo),
    /** One more follower; the state may be unknown still, and then `learn` brings it. */
    follow(orderNo: string): void {
      const known = orders.get(orderNo);
      if (known) known.followers += 1;
      else orders.set(orderNo, { state: null, revision: -1, told: -1, followers: 1 });
    },
    unfollow(orderNo: string): void {
      const known = orders.get(orderNo);
      if (!known) return;
      known.followers -= 1;
      if (known.followers <= 0) orders.delete(orderNo);
    },
    /** A history as it was read; an older one than what is known already changes nothing. */
    learn(orderNo: string, state: OrderState, revision: number): void {
      const known = orders.get(orderNo);
      if (known && revision > known.revision) Object.assign(known, { state, revision });
    },
    /**
     * The next event of an order as the bus brings it. @returns the messages for its followers, one or none, who count
     * as told once `tell` says so; `gap` where they have to be made from the history; undefined where they were told
     * already or nobody follows.
     */
    advance(orderNo: string, event: RecordedOrderEvent): OrderStatusMessage[] | 'gap' | undefined {
      const known = orders.get(orderNo);
      if (!known || event.revision <= known.told) return undefined;
      if (event.revision !== known.revision + 1) return 'gap';
      known.state = orderDecider.evolve(known.state, event);
      known.revision = event.revision;
      const message = known.state ? statusMessage(known.state, event.revision, event.position) : undefined;
      return message ? [message] : [];
    },
    /**
     * Up to which event the followers were told, as of an event that the bus brings now: followers of an order that
     * the bus has told nothing about asked for what lies before it themselves.
     */
    toldBefore(orderNo: string, event: RecordedOrderEvent): number {
      const told = orders.get(orderNo)?.told ?? -1;
      return told >= 0 ? told : event.revision - 1;
    },
    told: (orderNo: string): number => orders.get(orderNo)?.told ?? -1,
    tell(orderNo: string, revision: number): void {
      const known = orders.get(orderNo);
      if (known && revision > known.told) known.told = revision;
    },
  };
}
export type FollowedOrders = ReturnType<typeof createFollowedOrders>;
