import { dayOf } from '@nordhaut/contracts';
import { orThrow, type RequestContext } from '@nordhaut/platform/http';
import { memberDecider } from './member.decide.ts';
import type { Member, MemberState } from './member-state.ts';
import type { Members } from './members.ts';
import { readBirthday } from './profile.ts';
import { memberSubject } from './stream.ts';

/** The member sets the birthday once, and support corrects it (decisions.md 64). */
export function birthdayCorrections({ members, clock }: { members: Members; clock: () => Date }) {
  const commandOf = (memberId: string, typed: string) => {
    const now = clock();
    const changes = { birthday: readBirthday(typed, dayOf(now)) };
    const subject = memberSubject(memberId);
    return { type: 'ChangeProfile', at: now.toISOString(), subject, changes, phoneKey: null, bySupport: true } as const;
  };

  return {
    /** The member now, and as the correction would leave it. Nothing is recorded. @throws Rejected as the correction would */
    async preview(memberId: string, typed: string): Promise<{ before: Member; after: Member }> {
      const command = commandOf(memberId, typed);
      const { state: before } = await members.load(memberId);
      const events = orThrow(memberDecider.decide(command, before)).events;
      const after = events.reduce<MemberState>(
        (state, event) => memberDecider.evolve(state, { ...event, revision: 0, position: 0n, recordedAt: command.at }),
        before,
      );
      if (!before || !after) throw new Error(`the member ${memberId} has no history`);
      return { before, after };
    },

    /** @throws Rejected 400, 401, 409 */
    correct: async (memberId: string, typed: string, context: RequestContext): Promise<'changed' | 'same'> =>
      (await members.change(memberId, commandOf(memberId, typed), context)).events.length > 0 ? 'changed' : 'same',
  };
}
