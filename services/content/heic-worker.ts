import { parentPort, workerData } from 'node:worker_threads';
import { all } from 'heic-decode';

/** What the worker is given. `bytes`: the upload; `memoryMb`: of the decoder; `pixels`: at most. */
export type HeicTask = { bytes: Uint8Array; memoryMb: number; pixels: number };
export type HeicResult = { state: 'decoded'; width: number; height: number; data: ArrayBuffer } | { state: 'too large' | 'unreadable' };

const PAGE_BYTES = 64 * 1024;

/** Node's types do not have the memory of WebAssembly. */
type Memory = { buffer: ArrayBuffer; grow: (pages: number) => number };
const { WebAssembly: engine } = globalThis as unknown as { WebAssembly: { Memory: { prototype: Memory } } };

/**
 * A worker's `resourceLimits` count only what V8 allocates, and the decoder allocates in its own WebAssembly memory. That memory
 * grows through this one method, so a refusal here is the decoder's limit: its allocation fails and it gives up.
 * @returns whether it was refused
 */
function limitMemory(memoryMb: number): () => boolean {
  let refused = false;
  const { prototype } = engine.Memory;
  const { grow } = prototype;
  prototype.grow = function limited(this: Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > memoryMb * 1024 * 1024) {
      refused = true;
      throw new RangeError('memory limit');
    }
    return grow.call(this, pages);
  };
  return () => refused;
}

/** The package's types do not have the size, which is known before the picture is decoded. */
type Picture = { width: number; height: number; decode: () => Promise<{ data: { buffer: ArrayBufferLike } }> };

/** Reads the size before it decodes, so a picture that says how large it is costs its head only. */
async function decode({ bytes, pixels }: HeicTask): Promise<HeicResult> {
  const [first] = (await all({ buffer: bytes })) as unknown as Picture[];
  if (!first) return { state: 'unreadable' };
  const { width, height } = first;
  if (width * height > pixels) return { state: 'too large' };
  const { data } = await first.decode();
  return { state: 'decoded', width, height, data: data.buffer as ArrayBuffer };
}

const task = workerData as HeicTask;
const refused = limitMemory(task.memoryMb);
const result = await decode(task).catch((): HeicResult => ({ state: refused() ? 'too large' : 'unreadable' }));
parentPort?.postMessage(result, result.state === 'decoded' ? [result.data] : []);
