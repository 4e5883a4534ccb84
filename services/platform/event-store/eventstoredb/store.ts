import { checkAppend } from '../check-append.ts';
import { NewestEvents } from '../newest-events.ts';
import { type EventStore, type Position, START, StoreUnavailable } from '../port.ts';
import { ReaderHealth, type ReaderObserver } from '../reader-health.ts';
import { type Source, Subscriptions } from '../subscriptions.ts';
import { AppendStream } from './append-stream.ts';
import { Appender } from './appender.ts';
import { Calls } from './calls.ts';
import { closeClient, openClient, reconnect } from './client.ts';
import { within } from './failures.ts';
import { createFeed } from './feed.ts';
import { Line } from './line.ts';
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
  const appender = new Appender({
    client,
    appendStream,
    reader,
    line,
    namespace,
    timeoutMs: appendTimeoutMs,
    attemptMs: attemptTimeoutMs,
    confirm: confirmAppends,
  });
  const newest = new NewestEvents();
  const health = new ReaderHealth(observer);
  const subscriptions = new Subscriptions(health);
  const feed = createFeed({ calls, reader, line, namespace, readTimeoutMs, newest, health, onNews: () => subscriptions.wake() });
  const appending = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  async function close(): Promise<void> {
    await subscriptions.stop();
    await feed.stop();
    await Promise.allSettled(appending);
    calls.close();
    // A silent server must not delay the end of the process.
    await within(2_000, closeClient(client)).catch(() => undefined);
  }

  return {
    kind: 'eventstoredb',

    async append(stream, expectedRevision, events, options) {
      const append = { stream, expectedRevision, events, ...options };
      checkAppend(append);
      if (stream.startsWith('$')) throw new RangeError(`not a stream name: ${stream}`);
      if (closed) throw new StoreUnavailable('the event store is closed');
      const appended = appender.append(append);
      appending.add(appended);
      return appended.finally(() => appending.delete(appended));
    },

    read: async (stream, options = {}) => (await reader.stream(stream, options)).map(({ event }) => event),

    readAll: ({ after, filter, limit }) => reader.all(after, filter, limit),

    subscribe(options, handler, until) {
      const { filter } = options;
      feed.start();
      const source: Source = {
        next: async (position, batch) => newest.after(position, filter, batch) ?? reader.all(position, filter, batch),
        hasNews: (position) => newest.end !== undefined && newest.end > position,
      };
      return subscriptions.run(options, handler, source, until);
    },

    head: () => reader.head(),

    trouble: () => health.trouble(),

    close: () => (closed ??= close()),
  };
}
