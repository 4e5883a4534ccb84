import { setTimeout as sleep } from 'node:timers/promises';
import type { Position, RecordedEvent } from '../event-store/port.ts';
import { isPassing } from './transaction.ts';

export type InParts = {
  records: readonly RecordedEvent[];
  from: Position;
  /** where the batch ends, also where the filter dropped what stands last */
  upTo: Position;
  lost: AbortSignal;
  /** Handles a part and moves the position from `from` to `to`, or neither. */
  handle: (part: RecordedEvent[], from: Position, to: Position) => Promise<void>;
  /** An error that trying again does not mend, and that ends it all. */
  isFinal: (error: unknown) => boolean;
  /** Called at every attempt that fails; `event` is the one to blame, undefined where it is the surroundings. */
  tell: (event: RecordedEvent | undefined, error: Error) => Promise<void>;
};

const RETRY_MS = { first: 100, most: 10_000 };

/**
 * Handles a batch, in one go where that goes well. An event that cannot be handled is never passed over: what stands
 * before it is done and kept, then it is tried again and again, more and more slowly.
 * @throws what is final, and the last error once `lost` fires
 */
export async function inParts({ records, from, upTo, lost, handle, isFinal, tell }: InParts): Promise<void> {
  let rest = [...records];
  let size = rest.length;
  let position = from;
  let wait = RETRY_MS.first;
  for (;;) {
    const part = rest.slice(0, size);
    const to = part.length === rest.length ? upTo : (part.at(-1) as RecordedEvent).position;
    try {
      await handle(part, position, to);
      position = to;
      rest = rest.slice(size);
      if (rest.length === 0) return;
      wait = RETRY_MS.first;
      size = Math.min(size * 2, rest.length);
    } catch (error) {
      if (isFinal(error) || lost.aborted) throw error;
      if (!isPassing(error) && size > 1) {
        size = Math.ceil(size / 2);
        continue;
      }
      await tell(isPassing(error) ? undefined : part[0], error as Error);
      await sleep(wait, undefined, { signal: lost }).catch(() => undefined);
      if (lost.aborted) throw error;
      wait = Math.min(wait * 2, RETRY_MS.most);
    }
  }
}

/** One line that names the event, for people; carries nothing of its content. */
export const troubleWith = (event: RecordedEvent | undefined, { message }: Error): string =>
  (event ? `${event.type} at position ${event.position} (${event.stream}): ${message}` : message).slice(0, 500);
