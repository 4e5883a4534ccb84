import { isPassing } from '../database/index.ts';
import type { Position, RecordedEvent } from '../event-store/port.ts';
import { backoff, sleep } from '../timing.ts';
import { Fenced } from './checkpoint.ts';

export type InParts = {
  records: readonly RecordedEvent[];
  from: Position;
  /** the position at the end of the batch; events that the filter dropped may follow the last record */
  upTo: Position;
  lost: AbortSignal;
  /** Handles a part and saves the new position `to`. */
  handle: (part: RecordedEvent[], from: Position, to: Position) => Promise<void>;
  /** Called after every failed attempt. `event` caused the failure; undefined if the database did. */
  onFailure: (event: RecordedEvent | undefined, error: Error) => Promise<void>;
};

const RETRY_MS = { first: 100, most: 10_000 };

/**
 * Handles a batch, as a whole if that succeeds, otherwise in halves. It never skips an event that cannot be handled: it
 * handles the events before that one, then tries it again with growing pauses.
 * @throws Fenced, and the last error once `lost` fires
 */
export async function inParts({ records, from, upTo, lost, handle, onFailure }: InParts): Promise<void> {
  let rest = [...records];
  let size = rest.length;
  let position = from;
  let failures = 0;
  for (;;) {
    const part = rest.slice(0, size);
    const to = part.length === rest.length ? upTo : (part.at(-1) as RecordedEvent).position;
    try {
      await handle(part, position, to);
      position = to;
      rest = rest.slice(size);
      if (rest.length === 0) return;
      failures = 0;
      size = Math.min(size * 2, rest.length);
    } catch (error) {
      if (error instanceof Fenced || lost.aborted) throw error;
      if (!isPassing(error) && size > 1) {
        size = Math.ceil(size / 2);
        continue;
      }
      await onFailure(isPassing(error) ? undefined : part[0], error as Error);
      await sleep(backoff(++failures, RETRY_MS), lost);
      if (lost.aborted) throw error;
    }
  }
}

/** One line for operators that names the event and shows nothing of its content. */
export const troubleWith = (event: RecordedEvent | undefined, { message }: Error): string =>
  (event ? `${event.type} at position ${event.position} (${event.stream}): ${message}` : message).slice(0, 500);
