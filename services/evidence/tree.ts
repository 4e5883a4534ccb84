import { hash as sha256 } from 'node:crypto';
import type { StreamName } from '@nordhaut/platform/event-store';
import { type Digest, digestOf, Frontier, type Hash } from './merkle.ts';

/** Leaves of one tile. */
export const TILE = 256;

/**
 * The leaf of an event: its stream, its revision and its chain hash, which covers everything else. It has no position, so
 * the root stays the same when the events move to another store.
 * @param hash hex
 */
export const eventLeaf = (stream: StreamName, revision: number, hash: string): Digest =>
  sha256('sha256', `\0[${JSON.stringify(stream)},${revision},"${hash}"]`, 'binary');

/** The Merkle tree over the events of a store, in the order of its log. `tiles`: roots of the complete tiles before. */
export class EventTree {
  readonly #tiles = new Frontier();
  #tile = new Frontier();
  /** called with the root of each tile that became complete */
  readonly #completed: (root: Hash) => void;

  constructor(tiles: readonly Hash[] = [], completed: (root: Hash) => void = () => undefined) {
    for (const root of tiles) this.#tiles.add(digestOf(root));
    this.#completed = completed;
  }

  get size(): number {
    return this.#tiles.size * TILE + this.#tile.size;
  }

  add(leaf: Digest): void {
    this.#tile.add(leaf);
    if (this.#tile.size < TILE) return;
    const root = this.#tile.root();
    this.#tiles.add(digestOf(root));
    this.#tile = new Frontier();
    this.#completed(root);
  }

  root(): Hash {
    return this.#tiles.root(this.#tile.size === 0 ? undefined : this.#tile.root());
  }
}
