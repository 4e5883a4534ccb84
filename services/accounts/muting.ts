import { orThrow } from '@nordhaut/platform/http';
import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import type pg from 'pg';
import type { Mute } from './member-commands.ts';
import { memberDecider } from './member.decide.ts';
import { memberOfCode } from './projections/members.ts';
import { memberStream } from './stream.ts';

export type Muting = ReturnType<typeof createMuting>;

type MutingDeps = {
  commands: Commands;
  pool: pg.Pool;
  /** waits a bounded time until the read model of the members has the events of this moment */
  caughtUp: () => Promise<unknown>;
};

/**
 * The products that a member cannot buy (decisions.md 26). Support sets them. Ids are those that support chose; the catalogue
 * adds the sets.
 */
export function createMuting({ commands, pool, caughtUp }: MutingDeps) {
  const load = async (memberId: string) => (await commands.load(memberStream(memberId), memberDecider)).state;

  return {
    /** From the member's stream, so a change counts at once. */
    of: async (memberId: string): Promise<ReadonlySet<number>> => new Set((await load(memberId))?.muted),

    /** The member with this invite code, which support gets from the member. undefined: no open account has it */
    async byCode(code: string): Promise<{ memberId: string; muted: readonly number[] } | undefined> {
      // Somebody who registered a moment ago is not in the read model yet.
      const found = (await memberOfCode(pool, code)) ?? (await caughtUp().then(() => memberOfCode(pool, code)));
      const state = found ? await load(found.memberId) : null;
      return found && state ? { memberId: found.memberId, muted: state.muted } : undefined;
    },

    /** @returns the member's muted products after it. @throws Rejected where the account was closed meanwhile */
    async change(memberId: string, command: Mute, context: CommandContext): Promise<readonly number[]> {
      const { state } = orThrow(await commands.handle(memberStream(memberId), memberDecider, command, context));
      return state?.muted ?? [];
    },
  };
}
