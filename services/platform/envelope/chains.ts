import type { RecordedEvent, StreamName } from '../event-store/port.ts';
import { type CheckedHash, checkHash, GENESIS } from './hash-chain.ts';

/** One event of so many is checked by canonicalising it, so that texts that never were canonical are found. */
const SAMPLE = 64;

/** Checks the hash chains of all streams. It takes the events in the store's order, each once. */
export class Chains {
  readonly #lasts = new Map<StreamName, { revision: number; hash: string }>();
  #taken = 0;

  get streams(): number {
    return this.#lasts.size;
  }

  /** Whether an event of the stream was taken and fitted. */
  has(stream: StreamName): boolean {
    return this.#lasts.has(stream);
  }

  /** An event that does not fit leaves its stream as it was. */
  take(event: RecordedEvent): CheckedHash | { reason: string } {
    const last = this.#lasts.get(event.stream);
    const expected = (last?.revision ?? -1) + 1;
    if (event.revision !== expected) return { reason: `its revision is ${event.revision}, not ${expected}` };
    const checked = checkHash(event, last?.hash ?? GENESIS, this.#taken++ % SAMPLE === 0);
    if (checked.reason === undefined) this.#lasts.set(event.stream, { revision: event.revision, hash: checked.hash });
    return checked;
  }
}
