import { randomUUID } from 'node:crypto';
import { type AppendResult, type EventStoreDBClient, NO_STREAM as NO_STREAM_YET } from '@eventstore/db-client';
import { backoff, sleep } from '../../timing.ts';
import { checkRepeat } from '../check-append.ts';
import { type Append, type Appended, asPosition, NO_STREAM, START, type StreamName } from '../port.ts';
import type { AppendStream } from './append-stream.ts';
import { isOfType, persistently, RETRY, UnknownOutcome, within } from './failures.ts';
import type { Line } from './line.ts';
import type { Reader } from './reader.ts';
import { type Read, sizeOf, type Stored, toEventData, toStored } from './wire.ts';

export type AppenderOptions = {
  client: EventStoreDBClient;
  appendStream: AppendStream;
  reader: Reader;
  line: Line;
  namespace: string;
  timeoutMs: number;
  attemptMs: number;
  /** whether appends are read back when their answer does not show whether they are repeats */
  confirm: boolean;
};

/** Bytes. A gRPC message that is too large for the server would break the append stream for all appends on it. */
const ALONE = 256 * 1024;

/** The server's messages about its limits: of an append, of one event in it (KurrentDB 25), of a gRPC message. */
const TOO_LARGE = /maximum append (?:event )?size of (\d+)|exceeds the maximum configured message size/i;

/** @throws WrongExpectedRevision, PartialDuplicate, RangeError (too large), StoreUnavailable, and permanent refusals of the server */
export class Appender {
  readonly #options: AppenderOptions;
  constructor(options: AppenderOptions) {
    this.#options = options;
  }

  /**
   * After a deadline or a broken connection, the outcome is unknown, and the same append is sent again. The ids and the
   * revision are the same, so the server writes it once, even if both attempts arrive.
   */
  append(append: Append): Promise<Appended> {
    const { line, timeoutMs, attemptMs, confirm } = this.#options;
    const { stream, expectedRevision, events, newIds = false, signal } = append;
    let attempts = 0;
    const mark = randomUUID();
    const stored = events.map((event) => toStored(event, mark));
    return persistently({ timeoutMs, attemptMs, what: `the outcome of an append to ${stream} is unknown`, line, signal }, async (ms) => {
      const until = performance.now() + ms;
      const isFirst = ++attempts === 1;
      try {
        const position = await this.#send(append, stored, mark, isFirst, ms);
        // New ids at the first attempt cannot be in the store yet, so this append wrote them and need not be read back.
        const isKnown = newIds && isFirst && position !== undefined;
        if (!confirm || isKnown) return { revision: expectedRevision + events.length, position: asPosition(position ?? START) };
      } catch (error) {
        if (isOfType(error, 'wrong-expected-version')) return this.#explain(append, revisionOf(error), mark, until);
        const tooLarge = error instanceof Error && TOO_LARGE.exec(error.message);
        if (!tooLarge) throw error;
        const bytes = events.reduce((sum, event) => sum + sizeOf(event), 0);
        const limit = tooLarge[1] ? `${tooLarge[1]} bytes` : error.message;
        throw new RangeError(`${stream}: an append of ${bytes} bytes is more than the event store takes: ${limit}`, { cause: error });
      }
      return this.#confirm(append, mark, until);
    });
  }

  /** @returns the position, undefined if the server did not say it */
  async #send(append: Append, stored: Stored[], mark: string, isFirst: boolean, ms: number): Promise<bigint | undefined> {
    const { client, appendStream, namespace } = this.#options;
    const { expectedRevision, events } = append;
    const stream = namespace + append.stream;
    if (isFirst && appendStream.isUsable && events.reduce((sum, event) => sum + sizeOf(event), 0) < ALONE)
      return appendStream.append({ id: mark, stream, expectedRevision, events: stored }, ms);
    const sent: Promise<AppendResult> = client.appendToStream(stream, stored.map(toEventData), {
      expectedRevision: expectedRevision === NO_STREAM ? NO_STREAM_YET : BigInt(expectedRevision),
      deadline: ms,
      requiresLeader: true,
    });
    return (await within(ms, sent)).position?.commit;
  }

  /**
   * Reads the append back. The server answers a repeated append like a new one, and only the stored mark
   * shows which append wrote the events.
   */
  async #confirm({ stream, expectedRevision, events }: Append, mark: string, until: number): Promise<Appended> {
    const last = await this.#readable(stream, expectedRevision + events.length, until);
    if (last === undefined) throw new UnknownOutcome(`an append to ${stream} is not to be seen yet`);
    return answer(last, mark);
  }

  /**
   * A stale revision. A repeat gets the first answer. A slow cluster may refuse because of writes that cannot be read yet. A
   * command that decided again at once would see the old state, so the refusal waits for these writes, for as long as the
   * attempt has.
   */
  async #explain(append: Append, actual: number, mark: string, until: number): Promise<Appended> {
    const { stream, expectedRevision, events } = append;
    if (actual !== NO_STREAM) await this.#readable(stream, actual, until);
    const after = { from: expectedRevision + 1, limit: events.length };
    const there = actual > expectedRevision ? await this.#options.reader.stream(stream, after) : [];
    checkRepeat(
      append,
      actual,
      there.map(({ event }) => event),
    );
    return answer(there.at(-1) as Read, mark);
  }

  /** @param until deadline, by `performance.now()` */
  async #readable(stream: StreamName, revision: number, until: number): Promise<Read | undefined> {
    for (let failures = 1; ; failures++) {
      const [read] = await this.#options.reader.stream(stream, { from: revision, limit: 1 });
      const left = until - performance.now();
      if (read || left <= 0) return read;
      await sleep(Math.min(backoff(failures, RETRY), left));
    }
  }
}

const answer = ({ event: { revision, position }, mark }: Read, own: string): Appended =>
  mark === own ? { revision, position } : { revision, position, repeated: true };

function revisionOf(error: unknown): number {
  const { actualVersion } = error as { actualVersion?: bigint | string };
  // "No stream" is a word, or, from some versions, -1 in 32 or 64 bits.
  if (typeof actualVersion !== 'bigint' || actualVersion < 0n || actualVersion >= 2n ** 63n) return NO_STREAM;
  return Number(actualVersion);
}
