import type { OrderStatusMessage } from '@nordhaut/contracts';
import type { LiveConnection } from './live-order-state.ts';
import { ACK_TIME, openSocket, POLL_EVERY } from './live-orders.ts';

export type MemberFollower = {
  /** position of the newest change that the page has */
  position(): string;
  onConnection(connection: LiveConnection): void;
  onStatus(message: OrderStatusMessage): void;
  /** Loads the orders: there is no connection, or more changed than the server repeats. */
  poll(): void;
  /** the session has ended, or another account is signed in */
  onOtherMember(): void;
  isSame(uid: string): boolean;
};

/**
 * Follows all orders of the signed-in member until `stop`: first the missed changes, then every new one. The socket closes
 * on `pagehide` and opens again on `pageshow`. Without a connection the orders are polled every 15 s.
 */
export function followMember({ position, onConnection, onStatus, poll, onOtherMember, isSame }: MemberFollower): { stop(): void } {
  let socket: Awaited<ReturnType<typeof openSocket>> | undefined;
  let stopped = false;
  let hidden = false;
  let opening = false;
  let wasConnected = false;
  let ackTimer: ReturnType<typeof setTimeout> | undefined;

  const lost = (): void => onConnection(!navigator.onLine ? 'offline' : wasConnected ? 'reconnecting' : 'connecting');
  const subscribe = (): void => {
    clearTimeout(ackTimer);
    if (!socket?.connected || stopped) return;
    ackTimer = setTimeout(subscribe, ACK_TIME);
    socket.emit('member:subscribe', { afterPosition: position() }, (answer) => {
      // After a refusal (too many requests, no session) the timer subscribes again.
      if (!answer.ok || stopped) return;
      clearTimeout(ackTimer);
      if (!isSame(answer.user_uid)) return onOtherMember();
      wasConnected = true;
      onConnection('connected');
      if (!answer.complete) poll();
    });
  };
  async function open(): Promise<void> {
    if (opening || stopped || hidden) return;
    if (socket) {
      // `connect` alone does not shorten the wait for the next attempt.
      if (!socket.connected) socket.disconnect().connect();
      return;
    }
    opening = true;
    const fresh = await openSocket().catch(() => undefined);
    opening = false;
    if (!fresh || stopped) return;
    socket = fresh;
    fresh.on('connect', subscribe);
    fresh.on('disconnect', () => {
      clearTimeout(ackTimer);
      if (!stopped) lost();
    });
    fresh.on('connect_error', lost);
    fresh.on('order:status', onStatus);
    fresh.on('member:ended', onOtherMember);
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
      lost();
      if (socket?.connected) subscribe();
      else void open();
      poll();
    },
    offline: () => onConnection('offline'),
  };
  for (const [name, handler] of Object.entries(handlers)) addEventListener(name, handler);
  const timer = setInterval(() => {
    if (socket?.connected || hidden || !navigator.onLine) return;
    poll();
    if (!socket) void open();
  }, POLL_EVERY);
  void open();
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(ackTimer);
      for (const [name, handler] of Object.entries(handlers)) removeEventListener(name, handler);
      socket?.disconnect();
    },
  };
}
