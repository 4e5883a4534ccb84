import { hash } from 'node:crypto';

/** Ids that are kept as they are. A stream with more commands gets filters. */
const EXACT = 500;
/** ids of the first filter; each further one takes twice as many as the one before */
const FIRST = 4_096;
/**
 * A full filter takes 1 of 3,000,000 other ids for one of its own. A wrong "perhaps" reads the whole stream, so the filters
 * must get no worse as the stream grows: with 1,000,000 commands, one of them costs a read of one event on average.
 */
const BITS_PER_ID = 32;
const PROBES = 16;

type Filter = { bits: Uint8Array; left: number };

/**
 * Ids of the commands whose events are in a stream. Beyond `EXACT` ids these are Bloom filters, 4 bytes for each id: they
 * never miss an id that was added, and for another id they may answer true, so the caller has to look into the stream.
 */
export class CommandIds {
  #ids: Set<string> | undefined = new Set();
  readonly #filters: Filter[] = [];

  mayHave(id: string): boolean {
    if (this.#ids) return this.#ids.has(id);
    const probes = probesOf(id);
    return this.#filters.some(({ bits }) => probes.every((probe) => ((bits[byteOf(bits, probe)] ?? 0) & (1 << (probe & 7))) !== 0));
  }

  add(id: string): void {
    if (!this.#ids) return this.#set(id);
    this.#ids.add(id);
    if (this.#ids.size <= EXACT) return;
    for (const each of this.#ids) this.#set(each);
    this.#ids = undefined;
  }

  /** memory, in ids that are kept as they are; the first filter counts as `EXACT` of them */
  get size(): number {
    return this.#ids?.size ?? EXACT * (2 ** this.#filters.length - 1);
  }

  #set(id: string): void {
    const last = this.#filters.at(-1);
    const filter = last && last.left > 0 ? last : this.#another();
    filter.left--;
    for (const probe of probesOf(id)) {
      const at = byteOf(filter.bits, probe);
      filter.bits[at] = (filter.bits[at] ?? 0) | (1 << (probe & 7));
    }
  }

  #another(): Filter {
    const most = FIRST * 2 ** this.#filters.length;
    const filter = { bits: new Uint8Array((most * BITS_PER_ID) / 8), left: most };
    this.#filters.push(filter);
    return filter;
  }
}

/** Independent numbers of 32 bits. */
function probesOf(id: string): number[] {
  const digest = hash('sha512', id, 'buffer');
  return Array.from({ length: PROBES }, (_, at) => digest.readUInt32BE(at * 4));
}

/** The length of a filter is a power of two, so no byte is more likely than another. */
const byteOf = (bits: Uint8Array, probe: number): number => (probe >>> 3) % bits.length;
