import { isUnavailable } from '../database/index.ts';
import type { StreamName } from '../event-store/port.ts';

/** An event of the stream cannot be read or folded, now or later. No command may build on it; nothing was written. */
export class UnreadableHistory extends Error {
  readonly stream: StreamName;

  constructor(stream: StreamName, cause: unknown) {
    super(`${stream} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'UnreadableHistory';
    this.stream = stream;
  }
}

/** Runs `read`. An error that the events cause, and not an unavailable database, becomes UnreadableHistory. */
export async function ofTheHistory<T>(stream: StreamName, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    // An error with a severity comes from the database server.
    if (isUnavailable(error) || (error instanceof Error && 'severity' in error)) throw error;
    throw new UnreadableHistory(stream, error);
  }
}
