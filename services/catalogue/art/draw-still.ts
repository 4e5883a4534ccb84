import { Worker } from 'node:worker_threads';
import type { Pixels } from './relief/light.ts';

/** `name`: of a picture whose story is a still life */
export type StillTask = { name: string; height: number };

/** MB of a worker's heap. The fields of a picture lie outside of it. */
const HEAP_MB = 64;
/** Pictures whose pixels stay in memory, because a page asks for one in several widths and formats. */
const KEPT = 3;

const kept = new Map<string, Promise<Pixels>>();
/** px: a higher painting takes 60 to 120 MB, so those are painted one after the other. */
const LARGE = 800;
let last: Promise<unknown> = Promise.resolve();

/**
 * Paints a still life of the content (`stories/stills.ts`). It takes up to two seconds of processor time, so it runs in a
 * worker: the shop's own thread answers others meanwhile.
 */
export function drawStill(task: StillTask): Promise<Pixels> {
  const key = `${task.name} ${task.height}`;
  const known = kept.get(key);
  if (known) return known;
  const drawn = task.height > LARGE ? last.then(() => inWorker(task)) : inWorker(task);
  if (task.height > LARGE) last = drawn.catch(() => {});
  kept.set(key, drawn);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest) kept.delete(oldest);
  drawn.catch(() => kept.delete(key));
  return drawn;
}

function inWorker(task: StillTask): Promise<Pixels> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./still-worker.ts', import.meta.url), {
      workerData: task,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
    });
    worker.once('message', ({ data, width, height }: { data: Uint8Array; width: number; height: number }) =>
      resolve({ data: Buffer.from(data.buffer, data.byteOffset, data.byteLength), width, height }),
    );
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the still life ${task.name} was not drawn, exit ${code}`)));
  });
}
