import type { EventMetadata, EventStore } from '@nordhaut/platform/event-store';
import type { StaffEvent } from './staff-events.ts';
import { staffStream } from './stream.ts';

/** ms in which others can notice an account that somebody opened to be two people */
const FRESH = 86_400_000;
const OPENS: ReadonlySet<string> = new Set<StaffEvent['type']>(['StaffInvited', 'StaffFactorsReset']);
/** An operator's command line opens accounts too. It proposes and approves nothing, and the accounts that it opens are of many people. */
const COMMAND_LINE = 'cli';

/**
 * Whether two accounts may be one person: within the last day one of them, or somebody behind both, invited the other or reset its
 * factors, also over accounts between them. Who opened an account had the link to it.
 */
export function mayBeOne(store: Pick<EventStore, 'read'>, clock: () => Date) {
  async function openersOf(staffId: string): Promise<string[]> {
    const since = clock().getTime() - FRESH;
    const events = (await store.read(staffStream(staffId))).filter(({ type }) => OPENS.has(type));
    const opened = events.map(({ metadata }) => JSON.parse(metadata) as EventMetadata);
    return opened.flatMap(({ actor, recordedAt }) => (Date.parse(recordedAt) > since && actor.id !== COMMAND_LINE ? [actor.id] : []));
  }
  async function handsOn(staffId: string): Promise<ReadonlySet<string>> {
    const hands = new Set([staffId]);
    // The set grows while it is read.
    for (const one of hands) for (const opener of await openersOf(one)) hands.add(opener);
    return hands;
  }
  return async (one: string, other: string): Promise<boolean> => {
    const [ofOne, ofOther] = await Promise.all([handsOn(one), handsOn(other)]);
    return [...ofOne].some((staffId) => ofOther.has(staffId));
  };
}
export type MayBeOne = ReturnType<typeof mayBeOne>;
