import type { EventMetadata, EventStore, RecordedEvent } from '@nordhaut/platform/event-store';
import type { StaffEvent } from './staff-events.ts';
import { staffStream } from './stream.ts';

/** ms in which others can notice an account that somebody opened to be two people */
const FRESH = 86_400_000;
const RESET: StaffEvent['type'] = 'StaffFactorsReset';
const OPENS: ReadonlySet<string> = new Set<StaffEvent['type']>(['StaffInvited', RESET]);
/** The use of the link, which may come a day after it was made. Before it there is nothing to notice. */
const JOINS: StaffEvent['type'] = 'StaffFactorAdded';
/** An operator's command line opens accounts too, and proposes nothing. */
const CLI = 'cli';

export type MayBeOne = ReturnType<typeof mayBeOne>;
type Store = Pick<EventStore, 'read'>;

/** Who made the newest link to the account, and whether that person's factors were lost since; undefined: an operator's command line. */
export async function openerOf(store: Store, staffId: string): Promise<{ staffId: string; isReset: boolean } | undefined> {
  const opened = (await store.read(staffStream(staffId))).findLast(({ type }) => OPENS.has(type));
  const opener = opened && openedBy(opened);
  if (!opened || opener === undefined) return undefined;
  const own = await store.read(staffStream(opener));
  return { staffId: opener, isReset: own.some(({ type, position }) => type === RESET && position > opened.position) };
}

function openedBy({ metadata }: Pick<RecordedEvent, 'metadata'>): string | undefined {
  const { actor } = JSON.parse(metadata) as EventMetadata;
  return actor.kind === 'support' && actor.id !== CLI ? actor.id : undefined;
}

/** Who opened the account, as long as the two count as one person; the last one last. */
async function openersOf(store: Store, clock: () => Date, staffId: string): Promise<string[]> {
  const since = clock().getTime() - FRESH;
  const found: string[] = [];
  let opener: string | undefined;
  for (const event of await store.read(staffStream(staffId))) {
    if (!OPENS.has(event.type) && event.type !== JOINS) continue;
    const { recordedAt } = JSON.parse(event.metadata) as EventMetadata;
    if (OPENS.has(event.type)) opener = openedBy(event);
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
