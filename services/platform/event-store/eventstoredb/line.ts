/**
 * Counts calls without an answer. A deadline is no reason for the client to reconnect, and the gRPC library waits for
 * ever for a server that takes the connection and then says nothing; so after two such calls in a row, with nothing
 * answered in between, the connection is made anew (in a cluster: to the leader of then).
 */
export class Line {
  readonly #reconnect: () => Promise<unknown>;
  #silent = 0;
  /** when the connection was made anew; calls that began before say nothing about this one */
  #since = 0;

  constructor(reconnect: () => Promise<unknown>) {
    this.#reconnect = reconnect;
  }

  answered(): void {
    this.#silent = 0;
  }

  /** @param began of the call, as `performance.now()` said then */
  silent(began: number): void {
    if (began < this.#since || ++this.#silent < 2) return;
    this.#silent = 0;
    this.#since = performance.now();
    this.#reconnect().catch(() => undefined);
  }
}
