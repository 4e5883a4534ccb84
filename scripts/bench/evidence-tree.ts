import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventLeaf, EventTree } from '@nordhaut/evidence';

/** Builds the tree over `leaves` events and prints the rate, and the memory of the tree and of its tiles' roots. */
const leaves = Number(process.argv[2]);
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const hashes = Array.from({ length: 1_000 }, () => randomBytes(32).toString('hex'));
const grow = (tree: EventTree, count: number): void => {
  for (let index = 0; index < count; index++) tree.add(eventLeaf('order-8KQ2M4X7T9WB3C5D', index % 7, hashes[index % 1_000] as string));
};
grow(new EventTree(), 100_000);

const before = used();
let tiles = 0;
const tree = new EventTree([], () => tiles++);
const began = performance.now();
grow(tree, leaves);
const ms = performance.now() - began;
const bytes = used() - before;
process.stdout.write(`${JSON.stringify({ leaves: tree.size, ms, bytes: Math.max(0, bytes), tileBytes: tiles * 32 })}\n`);
