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

const isSameEvent = (one: RecordedEvent, other: RecordedEvent | undefined): boolean =>
  one.id === other?.id && one.type === other.type && one.data === other.data && one.metadata === other.metadata;

/**
 * Writes the events of a pack that a store lacks, and folds all of the pack's events there. A second import changes nothing, and
 * two packs of an order can be imported in any order: the later one has the events of the earlier one, and more. For a store of an
 * examiner: in a shop's store its processes would act on the order.
 * @returns whether the state is the one in the pack
 * @throws PackBroken also if the store has other events of the stream; StoreUnavailable, and a conflict with another writer
 */
export async function importPack(
  zip: Uint8Array,
  { store, codec }: { store: EventStore; codec: Pick<Codec, 'decode'> },
): Promise<{ stream: string; events: number; isSame: boolean }> {
  const { events, state } = readPack(zip);
  const [{ stream }] = events as [RecordedEvent];
  const read = (): Promise<RecordedEvent[]> => store.read(stream, { limit: events.length });
  const known = await read();
  if (!known.every((event, at) => isSameEvent(event, events[at]))) throw new PackBroken(`the store has other events of ${stream}`);
  const missing = events.slice(known.length).map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
  if (missing.length > 0) await store.append(stream, known.length - 1, missing);
  return { stream, events: events.length, isSame: (await openState(codec, await read())) === state };
}
