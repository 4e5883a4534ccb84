import { type EventMetadata, pagesOf, type Position, type RecordedEvent } from '@nordhaut/platform/event-store';
import type { Checkpoint } from './checkpoint.ts';
import { isOfCategories } from './event.ts';
import { type Growing, TreeBroken } from './grow.ts';
import { type Hash, nodeHash } from './merkle.ts';
import { consistencyProof, includes, inclusionProof, isConsistent, rootOf, type Subtrees } from './proofs.ts';
import { loadTiles } from './tables.ts';
import { eventLeaf, TILE } from './tree.ts';

/** The place of an event in the tree of a checkpoint, and the hashes that lead from it to the root (RFC 6962 §2.1.1). */
export type Inclusion = { revision: number; index: number; path: Hash[] };
export type Proofs = { inclusions: Inclusion[]; consistency: Hash[] };

/** What a proof needs of a tree: leaves of single tiles, roots of the others, and the places of the events by their ids. */
type Leaves = { tiles: Map<number, Hash[]>; roots: (Hash | undefined)[]; places: Map<string, number> };
type Head = Pick<Checkpoint, 'size' | 'root'>;
type Asked = {
  checkpoint: Head;
  events: readonly RecordedEvent[];
  earlier: Head | undefined;
  /** whether positions have no gap, as in Postgres */
  contiguous: boolean;
};

const TILE_LEVEL = Math.log2(TILE);

/**
 * Proves that events are in the tree of a checkpoint of this store, and that this tree begins with that of an `earlier`
 * checkpoint. Where positions have no gap it reads the tiles of the events alone, else the log once.
 * Kept tiles are no evidence, so every proof is checked against the signed root before it is returned.
 * @throws TreeBroken, StoreUnavailable
 */
export async function proveEvents(growing: Growing, asked: Asked): Promise<Proofs> {
  const near = asked.contiguous ? proofsFrom(await nearLeaves(growing, asked), asked) : undefined;
  const proofs = near ?? proofsFrom(await allLeaves(growing, asked), asked);
  if (proofs === undefined) throw new TreeBroken('the events of this store are not those of the checkpoint');
  return proofs;
}

function proofsFrom(leaves: Leaves, { checkpoint, events, earlier }: Asked): Proofs | undefined {
  const { size } = checkpoint;
  try {
    const subtrees = subtreesOf(leaves);
    const inclusions = events.map((event): Inclusion => {
      const index = leaves.places.get(event.id) ?? -1;
      const path = inclusionProof(subtrees, index, size);
      if (!includes({ leaf: leafOf(event), index, ...checkpoint }, path)) throw new RangeError('not in the tree');
      return { revision: event.revision, index, path };
    });
    const consistency = earlier ? consistencyProof(subtrees, earlier.size, size) : [];
    return earlier && !isConsistent(earlier, checkpoint, consistency) ? undefined : { inclusions, consistency };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const leafOf = ({ stream, revision, metadata }: RecordedEvent): Hash =>
  Buffer.from(eventLeaf(stream, revision, (JSON.parse(metadata) as EventMetadata).hash), 'latin1');

/** @throws RangeError where a leaf is missing, so that the leaves do not fit the tree */
function subtreesOf({ tiles, roots }: Leaves): Subtrees {
  const known = new Map<string, Hash>();
  const within: Subtrees = (level, index) => {
    const first = index * 2 ** level;
    const leaf = level === 0 ? tiles.get(Math.floor(first / TILE))?.[first % TILE] : undefined;
    if (level === 0 && leaf === undefined) throw new RangeError(`leaf ${first} is missing`);
    return leaf ?? pair(level, index);
  };
  const pair: Subtrees = (level, index) => nodeHash(subtree(level - 1, index * 2), subtree(level - 1, index * 2 + 1));
  const subtree: Subtrees = (level, index) => {
    const name = `${level}/${index}`;
    const found = known.get(name) ?? (level === TILE_LEVEL ? roots[index] : undefined) ?? within(level, index);
    known.set(name, found);
    return found;
  };
  return subtree;
}

/** By positions: true for the tree if nothing else than the shop's events is in the log and no position is missing. */
async function nearLeaves({ pool, store, categories }: Growing, { checkpoint, events, earlier }: Asked): Promise<Leaves> {
  const { tiles: roots } = await loadTiles(pool);
  const complete = Math.floor(checkpoint.size / TILE);
  const places = new Map(events.map(({ id, position }) => [id, Number(position)]));
  const wanted = new Set([...places.values(), checkpoint.size - 1, earlier?.size ?? 0].map((place) => Math.floor(place / TILE)));
  for (let tile = roots.length; tile < complete; tile++) wanted.add(tile);
  const tiles = new Map<number, Hash[]>();
  for (const tile of wanted) {
    const first = tile * TILE;
    const page = await store.readAll({ after: (BigInt(first) - 1n) as Position, limit: TILE });
    const inTile = page.events.filter(({ position, stream }) => position < BigInt(first + TILE) && isOfCategories(stream, categories));
    tiles.set(tile, inTile.map(leafOf));
  }
  return { tiles, roots: roots.slice(0, complete), places };
}

/** By counting, from the first event of the log. */
async function allLeaves({ store, categories }: Growing, { checkpoint, events, earlier }: Asked): Promise<Leaves> {
  const ids = new Set(events.map(({ id }) => id));
  const kept = new Set([checkpoint.size - 1, earlier?.size ?? 0].map((place) => Math.floor(place / TILE)));
  const leaves: Leaves = { tiles: new Map(), roots: [], places: new Map() };
  let size = 0;
  let tile: Hash[] = [];
  const end = (): void => {
    const at = leaves.roots.length;
    if (kept.has(at)) leaves.tiles.set(at, tile);
    leaves.roots.push(
      tile.length === TILE ? rootOf(subtreesOf({ tiles: new Map([[0, tile]]), roots: [], places: new Map() }), TILE) : undefined,
    );
    tile = [];
  };
  for await (const page of pagesOf(store)) {
    for (const event of page) {
      if (size === checkpoint.size || !isOfCategories(event.stream, categories)) continue;
      if (ids.has(event.id)) {
        leaves.places.set(event.id, size);
        kept.add(leaves.roots.length);
      }
      tile.push(leafOf(event));
      if (++size % TILE === 0) end();
    }
    if (size === checkpoint.size) break;
  }
  if (tile.length > 0) end();
  return leaves;
}
