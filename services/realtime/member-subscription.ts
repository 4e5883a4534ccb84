import { MemberSubscribe, type MemberSubscribeAck, type OrderStatusMessage } from '@nordhaut/contracts';
import type { Position } from '@nordhaut/platform/event-store';
import { type MemberTabs, memberRoom } from './member-tabs.ts';
import { messages } from './messages.ts';

/** Whose sessions are valid, and the orders of members. */
export type MemberAccess = {
  /** the session's token in the cookies of a handshake */
  tokenOf(cookieHeader: string | undefined): string | undefined;
  /** token → member, of the sessions that are valid now */
  holdersOf(tokens: readonly string[]): Promise<Map<string, string>>;
  /** the id that a page knows of its own member */
  publicIdOf(memberId: string): string;
  /** the member's newest orders; `position`: of the last event */
  ordersOf(memberId: string): Promise<readonly { orderNo: string; position: bigint }[]>;
  /** whether the orders have the events up to a position; waits a bounded time, also for coupons and credit */
  hasReached(position: bigint): Promise<boolean>;
};

/** The part of a socket that a subscription uses. */
export type TabSocket = {
  connected: boolean;
  request: { headers: { cookie?: string | undefined } };
  join(room: string): unknown;
  leave(room: string): unknown;
  emit(name: 'order:status', message: OrderStatusMessage): unknown;
  emit(name: 'member:ended'): unknown;
};

/** ms between two checks of the sessions of all tabs */
const CHECK_EVERY = 5_000;
/** orders whose missed statuses are replayed to one tab; the page reads its list again for more */
const REPLAYED = 50;

const fail = (code: string, message: string): MemberSubscribeAck => ({ ok: false, code, message });

type Deps = {
  access: MemberAccess;
  tabs: MemberTabs;
  /** position of the last event that the bus delivered */
  delivered: () => Position;
  /** the statuses of an order after a position */
  missed: (orderNo: string, after: bigint) => Promise<readonly OrderStatusMessage[]>;
  log: { warn(data: object, message: string): void };
};

/**
 * The tabs of signed-in members. The session of the socket's handshake decides whose orders a tab follows; it is checked
 * again every few seconds, so a sign-out in another tab, or a session that was ended, ends the subscription.
 */
export function createMemberSubscriptions({ access, tabs, delivered, missed, log }: Deps) {
  const open = new Map<TabSocket, { memberId: string; token: string }>();
  /** those whose subscription is being answered */
  const busy = new WeakSet<TabSocket>();

  function end(socket: TabSocket): void {
    const one = open.get(socket);
    if (!one) return;
    open.delete(socket);
    void socket.leave(memberRoom(one.memberId));
    tabs.leave(one.memberId);
  }

  async function check(): Promise<void> {
    if (open.size === 0) return;
    // Only the tabs whose sessions are read: a tab that subscribes meanwhile has a session that the answer does not have.
    const asked = [...open];
    const holders = await access.holdersOf([...new Set(asked.map(([, { token }]) => token))]);
    for (const [socket, one] of asked) {
      if (open.get(socket) !== one || holders.get(one.token) === one.memberId) continue;
      end(socket);
      socket.emit('member:ended');
    }
  }
  const timer = setInterval(() => {
    check().catch((err: unknown) => log.warn({ err }, 'the sessions of open tabs could not be checked'));
  }, CHECK_EVERY).unref();

  /**
   * The tab joins first, then what it missed is replayed: what the read model has after `afterPosition`. The read model is
   * waited for until it has what the bus delivered before the orders were known, so no status falls between the two. The
   * tab may get a status twice and drops it by its revision.
   *
   * A replay reads the whole history of each order. So a socket has one at a time, and `mayReplay` limits the orders. Where it
   * refuses, or a history cannot be read, the page is told that the replay is not complete, and reads its list.
   */
  async function subscribe(socket: TabSocket, message: unknown, mayReplay: () => boolean): Promise<MemberSubscribeAck> {
    const parsed = MemberSubscribe.safeParse(message);
    if (!parsed.success) return fail('VALIDATION_FAILED', messages.badRequest);
    if (busy.has(socket)) return fail('RATE_LIMITED', messages.tooFast);
    busy.add(socket);
    try {
      return await follow(socket, BigInt(parsed.data.afterPosition), mayReplay);
    } finally {
      busy.delete(socket);
    }
  }

  async function follow(socket: TabSocket, after: bigint, mayReplay: () => boolean): Promise<MemberSubscribeAck> {
    const token = access.tokenOf(socket.request.headers.cookie);
    const memberId = token === undefined ? undefined : (await access.holdersOf([token])).get(token);
    if (token === undefined || memberId === undefined) return fail('UNAUTHORISED', messages.signIn);
    if (!socket.connected) return fail('UNAVAILABLE', messages.unavailable);
    if (open.get(socket)?.memberId !== memberId) {
      end(socket);
      open.set(socket, { memberId, token });
      tabs.join(memberId);
      void socket.join(memberRoom(memberId));
    }
    for (const { orderNo } of await access.ordersOf(memberId)) tabs.add(memberId, orderNo);
    const upTo = delivered();
    if (upTo >= 0n && !(await access.hasReached(upTo))) return fail('UNAVAILABLE', messages.unavailable);
    const orders = await access.ordersOf(memberId);
    for (const { orderNo } of orders) tabs.add(memberId, orderNo);
    const changed = orders.filter(({ position }) => position > after);
    let isComplete = changed.length <= REPLAYED;
    for (const { orderNo } of changed.slice(0, REPLAYED)) {
      const statuses = mayReplay() ? await readable(missed(orderNo, after)) : undefined;
      if (statuses === undefined) {
        isComplete = false;
        break;
      }
      if (!socket.connected || open.get(socket)?.memberId !== memberId) return fail('UNAVAILABLE', messages.unavailable);
      for (const status of statuses) socket.emit('order:status', status);
    }
    const position = orders.reduce<bigint>((newest, one) => (one.position > newest ? one.position : newest), 0n);
    return { ok: true, position: String(position), user_uid: access.publicIdOf(memberId), complete: isComplete };
  }

  async function readable<T>(reading: Promise<T>): Promise<T | undefined> {
    try {
      return await reading;
    } catch (err) {
      log.warn({ err }, "a member's tab does not get what it missed of an order");
      return undefined;
    }
  }

  return { subscribe, end, check, close: () => clearInterval(timer) };
}
