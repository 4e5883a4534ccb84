import { Chains, type HistoryCheck, type VerifiedEvent } from '@nordhaut/platform/envelope';
import { type EventStore, pagesOf, type RecordedEvent, START, type StreamName } from '@nordhaut/platform/event-store';
import { isOfCategories } from './event.ts';

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
  /** They get the events of the shop's categories, in the store's order, as far as the chains are whole. */
  checks?: readonly HistoryCheck[];
};

const PAGE = 1_000;

/** Verifies a stream's hash chain from its first event. */
export async function verifyStream(
  store: EventStore,
  stream: StreamName,
  { checks = [] }: Pick<VerifyOptions, 'checks'> = {},
): Promise<Verified> {
  const chains = new Chains();
  for (let events = 0; ; ) {
    const page = await store.read(stream, { from: events, limit: PAGE });
    for (const event of page) {
      const checked = chains.take(event);
      if (checked.reason !== undefined) return { ok: false, events, foreign: 0, fault: { event, reason: checked.reason } };
      give(checks, event, checked);
      events++;
    }
    if (page.length < PAGE) return { ok: true, events, streams: chains.streams, foreign: 0 };
  }
}

/**
 * Verifies the chains of all streams in one pass over the store's order, and ends at the first event that does not fit.
 * The chains alone do not show that the newest events of a stream, or whole streams, were deleted, or that somebody computed
 * all later hashes of a stream again: `checks` does, against what is kept outside. Open a store for this call: a store in use
 * may answer its newest events from memory and not from the disk.
 */
export async function verifyStore(
  store: EventStore,
  { contiguous = false, categories, checks = [] }: VerifyOptions = {},
): Promise<Verified> {
  const chains = new Chains();
  const foreign = new Set<StreamName>();
  let foreignEvents = 0;
  let events = 0;
  let position: bigint = START;
  for await (const page of pagesOf(store)) {
    for (const event of page) {
      const { stream } = event;
      const next = position + 1n;
      const isGap = contiguous && event.position !== next;
      position = event.position;
      if (foreign.has(stream)) {
        foreignEvents++;
        continue;
      }
      const checked = isGap ? { reason: `position ${next} is missing before it` } : chains.take(event);
      const isOurs = isOfCategories(stream, categories);
      if (checked.reason !== undefined) {
        if (isOurs || chains.has(stream)) return { ok: false, events, foreign: foreignEvents, fault: { event, reason: checked.reason } };
        foreign.add(stream);
        foreignEvents++;
        continue;
      }
      events++;
      if (isOurs) give(checks, event, checked);
    }
  }
  return { ok: true, events, streams: chains.streams, foreign: foreignEvents };
}

function give(checks: readonly HistoryCheck[], event: RecordedEvent, { hash, metadata }: Omit<VerifiedEvent, 'event'>): void {
  const verified = { event, hash, metadata };
  for (const check of checks) check.take(verified);
}
