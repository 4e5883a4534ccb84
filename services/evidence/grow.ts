import type { EventMetadata } from '@nordhaut/platform/event-store';
import { type EventStore, type Position, START } from '@nordhaut/platform/event-store';
import type pg from 'pg';
import { isOfCategories } from './event.ts';
import type { Hash } from './merkle.ts';
import { addTiles, type Kept, type LastEvent, loadTiles } from './tables.ts';
import { EventTree, eventLeaf } from './tree.ts';

/** The store does not hold the events of the kept tree any more. */
export class TreeBroken extends Error {
  override readonly name = 'TreeBroken';
}

export type Growing = { pool: pg.Pool; store: EventStore; categories: readonly string[] };

const PAGE = 1_000;
/** complete tiles in one transaction: a first run over a long history keeps what it has if the process dies */
const TILES_PER_SAVE = 256;

/**
 * Adds the events after the kept tiles, up to the end that the store has now, and keeps the roots of the new tiles. Several
 * processes may do this at once: the roots of one are kept, and both return the same head.
 * @throws TreeBroken, StoreUnavailable
 */
export async function growTree(growing: Growing, signal?: AbortSignal): Promise<{ size: number; root: Hash }> {
  const { pool, store, categories } = growing;
  const kept = await loadTiles(pool);
  let [saved, isAlone]: [number, boolean] = [kept.tiles.length, true];
  let news: Hash[] = [];
  let last: LastEvent | undefined;
  const tree = new EventTree(kept.tiles, (root) => news.push(root));
  const save = async (): Promise<void> => {
    if (last === undefined || news.length === 0) return;
    isAlone &&= await addTiles(pool, saved, news, last);
    saved += news.length;
    news = [];
  };
  const end = await store.head();
  for (let after = await endOf(store, kept); after < end; ) {
    signal?.throwIfAborted();
    const page = await store.readAll({ after, limit: PAGE });
    if (page.upTo === after) break;
    for (const { stream, revision, metadata } of page.events) {
      if (!isOfCategories(stream, categories)) continue;
      const { hash } = JSON.parse(metadata) as Pick<EventMetadata, 'hash'>;
      const tiles = news.length;
      tree.add(eventLeaf(stream, revision, hash));
      if (news.length > tiles) last = { stream, revision, hash };
    }
    after = page.upTo;
    if (isAlone && news.length >= TILES_PER_SAVE) await save();
  }
  if (isAlone) await save();
  return { size: tree.size, root: tree.root() };
}

/** The position of the last event of the kept tiles in this store. @throws TreeBroken */
async function endOf(store: EventStore, { last }: Kept): Promise<Position> {
  if (last === undefined) return START;
  const [event] = await store.read(last.stream, { from: last.revision, limit: 1 });
  const hash = event?.revision === last.revision ? (JSON.parse(event.metadata) as Partial<EventMetadata>).hash : undefined;
  if (event === undefined || hash !== last.hash)
    throw new TreeBroken(
      `revision ${last.revision} of ${last.stream}, which kept checkpoints cover, is missing or was changed. Verify the store with a checkpoint from outside.`,
    );
  return event.position;
}
