/**
 * Counts calls without an answer. After a deadline the client does not reconnect, and the gRPC library waits without limit
 * for a server that accepts the connection and then sends nothing. So after two such calls in a row, this opens a new
 * connection (in a cluster: to the current leader).
 */
export class Line {
  readonly #reconnect: () => Promise<unknown>;
  #silent = 0;
  /** when the connection was opened; calls that began before say nothing about it */
  #since = 0;

  constructor(reconnect: () => Promise<unknown>) {
    this.#reconnect = reconnect;
  }

  answered(): void {
    this.#silent = 0;
  }

  /** @param began start of the call, by `performance.now()` */
  silent(began: number): void {
    if (began < this.#since || ++this.#silent < 2) return;
    this.#silent = 0;
    this.#since = performance.now();
    this.#reconnect().catch(() => undefined);
  }
}
