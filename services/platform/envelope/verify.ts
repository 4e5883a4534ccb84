import { type EventStore, type Position, type RecordedEvent, START, type StreamName } from '../event-store/port.ts';
import { chainHash, GENESIS, splitHash } from './hash-chain.ts';

export type Fault = {
  /** the first event that does not fit */
  event: Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'type'>;
  reason: string;
};
export type Verified = { ok: true; events: number; streams: number } | { ok: false; events: number; fault: Fault };

export type VerifyOptions = {
  /** called after each page with the number of events so far */
  onProgress?: (events: number, position: Position) => void;
  /** Whether positions must follow one another without a gap, as they do in Postgres: a hole is a deleted event. */
  contiguous?: boolean;
};

const PAGE = 2_000;

type Last = { revision: number; hash: string };

/** Walks a stream's hash chain from its first event. */
export async function verifyStream(store: EventStore, stream: StreamName): Promise<Verified> {
  let last: Last | undefined;
  for (let events = 0; ; ) {
    const page = await store.read(stream, { from: events, limit: PAGE });
    for (const event of page) {
      const checked = check(event, last);
      if ('reason' in checked) return { ok: false, events, fault: { event, reason: checked.reason } };
      last = checked;
      events++;
    }
    if (page.length < PAGE) return { ok: true, events, streams: last ? 1 : 0 };
  }
}

/**
 * Walks all streams at once, in the store's order, and ends at the first event that does not fit. Give it a store
 * that was opened for it: one that has been at work may answer its newest events from memory, not as they stand.
 */
export async function verifyStore(store: EventStore, { onProgress, contiguous = false }: VerifyOptions = {}): Promise<Verified> {
  const lasts = new Map<StreamName, Last>();
  let position = START;
  for (let events = 0; ; ) {
    const page = await store.readAll({ after: position, limit: PAGE });
    for (const event of page.events) {
      const gap = contiguous && event.position !== position + 1n;
      const checked = gap ? { reason: `position ${position + 1n} is missing before it` } : check(event, lasts.get(event.stream));
      if ('reason' in checked) return { ok: false, events, fault: { event, reason: checked.reason } };
      lasts.set(event.stream, checked);
      position = event.position;
      events++;
    }
    onProgress?.(events, page.upTo);
    if (page.events.length === 0 && page.upTo === position) return { ok: true, events, streams: lasts.size };
    position = page.upTo;
  }
}

function check(event: RecordedEvent, last: Last | undefined): Last | { reason: string } {
  const expected = (last?.revision ?? -1) + 1;
  if (event.revision !== expected) return { reason: `its revision is ${event.revision}, not ${expected}` };
  const stored = splitHash(event.metadata);
  if (stored === undefined) return { reason: 'its metadata does not end with a hash' };
  if (chainHash(last?.hash ?? GENESIS, { ...event, metadata: stored.metadata }) !== stored.hash)
    return { reason: 'its hash is not that of its content and what stands before it' };
  return { revision: event.revision, hash: stored.hash };
}
