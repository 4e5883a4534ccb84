import type { MemberBalanceMessage, OrderStatusMessage } from '@nordhaut/contracts';
import type { LiveConnection } from './live-order-state.ts';
import { browser, goLive } from './live-socket.ts';

export type MemberFollower = {
  /** position of the newest change that the page has */
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

/** Follows the orders, coupons and credit of the signed-in member until `stop`: first the missed changes, then every new one. */
export function followMember({ position, onConnection, onStatus, onBalance, poll, onOtherMember, isSame }: MemberFollower): {
  stop(): void;
} {
  const live = goLive(browser, {
    listen(socket) {
      if (onStatus) socket.on('order:status', onStatus);
      if (onBalance) socket.on('member:balance', onBalance);
      socket.on('member:ended', onOtherMember);
    },
    subscribe: (socket, accepted) =>
      void socket.emit('member:subscribe', { afterPosition: position() }, (answer) => {
        if (!answer.ok || live.isStopped()) return;
        accepted();
        if (!isSame(answer.user_uid)) return onOtherMember();
        if (!answer.complete) poll();
      }),
    onConnection,
    poll,
  });
  return { stop: live.stop };
}
