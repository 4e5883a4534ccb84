import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { clientConfig, columnTypes, QUERY_TIMEOUT } from '../../database/index.ts';
import { checkAppend } from '../check-append.ts';
import type {
  Append,
  Appended,
  AppendOptions,
  BatchHandler,
  EventFilter,
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
import { START } from '../port.ts';
import { ReaderHealth, type ReaderObserver } from '../reader-health.ts';
import { Subscriptions } from '../subscriptions.ts';
import { Announcements } from './announcements.ts';
import { AppendConnection } from './append-connection.ts';
import { Reader } from './reader.ts';
import { Sequencer } from './sequencer.ts';
import { Tail } from './tail.ts';

export type PostgresEventStoreOptions = ({ url: string } | { pool: pg.Pool }) & {
  /** An append without an outcome by then fails with StoreUnavailable; ms, default 30,000. */
  appendTimeoutMs?: number;
  /** Interval of polls for events without a notification; ms, default 500. */
  pollMs?: number;
  /** Connections for reading at most; default 4. (Two more append, one listens.) */
  readers?: number;
  observer?: ReaderObserver;
};

const MAX_EVENTS_PER_FLUSH = 2_000;
const MAX_WAITING = 50_000;

/**
 * The event store on Postgres. Several instances in several processes may share one database. The caller applies the
 * schema (`eventStoreMigrations`). Connects when it is first used.
 */
export function createPostgresEventStore(options: PostgresEventStoreOptions): EventStore {
  const config: pg.ClientConfig =
    'url' in options ? clientConfig(options.url) : { ...(options.pool.options as pg.ClientConfig), types: columnTypes };
  const writer = randomUUID().slice(0, 8);
  const timeoutMs = options.appendTimeoutMs ?? 30_000;
  const pool = new pg.Pool({
    ...config,
    application_name: 'event store read',
    max: options.readers ?? 4,
    query_timeout: QUERY_TIMEOUT,
    // As for the appends: a plan from an empty table must not scan a full one.
    options: '-c enable_seqscan=off',
  });
  pool.on('error', () => undefined);
  // The pool listens on idle connections only; if a connection in use breaks, its query rejects.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return new PostgresEventStore(pool, config, writer, timeoutMs, options.pollMs ?? 500, new ReaderHealth(options.observer));
}

class PostgresEventStore implements EventStore {
  readonly #pool: pg.Pool;
  readonly #reader: Reader;
  readonly #tail = new Tail();
  readonly #sequencer: Sequencer;
  readonly #announcements: Announcements;
  readonly #subscriptions: Subscriptions;
  readonly #health: ReaderHealth;
  /** the newest position that this process knows of */
  #heard: Position = START;

  constructor(pool: pg.Pool, config: pg.ClientConfig, writer: string, timeoutMs: number, pollMs: number, health: ReaderHealth) {
    this.#pool = pool;
    this.#health = health;
    this.#subscriptions = new Subscriptions(health);
    this.#reader = new Reader(pool);
    const attemptMs = Math.min(timeoutMs, 10_000);
    this.#sequencer = new Sequencer({
      connections: [1, 2].map(() => new AppendConnection(config, writer, attemptMs)),
      timeoutMs,
      maxEvents: MAX_EVENTS_PER_FLUSH,
      maxWaiting: MAX_WAITING,
      committed: (run) => this.#committed(run),
      explain: async (append, actual) => {
        const appended = await this.#reader.explain(append, actual);
        this.#hear(appended.position);
        return appended;
      },
    });
    this.#announcements = new Announcements(config, writer, pollMs, (head) => this.#hear(head), health);
  }

  async append(stream: StreamName, expectedRevision: number, events: Append['events'], options?: AppendOptions): Promise<Appended> {
    const append = { stream, expectedRevision, events, ...options };
    checkAppend(append);
    return this.#sequencer.append(append);
  }

  async appendTogether(appends: Append[]): Promise<Appended[]> {
    for (const append of appends) checkAppend(append);
    if (new Set(appends.map(({ stream }) => stream)).size < appends.length) throw new RangeError('a stream stands twice in one append');
    return this.#sequencer.appendTogether(appends);
  }

  async read(stream: StreamName, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    const direction = options.direction ?? 'forwards';
    const from = options.from ?? (direction === 'forwards' ? 0 : MAX_INT4);
    return this.#reader.stream(stream, from, direction, options.limit ?? MAX_INT4);
  }

  async readAll({ after, filter, limit }: ReadAllOptions): Promise<Page> {
    return this.#tail.after(after, filter, limit) ?? this.#fromTable(after, filter, limit);
  }

  subscribe(options: SubscribeOptions, handler: BatchHandler): Subscription {
    const { filter } = options;
    this.#announcements.start();
    // Only the first read may find more than this process knows of: the listener runs from now on.
    let looked = false;
    return this.#subscriptions.start(options, handler, {
      next: async (position, batch) => {
        const held = this.#tail.after(position, filter, batch);
        if (held) return held;
        if (looked && position >= this.#heard) return { events: [], upTo: position };
        const page = await this.#fromTable(position, filter, batch);
        looked = true;
        return page;
      },
      hasNews: (position) => this.#heard > position,
    });
  }

  head(): Promise<Position> {
    return this.#reader.head();
  }

  trouble(): string | undefined {
    return this.#health.trouble();
  }

  async close(): Promise<void> {
    await this.#subscriptions.stop();
    await this.#announcements.stop();
    await this.#sequencer.close();
    if (!this.#pool.ended) await this.#pool.end();
  }

  async #fromTable(after: Position, filter: EventFilter | undefined, limit: number): Promise<Page> {
    const page = await this.#reader.all(after, filter, limit);
    if (filter === undefined) this.#tail.offer(page.events, page.events.length < limit);
    if (page.upTo > this.#heard) this.#hear(page.upTo);
    return page;
  }

  #committed(run: RecordedEvent[]): void {
    this.#tail.offer(run, true);
    const last = run.at(-1);
    if (last) this.#hear(last.position);
  }

  #hear(head: Position): void {
    if (head <= this.#heard) return;
    this.#heard = head;
    this.#subscriptions.wake();
  }
}

const MAX_INT4 = 2 ** 31 - 1;
