import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { clientConfig, createPool, listen } from '../../database/index.ts';
import { checkAppend } from '../check-append.ts';
import { NewestEvents } from '../newest-events.ts';
import { asPosition, type EventFilter, type EventStore, type Page, type Position, START, StoreUnavailable } from '../port.ts';
import { ReaderHealth, type ReaderObserver } from '../reader-health.ts';
import { type Source, Subscriptions } from '../subscriptions.ts';
import { AppendConnection } from './append-connection.ts';
import { Reader } from './reader.ts';
import { Sequencer } from './sequencer.ts';
import { CHANNEL, headAndId } from './statements.ts';

export type PostgresEventStoreOptions = {
  url: string;
  /** An append without an outcome by then fails with StoreUnavailable; ms, default 30,000. */
  appendTimeoutMs?: number;
  /** Interval of polls for events without a notification; ms, default 500. */
  pollMs?: number;
  observer?: ReaderObserver;
  /** Called once if the server has lost events that this process knows; default: ends the process. */
  onLoss?: (error: Error) => void;
};

/** Connections for reading. (Two more append, one listens.) */
const READERS = 4;
const MAX_INT4 = 2 ** 31 - 1;
/** in the health of the readers */
const LISTENER = 'listener';

/** The process stops its roles and ends. The platform starts it again, with nothing in memory. */
function endProcess(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}

/**
 * The event store on Postgres. Several instances in several processes may share one database. The caller applies the
 * schema (`eventStoreMigrations`). Connects when it is first used.
 */
export function createPostgresEventStore({
  url,
  appendTimeoutMs: timeoutMs = 30_000,
  pollMs = 500,
  observer,
  onLoss = endProcess,
}: PostgresEventStoreOptions): EventStore {
  const config = clientConfig(url);
  // As for the appends: a plan from an empty table must not scan a full one.
  const pool = createPool({ url, name: 'event store read', max: READERS, options: '-c enable_seqscan=off', check });

  const writer = randomUUID().slice(0, 8);
  const health = new ReaderHealth(observer);
  const subscriptions = new Subscriptions(health);
  const reader = new Reader(pool);
  const newest = new NewestEvents();
  /** the newest position that this process was told of */
  let announced: Position = START;
  function announce(head: Position): void {
    if (head <= announced) return;
    announced = head;
    subscriptions.wake();
  }

  /** The newest position that a read or a commit returned. Notifications do not count, because anybody may send one. */
  let confirmed: Position = START;
  function confirm(head: Position): void {
    if (head > confirmed) confirmed = head;
    announce(head);
  }

  let loss: StoreUnavailable | undefined;
  /** False while the listener has no connection: then nobody has checked that the server has the newest event. */
  let isSure = true;
  /**
   * A standby that is promoted may lack the last commits. The states and events in memory are then of a history that no
   * longer exists, and others write another one at the same positions and revisions. So each new connection looks before it is used.
   * @throws StoreUnavailable if events are lost
   */
  async function lookAt(client: pg.ClientBase): Promise<Position> {
    const { last } = newest;
    const known = confirmed;
    const { rows } = await client.query<{ position: bigint; id: string | null }>({ ...headAndId, values: [last?.position ?? START] });
    const { position, id } = rows[0] as { position: bigint; id: string | null };
    const isLost = position < known || (last !== undefined && last.id.toLowerCase() !== id);
    if (isLost && loss === undefined) {
      loss = new StoreUnavailable(
        `the database has lost events that this process knows, such as position ${known}: this process ends and starts again (infra/production.md, "A standby takes over")`,
      );
      onLoss(loss);
    }
    if (loss !== undefined) throw loss;
    return asPosition(position);
  }
  async function check(client: pg.ClientBase): Promise<void> {
    if (confirmed > START) await lookAt(client);
  }

  const sequencer = new Sequencer({
    connections: [1, 2].map(() => new AppendConnection({ url, writer, timeoutMs: Math.min(timeoutMs, 10_000), check })),
    timeoutMs,
    committed(run) {
      newest.pushRun(run, true);
      const last = run.at(-1);
      if (last) confirm(last.position);
    },
    async explain(append, actual) {
      const appended = await reader.explain(append, actual);
      confirm(appended.position);
      return appended;
    },
  });
  let listening: ReturnType<typeof listen> | undefined;
  /** Detects appends by other processes. It also polls, because a notification is lost with its connection. */
  const startListening = () =>
    listen(
      { ...config, application_name: 'event store listen', query_timeout: 5_000 },
      CHANNEL,
      (text = '') => {
        const [position, from] = text.split(' ');
        // The process has already signalled its own appends.
        if (position && from !== writer) announce(asPosition(position));
      },
      {
        onError(error) {
          isSure = false;
          health.failed(LISTENER, error);
        },
        look: {
          everyMs: pollMs,
          async ask(client) {
            const head = await lookAt(client);
            isSure = true;
            health.succeeded(LISTENER);
            confirm(head);
          },
        },
      },
    );

  /** From memory; undefined where that lacks some of the events, or has no newer ones. */
  const fromMemory = (after: Position, filter: EventFilter | undefined, limit: number): Page | undefined =>
    isSure && loss === undefined && after < (newest.end ?? START) ? newest.after(after, filter, limit) : undefined;

  async function fromTable(after: Position, filter: EventFilter | undefined, limit: number): Promise<Page> {
    if (loss !== undefined) throw loss;
    const page = await reader.all(after, filter, limit);
    if (filter === undefined) newest.pushRun(page.events, page.events.length < limit);
    confirm(page.events.at(-1)?.position ?? START);
    announce(page.upTo);
    return page;
  }

  return {
    async append(stream, expectedRevision, events, more) {
      const append = { stream, expectedRevision, events, ...more };
      checkAppend(append);
      if (loss !== undefined) throw loss;
      return sequencer.append(append);
    },

    async appendTogether(appends) {
      for (const append of appends) checkAppend(append);
      if (new Set(appends.map(({ stream }) => stream)).size < appends.length) throw new RangeError('a stream stands twice in one append');
      if (loss !== undefined) throw loss;
      return sequencer.appendTogether(appends);
    },

    read(stream, { direction = 'forwards', from = direction === 'forwards' ? 0 : MAX_INT4, limit = MAX_INT4 } = {}) {
      return reader.stream(stream, from, direction, limit);
    },

    async readAll({ after, filter, limit }) {
      return fromMemory(after, filter, limit) ?? fromTable(after, filter, limit);
    },

    subscribe(wanted, handler, until) {
      const { filter } = wanted;
      listening ??= startListening();
      // Only the first read may find more than this process knows of: the listener runs from now on.
      let looked = false;
      const source: Source = {
        async next(position, batch) {
          const held = fromMemory(position, filter, batch);
          if (held) return held;
          if (looked && position >= announced) return { events: [], upTo: position };
          const page = await fromTable(position, filter, batch);
          looked = true;
          return page;
        },
        hasNews: (position) => announced > position,
      };
      return subscriptions.run(wanted, handler, source, until);
    },

    head: () => reader.head(),

    trouble: () => health.trouble(),

    async close() {
      await subscriptions.stop();
      await listening?.stop();
      await sequencer.close();
      if (!pool.ended) await pool.end();
    },
  };
}
