import { randomUUID } from 'node:crypto';
import { type EventStoreDBClient, NO_STREAM as NO_STREAM_YET } from '@eventstore/db-client';
import { type Append, type Appended, asPosition, NO_STREAM, PartialDuplicate, START, WrongExpectedRevision } from '../port.ts';
import { isOfType, persistently, UnknownOutcome, within } from './failures.ts';
import type { Reader } from './reader.ts';
import { type Read, toWire } from './wire.ts';

export type AppenderOptions = {
  client: EventStoreDBClient;
  reader: Reader;
  namespace: string;
  timeoutMs: number;
  attemptMs: number;
  /** whether what was written is looked at: for its position, and for whether it was written now or before */
  confirm: boolean;
};

/** @throws WrongExpectedRevision, PartialDuplicate, StoreUnavailable, and whatever the server refuses for good */
export class Appender {
  readonly #options: AppenderOptions;
  constructor(options: AppenderOptions) {
    this.#options = options;
  }

  /**
   * A deadline or a broken connection says nothing about the outcome, so the very same append goes out again: with
   * the same ids at the same revision the server writes it once, whichever attempt arrives.
   */
  append(append: Append): Promise<Appended> {
    const { client, namespace, timeoutMs, attemptMs, confirm } = this.#options;
    const { stream, expectedRevision, events } = append;
    const mark = randomUUID();
    const wire = events.map((event) => toWire(event, mark));
    return persistently({ timeoutMs, attemptMs, what: `nobody knows what became of an append to ${stream}` }, async (ms) => {
      try {
        const { position } = await within(
          ms,
          client.appendToStream(namespace + stream, wire, {
            expectedRevision: expectedRevision === NO_STREAM ? NO_STREAM_YET : BigInt(expectedRevision),
            deadline: ms,
            requiresLeader: true,
          }),
        );
        if (!confirm) return { revision: expectedRevision + events.length, position: asPosition(position?.commit ?? START) };
      } catch (error) {
        if (!isOfType(error, 'wrong-expected-version')) throw error;
        return this.#explain(append, revisionOf(error), mark);
      }
      return this.#confirm(append, mark);
    });
  }

  /**
   * Looks at what is written: the server answers a repeated append like a new one, and only the mark in the store
   * tells whose it is. It is also where the position comes from; what a repeated append answers there is not reliable.
   */
  async #confirm({ stream, expectedRevision, events }: Append, mark: string): Promise<Appended> {
    const [last] = await this.#options.reader.stream(stream, { from: expectedRevision + events.length, limit: 1 });
    if (last === undefined) throw new UnknownOutcome(`an append to ${stream} is not to be seen yet`);
    return answer(last, mark);
  }

  /** A stale revision. The very same events at the very same place are the first time's, and are answered like then. */
  async #explain({ stream, expectedRevision, events }: Append, actual: number, mark: string): Promise<Appended> {
    if (actual > expectedRevision) {
      const there = await this.#options.reader.stream(stream, { from: expectedRevision + 1, limit: events.length });
      const same = there.filter(({ event }, index) => event.id === events[index]?.id.toLowerCase()).length;
      const last = there.at(-1);
      if (same === events.length && last) return answer(last, mark);
      const ids = new Set(events.map(({ id }) => id.toLowerCase()));
      if (there.some(({ event }) => ids.has(event.id))) throw new PartialDuplicate(stream);
    }
    throw new WrongExpectedRevision(stream, expectedRevision, actual);
  }
}

const answer = ({ event: { revision, position }, mark }: Read, own: string): Appended =>
  mark === own ? { revision, position } : { revision, position, repeated: true };

function revisionOf(error: unknown): number {
  const { actualVersion } = error as { actualVersion?: bigint | string };
  // "No stream" comes as a word, or, from some versions, as -1 in whatever width.
  if (typeof actualVersion !== 'bigint' || actualVersion < 0n || actualVersion >= 2n ** 63n) return NO_STREAM;
  return Number(actualVersion);
}
