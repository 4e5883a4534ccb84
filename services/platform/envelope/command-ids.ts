import { hash } from 'node:crypto';

/** Ids that are kept as they are. A stream with more commands gets a filter of fixed size. */
const EXACT = 500;
const FILTER_BYTES = 16_384;
const PROBES = 4;

/**
 * Ids of the commands whose events are in a stream, in bounded memory. Beyond `EXACT` ids it is a Bloom filter: it never
 * misses an id that was added, and for another id it may answer true, so the caller has to look into the stream.
 */
export class CommandIds {
  #ids: Set<string> | undefined = new Set();
  #filter: Uint8Array | undefined;

  mayHave(id: string): boolean {
    return this.#ids ? this.#ids.has(id) : bitsOf(id).every((bit) => this.#isSet(bit));
  }

  add(id: string): void {
    if (!this.#ids) return this.#set(id);
    this.#ids.add(id);
    if (this.#ids.size <= EXACT) return;
    this.#filter = new Uint8Array(FILTER_BYTES);
    for (const each of this.#ids) this.#set(each);
    this.#ids = undefined;
  }

  /** memory, in ids */
  get size(): number {
    return this.#ids?.size ?? EXACT;
  }

  #isSet(bit: number): boolean {
    return ((this.#filter?.[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }

  #set(id: string): void {
    const filter = this.#filter as Uint8Array;
    for (const bit of bitsOf(id)) filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7));
  }
}

function bitsOf(id: string): number[] {
  const digest = hash('sha1', id, 'buffer');
  return Array.from({ length: PROBES }, (_, at) => digest.readUInt32BE(at * 4) % (FILTER_BYTES * 8));
}
