import { type EventStore, type RecordedEvent, START, type StreamName } from '../event-store/port.ts';
import { categoryOf } from '../event-store/postgres/tail.ts';
import { checkHash, GENESIS } from './hash-chain.ts';

export type Fault = {
  /** the first event that does not fit the chain */
  event: Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'type'>;
  reason: string;
};
/** `events`, `streams`: how many were verified. `foreign`: events of other programs, which were not verified. */
export type Verified =
  | { ok: true; events: number; streams: number; foreign: number }
  | { ok: false; events: number; foreign: number; fault: Fault };

export type VerifyOptions = {
  /** Whether positions must be consecutive. In Postgres they are, so a gap is a deleted event; in EventStoreDB they are not. */
  contiguous?: boolean;
  /**
   * Categories whose streams are the shop's; default: all. A stream of another category is verified too if its first
   * event has a valid hash; else its events are counted as foreign.
   */
  categories?: readonly string[];
};

const PAGE = 2_000;

/** The last event of a stream that was verified. The next event must follow it. */
export type Last = { revision: number; hash: string };

/** Verifies a stream's hash chain from its first event. */
export async function verifyStream(store: EventStore, stream: StreamName): Promise<Verified> {
  let last: Last | undefined;
  for (let events = 0; ; ) {
    const page = await store.read(stream, { from: events, limit: PAGE });
    for (const event of page) {
      const checked = check(event, last);
      if ('reason' in checked) return { ok: false, events, foreign: 0, fault: { event, reason: checked.reason } };
      last = checked;
      events++;
    }
    if (page.length < PAGE) return { ok: true, events, streams: last ? 1 : 0, foreign: 0 };
  }
}

/**
 * Verifies the chains of all streams in one pass over the store's order, and ends at the first event that does not fit.
 * Without a copy elsewhere it cannot find that the newest events of a stream, or of the whole store, were deleted, or that
 * somebody computed all later hashes of a stream again. Open a store for this call: a store in use may answer its newest
 * events from memory and not from the disk.
 */
export async function verifyStore(store: EventStore, { contiguous = false, categories }: VerifyOptions = {}): Promise<Verified> {
  const lasts = new Map<StreamName, Last>();
  const foreign = new Set<StreamName>();
  let foreignEvents = 0;
  let events = 0;
  for (let position = START; ; ) {
    const page = await store.readAll({ after: position, limit: PAGE });
    for (const event of page.events) {
      const { stream } = event;
      const next = position + 1n;
      const isGap = contiguous && event.position !== next;
      position = event.position;
      if (foreign.has(stream)) {
        foreignEvents++;
        continue;
      }
      const last = lasts.get(stream);
      const checked = isGap ? { reason: `position ${next} is missing before it` } : check(event, last);
      if ('reason' in checked) {
        if (last !== undefined || categories === undefined || categories.includes(categoryOf(stream)))
          return { ok: false, events, foreign: foreignEvents, fault: { event, reason: checked.reason } };
        foreign.add(stream);
        foreignEvents++;
        continue;
      }
      lasts.set(stream, checked);
      events++;
    }
    if (page.events.length === 0 && page.upTo === position) return { ok: true, events, streams: lasts.size, foreign: foreignEvents };
    position = page.upTo;
  }
}

/** Checks revision and hash. @param last undefined for the first event of a stream @returns the event's own `Last`, or the reason */
export function check(event: RecordedEvent, last: Last | undefined): Last | { reason: string } {
  const expected = (last?.revision ?? -1) + 1;
  if (event.revision !== expected) return { reason: `its revision is ${event.revision}, not ${expected}` };
  const checked = checkHash(event, last?.hash ?? GENESIS);
  return checked.reason === undefined ? { revision: event.revision, hash: checked.hash } : checked;
}
