import type { MailEvent } from './surenotify.ts';

export type Doubt = {
  events: readonly MailEvent[];
  /** ids of mails whose outcome is known */
  known: ReadonlySet<string>;
  subject: string;
  begunAt: Date;
  /** the list of events may have more */
  full: boolean;
};
export type Verdict = { kind: 'sent'; id: string; bounced: boolean } | { kind: 'not-sent' } | { kind: 'undecided' };

/** ms by which the provider's clock may be behind */
const SKEW = 60_000;

/**
 * What became of a mail whose call had no clear answer, from the provider's events of its recipient. One mail per recipient
 * is under way at a time, so an event of an unknown id with this subject is this mail's.
 */
export function decideDoubt({ events, known, subject, begunAt, full }: Doubt): Verdict {
  const open = events.filter(({ id, at }) => !known.has(id) && (at === undefined || at >= begunAt.getTime() - SKEW));
  const own = open.filter((event) => event.subject === subject);
  const ids = new Set(own.map(({ id }) => id));
  const [id] = ids;
  if (id !== undefined && ids.size === 1) return { kind: 'sent', id, bounced: own.some(({ status }) => status === 'bounce') };
  // Two mails with one subject, an event without a subject, or a list that ends too early.
  if (ids.size > 1 || full || open.some((event) => event.subject === undefined)) return { kind: 'undecided' };
  return { kind: 'not-sent' };
}
