import type { EventMetadata, EventStore } from '@nordhaut/platform/event-store';
import type { StaffEvent } from './staff-events.ts';
import { staffStream } from './stream.ts';

/** ms in which others can notice an account that somebody opened to be two people */
const FRESH = 86_400_000;
const OPENS: ReadonlySet<string> = new Set<StaffEvent['type']>(['StaffInvited', 'StaffFactorsReset']);

/**
 * Who invited an account, or reset its factors, within the last day. That person had the link to it, so the two may be one. An
 * operator's command line opens accounts too, and proposes nothing.
 */
export const openedBy =
  (store: Pick<EventStore, 'read'>, clock: () => Date) =>
  async (staffId: string): Promise<ReadonlySet<string>> => {
    const since = clock().getTime() - FRESH;
    const events = (await store.read(staffStream(staffId))).filter(({ type }) => OPENS.has(type));
    const opened = events.map(({ metadata }) => JSON.parse(metadata) as EventMetadata);
    return new Set(opened.flatMap(({ actor, recordedAt }) => (Date.parse(recordedAt) > since ? [actor.id] : [])));
  };
export type OpenedBy = ReturnType<typeof openedBy>;
