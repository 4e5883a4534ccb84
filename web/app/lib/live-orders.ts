import type { ClientToServerEvents, OrderAnswer, OrderStatusMessage, ServerToClientEvents, SubscribeAck } from '@nordhaut/contracts';
import type { Socket } from 'socket.io-client';
import { afterMessage, type LiveConnection, type LiveOrder, newer } from './live-order-state.ts';
import { lookUpOrder } from './look-up-order.ts';

/** ms without a connection before the order is polled, and between two polls */
export const POLL_EVERY = 15_000;
/** ms to wait for the acknowledgement of a subscription before it is sent again */
export const ACK_TIME = 8_000;
/** ms to wait for further messages before the data that they lack (tracking number, return form) is loaded */
const DETAILS_AFTER = 400;

/** The environment of a followed order. Tests pass their own. */
export type LiveEnvironment = {
  /** a socket that is not connected yet; its module may have to be loaded first */
  socket(): Promise<LiveSocket>;
  /** the order as the look-up returns it; undefined on failure */
  lookUp(orderNo: string, after?: string): Promise<OrderAnswer | undefined>;
  /** target of the events pagehide, pageshow, online and offline */
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  isOnline(): boolean;
  now(): number;
};

export type LiveSocket = {
  readonly connected: boolean;
  on(event: 'connect' | 'disconnect' | 'connect_error', handler: () => void): unknown;
  on(event: 'order:status', handler: (message: OrderStatusMessage) => void): unknown;
  emit(event: 'order:subscribe', message: { orderNo: string; afterRevision: number }, ack: (answer: SubscribeAck) => void): unknown;
  connect(): unknown;
  disconnect(): unknown;
};

export type Following = {
  getSnapshot(): LiveOrder;
  subscribe(notify: () => void): () => void;
  /** Loads the order now, for example after a proof. Returns whether that succeeded. */
  refresh(): Promise<boolean>;
  stop(): void;
};

/**
 * Follows one order until `stop`: first the missed changes, then every new change, each once. The socket closes on
 * `pagehide`. On `pageshow` it opens again and requests the missed changes. Without a connection the order is polled
 * every 15 s.
 */
export function followOrder(start: OrderAnswer, environment: LiveEnvironment = browser): Following {
  const { orderNo } = start.order;
  const listeners = new Set<() => void>();
  let state: LiveOrder = {
    answer: start,
    connection: environment.isOnline() ? 'connecting' : 'offline',
    updatedAt: undefined,
    change: undefined,
  };
  let socket: LiveSocket | undefined;
  let opening = false;
  let hidden = false;
  let stopped = false;
  let lastContact = environment.now();
  let detailsTimer: ReturnType<typeof setTimeout> | undefined;
  let ackTimer: ReturnType<typeof setTimeout> | undefined;

  function set(next: Partial<LiveOrder>): void {
    if (stopped) return;
    state = { ...state, ...next };
    for (const notify of listeners) notify();
  }
  function contact(answer: OrderAnswer): void {
    lastContact = environment.now();
    const changed = answer.revision > state.answer.revision ? { change: { revision: answer.revision, status: answer.displayStatus } } : {};
    set({ answer, updatedAt: lastContact, ...changed });
  }
  const lost = (): LiveConnection => (environment.isOnline() ? (state.updatedAt === undefined ? 'connecting' : 'reconnecting') : 'offline');

  async function refresh(after?: string): Promise<boolean> {
    const fresh = await environment.lookUp(orderNo, after);
    if (fresh) contact(newer(state.answer, fresh));
    return fresh !== undefined;
  }

  function onStatus(message: OrderStatusMessage): void {
    if (message.orderNo !== orderNo) return;
    contact(afterMessage(state.answer, message));
    clearTimeout(detailsTimer);
    detailsTimer = setTimeout(() => void refresh(state.answer.position), DETAILS_AFTER);
  }

  function subscribe(on: LiveSocket): void {
    clearTimeout(ackTimer);
    ackTimer = setTimeout(() => on === socket && on.connected && subscribe(on), ACK_TIME);
    on.emit('order:subscribe', { orderNo, afterRevision: state.answer.revision }, (answer) => {
      // After a refusal (too many requests, server shutting down) the timer subscribes again.
      if (!answer.ok || stopped) return;
      clearTimeout(ackTimer);
      lastContact = environment.now();
      set({ connection: 'connected', updatedAt: lastContact });
    });
  }

  async function open(): Promise<void> {
    if (opening || stopped || hidden) return;
    if (socket) {
      // `connect` alone does not shorten the wait for the next attempt.
      if (!socket.connected) socket.disconnect();
      if (!socket.connected) socket.connect();
      return;
    }
    opening = true;
    const fresh = await environment.socket().catch(() => undefined);
    opening = false;
    // The module cannot be loaded without a network; `online` and the poll try again.
    if (!fresh || stopped || socket) return;
    socket = fresh;
    fresh.on('connect', () => subscribe(fresh));
    fresh.on('disconnect', () => {
      clearTimeout(ackTimer);
      set({ connection: lost() });
    });
    fresh.on('connect_error', () => set({ connection: lost() }));
    fresh.on('order:status', onStatus);
    if (!hidden) fresh.connect();
  }

  const handlers: Record<string, () => void> = {
    pagehide() {
      hidden = true;
      socket?.disconnect();
    },
    pageshow() {
      hidden = false;
      if (!socket?.connected) void open();
    },
    online() {
      set({ connection: lost() });
      // The socket may not have noticed the interruption.
      if (socket?.connected) subscribe(socket);
      else void open();
      void refresh();
    },
    offline() {
      set({ connection: 'offline' });
    },
  };
  for (const [name, handler] of Object.entries(handlers)) environment.events.addEventListener(name, handler);

  const poll = setInterval(() => {
    if (state.connection === 'connected' || hidden || !environment.isOnline() || environment.now() - lastContact < POLL_EVERY) return;
    lastContact = environment.now();
    void refresh();
    if (!socket) void open();
  }, POLL_EVERY / 3);
  void open();

  return {
    getSnapshot: () => state,
    subscribe(notify) {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    refresh: () => refresh(),
    stop() {
      stopped = true;
      clearInterval(poll);
      clearTimeout(detailsTimer);
      clearTimeout(ackTimer);
      for (const [name, handler] of Object.entries(handlers)) environment.events.removeEventListener(name, handler);
      socket?.disconnect();
    },
  };
}

/** A socket of the shop that is not connected yet. Its module is loaded first. */
export async function openSocket(): Promise<Socket<ServerToClientEvents, ClientToServerEvents>> {
  const { io } = await import('socket.io-client');
  return io({
    path: '/socket.io',
    autoConnect: false,
    transports: ['websocket', 'polling'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
  });
}

const browser: LiveEnvironment = {
  socket: openSocket,
  async lookUp(orderNo, after) {
    const result = await lookUpOrder(orderNo, after);
    return result.ok ? result.data : undefined;
  },
  // Functions, because the server also loads this module and has no window.
  events: {
    addEventListener: (...args: Parameters<typeof addEventListener>) => window.addEventListener(...args),
    removeEventListener: (...args: Parameters<typeof removeEventListener>) => window.removeEventListener(...args),
  } as LiveEnvironment['events'],
  isOnline: () => navigator.onLine,
  now: () => Date.now(),
};
