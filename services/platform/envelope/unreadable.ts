import { isUnavailable } from '../database/index.ts';
import type { StreamName } from '../event-store/port.ts';

/** What stands in a stream cannot be read or folded, now or later: no command may build on it, and nothing was written. */
export class UnreadableHistory extends Error {
  readonly stream: StreamName;

  constructor(stream: StreamName, cause: unknown) {
    super(`${stream} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'UnreadableHistory';
    this.stream = stream;
  }
}

/** Runs `read`; what fails because of the events themselves, and not of a database that is away, is told as theirs. */
export async function ofTheHistory<T>(stream: StreamName, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    // What a server says has a severity: it is about the server or the query.
    if (isUnavailable(error) || (error instanceof Error && 'severity' in error)) throw error;
    throw new UnreadableHistory(stream, error);
  }
}
