import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { HeicResult, HeicTask } from './heic-worker.ts';

/** Bounds of one decoding. `memoryMb`: of the decoder; `seconds`: from the start of its worker. */
export type HeicLimits = { pixels: number; memoryMb: number; seconds: number };

/** px: a phone's usual largest picture (5,712 × 4,284), and what fits into the memory beside a process of 512 MB. */
export const HEIC_LIMITS: HeicLimits = { pixels: 25_000_000, memoryMb: 224, seconds: 20 };

/** MB of the worker's own heap; the pictures are outside of it */
const HEAP_MB = 32;

/** One at a time in a process, because each holds a whole picture. */
const inTurn = pLimit(1);

/** The brands of pictures in HEVC, in the file's first box. AVIF has the same box with other brands. */
const BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

export const isHeic = (bytes: Buffer): boolean => bytes.toString('latin1', 4, 8) === 'ftyp' && BRANDS.has(bytes.toString('latin1', 8, 12));

/**
 * Decodes the first picture of the file to RGBA, upright. The decoder (libheif as WebAssembly) runs in a worker of its own for
 * this file alone: a file that takes too much memory or time ends the worker, and the process goes on. `over` ends it as
 * well, or its wait for its turn.
 * @throws the reason of `over`
 */
export async function decodeHeic(bytes: Buffer, limits: HeicLimits = HEIC_LIMITS, over?: AbortSignal): Promise<HeicResult> {
  over?.throwIfAborted();
  let waiting: Buffer | undefined = bytes;
  const ended = Promise.withResolvers<never>();
  const end = (): void => {
    // The turn comes later, and must not keep the file in memory until then.
    waiting = undefined;
    ended.reject(over?.reason);
  };
  over?.addEventListener('abort', end, { once: true });
  const decoded = inTurn((): Promise<HeicResult> => {
    const own = waiting;
    waiting = undefined;
    return own ? inWorker(own, limits, over) : Promise.resolve({ state: 'unreadable' });
  });
  try {
    return await Promise.race([decoded, ended.promise]);
  } finally {
    over?.removeEventListener('abort', end);
  }
}

async function inWorker(bytes: Buffer, { seconds, ...limits }: HeicLimits, over: AbortSignal | undefined): Promise<HeicResult> {
  const task: HeicTask = { bytes: new Uint8Array(bytes), ...limits };
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: task,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 8 },
  });
  const ended = Promise.withResolvers<HeicResult>();
  worker.once('message', ended.resolve);
  worker.once('error', (error: NodeJS.ErrnoException) =>
    ended.resolve({ state: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too large' : 'unreadable' }),
  );
  worker.once('exit', () => ended.resolve({ state: 'unreadable' }));
  const stop = (): void => ended.resolve({ state: 'unreadable' });
  over?.addEventListener('abort', stop, { once: true });
  const late = setTimeout(() => ended.resolve({ state: 'too large' }), seconds * 1_000);
  try {
    return await ended.promise;
  } finally {
    clearTimeout(late);
    over?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
