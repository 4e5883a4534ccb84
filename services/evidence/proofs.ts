import { EMPTY_ROOT, type Hash, nodeHash } from './merkle.ts';

/** The root of the complete subtree over the leaves `index × 2^level` to `(index + 1) × 2^level − 1`. */
export type Subtrees = (level: number, index: number) => Hash;

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;
/** the largest power of two below `size` (2 or more) */
const split = (size: number): number => 2 ** Math.ceil(Math.log2(size) - 1);

/** The root over the leaves `from` to `to − 1`. Only ranges of the recursive division of a tree occur. */
function rangeHash(subtrees: Subtrees, from: number, to: number): Hash {
  const size = to - from;
  const level = Math.log2(size);
  if (Number.isInteger(level)) return subtrees(level, from / size);
  const middle = from + split(size);
  return nodeHash(rangeHash(subtrees, from, middle), rangeHash(subtrees, middle, to));
}

/** The root of the tree over the first `size` leaves. */
export const rootOf = (subtrees: Subtrees, size: number): Hash => (size === 0 ? EMPTY_ROOT : rangeHash(subtrees, 0, size));

/** RFC 6962 §2.1.1: proves that a leaf is in the tree of this size. @throws RangeError unless 0 ≤ index < size */
export function inclusionProof(subtrees: Subtrees, index: number, size: number): Hash[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`);
  const path = (from: number, to: number): Hash[] => {
    if (to - from === 1) return [];
    const middle = from + split(to - from);
    return index < middle
      ? [...path(from, middle), rangeHash(subtrees, middle, to)]
      : [...path(middle, to), rangeHash(subtrees, from, middle)];
  };
  return path(0, size);
}

/** RFC 6962 §2.1.2: proves that a tree begins with a smaller one. @throws RangeError unless 0 ≤ first ≤ second */
export function consistencyProof(subtrees: Subtrees, first: number, second: number): Hash[] {
  if (!(first >= 0 && first <= second)) throw new RangeError(`a tree of ${second} leaves has no beginning of ${first}`);
  const path = (from: number, to: number, isKnown: boolean): Hash[] => {
    if (to === first) return isKnown ? [] : [rangeHash(subtrees, from, to)];
    const middle = from + split(to - from);
    return first <= middle
      ? [...path(from, middle, isKnown), rangeHash(subtrees, middle, to)]
      : [...path(middle, to, false), rangeHash(subtrees, from, middle)];
  };
  return first === 0 || first === second ? [] : path(0, second, true);
}

/** Whether the proof shows that this leaf has this index in the tree with this size and root. */
export function includes(
  { leaf, index, size, root }: { leaf: Hash; index: number; size: number; root: Hash },
  proof: readonly Hash[],
): boolean {
  if (!(index >= 0 && index < size)) return false;
  let [place, last] = [index, size - 1];
  let computed = leaf;
  for (const other of proof) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      computed = nodeHash(other, computed);
      // A subtree without a right neighbour moves up until it is one itself.
      while (!isOdd(place) && place > 0) [place, last] = [half(place), half(last)];
    } else {
      computed = nodeHash(computed, other);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && computed.equals(root);
}

type Head = { size: number; root: Hash };

/** Whether the proof shows that the leaves of the first tree are the first leaves of the second one. */
export function isConsistent(first: Head, second: Head, proof: readonly Hash[]): boolean {
  if (first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && first.root.equals(second.root);
  if (first.size === 0) return proof.length === 0 && first.root.equals(EMPTY_ROOT);
  let [place, last] = [first.size - 1, second.size - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  // A first tree that is one complete subtree is not part of its own proof.
  const [start, ...rest] = place === 0 ? [first.root, ...proof] : proof;
  if (start === undefined) return false;
  let [before, after] = [start, start];
  for (const other of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      [before, after] = [nodeHash(other, before), nodeHash(other, after)];
      while (!isOdd(place) && place > 0) [place, last] = [half(place), half(last)];
    } else {
      after = nodeHash(after, other);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && before.equals(first.root) && after.equals(second.root);
}
