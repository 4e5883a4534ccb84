import type { OrderAnswer, OrderFacts, OrderStatusMessage, SubscribeAck } from '@nordhaut/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterMessage, newer } from './live-order-state.ts';
import { followOrder, type OrderEnvironment, type OrderSocket } from './live-orders.ts';
import { ACK_TIME, POLL_EVERY } from './live-socket.ts';

const orderNo = 'ABCDEFGH12345678';
const at = '2026-11-21T01:00:00.000Z';
const answer = (revision: number, label = '訂單處理中'): OrderAnswer =>
  ({
    order: { orderNo, facts: { parcel: null } },
    displayStatus: { code: String(revision), label },
    timeline: [{ code: 'PLACED', label: '訂單成立', at, revision: 0 }],
    revision,
    position: '7',
  }) as unknown as OrderAnswer;
const message = (revision: number, label: string, more: Partial<OrderStatusMessage> = {}): OrderStatusMessage => ({
  orderNo,
  revision,
  position: String(100 + revision),
  status: { code: String(revision), label },
  at,
  facts: { parcel: null } as unknown as OrderFacts,
  entry: { code: String(revision), label, late: false },
  ...more,
});

/** A socket with the test as its server. */
function fakeSocket() {
  const handlers = new Map<string, (...args: never[]) => void>();
  const asked: { afterRevision: number; ack: (answer: SubscribeAck) => void }[] = [];
  const socket = {
    connected: false,
    active: false,
    attempts: 0,
    on: (event: string, handler: (...args: never[]) => void) => handlers.set(event, handler),
    emit: (_event: string, { afterRevision }: { afterRevision: number }, ack: (answer: SubscribeAck) => void) =>
      asked.push({ afterRevision, ack }),
    connect() {
      socket.attempts++;
      socket.active = true;
    },
    disconnect() {
      const was = socket.connected;
      socket.connected = false;
      if (was) handlers.get('disconnect')?.();
    },
  };
  return {
    socket,
    asked,
    up() {
      socket.connected = true;
      handlers.get('connect')?.();
    },
    ack: (revision: number) => asked.at(-1)?.ack({ ok: true, revision }),
    push: (one: OrderStatusMessage) => handlers.get('order:status')?.(one as never),
    down: () => socket.disconnect(),
    /** The server ends the connection: socket.io does not connect again. */
    ended() {
      socket.active = false;
      socket.disconnect();
    },
  };
}

let events: EventTarget;
let online: boolean;
let visible: boolean;
let looks: OrderAnswer | undefined;
let asked: (string | undefined)[];
let wire: ReturnType<typeof fakeSocket>;
const environment = (): OrderEnvironment => ({
  socket: () => Promise.resolve(wire.socket as unknown as OrderSocket),
  lookUp: (_orderNo, after) => {
    asked.push(after);
    return Promise.resolve(looks);
  },
  events,
  isOnline: () => online,
  isVisible: () => visible,
  now: () => Date.now(),
});
const dispatch = (name: string) => events.dispatchEvent(new Event(name));
const flush = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  events = new EventTarget();
  online = true;
  visible = true;
  looks = undefined;
  asked = [];
  wire = fakeSocket();
});
afterEach(() => vi.useRealTimers());

describe('an order after a status message', () => {
  it('has the new status and timeline entry', () => {
    const next = afterMessage(answer(3), message(4, '運送中'));
    expect(next).toMatchObject({ revision: 4, position: '104', displayStatus: { label: '運送中' } });
    expect(next.timeline.map(({ label, revision }) => [label, revision])).toEqual([
      ['訂單成立', 0],
      ['運送中', 4],
    ]);
  });
  it('keeps the codes and the store of the pickup, which no message has, and takes the deadline', () => {
    const pickup = { code: 'D1234567', validationNo: '8901', store: null, deadline: null };
    const known = answer(3);
    const proven = { ...known, order: { ...known.order, facts: { ...known.order.facts, pickup } } };
    const facts = { parcel: null, pickup: { code: null, validationNo: null, store: null, deadline: at } } as unknown as OrderFacts;
    expect(afterMessage(proven, message(4, '已到店', { facts })).order.facts.pickup).toEqual({ ...pickup, deadline: at });
  });
  it('has no e-mail address after its correction, until the look-up answers it', () => {
    const known = answer(3);
    const recipient = { name: '王小明', phone: '0912345678', email: 'minh@example.com', address: '' };
    const proven = { ...known, order: { ...known.order, recipient } };
    const corrected = afterMessage(
      proven,
      message(4, '運送中', { entry: { code: 'EMAIL_CORRECTED', label: '已更正電子郵件', late: false } }),
    );
    expect(corrected.order.recipient).toEqual({ ...recipient, email: '' });
    const later = afterMessage(corrected, message(5, '已送達'));
    expect(later.order.recipient.email).toBe('');
    expect(afterMessage(proven, message(4, '已送達')).order.recipient).toEqual(recipient);
    expect(newer(later, { ...answer(4), order: proven.order }).order.recipient.email, 'a look-up from before it').toBe('');
    const fresh = { ...proven, revision: 5, order: { ...proven.order, recipient: { ...recipient, email: 'ming@example.com' } } };
    expect(newer(later, fresh).order.recipient.email).toBe('ming@example.com');
  });
  it('is unchanged by a known revision and by another order', () => {
    const known = answer(3);
    expect(afterMessage(known, message(3, '舊'))).toBe(known);
    expect(afterMessage(known, message(2, '舊'))).toBe(known);
    expect(afterMessage(known, message(9, '別', { orderNo: 'OTHERORDER123456' }))).toBe(known);
  });
  it('gets no timeline entry from a message without one', () =>
    expect(afterMessage(answer(3), message(4, '同', { entry: null })).timeline).toHaveLength(1));
  it('is the newer of two answers', () => {
    expect(newer(answer(5), answer(4, '舊'))).toMatchObject({ revision: 5 });
    expect(newer(answer(5), answer(5, '同'))).toMatchObject({ displayStatus: { label: '同' } });
  });
});

describe('following an order', () => {
  it('subscribes from its revision and is connected after the acknowledgement', async () => {
    const order = followOrder(answer(3), environment());
    await flush();
    expect(order.getSnapshot().connection).toBe('connecting');
    wire.up();
    expect(wire.asked[0]?.afterRevision).toBe(3);
    expect(order.getSnapshot().connection).toBe('connecting');
    wire.ack(3);
    expect(order.getSnapshot()).toMatchObject({ connection: 'connected', change: undefined });
    order.stop();
  });

  it('applies each change once, then loads the data that the message lacks', async () => {
    const order = followOrder(answer(3), environment());
    await flush();
    wire.up();
    wire.ack(3);
    const seen: string[] = [];
    order.subscribe(() => seen.push(order.getSnapshot().answer.displayStatus.label));
    wire.push(message(4, '運送中'));
    wire.push(message(4, '運送中'));
    wire.push(message(5, '已送達'));
    expect(order.getSnapshot()).toMatchObject({ answer: { revision: 5 }, change: { revision: 5, status: { label: '已送達' } } });
    expect(order.getSnapshot().answer.timeline).toHaveLength(3);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(['105']);
    // Another store, for example: nothing to announce, but something to load.
    wire.push(message(6, '已送達', { entry: null }));
    expect(order.getSnapshot()).toMatchObject({ answer: { revision: 6 }, change: { revision: 5 } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(['105', '106']);
    order.stop();
  });

  it('reconnects after a lost connection and requests the missed changes', async () => {
    const order = followOrder(answer(3), environment());
    await flush();
    wire.up();
    wire.ack(3);
    wire.push(message(4, '運送中'));
    wire.down();
    expect(order.getSnapshot().connection).toBe('reconnecting');
    wire.up();
    expect(wire.asked.at(-1)?.afterRevision).toBe(4);
    wire.ack(4);
    expect(order.getSnapshot().connection).toBe('connected');
    order.stop();
  });

  it('connects again by itself after the server ended the connection', async () => {
    const order = followOrder(answer(3), environment());
    await flush();
    wire.up();
    wire.ack(3);
    const before = wire.socket.attempts;
    wire.ended();
    await vi.advanceTimersByTimeAsync(POLL_EVERY + 5_000);
    expect(wire.socket.attempts).toBe(before + 1);
    wire.up();
    wire.ack(3);
    expect(order.getSnapshot().connection).toBe('connected');
    order.stop();
  });

  it('subscribes again when the subscription is refused or not acknowledged', async () => {
    const order = followOrder(answer(3), environment());
    await flush();
    wire.up();
    wire.asked[0]?.ack({ ok: false, code: 'RATE_LIMITED', message: '' });
    await vi.advanceTimersByTimeAsync(ACK_TIME);
    expect(wire.asked).toHaveLength(2);
    wire.ack(3);
    await vi.advanceTimersByTimeAsync(3 * ACK_TIME);
    expect(wire.asked).toHaveLength(2);
    order.stop();
  });

  it('polls without a connection and reports a change once', async () => {
    const order = followOrder(answer(3), environment());
    await flush();
    looks = answer(6, '已送達');
    await vi.advanceTimersByTimeAsync(POLL_EVERY + 5_000);
    expect(asked).toHaveLength(1);
    expect(order.getSnapshot()).toMatchObject({ answer: { revision: 6 }, change: { revision: 6 } });
    wire.up();
    wire.ack(6);
    wire.push(message(6, '已送達'));
    expect(order.getSnapshot().answer.timeline).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(4 * POLL_EVERY);
    expect(asked.length).toBeLessThanOrEqual(2);
    order.stop();
  });

  it('closes on pagehide and opens on pageshow', async () => {
    const order = followOrder(answer(3), environment());
    await flush();
    wire.up();
    wire.ack(3);
    dispatch('pagehide');
    expect(wire.socket.connected).toBe(false);
    await vi.advanceTimersByTimeAsync(4 * POLL_EVERY);
    expect(asked).toEqual([]);
    const before = wire.socket.attempts;
    dispatch('pageshow');
    await flush();
    expect(wire.socket.attempts).toBe(before + 1);
    order.stop();
  });

  it('is offline without a network and reconnects at once when the network returns', async () => {
    const order = followOrder(answer(3), environment());
    await flush();
    wire.up();
    wire.ack(3);
    online = false;
    dispatch('offline');
    wire.down();
    expect(order.getSnapshot().connection).toBe('offline');
    await vi.advanceTimersByTimeAsync(2 * POLL_EVERY);
    expect(asked).toEqual([]);
    const before = wire.socket.attempts;
    online = true;
    dispatch('online');
    await flush();
    expect(order.getSnapshot().connection).toBe('reconnecting');
    expect(wire.socket.attempts).toBe(before + 1);
    expect(asked).toHaveLength(1);
    order.stop();
  });

  it('asks at once for what it may have missed in the background, also where it believes to be connected', async () => {
    const order = followOrder(answer(3), environment());
    await flush();
    wire.up();
    wire.ack(3);
    looks = answer(6, '已送達');
    visible = false;
    dispatch('visibilitychange');
    await flush();
    expect(asked).toEqual([]);
    [visible, online] = [true, false];
    dispatch('visibilitychange');
    await flush();
    expect(asked, 'without a network').toEqual([]);
    online = true;
    dispatch('visibilitychange');
    await flush();
    expect(order.getSnapshot()).toMatchObject({ answer: { revision: 6 }, connection: 'connected' });
    expect(wire.asked).toHaveLength(2);

    wire.down();
    const before = wire.socket.attempts;
    dispatch('visibilitychange');
    await flush();
    expect(wire.socket.attempts).toBe(before + 1);
    order.stop();
  });

  it('does nothing after stop', async () => {
    const order = followOrder(answer(3), environment());
    await flush();
    wire.up();
    order.stop();
    const notify = vi.fn<() => void>();
    order.subscribe(notify);
    wire.push(message(4, '運送中'));
    dispatch('online');
    await vi.advanceTimersByTimeAsync(3 * POLL_EVERY);
    expect(notify).not.toHaveBeenCalled();
    expect(wire.socket.connected).toBe(false);
  });
});
