import { Chains, type Codec } from '@nordhaut/platform/envelope';
import { asPosition, type EventStore, type RecordedEvent } from '@nordhaut/platform/event-store';
import { strFromU8, unzipSync } from 'fflate';
import { openState } from './fold.ts';

/** It is no evidence pack, or what it holds does not fit together. */
export class PackBroken extends Error {
  override readonly name = 'PackBroken';
}

const FILES: ReadonlySet<string> = new Set(['events.ndjson', 'state.json']);
/** An order has a few hundred events of a few kB; more is no pack, and would fill the memory. */
const MOST_BYTES = 100_000_000;

type Line = Omit<RecordedEvent, 'position'> & { position: string };

function unzipped(zip: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(zip, { filter: ({ name, originalSize }) => originalSize <= MOST_BYTES && FILES.has(name) });
  } catch {
    throw new PackBroken('it is no ZIP file');
  }
}

function eventOf(line: string): RecordedEvent {
  try {
    const event = JSON.parse(line) as Line;
    return { ...event, position: asPosition(Number(event.position)) };
  } catch {
    throw new PackBroken('a line of its events cannot be read');
  }
}

/** The events of a pack, whose hash chain is whole. @throws PackBroken */
export function readPack(zip: Uint8Array): { events: RecordedEvent[]; state: string } {
  const files = unzipped(zip);
  const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
  const events = text('events.ndjson').split('\n').filter(Boolean).map(eventOf);
  if (events.length === 0) throw new PackBroken('it has no events');
  const chains = new Chains();
  for (const event of events) {
    const { reason } = chains.take(event);
    if (reason !== undefined) throw new PackBroken(`revision ${event.revision}: ${reason}`);
  }
  if (chains.streams !== 1) throw new PackBroken('it has events of several streams');
  return { events, state: text('state.json').trim() };
}

/**
 * Writes the events of a pack to a store and folds them there. A second import changes nothing. For a store of an examiner: in
 * a shop's store its processes would act on the order.
 * @returns whether the state is the one in the pack
 * @throws PackBroken, StoreUnavailable, and the store's conflict if it has other events of the stream
 */
export async function importPack(
  zip: Uint8Array,
  { store, codec }: { store: EventStore; codec: Pick<Codec, 'decode'> },
): Promise<{ stream: string; events: number; isSame: boolean }> {
  const { events, state } = readPack(zip);
  const [{ stream }] = events as [RecordedEvent];
  await store.append(
    stream,
    -1,
    events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
  );
  return { stream, events: events.length, isSame: (await openState(codec, await store.read(stream))) === state };
}
