/** The fields of a status message that the test reads. */
export type StatusMessage = { orderNo: string; revision: number; position: string; at: string; entry: { code: string } | null };
/** The fields of the look-up that the test reads. */
export type Shown = { revision: number; timeline: readonly { code: string; revision: number }[] };

/** `repeated`: received before; a page drops it. `late`: received for the first time, but after a newer one; a page drops it, so its reader never sees it. */
export type Verdict = 'new' | 'repeated' | 'late';

/** The statuses of one order that a follower knows: from the look-up and from the socket. */
export function createHeard(known: Shown) {
  const revisions = new Set(known.timeline.map(({ revision }) => revision));
  const codes = new Set(known.timeline.map(({ code }) => code));
  let last = known.revision;
  return {
    /** the last revision; a reconnecting follower asks for later ones */
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
    /** revisions that the look-up shows and the socket did not send */
    missing: ({ timeline }: Shown): number[] => timeline.map(({ revision }) => revision).filter((revision) => !revisions.has(revision)),
  };
}
