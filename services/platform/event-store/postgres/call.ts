import type pg from 'pg';

/** A row as the server sends it: text, or null. */
export type TextRow = (string | null)[];

type Prepared = { name: string; text: string };
/** What of the driver's connection a call needs. */
type Connection = {
  parsedStatements: Record<string, string | undefined>;
  stream: { cork(): void; uncork(): void; write(message: Buffer): void };
  parse(statement: Prepared): void;
};

/**
 * A prepared statement whose parameters are a message already (`BindMessage`): for statements with much data, where
 * the driver's own way would copy every value several times and ask each time what the columns are called.
 */
export class Call implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  /** The rows; rejects as the driver's own queries do. */
  readonly done: Promise<TextRow[]>;
  /** The driver's own, where a query has a timeout: it wants to know that the answer came. */
  callback?: (error: Error | null) => void;
  readonly #message: Buffer;
  readonly #rows: TextRow[] = [];
  readonly #resolve: (rows: TextRow[]) => void;
  readonly #reject: (error: Error) => void;

  /** @param message left alone until `done` is settled; after it, the memory may be used again */
  constructor({ name, text }: Prepared, message: Buffer) {
    this.name = name;
    this.text = text;
    this.#message = message;
    const { promise, resolve, reject } = Promise.withResolvers<TextRow[]>();
    this.done = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(driver: pg.Connection): void {
    const connection = driver as unknown as Connection;
    connection.stream.cork();
    if (connection.parsedStatements[this.name] === undefined) connection.parse(this);
    connection.stream.write(this.#message);
    connection.stream.uncork();
  }

  handleDataRow({ fields }: { fields: TextRow }): void {
    this.#rows.push(fields);
  }

  handleReadyForQuery(): void {
    this.callback?.(null);
    this.#resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.callback?.(error);
    this.#reject(error);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
