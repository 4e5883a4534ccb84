import type { Member as MemberView } from '@nordhaut/contracts';
import type { Member } from './member-state.ts';
import { memberUid } from './member-uid.ts';
import { memberView } from './view.ts';

/** The products that are muted with these: themselves, and the sets that contain one (decisions.md 26). */
export type MutedBy = (muted: ReadonlySet<number>) => number[];
export type ViewOf = (memberId: string, member: Member, revision: number) => MemberView;

/** What members see of themselves. */
export const memberViews =
  (mutedBy: MutedBy): ViewOf =>
  (memberId, member, revision) =>
    memberView(memberUid(memberId), member, revision, mutedBy(new Set(member.muted)));
