import type { HistoryCheck, VerifiedEvent } from '@nordhaut/platform/envelope';
import type { RecordedEvent } from '@nordhaut/platform/event-store';
import { count, firstOf, nameOf } from '../event.ts';

/**
 * How much earlier than an event before it an event may be recorded, in ms. A command takes its time from the database's
 * clock before it is decided; the append may come 30 s later, and further attempts after that. All processes read one
 * clock, so their clocks differ by less than a round trip. Five minutes leave room for a database that is restarted or moved
 * to a machine whose clock is a little behind (infra/decisions/041).
 */
const TOLERANCE = 5 * 60_000;

/** Compares `recordedAt` with the events before it in the log: a backdated event stands behind newer ones. */
export function recordedTimes(): HistoryCheck {
  const faults: string[] = [];
  let newest: { event: RecordedEvent; at: number; text: string } | undefined;
  return {
    take({ event, metadata: { recordedAt: text } }: VerifiedEvent) {
      // Instants of one form: their texts have the order of their times.
      if (newest !== undefined && text === newest.text) return;
      const at = Date.parse(text);
      if (Number.isNaN(at)) faults.push(`${nameOf(event)}: its time of recording is no instant.`);
      else if (newest === undefined || at >= newest.at) newest = { event, at, text };
      else if (newest.at - at > TOLERANCE) {
        const minutes = count(Math.round((newest.at - at) / 60_000), 'minute');
        faults.push(
          `${nameOf(event)}: it was recorded at ${text}, ${minutes} before an event that precedes it in the log (${nameOf(newest.event)}, ${newest.text}). One of the two times is false.`,
        );
      }
    },
    verdict: () => ({ faults: firstOf(faults) }),
  };
}
