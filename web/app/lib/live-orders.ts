import type { ClientToServerEvents, OrderAnswer, OrderStatusMessage, ServerToClientEvents, SubscribeAck } from '@nordhaut/contracts';
import type { Socket } from 'socket.io-client';
import { afterMessage, type LiveConnection, type LiveOrder, newer } from './live-order-state.ts';
import { lookUpOrder } from './look-up-order.ts';

/** ms without a socket before the order is asked for instead, and between two such questions */
export const POLL_EVERY = 15_000;
/** ms the server may take to acknowledge a subscription; then it is asked again */
export const ACK_TIME = 8_000;
/** ms to gather pushes before what they do not carry (tracking number, return form) is asked for */
const DETAILS_AFTER = 400;

/** What following needs of the world; a test gives its own. */
export type LiveWorld = {
  /** a socket that is not connected yet; may have to be fetched first */
  socket(): Promise<LiveSocket>;
  /** the order as the look-up shows it; undefined where it could not be had */
  lookUp(orderNo: string, after?: string): Promise<OrderAnswer | undefined>;
  /** where pagehide, pageshow, online and offline are told */
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
  /** Asks the look-up now, e.g. after a proof. Answers whether it could be asked. */
  refresh(): Promise<boolean>;
  stop(): void;
};

/**
 * Follows one order until `stop`: what was missed comes first, then every change, each once. The socket closes when
 * the page is hidden for good and opens again when it comes back, asking for what it missed; while there is none,
 * the order is asked for every 15 s.
 */
export function followOrder(start: OrderAnswer, world: LiveWorld = browser): Following {
  const { orderNo } = start.order;
  const listeners = new Set<() => void>();
  let state: LiveOrder = {
    answer: start,
    connection: world.isOnline() ? 'connecting' : 'offline',
    updatedAt: undefined,
    change: undefined,
  };
  let socket: LiveSocket | undefined;
  let opening = false;
  let hidden = false;
  let stopped = false;
  let lastContact = world.now();
  let detailsTimer: ReturnType<typeof setTimeout> | undefined;
  let ackTimer: ReturnType<typeof setTimeout> | undefined;

  function set(next: Partial<LiveOrder>): void {
    if (stopped) return;
    state = { ...state, ...next };
    for (const notify of listeners) notify();
  }
  function contact(answer: OrderAnswer): void {
    lastContact = world.now();
    const changed = answer.revision > state.answer.revision ? { change: { revision: answer.revision, status: answer.displayStatus } } : {};
    set({ answer, updatedAt: lastContact, ...changed });
  }
  const lost = (): LiveConnection => (world.isOnline() ? (state.updatedAt === undefined ? 'connecting' : 'reconnecting') : 'offline');

  async function refresh(after?: string): Promise<boolean> {
    const fresh = await world.lookUp(orderNo, after);
    if (fresh) contact(newer(state.answer, fresh));
    return fresh !== undefined;
  }

  function onStatus(message: OrderStatusMessage): void {
    if (message.orderNo !== orderNo) return;
    contact(afterMessage(state.answer, message));
    clearTimeout(detailsTimer);
    detailsTimer = setTimeout(() => void refresh(state.answer.position), DETAILS_AFTER);
  }

  function ask(on: LiveSocket): void {
    clearTimeout(ackTimer);
    ackTimer = setTimeout(() => on === socket && on.connected && ask(on), ACK_TIME);
    on.emit('order:subscribe', { orderNo, afterRevision: state.answer.revision }, (answer) => {
      // A refusal (too fast, server going down) is tried again when the timer fires.
      if (!answer.ok || stopped) return;
      clearTimeout(ackTimer);
      lastContact = world.now();
      set({ connection: 'connected', updatedAt: lastContact });
    });
  }

  async function open(): Promise<void> {
    if (opening || stopped || hidden) return;
    if (socket) {
      // A manager that waits for its next attempt would not hurry for `connect` alone.
      if (!socket.connected) socket.disconnect();
      if (!socket.connected) socket.connect();
      return;
    }
    opening = true;
    const fresh = await world.socket().catch(() => undefined);
    opening = false;
    // Without network the module itself cannot be fetched; `online` and the poll try again.
    if (!fresh || stopped || socket) return;
    socket = fresh;
    fresh.on('connect', () => ask(fresh));
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
      // The socket may have outlived the gap without noticing it.
      if (socket?.connected) ask(socket);
      else void open();
      void refresh();
    },
    offline() {
      set({ connection: 'offline' });
    },
  };
  for (const [name, handler] of Object.entries(handlers)) world.events.addEventListener(name, handler);

  const poll = setInterval(() => {
    if (state.connection === 'connected' || hidden || !world.isOnline() || world.now() - lastContact < POLL_EVERY) return;
    lastContact = world.now();
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
      for (const [name, handler] of Object.entries(handlers)) world.events.removeEventListener(name, handler);
      socket?.disconnect();
    },
  };
}

const browser: LiveWorld = {
  async socket() {
    const { io } = await import('socket.io-client');
    const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io({
      path: '/socket.io',
      autoConnect: false,
      transports: ['websocket', 'polling'],
      reconnectionDelay: 500,
      reconnectionDelayMax: 10_000,
    });
    return socket as unknown as LiveSocket;
  },
  async lookUp(orderNo, after) {
    const result = await lookUpOrder(orderNo, after);
    return result.ok ? result.data : undefined;
  },
  // Through functions: the module is also loaded where pages are rendered, and there is no window there.
  events: {
    addEventListener: (...args: Parameters<typeof addEventListener>) => window.addEventListener(...args),
    removeEventListener: (...args: Parameters<typeof removeEventListener>) => window.removeEventListener(...args),
  } as LiveWorld['events'],
  isOnline: () => navigator.onLine,
  now: () => Date.now(),
};
