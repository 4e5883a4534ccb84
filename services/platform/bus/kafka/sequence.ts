import { Lru } from '../../envelope/lru.ts';
import type { StreamName } from '../../event-store/port.ts';

/** What to do with an event of a stream: hand it over, drop it as a repeat, or first get the revisions from `missing` on. */
export type Verdict = 'next' | 'repeat' | { missing: number };

/** streams remembered: 16 MB at most */
const STREAMS = 100_000;

/**
 * The revision up to which a consumer has each stream. Bounded: a stream that was not heard of for long is forgotten,
 * and then goes on with whatever comes, as one that is met for the first time does. That loses nothing as long as the
 * topic itself has no gaps, which is the relay's promise; this is the check on it.
 */
export class Sequence {
  readonly #seen: Lru<StreamName, number>;
  readonly #capacity: number;
  #forgot = false;

  constructor(capacity = STREAMS) {
    this.#capacity = capacity;
    this.#seen = new Lru(capacity);
  }

  /** `fresh`: the consumer has had the topic from its very beginning, so that a stream begins with revision 0. */
  verdict(stream: StreamName, revision: number, fresh: boolean): Verdict {
    const last = this.#seen.get(stream) ?? (fresh && !this.#forgot ? -1 : undefined);
    if (last === undefined || revision === last + 1) return 'next';
    return revision <= last ? 'repeat' : { missing: last + 1 };
  }

  have(stream: StreamName, revision: number): void {
    if (this.#seen.size >= this.#capacity) this.#forgot = true;
    this.#seen.set(stream, revision);
  }

  /** What others may have handled meanwhile is not known any more. */
  clear(): void {
    this.#seen.clear();
    this.#forgot = false;
  }
}
