import type { ClientToServerEvents, ServerToClientEvents } from '@nordhaut/contracts';
import type { Socket } from 'socket.io-client';
import type { LiveConnection } from './live-order-state.ts';

/** ms without a connection before the page polls, and between two polls */
export const POLL_EVERY = 15_000;
/** ms to wait for the acknowledgement of a subscription before it is sent again */
export const ACK_TIME = 8_000;

export type LiveSocket = {
  readonly connected: boolean;
  /** false: it does not connect again by itself, because the server ended or refused the connection */
  readonly active: boolean;
  on(event: 'connect' | 'disconnect' | 'connect_error', handler: () => void): unknown;
  connect(): unknown;
  disconnect(): unknown;
};

/** The environment of a live page. Tests pass their own. */
export type LiveEnvironment<S extends LiveSocket> = {
  /** a socket that is not connected yet; its module may have to be loaded first */
  socket(): Promise<S>;
  /** target of the events pagehide, pageshow, visibilitychange, online and offline */
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  isOnline(): boolean;
  isVisible(): boolean;
  now(): number;
};

export type LivePage<S> = {
  /** Adds the handlers of messages to a new socket. */
  listen(socket: S): void;
  /** Asks for the changes, the missed ones first. The page calls `accepted` when the server agreed. */
  subscribe(socket: S, accepted: () => void): void;
  onConnection(connection: LiveConnection): void;
  /** Loads the data: there is no connection. */
  poll(): void;
};

export type Live = {
  isStopped(): boolean;
  /** Tells that the page has just got data, so it need not be polled soon. */
  contact(): void;
  stop(): void;
};

/**
 * Keeps a page connected until `stop`. The socket closes on `pagehide`. On `pageshow` it opens again and subscribes again.
 * A subscription without an answer is sent again. Without a connection the page polls every 15 s.
 */
export function goLive<S extends LiveSocket>(environment: LiveEnvironment<S>, page: LivePage<S>): Live {
  let socket: S | undefined;
  let opening = false;
  let hidden = false;
  let stopped = false;
  let accepted = false;
  let hadContact = false;
  let lastContact = environment.now();
  let ackTimer: ReturnType<typeof setTimeout> | undefined;

  function contact(): void {
    lastContact = environment.now();
    hadContact = true;
  }
  function show(connection: LiveConnection): void {
    accepted = connection === 'connected';
    if (!stopped) page.onConnection(connection);
  }
  const lost = (): void => show(environment.isOnline() ? (hadContact ? 'reconnecting' : 'connecting') : 'offline');

  function subscribe(on: S): void {
    clearTimeout(ackTimer);
    // Also after a refusal (too many requests, server shutting down).
    ackTimer = setTimeout(() => on === socket && on.connected && subscribe(on), ACK_TIME);
    page.subscribe(on, () => {
      if (stopped) return;
      clearTimeout(ackTimer);
      contact();
      show('connected');
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
      lost();
    });
    fresh.on('connect_error', lost);
    page.listen(fresh);
    if (!hidden) fresh.connect();
  }

  /** The socket may not have noticed an interruption. */
  function refresh(): void {
    if (socket?.connected) subscribe(socket);
    else void open();
    page.poll();
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
      lost();
      refresh();
    },
    // In the background, a phone ends connections without an event, and keeps back the timers that would notice.
    visibilitychange: () => environment.isVisible() && environment.isOnline() && refresh(),
    offline: () => show('offline'),
  };
  for (const [name, handler] of Object.entries(handlers)) environment.events.addEventListener(name, handler);

  const polling = setInterval(() => {
    if (accepted || hidden || !environment.isOnline() || environment.now() - lastContact < POLL_EVERY) return;
    lastContact = environment.now();
    page.poll();
    if (!socket?.active) void open();
  }, POLL_EVERY / 3);
  void open();

  return {
    isStopped: () => stopped,
    contact,
    stop() {
      stopped = true;
      clearInterval(polling);
      clearTimeout(ackTimer);
      for (const [name, handler] of Object.entries(handlers)) environment.events.removeEventListener(name, handler);
      socket?.disconnect();
    },
  };
}

type ShopSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** The browser's environment. The socket's module is loaded first. */
export const browser: LiveEnvironment<ShopSocket> = {
  async socket() {
    const { io } = await import('socket.io-client');
    return io({
      path: '/socket.io',
      autoConnect: false,
      transports: ['websocket', 'polling'],
      // Without this option socket.io tries only WebSocket, which some proxies refuse.
      tryAllTransports: true,
      reconnectionDelay: 500,
      reconnectionDelayMax: 10_000,
    });
  },
  // Functions, because the server also loads this module and has no window.
  events: {
    addEventListener: (...args: Parameters<typeof addEventListener>) => window.addEventListener(...args),
    removeEventListener: (...args: Parameters<typeof removeEventListener>) => window.removeEventListener(...args),
  } as LiveEnvironment<ShopSocket>['events'],
  isOnline: () => navigator.onLine,
  isVisible: () => document.visibilityState === 'visible',
  now: () => Date.now(),
};
