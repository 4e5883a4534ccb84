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
type Store = Pick<EventStore, 'read'>;

/** Who opened the account, as long as the two count as one person; the last one last. */
async function openersOf(store: Store, clock: () => Date, staffId: string): Promise<string[]> {
  const since = clock().getTime() - FRESH;
  const found: string[] = [];
  let opener: string | undefined;
  for (const { type, metadata } of await store.read(staffStream(staffId))) {
    if (!OPENS.has(type) && type !== JOINS) continue;
    const { actor, recordedAt } = JSON.parse(metadata) as EventMetadata;
    if (OPENS.has(type)) opener = actor.kind === 'support' && actor.id !== CLI ? actor.id : undefined;
    if (opener !== undefined && Date.parse(recordedAt) > since) found.push(opener);
  }
  return found;
}

/**
 * Whether two accounts may be in one hand. Who invites an account or resets its factors has the link to it, so until a day after
 * its use the two count as one person, and so do all accounts that one person opened, also through others.
 */
export function mayBeOne(store: Store, clock: () => Date) {
  async function handsOf(staffId: string): Promise<ReadonlySet<string>> {
    const found = new Set([staffId]);
    // A set that grows while it is read gives its new values too.
    for (const id of found) for (const opener of await openersOf(store, clock, id)) found.add(opener);
    return found;
  }
  return async (one: string, other: string): Promise<boolean> => {
    const [mine, theirs] = await Promise.all([handsOf(one), handsOf(other)]);
    return !mine.isDisjointFrom(theirs);
  };
}

/**
 * The account under which all accounts in one hand are counted: the last opener of the last opener, and so on. Of accounts that opened
 * each other it is the first by its id, so that they count together too.
 */
export const handOf =
  (store: Store, clock: () => Date) =>
  async (staffId: string): Promise<string> => {
    const lastOf = async (id: string): Promise<string | undefined> => (await openersOf(store, clock, id)).at(-1);
    const way = [staffId];
    let opener = await lastOf(staffId);
    while (opener !== undefined && !way.includes(opener)) {
      way.push(opener);
      opener = await lastOf(opener);
    }
    const [hand = staffId] = opener === undefined ? way.slice(-1) : way.slice(way.indexOf(opener)).toSorted();
    return hand;
  };
