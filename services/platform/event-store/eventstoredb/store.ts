import type { EventStoreDBClient } from '@eventstore/db-client';
import { checkAppend } from '../check-append.ts';
import type {
  Append,
  Appended,
  AppendOptions,
  BatchHandler,
  EventStore,
  Page,
  Position,
  ReadAllOptions,
  ReadOptions,
  RecordedEvent,
  StreamName,
  SubscribeOptions,
  Subscription,
} from '../port.ts';
import { START, StoreUnavailable } from '../port.ts';
import { ReaderHealth, type ReaderObserver } from '../reader-health.ts';
import { Subscriptions } from '../subscriptions.ts';
import { AppendStream } from './append-stream.ts';
import { Appender } from './appender.ts';
import { Calls } from './calls.ts';
import { closeClient, openClient, reconnect } from './client.ts';
import { within } from './failures.ts';
import { Feed } from './feed.ts';
import { Line } from './line.ts';
import { LiveTail } from './live-tail.ts';
import { Reader } from './reader.ts';

export type EventStoreDbOptions = {
  /** `esdb://[user:password@]host:port?tls=false` or `esdb+discover://…` */
  url: string;
  /** An append without an outcome by then fails with StoreUnavailable; ms, default 30,000. */
  appendTimeoutMs?: number;
  /** One attempt at an append; ms, default 5,000. */
  attemptTimeoutMs?: number;
  /** Deadline of a read; ms, default 5,000. */
  readTimeoutMs?: number;
  /**
   * Whether an append is read back once it is written; default true. Appends with new ids are read back only after an
   * attempt without an outcome. With `false`, no append is read back and a repeated one looks like a new one; this is
   * for a writer that compares everything afterwards.
   */
  confirmAppends?: boolean;
  /** Prefix of all stream names on the server, so that several shops (or test runs) can share it; default none. */
  namespace?: string;
  /** The server has no event of this namespace at or before this position; default: the server's beginning. */
  begin?: Position;
  observer?: ReaderObserver;
};

/**
 * The event store on EventStoreDB or KurrentDB (22.6 or later). Connects when it is first used.
 * @throws ConfigError if the client cannot read the address
 */
export function createEventStoreDb({
  url,
  appendTimeoutMs = 30_000,
  attemptTimeoutMs = 5_000,
  readTimeoutMs = 5_000,
  confirmAppends = true,
  namespace = '',
  begin = START,
  observer,
}: EventStoreDbOptions): EventStore {
  if (/[-$]/.test(namespace)) throw new RangeError('a namespace holds neither - nor $: the category is what stands before the first dash');
  const client = openClient(url);
  const calls = new Calls(client);
  const appendStream = new AppendStream(calls);
  const line = new Line(() => {
    appendStream.discard();
    return reconnect(client);
  });
  const reader = new Reader({ calls, namespace, begin, timeoutMs: readTimeoutMs, line });
  const patience = { timeoutMs: appendTimeoutMs, attemptMs: attemptTimeoutMs };
  const appender = new Appender({ client, appendStream, reader, line, namespace, ...patience, confirm: confirmAppends });
  const tail = new LiveTail();
  const health = new ReaderHealth(observer);
  return new EventStoreDb(
    client,
    calls,
    reader,
    appender,
    tail,
    health,
    (onNews) => new Feed({ calls, reader, line, namespace, readTimeoutMs, tail, health, onNews }),
  );
}

class EventStoreDb implements EventStore {
  readonly kind = 'eventstoredb';
  readonly #client: EventStoreDBClient;
  readonly #calls: Calls;
  readonly #reader: Reader;
  readonly #appender: Appender;
  readonly #tail: LiveTail;
  readonly #health: ReaderHealth;
  readonly #feed: Feed;
  readonly #subscriptions: Subscriptions;
  readonly #appending = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  constructor(
    client: EventStoreDBClient,
    calls: Calls,
    reader: Reader,
    appender: Appender,
    tail: LiveTail,
    health: ReaderHealth,
    feed: (onNews: () => void) => Feed,
  ) {
    this.#client = client;
    this.#calls = calls;
    this.#reader = reader;
    this.#appender = appender;
    this.#tail = tail;
    this.#health = health;
    this.#subscriptions = new Subscriptions(health);
    this.#feed = feed(() => this.#subscriptions.wake());
  }

  async append(stream: StreamName, expectedRevision: number, events: Append['events'], options?: AppendOptions): Promise<Appended> {
    const append = { stream, expectedRevision, events, ...options };
    checkAppend(append);
    if (stream.startsWith('$')) throw new RangeError(`not a stream name: ${stream}`);
    if (this.#closed) throw new StoreUnavailable('the event store is closed');
    const appending = this.#appender.append(append);
    this.#appending.add(appending);
    return appending.finally(() => this.#appending.delete(appending));
  }

  async read(stream: StreamName, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    return (await this.#reader.stream(stream, options)).map(({ event }) => event);
  }

  readAll({ after, filter, limit }: ReadAllOptions): Promise<Page> {
    return this.#reader.all(after, filter, limit);
  }

  subscribe(options: SubscribeOptions, handler: BatchHandler): Subscription {
    const { filter } = options;
    this.#feed.start();
    return this.#subscriptions.start(options, handler, {
      next: async (position, batch) => this.#tail.after(position, filter, batch) ?? this.#reader.all(position, filter, batch),
      hasNews: (position) => this.#tail.end !== undefined && this.#tail.end > position,
    });
  }

  head(): Promise<Position> {
    return this.#reader.head();
  }

  trouble(): string | undefined {
    return this.#health.trouble();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#subscriptions.stop();
    await this.#feed.stop();
    await Promise.allSettled(this.#appending);
    this.#calls.close();
    // A silent server must not delay the end of the process.
    await within(2_000, closeClient(this.#client)).catch(() => undefined);
  }
}
