/** A status as the socket tells it; of a message only this is read. */
export type StatusMessage = { orderNo: string; revision: number; at: string; entry: { code: string } | null };
/** The order as the look-up shows it; of the answer only this is read. */
export type Shown = { revision: number; timeline: readonly { code: string; revision: number }[] };

/** `repeated`: told before, a page drops it. `late`: never told before, and a later one was: a page would drop it as well, and its reader never sees it. */
export type Verdict = 'new' | 'repeated' | 'late';

/** What a follower of one order knows: what the look-up showed, and what it has been told since. */
export function createHeard(known: Shown) {
  const revisions = new Set(known.timeline.map(({ revision }) => revision));
  const codes = new Set(known.timeline.map(({ code }) => code));
  let last = known.revision;
  return {
    /** the revision behind which a follower that comes back asks */
    last: () => last,
    has: (code: string) => codes.has(code),
    hear({ revision, entry }: StatusMessage): Verdict {
      if (revisions.has(revision)) return 'repeated';
      revisions.add(revision);
      if (entry) codes.add(entry.code);
      if (revision < last) return 'late';
      last = revision;
      return 'new';
    },
    /** revisions of the statuses that the look-up shows and the socket did not send */
    missing: ({ timeline }: Shown): number[] => timeline.map(({ revision }) => revision).filter((revision) => !revisions.has(revision)),
  };
}
