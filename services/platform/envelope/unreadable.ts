import { isUnavailable } from '../database/index.ts';
import type { RecordedEvent, StreamName } from '../event-store/port.ts';

/** An event of the stream cannot be read or folded, now or later. No command may build on it; nothing was written. */
export class UnreadableHistory extends Error {
  readonly stream: StreamName;
  /** the first event that cannot be read or folded */
  readonly event: RecordedEvent;

  constructor(event: RecordedEvent, cause: unknown) {
    super(`${event.stream} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'UnreadableHistory';
    this.stream = event.stream;
    this.event = event;
  }
}

/**
 * Runs `read` on consecutive events of one stream. An error that an event causes, and not an unavailable database, becomes
 * UnreadableHistory. `read` must have no effect, because it is repeated on fewer events to find the first one that fails.
 */
export async function ofTheHistory<T>(
  records: readonly RecordedEvent[],
  read: (records: readonly RecordedEvent[]) => Promise<T>,
): Promise<T> {
  try {
    return await read(records);
  } catch (error) {
    throwUnlessOfAnEvent(error);
    throw await firstUnreadable(records, read, error);
  }
}

/** An error with a severity comes from the database server. */
function throwUnlessOfAnEvent(error: unknown): void {
  if (isUnavailable(error) || (error instanceof Error && 'severity' in error)) throw error;
}

async function firstUnreadable(
  records: readonly RecordedEvent[],
  read: (records: readonly RecordedEvent[]) => Promise<unknown>,
  error: unknown,
): Promise<UnreadableHistory> {
  let [readable, failing, cause] = [0, records.length, error];
  while (failing - readable > 1) {
    const middle = Math.floor((readable + failing) / 2);
    try {
      await read(records.slice(0, middle));
      readable = middle;
    } catch (earlier) {
      throwUnlessOfAnEvent(earlier);
      [failing, cause] = [middle, earlier];
    }
  }
  return new UnreadableHistory(records[failing - 1] as RecordedEvent, cause);
}
