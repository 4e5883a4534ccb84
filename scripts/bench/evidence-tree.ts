import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventLeaf, EventTree } from '@nordhaut/evidence';

/** Builds the tree over `leaves` events and prints the rate, and the memory of the tree and of its tiles' roots. */
const leaves = Number(process.argv[2]);
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function used(): Promise<number> {
  // Buffers are released after the collection that finds them.
  for (let round = 0; round < 3; round++) {
    collect();
    await sleep(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const hashes = Array.from({ length: 1_000 }, () => randomBytes(32).toString('hex'));
const grow = (tree: EventTree, count: number): void => {
  for (let index = 0; index < count; index++) tree.add(eventLeaf('order-8KQ2M4X7T9WB3C5D', index % 7, hashes[index % 1_000] as string));
};
grow(new EventTree(), 100_000);

const before = await used();
let tiles = 0;
const tree = new EventTree([], () => tiles++);
const [began, cpu] = [performance.now(), process.cpuUsage()];
grow(tree, leaves);
const ms = performance.now() - began;
const { user, system } = process.cpuUsage(cpu);
const cpuMs = (user + system) / 1_000;
const bytes = (await used()) - before;
process.stdout.write(`${JSON.stringify({ leaves: tree.size, ms, cpuMs, bytes: Math.max(0, bytes), tileBytes: tiles * 32 })}\n`);
