import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf, EMPTY_ROOT, Frontier, type Hash, leafHash, nodeHash } from './merkle.ts';
import { consistencyProof, includes, inclusionProof, isConsistent, rootOf, type Subtrees } from './proofs.ts';
import { EventTree, eventLeaf, TILE } from './tree.ts';

const hex = (text: string): Hash => Buffer.from(text, 'hex');

/** The reference inputs and roots of Certificate Transparency, which RFC 6962 defines. */
const INPUTS = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map((text) =>
  leafHash(hex(text)),
);
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
].map(hex);
const PARTS = {
  second: hex('96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7'),
  seconds: hex('5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e'),
  upper: hex('6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4'),
  fifth: hex('bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b'),
  last: hex('ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0'),
  thirds: hex('0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a'),
};

/** RFC 6962 §2.1, written as its recursive definition. */
function naiveRoot(leaves: readonly Hash[]): Hash {
  if (leaves.length < 2) return leaves[0] ?? EMPTY_ROOT;
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  return nodeHash(naiveRoot(leaves.slice(0, middle)), naiveRoot(leaves.slice(middle)));
}

const subtreesOf =
  (leaves: readonly Hash[]): Subtrees =>
  (level, index) =>
    naiveRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));

const grown = (leaves: readonly Hash[]): Frontier => {
  const tree = new Frontier();
  for (const leaf of leaves) tree.add(digestOf(leaf));
  return tree;
};

describe("the reference vectors of RFC 6962's tree", () => {
  it.each(ROOTS.map((root, size) => [size, root] as const))('root of %d leaves', (size, root) => {
    expect(grown(INPUTS.slice(0, size)).root()).toEqual(root);
    expect(rootOf(subtreesOf(INPUTS), size)).toEqual(root);
  });

  const { second, seconds, upper, fifth, last, thirds } = PARTS;
  it.each<[number, number, Hash[]]>([
    [0, 1, []],
    [0, 8, [second, seconds, upper]],
    [5, 8, [fifth, last, ROOTS[4] as Hash]],
    [2, 3, [ROOTS[2] as Hash]],
    [1, 5, [ROOTS[1] as Hash, seconds, fifth]],
  ])('inclusion of leaf %d in %d', (index, size, proof) => {
    expect(inclusionProof(subtreesOf(INPUTS), index, size)).toEqual(proof);
    expect(includes({ leaf: INPUTS[index] as Hash, index, size, root: ROOTS[size] as Hash }, proof)).toBe(true);
  });

  it.each<[number, number, Hash[]]>([
    [1, 1, []],
    [1, 8, [second, seconds, upper]],
    [6, 8, [thirds, last, ROOTS[4] as Hash]],
    [2, 5, [seconds, fifth]],
  ])('consistency of %d with %d', (first, size, proof) => {
    expect(consistencyProof(subtreesOf(INPUTS), first, size)).toEqual(proof);
    expect(isConsistent({ size: first, root: ROOTS[first] as Hash }, { size, root: ROOTS[size] as Hash }, proof)).toBe(true);
  });

  it('a proof of other lengths, and none, shows no consistency', () => {
    const first = { size: 2, root: ROOTS[2] as Hash };
    for (const size of [4, 9]) expect(isConsistent(first, { size, root: ROOTS[5] as Hash }, [seconds, fifth]), String(size)).toBe(false);
    expect(isConsistent({ size: 6, root: ROOTS[6] as Hash }, { size: 8, root: ROOTS[8] as Hash }, [])).toBe(false);
  });

  it("gives the proofs of RFC 6962's example with seven leaves (§2.1.3)", () => {
    const leaves = INPUTS.slice(0, 7);
    const [a, b, c, d, e, f, j] = leaves as [Hash, Hash, Hash, Hash, Hash, Hash, Hash];
    const [g, h, i] = [nodeHash(a, b), nodeHash(c, d), nodeHash(e, f)];
    const [k, l] = [nodeHash(g, h), nodeHash(i, j)];
    const subtrees = subtreesOf(leaves);
    expect(inclusionProof(subtrees, 0, 7)).toEqual([b, h, l]);
    expect(inclusionProof(subtrees, 3, 7)).toEqual([c, g, l]);
    expect(inclusionProof(subtrees, 4, 7)).toEqual([f, j, k]);
    expect(inclusionProof(subtrees, 6, 7)).toEqual([i, k]);
    expect(consistencyProof(subtrees, 3, 7)).toEqual([c, d, g, l]);
    expect(consistencyProof(subtrees, 4, 7)).toEqual([l]);
    expect(consistencyProof(subtrees, 6, 7)).toEqual([i, j, k]);
  });
});

describe('beside the recursive definition (property)', () => {
  const leavesOf = (size: number): Hash[] => Array.from({ length: size }, (_, index) => leafHash(String(index)));
  const trees = fc.nat({ max: 70 }).map(leavesOf);

  it('a growing tree has its root at every size, also in tiles', () => {
    const leaves = leavesOf(2 * TILE + 3);
    const [plain, tiles] = [new Frontier(), new EventTree()];
    leaves.forEach((leaf, index) => {
      plain.add(digestOf(leaf));
      tiles.add(digestOf(leaf));
      if (index < 40 || index % 97 === 0 || index % TILE < 2) {
        expect(plain.root()).toEqual(naiveRoot(leaves.slice(0, index + 1)));
        expect(tiles.root()).toEqual(plain.root());
      }
    });
    expect(tiles.size).toBe(leaves.length);
  });

  it('every leaf has an inclusion proof, and no other leaf, place, size or root has it', () => {
    fc.assert(
      fc.property(trees, fc.nat(), fc.nat(), (leaves, one, other) => {
        fc.pre(leaves.length > 0);
        const [index, size] = [one % leaves.length, leaves.length];
        const subtrees = subtreesOf(leaves);
        const root = naiveRoot(leaves);
        const proof = inclusionProof(subtrees, index, size);
        const leaf = leaves[index] as Hash;
        expect(includes({ leaf, index, size, root }, proof)).toBe(true);
        expect(includes({ leaf: leafHash('another'), index, size, root }, proof)).toBe(false);
        expect(includes({ leaf, index, size, root: leafHash('another') }, proof)).toBe(false);
        expect(includes({ leaf, index, size, root }, [...proof, root])).toBe(false);
        const wrong = other % (size + 1);
        if (wrong !== index) expect(includes({ leaf, index: wrong, size, root }, proof)).toBe(false);
        if (proof.length > 0) expect(includes({ leaf, index, size, root }, proof.slice(1))).toBe(false);
      }),
    );
  });

  it('every beginning has a consistency proof, and no other history has it', () => {
    fc.assert(
      fc.property(trees, fc.nat(), fc.nat(), (leaves, one, changed) => {
        const size = leaves.length;
        const first = one % (size + 1);
        const subtrees = subtreesOf(leaves);
        const [before, after] = [
          { size: first, root: rootOf(subtrees, first) },
          { size, root: rootOf(subtrees, size) },
        ];
        const proof = consistencyProof(subtrees, first, size);
        expect(isConsistent(before, after, proof)).toBe(true);
        expect(isConsistent(before, after, [...proof, after.root])).toBe(false);
        if (first === 0) return;
        const other = leaves.with(changed % first, leafHash('another'));
        expect(isConsistent({ size: first, root: rootOf(subtreesOf(other), first) }, after, proof)).toBe(false);
        const forged = { size, root: naiveRoot(other) };
        expect(isConsistent(before, forged, consistencyProof(subtreesOf(other), first, size))).toBe(false);
      }),
    );
  });
});

it('a proof has at most 24 hashes at ten million events', () => {
  const SIZE = 10_000_000;
  // All leaves are equal, so a subtree's root depends on its level alone.
  const levels: Hash[] = [Buffer.from(eventLeaf('order-1', 0, '0'.repeat(64)), 'latin1')];
  for (let level = 1; level < 25; level++) levels.push(nodeHash(levels[level - 1] as Hash, levels[level - 1] as Hash));
  const subtrees: Subtrees = (level) => levels[level] as Hash;
  const root = rootOf(subtrees, SIZE);
  for (const index of [0, 1, 255, 4_999_999, 8_388_607, 8_388_608, SIZE - 1]) {
    const proof = inclusionProof(subtrees, index, SIZE);
    expect(proof.length).toBeLessThanOrEqual(24);
    expect(includes({ leaf: levels[0] as Hash, index, size: SIZE, root }, proof)).toBe(true);
    const first = { size: index + 1, root: rootOf(subtrees, index + 1) };
    const consistency = consistencyProof(subtrees, first.size, SIZE);
    expect(consistency.length).toBeLessThanOrEqual(25);
    expect(isConsistent(first, { size: SIZE, root }, consistency)).toBe(true);
  }
  expect(Math.max(...[0, SIZE / 2, SIZE - 1].map((index) => inclusionProof(subtrees, index, SIZE).length))).toBe(24);
});
