import { clearTimeout, setTimeout } from 'k6/timers';
import { createHeard, type StatusMessage } from './heard.ts';
import { noteProblem } from './journal.ts';
import { measured } from './measured.ts';
import { followerLost, followerReconnects, pushMissed, pushOutOfOrder, pushReceived, pushRepeated } from './metrics.ts';
import { patience } from './settings.ts';
import { openSocket, type LiveSocket } from './socket.ts';
import type { OrderSeen, PlacedOrder } from './checkout.ts';

type SubscribeAck = { ok: true } | { ok: false; code: string };

/** What a follower has so far: the last revision of its order, and the position of that event. */
type Known = { revision: number; position: string };
type Subscription = (known: Known) => [event: string, body: object];

/** Who follows an order. A guest names the order and proves it; a member's session gives all own orders. */
export const whoFollows = {
  guest:
    ({ orderNo, proof }: PlacedOrder): Subscription =>
    ({ revision }) => ['order:subscribe', { orderNo, afterRevision: revision, proof }],
  member:
    (): Subscription =>
    ({ position }) => ['member:subscribe', { afterPosition: position }],
};

/** ms before a reconnect, doubled up to the maximum */
const RETRY = { first: 200, last: 3_000 };
/** ms before a repeated subscription: after a refusal, and without an answer */
const ASK_AGAIN = { refused: 1_000, unanswered: 8_000 };

export type Follower = {
  /** whether the subscription succeeded within `ms` */
  ready(ms: number): Promise<boolean>;
  /** Call this when the carrier is told to report this code; the latency starts here. */
  reportBegins(code: string): void;
  /** whether a status with this code arrived within `ms` */
  hears(code: string, ms: number): Promise<boolean>;
  /** of the newest status that it has */
  position(): string;
  /** Waits for the statuses that the look-up shows and counts the missing ones. */
  compare(seen: OrderSeen): Promise<void>;
  close(): void;
};

/**
 * Follows an order as its page does: it starts with the look-up and gets the rest from the socket. After a disconnect it
 * asks for everything after the last event that it has.
 */
export function follow(orderNo: string, known: OrderSeen, subscription: Subscription): Follower {
  const heard = createHeard(known);
  let position = known.position;
  const reported = new Map<string, number>();
  const waiting = new Set<() => void>();
  let socket: LiveSocket | undefined;
  /** time since which the server has this follower in its room; 0: not subscribed */
  let since = 0;
  /** true after the first subscription; only later statuses have a latency */
  let isLive = false;
  let attempts = 0;
  let done = false;
  let retry = 0;

  const tell = (): void => {
    for (const look of waiting) look();
  };

  function open(): void {
    const ask = (): void => {
      clearTimeout(retry);
      retry = setTimeout(ask, ASK_AGAIN.unanswered);
      mine.emit(...subscription({ revision: heard.last(), position }), (answer) => {
        const ack = answer as SubscribeAck;
        clearTimeout(retry);
        if (!ack.ok) {
          noteProblem(`subscribe: ${ack.code}`);
          retry = setTimeout(ask, ASK_AGAIN.refused);
          return;
        }
        since = Date.now();
        isLive = true;
        attempts = 0;
        tell();
      });
    };
    const mine = openSocket({
      connected: ask,
      event: (name, body) => {
        if (name === 'order:status') hear(body as StatusMessage);
        if (name === 'member:ended') noteProblem('socket: the session of the member ended');
      },
      ended: (reason) => {
        since = 0;
        clearTimeout(retry);
        if (done) return;
        followerReconnects.add(1);
        if (reason !== 'closed' && reason !== 'failed') noteProblem(`socket: ${reason}`);
        const wait = Math.min(RETRY.last, RETRY.first * 2 ** attempts++);
        retry = setTimeout(open, wait * (0.5 + Math.random()));
      },
    });
    socket = mine;
  }

  function hear(message: StatusMessage): void {
    if (message.orderNo !== orderNo) return;
    pushReceived.add(1);
    const verdict = heard.hear(message);
    if (verdict === 'repeated') {
      pushRepeated.add(1);
      return;
    }
    if (verdict === 'late') pushOutOfOrder.add(1);
    if (verdict === 'new') position = message.position;
    if (isLive) measure(message);
    tell();
  }

  function measure({ entry, at }: StatusMessage): void {
    if (!entry) return;
    const begun = reported.get(entry.code);
    // A carrier's time has whole seconds, so a report that this test did not trigger has no start time.
    if (begun !== undefined) measured.push(Date.now() - begun, 'carrier');
    else if (!/^\d+$/.test(entry.code)) measured.push(Math.max(0, Date.now() - Date.parse(at)), 'shop');
    reported.delete(entry.code);
  }

  /** Checks now, after each status, and once at the end. */
  function until(look: () => boolean, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (result: boolean): void => {
        clearTimeout(timer);
        waiting.delete(again);
        resolve(result);
      };
      const again = (): void => {
        if (look()) end(true);
      };
      const timer = setTimeout(() => end(look()), ms);
      waiting.add(again);
      again();
    });
  }

  open();
  return {
    ready: (ms) => until(() => since > 0, ms),
    reportBegins: (code) => void reported.set(code, Date.now()),
    position: () => position,
    hears: (code, ms) => until(() => heard.has(code), ms),
    async compare(seen) {
      const missing = (): number[] => heard.missing(seen);
      const began = Date.now();
      while (missing().length > 0) {
        const now = Date.now();
        const listened = since > 0 ? now - Math.max(since, began) : 0;
        if (listened >= patience.push) {
          pushMissed.add(missing().length);
          noteProblem('a status was missed', { orderNo, revisions: missing() });
          return;
        }
        if (now - began > patience.follower) {
          followerLost.add(1);
          noteProblem('a follower could not come back', { orderNo });
          return;
        }
        await until(() => missing().length === 0, 500);
      }
    },
    close() {
      done = true;
      clearTimeout(retry);
      socket?.close();
    },
  };
}
