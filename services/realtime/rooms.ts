import type { OrderStatusMessage } from '@nordhaut/contracts';
import { orderDecider, statusMessage, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import type { Recorded } from '@nordhaut/platform/decider';

type Followed = {
  /** folded up to `revision`; null while it is unknown */
  state: OrderState;
  revision: number;
  /**
   * The last revision that was sent to the whole room; -1: none. `revision` may be higher, because a history that was read
   * for one follower may contain events that the bus delivers later.
   */
  sent: number;
  /** number of sockets */
  followers: number;
};

type RecordedOrderEvent = Recorded<OrderEvent>;

/** Folds a history. @returns its state, and the messages of the events after `afterRevision` */
export function messagesAfter(
  events: readonly RecordedOrderEvent[],
  afterRevision: number,
): { state: OrderState; messages: OrderStatusMessage[] } {
  const messages: OrderStatusMessage[] = [];
  let state: OrderState = orderDecider.initial;
  for (const event of events) {
    const before = state;
    state = orderDecider.evolve(before, event);
    const message = state && event.revision > afterRevision ? statusMessage(before, state, event) : undefined;
    if (message) messages.push(message);
  }
  return { state, messages };
}

/**
 * What a member's tab that has everything up to `after` misses of an order. An order that was adopted later is new to the tab, and an
 * adoption changes no status. So the tab gets the newest one with the position of the adoption, up to which it reads its list again.
 */
export function missedSince(events: readonly RecordedOrderEvent[], after: bigint): readonly OrderStatusMessage[] {
  const { messages } = messagesAfter(events, -1);
  const missed = messages.filter(({ position }) => BigInt(position) > after);
  const adopted = events.findLast(({ type, position }) => type === 'OrderAdopted' && position > after);
  if (!adopted || missed.length > 0) return missed;
  return messages.slice(-1).map((newest) => ({ ...newest, position: String(adopted.position) }));
}

/** The orders that sockets of this process follow. Only these have a state in memory. */
export function createFollowedOrders() {
  const orders = new Map<string, Followed>();
  return {
    size: () => orders.size,
    has: (orderNo: string) => orders.has(orderNo),
    /** Adds a follower. The state may be unknown until `learn` is called. */
    follow(orderNo: string): void {
      const known = orders.get(orderNo);
      if (known) known.followers += 1;
      else orders.set(orderNo, { state: null, revision: -1, sent: -1, followers: 1 });
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
     * Applies the next event of an order from the bus. @returns the messages for its room, one or none (`markSent` follows);
     * `gap` if the event is not the next one after the known state, so the history must be read; undefined if the event was
     * sent before, or the order has no followers.
     */
    advance(orderNo: string, event: RecordedOrderEvent): OrderStatusMessage[] | 'gap' | undefined {
      const known = orders.get(orderNo);
      if (!known || event.revision <= known.sent) return undefined;
      if (event.revision !== known.revision + 1) return 'gap';
      const before = known.state;
      known.state = orderDecider.evolve(before, event);
      known.revision = event.revision;
      const message = known.state ? statusMessage(before, known.state, event) : undefined;
      return message ? [message] : [];
    },
    /**
     * The revision after which the room needs messages when this event arrives. Before the first event of the bus, each
     * follower has got the earlier ones from the history.
     */
    sentBefore(orderNo: string, event: RecordedOrderEvent): number {
      const sent = orders.get(orderNo)?.sent ?? -1;
      return sent >= 0 ? sent : event.revision - 1;
    },
    sent: (orderNo: string): number => orders.get(orderNo)?.sent ?? -1,
    /** All messages up to `revision` were sent to the room. */
    markSent(orderNo: string, revision: number): void {
      const known = orders.get(orderNo);
      if (known && revision > known.sent) known.sent = revision;
    },
  };
}
