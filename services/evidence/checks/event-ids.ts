import type { HistoryCheck, VerifiedEvent } from '@nordhaut/platform/envelope';
import type { StreamName } from '@nordhaut/platform/event-store';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import { count, firstOf, nameOf } from '../event.ts';

/** The namespace of the event ids of earlier releases. */
const idOf = nameUuids('7c1f0a52-93a4-5b0e-8a86-3f2d5d1f6c11');

/** The id that earlier releases gave the event with this index among those of its command. */
export const earlierEventId = (stream: StreamName, commandId: string, index: number): string => idOf(`${stream}\n${commandId}\n${index}`);

/**
 * Recomputes event ids. Earlier releases made them from stream, command id and index, as UUIDs of version 5. Today every
 * append has random ids, of version 4 (infra/decisions/036); nothing determines those.
 */
export function eventIds(): HistoryCheck {
  /** of each stream with determined ids: the last command, and how many of its events came */
  const commands = new Map<StreamName, { commandId: string; events: number }>();
  const faults: string[] = [];
  let determined = 0;
  let random = 0;
  return {
    take({ event, metadata: { commandId } }: VerifiedEvent) {
      if (event.id.charAt(14) !== '5') {
        random++;
        return;
      }
      const last = commands.get(event.stream);
      const index = last?.commandId === commandId ? last.events : 0;
      commands.set(event.stream, { commandId, events: index + 1 });
      if (event.id === earlierEventId(event.stream, commandId, index)) determined++;
      else faults.push(`${nameOf(event)}: its id is not the one that its stream, its command and its place in the command determine.`);
    },
    verdict: () => ({
      faults: firstOf(faults),
      proven: determined > 0 ? [`${count(determined, 'event id')} of earlier releases fit stream, command and place.`] : [],
      uncovered:
        random > 0
          ? [`${count(random, 'event id')} are random. Nothing determines them; only the chain hash binds them to their events.`]
          : [],
    }),
  };
}
