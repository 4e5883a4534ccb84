import { createHash, type Hash } from 'node:crypto';
import type { RecordedEvent } from '../port.ts';

/** An event that does not fit the events before it: the history was changed, or it is not the shop's. */
export class BrokenHistory extends Error {
  constructor({ type, stream, revision, position }: RecordedEvent, reason: string) {
    super(`The history of the source is broken: ${type} at position ${position} (revision ${revision} of ${stream}): ${reason}.`);
    this.name = 'BrokenHistory';
  }
}

/** One SHA-256 over all events of a store in its order, without their positions. */
export class Digest {
  readonly #hash: Hash = createHash('sha256');

  take({ stream, revision, id, type, data, metadata }: RecordedEvent): void {
    // As JSON, so that no two histories give the same text.
    this.#hash.update(`${JSON.stringify([stream, revision, id, type, data, metadata])}\n`);
  }

  /** of the events so far */
  hex(): string {
    return this.#hash.copy().digest('hex');
  }
}
