import type { OrderStatusMessage } from '@nordhaut/contracts';
import { orderDecider, statusMessage, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import type { Recorded } from '@nordhaut/platform/decider';

/**
 * A followed order: its state with the revision of that state, and the revision that its followers were told. The state
 * may be ahead, because a history read for one follower can hold events that the bus has not delivered yet.
 */
type Followed = { state: OrderState; revision: number; told: number; followers: number };

export type RecordedOrderEvent = Recorded<OrderEvent>;

/** The messages for followers for each event of `events` after `afterRevision`. */
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
 * The followed orders of this node. Only their states are kept, so memory depends on this node's visitors alone.
 */
export function createFollowedOrders() {
  const orders = new Map<string, Followed>();
  return {
    size: () => orders.size,
    has: (orderNo: string) => orders.has(orderNo),
    /** Adds a follower. The state may be unknown until `learn` is called. */
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
    /** Applies a history that was read. An older one than the known state changes nothing. */
    learn(orderNo: string, state: OrderState, revision: number): void {
      const known = orders.get(orderNo);
      if (known && revision > known.revision) Object.assign(known, { state, revision });
    },
    /**
     * Applies the next event of an order from the bus. @returns the messages for its followers, one or none (`tell` marks
     * them as sent); `gap` if events are missing and the history must be read; undefined if they were sent before or the
     * order has no followers.
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
     * The revision that the followers were told before this event of the bus. Followers of an order without earlier events
     * from the bus asked for the earlier ones themselves.
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
