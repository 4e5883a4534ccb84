import type { IncomingMessage, Server as HttpServer } from 'node:http';
import {
  OrderSubscribe,
  type ClientToServerEvents,
  type MemberSubscribeAck,
  type OrderStatusMessage,
  type ServerToClientEvents,
  type SubscribeAck,
} from '@nordhaut/contracts';
import { ORDER_CATEGORY, orderStream, type OrderEvent, type OrderProofs } from '@nordhaut/ordering';
import { PoisonEvent } from '@nordhaut/platform/bus';
import { asEvent, type Codec, type DecodedEvent, ofTheHistory } from '@nordhaut/platform/envelope';
import { type EventStore, type Position, START } from '@nordhaut/platform/event-store';
import { originsOf, TIMES_OF_SITE } from '@nordhaut/platform/http';
import { inSpan, SpanKind } from '@nordhaut/platform/telemetry';
import { tokenBucket } from '@nordhaut/platform/timing';
import { WALLET_CATEGORY, walletOwnerOf } from '@nordhaut/promotions';
import { Server, type Socket } from 'socket.io';
import { createBudgets } from './budget.ts';
import { createMemberSubscriptions, type MemberAccess } from './member-subscription.ts';
import { createMemberTabs, memberRoom } from './member-tabs.ts';
import { messages } from './messages.ts';
import { createFollowedOrders, messagesAfter, missedSince } from './rooms.ts';
import { disconnectIfSlow } from './slow-readers.ts';

export type RealtimeOptions = {
  store: EventStore;
  codec: Codec;
  proofs: OrderProofs;
  members: MemberAccess;
  /** The shop's origin. Its pages may open a socket, and so may those of the address that is asked, as with calls (`checkOrigin`). */
  origin: string;
  limits: RealtimeLimits;
  /** whether sockets may begin as polling; default true */
  polling?: boolean;
  /** the address that counts for the limit, behind trusted proxies */
  addressOf: (request: IncomingMessage) => string;
  metrics: { sockets(count: number): void; pushed(recordedAt: string): void };
  log: { warn(data: object, message: string): void };
};

export type RealtimeLimits = {
  /** sockets; connections on which none is open, as before it opens, may be as many again */
  socketsPerAddress: number;
  roomsPerSocket: number;
  /** subscribes a socket may send in ten seconds */
  subscribesPerTenSeconds: number;
  /**
   * subscribes that all sockets of an address, closed ones included, may send in a minute; Infinity: any number. Each order
   * that a member's subscribe replays counts as one, because its whole history is read.
   */
  subscribesPerAddressAndMinute: number;
};

/** the fields of an event that a push needs */
type Pushed = Pick<DecodedEvent, 'type' | 'recordedAt' | 'metadata'>;
type ShopSocket = Socket<ClientToServerEvents, ServerToClientEvents>;
const room = (orderNo: string): string => `order:${orderNo}`;
const fail = (code: string, message: string): { ok: false; code: string; message: string } => ({ ok: false, code, message });

/** The networks under which an address counts, and how many times as much as one network each of them may have. */
const countedAs = (address: string): readonly (readonly [network: string, times: number])[] =>
  originsOf(address).map((origin, nth) => [origin, nth === 0 ? 1 : TIMES_OF_SITE]);

/** How many there are of each network. `add` returns what takes the one away again. */
function counter() {
  const counts = new Map<string, number>();
  const change = (address: string, by: number): void => {
    for (const [network] of countedAs(address)) {
      const left = (counts.get(network) ?? 0) + by;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    }
  };
  return {
    /** @param most of one network */
    hasRoom: (address: string, most: number): boolean =>
      countedAs(address).every(([network, times]) => (counts.get(network) ?? 0) < times * most),
    add(address: string): () => void {
      change(address, 1);
      return () => change(address, -1);
    },
  };
}

/** An event that can be read but not folded holds back its order alone. @throws PoisonEvent */
function folded<T>(fold: () => T): T {
  try {
    return fold();
  } catch (error) {
    throw new PoisonEvent(error);
  }
}

/**
 * Live status (design/event-store.md, *Realtime*). An order's followers are in one room. `onEvents` sends each new status
 * to the room. A new follower, or one that was disconnected, names the last revision that it has. It first gets the later
 * statuses from the order's history. Then it joins the room, in the same turn of the event loop in which the room is found
 * not to be ahead of that history, so it misses no status. It may get statuses again; the client drops those by revision.
 */
export function createRealtime(http: HttpServer, options: RealtimeOptions) {
  const { store, codec, limits } = options;
  const { protocol } = new URL(options.origin);
  const followed = createFollowedOrders();
  const tabs = createMemberTabs(followed);
  let delivered: Position = START;
  const members = createMemberSubscriptions({
    access: options.members,
    tabs,
    delivered: () => delivered,
    missed: async (orderNo, after) => missedSince(await history(orderNo), after),
    log: options.log,
  });
  const perAddress = counter();
  const connections = counter();
  const ofNetworks = createBudgets(limits.subscribesPerAddressAndMinute, 60_000);
  const ofSites = createBudgets(TIMES_OF_SITE * limits.subscribesPerAddressAndMinute, 60_000);
  const mayAddressSubscribe = (address: string): boolean =>
    countedAs(address).every(([network, times]) => (times === 1 ? ofNetworks : ofSites)(network));
  let accepting = false;
  const io = new Server<ClientToServerEvents, ServerToClientEvents>(http, {
    path: '/socket.io',
    transports: options.polling === false ? ['websocket'] : ['websocket', 'polling'],
    maxHttpBufferSize: 16 * 1024,
    serveClient: false,
    cors: { origin: options.origin, credentials: true },
    allowRequest: (request, decide) => {
      const { origin, host } = request.headers;
      const isOwn = origin === undefined || origin === options.origin || origin === `${protocol}//${host}`;
      // A connection costs memory also where it opens no socket, or its socket has closed.
      const isFree = connections.hasRoom(options.addressOf(request), 2 * limits.socketsPerAddress);
      decide(null, accepting && isFree && isOwn);
    },
  });
  io.engine.on('connection', (connection: { request: IncomingMessage; once(event: 'close', listener: () => void): unknown }) => {
    connection.once('close', connections.add(options.addressOf(connection.request)));
  });

  async function history(orderNo: string): Promise<DecodedEvent<OrderEvent>[]> {
    const records = await store.read(orderStream(orderNo));
    const events = await ofTheHistory(records, (part) => codec.decode(part, { personal: false }));
    return events.map(asEvent<OrderEvent>);
  }

  const addressOf = (socket: ShopSocket): string => options.addressOf(socket.request);

  const isFull = (address: string): boolean => !perAddress.hasRoom(address, limits.socketsPerAddress);
  io.use((socket, next) => (isFull(addressOf(socket)) ? next(new Error(messages.tooMany)) : next()));

  io.on('connection', (socket) => {
    // Counted here, because a socket that closes before it is connected emits no disconnect.
    const address = addressOf(socket);
    if (isFull(address)) return socket.disconnect(true);
    socket.on('disconnect', perAddress.add(address));
    options.metrics.sockets(io.of('/').sockets.size);
    disconnectIfSlow(socket);
    const following = new Set<string>();
    const socketBucket = tokenBucket({ size: limits.subscribesPerTenSeconds, refillMs: 10_000 });
    // The socket's own limit comes first, so its refused calls do not count for its neighbours.
    const maySubscribe = (): boolean => socketBucket.tryTake() && mayAddressSubscribe(address);

    socket.on('order:subscribe', (message: unknown, ack: unknown) => {
      if (typeof ack !== 'function') return;
      const answer = ack as (reply: SubscribeAck) => void;
      subscribe(socket, following, maySubscribe, message).then(answer, (err: unknown) => {
        options.log.warn({ err }, 'a subscription failed');
        answer(fail('UNAVAILABLE', messages.unavailable));
      });
    });
    socket.on('member:subscribe', (message: unknown, ack: unknown) => {
      if (typeof ack !== 'function') return;
      const answer = ack as (reply: MemberSubscribeAck) => void;
      if (!maySubscribe()) return answer(fail('RATE_LIMITED', messages.tooFast));
      members
        .subscribe(socket, message, () => mayAddressSubscribe(address))
        .then(answer, (err: unknown) => {
          options.log.warn({ err }, "a member's subscription failed");
          answer(fail('UNAVAILABLE', messages.unavailable));
        });
    });
    socket.on('member:unsubscribe', () => members.end(socket));
    socket.on('order:unsubscribe', (message: unknown) => {
      const orderNo = (message as { orderNo?: unknown } | null)?.orderNo;
      if (typeof orderNo === 'string' && following.delete(orderNo)) {
        void socket.leave(room(orderNo));
        followed.unfollow(orderNo);
      }
    });
    socket.on('disconnect', () => {
      members.end(socket);
      for (const orderNo of following) followed.unfollow(orderNo);
      options.metrics.sockets(io.of('/').sockets.size);
    });
  });

  /** Sends what the follower missed, then adds it to the room. */
  async function subscribe(
    socket: ShopSocket,
    following: Set<string>,
    maySubscribe: () => boolean,
    message: unknown,
  ): Promise<SubscribeAck> {
    if (!maySubscribe()) return fail('RATE_LIMITED', messages.tooFast);
    const parsed = OrderSubscribe.safeParse(message);
    if (!parsed.success) return fail('VALIDATION_FAILED', messages.badRequest);
    const { orderNo, afterRevision, proof } = parsed.data;
    if (proof !== undefined && !options.proofs.holds(orderNo, proof)) return fail('PROOF_FAILED', messages.proof);
    if (!following.has(orderNo)) {
      if (following.size >= limits.roomsPerSocket) return fail('TOO_MANY_ORDERS', messages.tooMany);
      following.add(orderNo);
      followed.follow(orderNo);
    }
    for (let sent = afterRevision; ; ) {
      const events = await history(orderNo);
      // The socket has closed: its rooms are released and no answer is needed.
      if (!socket.connected) return fail('UNAVAILABLE', messages.unavailable);
      const { state, messages: missed } = messagesAfter(events, sent);
      if (!state) {
        if (following.delete(orderNo)) followed.unfollow(orderNo);
        return fail('ORDER_NOT_FOUND', messages.notFound);
      }
      if (!following.has(orderNo)) return fail('UNAVAILABLE', messages.unavailable);
      const revision = events.at(-1)?.revision ?? -1;
      followed.learn(orderNo, state, revision);
      for (const one of missed) socket.emit('order:status', one);
      // The room got newer statuses while this history was read: read it again, before this follower joins.
      if (followed.sent(orderNo) > revision) {
        sent = Math.max(sent, revision);
        continue;
      }
      void socket.join(room(orderNo));
      return { ok: true, revision };
    }
  }

  /** Continues the trace of the command that made the event. */
  function push(message: OrderStatusMessage, { type, recordedAt, metadata }: Pushed): void {
    inSpan(
      'push order:status',
      { traceparent: metadata.traceparent, kind: SpanKind.PRODUCER, attributes: { 'nordhaut.event': type } },
      () => {
        const owner = tabs.ownerOf(message.orderNo);
        // A socket in both rooms gets it once.
        io.to(owner === undefined ? room(message.orderNo) : [room(message.orderNo), memberRoom(owner)]).emit('order:status', message);
      },
    );
    options.metrics.pushed(recordedAt);
  }

  /** Tells the member's tabs that their credit or coupons changed. They read them again. */
  function balanceChanged(memberId: string, { position }: DecodedEvent): void {
    if (tabs.has(memberId)) io.to(memberRoom(memberId)).emit('member:balance', { position: String(position) });
  }

  /** Sends the statuses of events from the bus to their rooms. The bus delivers each order's events in order, and may repeat some. */
  async function onEvents(events: readonly DecodedEvent[]): Promise<void> {
    for (const decoded of events) {
      // Kafka keeps the order within a partition only.
      if (decoded.position > delivered) delivered = decoded.position as Position;
      if (decoded.stream.startsWith(`${WALLET_CATEGORY}-`)) {
        balanceChanged(walletOwnerOf(decoded.stream), decoded);
        continue;
      }
      const orderNo = decoded.stream.slice(ORDER_CATEGORY.length + 1);
      const event = asEvent<OrderEvent>(decoded);
      const owner = event.type === 'OrderPlaced' || event.type === 'OrderAdopted' ? event.data.memberId : null;
      if (owner !== null) tabs.add(owner, orderNo);
      if (event.type === 'OrderAdopted' && tabs.has(event.data.memberId)) {
        const all = await history(orderNo);
        for (const one of folded(() => missedSince(all, event.position - 1n)))
          io.to(memberRoom(event.data.memberId)).emit('order:status', one);
      }
      if (!followed.has(orderNo)) continue;
      const messages = folded(() => followed.advance(orderNo, event));
      if (messages === undefined) continue;
      if (messages !== 'gap') {
        for (const message of messages) push(message, event);
        followed.markSent(orderNo, event.revision);
        continue;
      }
      const all = await history(orderNo);
      const { state, messages: missed } = folded(() => messagesAfter(all, followed.sentBefore(orderNo, event)));
      const revision = all.at(-1)?.revision ?? -1;
      followed.learn(orderNo, state, revision);
      for (const one of missed) push(one, all.find(({ revision: own }) => own === one.revision) ?? event);
      followed.markSent(orderNo, revision);
    }
  }

  return {
    io,
    onEvents,
    /**
     * Accepts sockets. Call it once the bus delivers to `onEvents`; otherwise events between a follower's replay and the
     * bus's first event would be lost. `head`: of the store since then. The bus does not deliver what is before it, so a
     * member's replay waits until the read model has it.
     */
    open(head: Position): void {
      if (head > delivered) delivered = head;
      accepting = true;
    },
    close: async () => {
      accepting = false;
      members.close();
      // Not `io.close()`, because that closes the HTTP server too, which the http role closes after its open requests. And
      // not `disconnectSockets`, because a client that the server disconnects does not connect again by itself.
      io.engine.close();
      await io.of('/').adapter.close();
    },
  };
}
export type Realtime = ReturnType<typeof createRealtime>;
