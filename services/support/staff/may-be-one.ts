import type { EventMetadata, EventStore } from '@nordhaut/platform/event-store';
import type { StaffEvent } from './staff-events.ts';
import { staffStream } from './stream.ts';

/** ms in which others can notice an account that somebody opened to be two people */
const FRESH = 86_400_000;
const OPENS: ReadonlySet<string> = new Set<StaffEvent['type']>(['StaffInvited', 'StaffFactorsReset']);
/** An operator's command line opens accounts too, and proposes nothing. */
const CLI = 'cli';

export type MayBeOne = ReturnType<typeof mayBeOne>;

/**
 * Whether two accounts may be in one hand. Who invites an account or resets its factors has the link to it, so for a day the two
 * count as one person, and so do all accounts that one person opened, also through others.
 */
export function mayBeOne(store: Pick<EventStore, 'read'>, clock: () => Date) {
  async function openersOf(staffId: string): Promise<ReadonlySet<string>> {
    const since = clock().getTime() - FRESH;
    const found = new Set([staffId]);
    // A set that grows while it is read gives its new values too.
    for (const id of found) {
      for (const { type, metadata } of await store.read(staffStream(id))) {
        if (!OPENS.has(type)) continue;
        const { actor, recordedAt } = JSON.parse(metadata) as EventMetadata;
        if (actor.kind === 'support' && actor.id !== CLI && Date.parse(recordedAt) > since) found.add(actor.id);
      }
    }
    return found;
  }
  return async (one: string, other: string): Promise<boolean> => {
    const [mine, theirs] = await Promise.all([openersOf(one), openersOf(other)]);
    return !mine.isDisjointFrom(theirs);
  };
}
