import type { Member as MemberView } from '@nordhaut/contracts';
import type { Member } from './member-state.ts';
import { memberUid } from './member-uid.ts';
import { memberView } from './view.ts';

/** The products that are muted with these: themselves, and the sets that contain one (decisions.md 26). */
export type MutedBy = (muted: ReadonlySet<number>) => number[];
/** The number of a founding membership that holds now; null: the member has none (decisions.md 66). */
export type FoundingNumberOf = (memberId: string) => Promise<number | null>;
export type ViewOf = (memberId: string, member: Member, revision: number) => Promise<MemberView>;

/** What members see of themselves. */
export const memberViews =
  (mutedBy: MutedBy, foundingNumberOf: FoundingNumberOf): ViewOf =>
  async (memberId, member, revision) =>
    memberView(memberUid(memberId), member, revision, {
      foundingNumber: await foundingNumberOf(memberId),
      mutedProducts: mutedBy(new Set(member.muted)),
    });
