import type { EventMetadata, EventStore } from '@nordhaut/platform/event-store';
import type { StaffEvent } from './staff-events.ts';
import { staffStream } from './stream.ts';

/** ms in which others can notice an account that somebody opened to be two people */
const FRESH = 86_400_000;
const OPENS: ReadonlySet<string> = new Set<StaffEvent['type']>(['StaffInvited', 'StaffFactorsReset']);
/** The use of the link, which may come a day after it was made. Before it there is nothing to notice. */
const JOINS: StaffEvent['type'] = 'StaffFactorAdded';
/** An operator's command line opens accounts too, and proposes nothing. */
const CLI = 'cli';

export type MayBeOne = ReturnType<typeof mayBeOne>;

/**
 * Whether two accounts may be in one hand. Who invites an account or resets its factors has the link to it, so until a day after
 * its use the two count as one person, and so do all accounts that one person opened, also through others.
 */
export function mayBeOne(store: Pick<EventStore, 'read'>, clock: () => Date) {
  async function openersOf(staffId: string): Promise<ReadonlySet<string>> {
    const since = clock().getTime() - FRESH;
    const found = new Set([staffId]);
    // A set that grows while it is read gives its new values too.
    for (const id of found) {
      let opener: string | undefined;
      for (const { type, metadata } of await store.read(staffStream(id))) {
        if (!OPENS.has(type) && type !== JOINS) continue;
        const { actor, recordedAt } = JSON.parse(metadata) as EventMetadata;
        if (OPENS.has(type)) opener = actor.kind === 'support' && actor.id !== CLI ? actor.id : undefined;
        if (opener !== undefined && Date.parse(recordedAt) > since) found.add(opener);
      }
    }
    return found;
  }
  return async (one: string, other: string): Promise<boolean> => {
    const [mine, theirs] = await Promise.all([openersOf(one), openersOf(other)]);
    return !mine.isDisjointFrom(theirs);
  };
}
