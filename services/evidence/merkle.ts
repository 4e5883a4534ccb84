import { hash } from 'node:crypto';

/** SHA-256, 32 bytes. */
export type Hash = Buffer;

/** The root of a tree without leaves. */
export const EMPTY_ROOT: Hash = hash('sha256', '', 'buffer');

// The first byte keeps leaves and inner nodes apart: without it, an inner node could pass for a leaf.
const node = Buffer.alloc(65, 1);

/**
 * The 32 bytes as a latin1 text: `hash` makes such a text in less than half the time of a Buffer. A growing tree uses it; all
 * other functions take and return Buffers.
 */
export type Digest = string;
export const digestOf = (hashed: Hash): Digest => hashed.toString('latin1');

/** RFC 6962 §2.1: the hash of a leaf. */
export const leafHash = (leaf: string | Uint8Array): Hash =>
  typeof leaf === 'string' ? hash('sha256', `\0${leaf}`, 'buffer') : hash('sha256', Buffer.concat([Buffer.of(0), leaf]), 'buffer');

/** RFC 6962 §2.1: the hash of an inner node. */
export function nodeHash(left: Hash, right: Hash): Hash {
  node.set(left, 1);
  node.set(right, 33);
  return hash('sha256', node, 'buffer');
}

function nodeDigest(left: Digest, right: Digest): Digest {
  node.write(left, 1, 'latin1');
  node.write(right, 33, 'latin1');
  return hash('sha256', node, 'binary');
}

/**
 * A tree to which leaves are only added (RFC 6962 §2.1). It holds one hash for each complete subtree that the next leaves
 * can still join, at most one per level, so its memory does not grow with the number of leaves.
 */
export class Frontier {
  /** index: the level; undefined where the tree has no open subtree of this level */
  readonly #open: (Digest | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param leaf hash of the next leaf, or of the next complete subtree if all leaves are subtrees of one size */
  add(leaf: Digest): void {
    let subtree = leaf;
    let level = 0;
    for (let left = this.#open[level]; left !== undefined; left = this.#open[level]) {
      subtree = nodeDigest(left, subtree);
      this.#open[level++] = undefined;
    }
    this.#open[level] = subtree;
    this.#size++;
  }

  /** @param rest root of the leaves that follow and are fewer than a leaf of this tree stands for */
  root(rest?: Hash): Hash {
    let root = rest === undefined ? undefined : digestOf(rest);
    for (const left of this.#open) if (left !== undefined) root = root === undefined ? left : nodeDigest(left, root);
    return root === undefined ? EMPTY_ROOT : Buffer.from(root, 'latin1');
  }
}
