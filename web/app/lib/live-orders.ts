import type { OrderAnswer, OrderStatusMessage, SubscribeAck } from '@nordhaut/contracts';
import { afterMessage, type LiveOrder, newer } from './live-order-state.ts';
import { browser, goLive, type LiveEnvironment, type LiveSocket } from './live-socket.ts';
import { lookUpOrder } from './look-up-order.ts';

/** ms to wait for further messages before the data that they lack (tracking number, return form) is loaded */
const DETAILS_AFTER = 400;

export type OrderSocket = LiveSocket & {
  on(event: 'order:status', handler: (message: OrderStatusMessage) => void): unknown;
  emit(event: 'order:subscribe', message: { orderNo: string; afterRevision: number }, ack: (answer: SubscribeAck) => void): unknown;
};

/** The environment of a followed order. Tests pass their own. */
export type OrderEnvironment = LiveEnvironment<OrderSocket> & {
  /** the order as the look-up returns it; undefined on failure */
  lookUp(orderNo: string, after?: string): Promise<OrderAnswer | undefined>;
};

export type Following = {
  getSnapshot(): LiveOrder;
  subscribe(notify: () => void): () => void;
  /** Loads the order now, for example after a proof. Returns whether that succeeded. */
  refresh(): Promise<boolean>;
  stop(): void;
};

/** Follows one order until `stop`: first the missed changes, then every new change, each once. */
export function followOrder(start: OrderAnswer, environment: OrderEnvironment = inBrowser): Following {
  const { orderNo } = start.order;
  const listeners = new Set<() => void>();
  let state: LiveOrder = {
    answer: start,
    connection: environment.isOnline() ? 'connecting' : 'offline',
    updatedAt: undefined,
    change: undefined,
  };
  let stopped = false;
  let detailsTimer: ReturnType<typeof setTimeout> | undefined;

  function set(next: Partial<LiveOrder>): void {
    if (stopped) return;
    state = { ...state, ...next };
    for (const notify of listeners) notify();
  }
  function contact(answer: OrderAnswer): void {
    live.contact();
    const isNew = answer.timeline.length > state.answer.timeline.length || answer.displayStatus.label !== state.answer.displayStatus.label;
    const changed = isNew ? { change: { revision: answer.revision, status: answer.displayStatus } } : {};
    set({ answer, updatedAt: environment.now(), ...changed });
  }
  async function refresh(after?: string): Promise<boolean> {
    const fresh = await environment.lookUp(orderNo, after);
    if (fresh) contact(newer(state.answer, fresh));
    return fresh !== undefined;
  }

  const live = goLive(environment, {
    listen: (socket) =>
      void socket.on('order:status', (message) => {
        if (message.orderNo !== orderNo) return;
        contact(afterMessage(state.answer, message));
        clearTimeout(detailsTimer);
        detailsTimer = setTimeout(() => void refresh(state.answer.position), DETAILS_AFTER);
      }),
    subscribe: (socket, accepted) =>
      void socket.emit('order:subscribe', { orderNo, afterRevision: state.answer.revision }, ({ ok }) => ok && accepted()),
    onConnection: (connection) => set({ connection, ...(connection === 'connected' && { updatedAt: environment.now() }) }),
    poll: () => void refresh(),
  });

  return {
    getSnapshot: () => state,
    subscribe(notify) {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    refresh: () => refresh(),
    stop() {
      stopped = true;
      clearTimeout(detailsTimer);
      live.stop();
    },
  };
}

const inBrowser: OrderEnvironment = {
  ...browser,
  async lookUp(orderNo, after) {
    const result = await lookUpOrder(orderNo, after);
    return result.ok ? result.data : undefined;
  },
};
