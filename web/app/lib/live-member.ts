import type { MemberBalanceMessage, OrderStatusMessage } from '@nordhaut/contracts';
import type { LiveConnection } from './live-order-state.ts';
import { browser, goLive } from './live-socket.ts';

export type MemberFollower = {
  /** position up to which the page has loaded every change */
  position(): string;
  onConnection(connection: LiveConnection): void;
  onStatus?(message: OrderStatusMessage): void;
  /** the member's coupons or shopping credit changed */
  onBalance?(message: MemberBalanceMessage): void;
  /** Loads the data: there is no connection, or more changed than the server repeats. */
  poll(): void;
  /** the session has ended, or another account is signed in */
  onOtherMember(): void;
  isSame(uid: string): boolean;
};

/**
 * Follows the orders, coupons and credit of the signed-in member until `stop`: first the missed changes, then every new one.
 *
 * The statuses of different orders arrive in any order. So a status does not say that the page has those of the other orders up to
 * its position; the answer to a subscription does. Changes of coupons and credit are not replayed, so the page loads them after the
 * first subscription of each connection: they may have changed while the socket was away, or between the page's load and its first
 * subscription.
 */
export function followMember(
  { position, onConnection, onStatus, onBalance, poll, onOtherMember, isSame }: MemberFollower,
  environment = browser,
): { stop(): void } {
  let caughtUp = 0n;
  /** the last connection whose subscription was accepted: it brings every later change */
  let followed: string | undefined;
  const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);
  const live = goLive(environment, {
    listen(socket) {
      if (onStatus) socket.on('order:status', onStatus);
      if (onBalance) socket.on('member:balance', onBalance);
      socket.on('member:ended', () => {
        // The browser may have another session of the same member, which only a new connection has.
        socket.disconnect().connect();
        onOtherMember();
      });
    },
    subscribe: (socket, accepted) =>
      void socket.emit('member:subscribe', { afterPosition: String(later(BigInt(position()), caughtUp)) }, (answer) => {
        if (!answer.ok || live.isStopped()) return;
        accepted();
        if (!isSame(answer.user_uid)) return onOtherMember();
        if (answer.complete) caughtUp = later(BigInt(answer.position), caughtUp);
        const isFirst = socket.id !== followed;
        followed = socket.id;
        if (!answer.complete || (onBalance && isFirst)) poll();
      }),
    onConnection,
    poll,
  });
  return { stop: live.stop };
}
