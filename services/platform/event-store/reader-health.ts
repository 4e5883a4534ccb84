/** Receives what the log and the health of a process need. */
export type ReaderObserver = {
  /** A reader of the store failed. `isFirst`: it worked before; else it is still failing. */
  failed?(reader: string, error: unknown, isFirst: boolean): void;
  /** @param ms since the first failure */
  recovered?(reader: string, ms: number): void;
};

/** ms. A reader that fails for longer makes its process unready; a lost connection is normally back before. */
const TOLERATED = 3_000;

/**
 * The readers of one store: its subscriptions, and what brings them news. Each of them repeats a failed read without
 * end, so that an outage of the store needs no restart. Therefore each failure is reported here.
 */
export class ReaderHealth {
  readonly #observer: ReaderObserver;
  readonly #failing = new Map<string, { since: number; error: unknown }>();

  constructor(observer: ReaderObserver = {}) {
    this.#observer = observer;
  }

  failed(reader: string, error: unknown): void {
    const isFirst = !this.#failing.has(reader);
    if (isFirst) this.#failing.set(reader, { since: performance.now(), error });
    this.#observer.failed?.(reader, error, isFirst);
  }

  succeeded(reader: string): void {
    const failure = this.#failing.get(reader);
    if (failure === undefined) return;
    this.#failing.delete(reader);
    this.#observer.recovered?.(reader, performance.now() - failure.since);
  }

  /** For a reader that has ended: it is neither failing nor has it recovered. */
  forget(reader: string): void {
    this.#failing.delete(reader);
  }

  /** A sentence about the reader that has been failing longest; undefined while none fails for longer than 3 s. */
  trouble(): string | undefined {
    const late = performance.now() - TOLERATED;
    for (const [reader, { since, error }] of this.#failing) {
      if (since > late) continue;
      const seconds = Math.round((performance.now() - since) / 1_000);
      return `${reader} has not been able to read the event store for ${seconds} s: ${error instanceof Error ? error.message : String(error)}`;
    }
    return undefined;
  }
}
