import { randomUUID } from 'node:crypto';
import { RIGHTS, type Right } from '@nordhaut/contracts/support';
import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import type { EventStore } from '@nordhaut/platform/event-store';
import { orThrow } from '@nordhaut/platform/http';
import type pg from 'pg';
import { messages } from '../messages.ts';
import { openerOf } from './may-be-one.ts';
import { hashOf, newToken } from './secrets.ts';
import { type Staff, staffDecider } from './staff.decide.ts';
import type { StaffStore } from './store.ts';
import { FIRST_STAFF, staffStream, staffSubject } from './stream.ts';

export type StaffMembers = ReturnType<typeof staffMembers>;

const FIRST_NAME = '管理員';

/** Who belongs to the staff, with which rights. Their events are the truth; the store has what opens their accounts. */
export function staffMembers({
  commands,
  events,
  store,
  pool,
  origin,
  clock,
}: {
  commands: Commands;
  events: Pick<EventStore, 'read'>;
  store: StaffStore;
  pool: pg.Pool;
  origin: string;
  clock: () => Date;
}) {
  const at = () => clock().toISOString();
  const load = async (staffId: string): Promise<Staff> => (await commands.load(staffStream(staffId), staffDecider)).state;
  /** The token is in the fragment, which browsers send to nobody. */
  const link = async (staffId: string): Promise<string> => {
    const token = newToken();
    await store.invite(staffId, hashOf(token));
    return `${origin}/console/join#${token}`;
  };

  /**
   * Whether who made the link may still give what it opens: that person could use it, and may have left or lost a right since. Who had
   * that person's lost factors may have made it. Of the first account the operator's link counts as long as nobody can sign in.
   */
  async function isLinkGiven(staffId: string, { rights }: NonNullable<Staff>): Promise<boolean> {
    const opener = await openerOf(events, staffId);
    if (opener === undefined || (staffId === FIRST_STAFF && !(await store.hasFactors()))) return true;
    const by = opener.isReset ? null : await load(opener.staffId);
    return by?.left === false && ['administer' as const, ...rights].every((right) => by.rights.includes(right));
  }

  return {
    load,

    /**
     * The link for the first account, with all rights; undefined where somebody can sign in. Each call replaces the
     * earlier link. The account begins when the link is used, so a start alone writes no event.
     */
    firstLink: async (): Promise<string | undefined> =>
      (await store.hasFactors()) || (await load(FIRST_STAFF))?.left === true ? undefined : link(FIRST_STAFF),

    /** The person of a link; the first account need not exist yet. */
    invitee: async (staffId: string): Promise<{ name: string; anew: boolean } | undefined> => {
      const staff = await load(staffId);
      if (!staff) return staffId === FIRST_STAFF ? { name: FIRST_NAME, anew: false } : undefined;
      if (staff.left || !(await isLinkGiven(staffId, staff))) return undefined;
      return { name: staff.name, anew: staff.factors.length > 0 };
    },

    /** Records the first account when its link is used. */
    async beginFirst(staffId: string, context: CommandContext): Promise<void> {
      if (staffId !== FIRST_STAFF || (await load(FIRST_STAFF))) return;
      const rights: Right[] = [...RIGHTS];
      const command = { type: 'InviteStaff', at: at(), subject: staffSubject(staffId), name: FIRST_NAME, rights, own: RIGHTS } as const;
      orThrow(await commands.handle(staffStream(staffId), staffDecider, command, context));
    },

    /** `own`, here and below: the rights of who asks, who gives no other ones. */
    async invite(
      name: string,
      rights: Right[],
      own: readonly Right[],
      context: CommandContext,
    ): Promise<{ staffId: string; link: string }> {
      const staffId = randomUUID();
      const command = { type: 'InviteStaff', at: at(), subject: staffSubject(staffId), name, rights, own } as const;
      orThrow(await commands.handle(staffStream(staffId), staffDecider, command, context, { fresh: true }));
      return { staffId, link: await link(staffId) };
    },

    /** Ends the lost factors and all sessions. The event comes first: from then on no row of the account opens anything. */
    async reset(staffId: string, reason: string, own: readonly Right[], context: CommandContext): Promise<string> {
      const command = { type: 'ResetFactors', at: at(), reason, isOneself: context.actor.id === staffId, own } as const;
      orThrow(await commands.handle(staffStream(staffId), staffDecider, command, context));
      await store.clear(staffId);
      return link(staffId);
    },

    async changeRights(staffId: string, rights: Right[], reason: string, own: readonly Right[], context: CommandContext): Promise<void> {
      const command = { type: 'ChangeRights', at: at(), rights, reason, isOneself: context.actor.id === staffId, own } as const;
      orThrow(await commands.handle(staffStream(staffId), staffDecider, command, context));
    },

    async end(staffId: string, reason: string, context: CommandContext): Promise<void> {
      const command = { type: 'EndStaff', at: at(), reason, isOneself: context.actor.id === staffId } as const;
      orThrow(await commands.handle(staffStream(staffId), staffDecider, command, context));
      await store.clear(staffId);
    },

    async list(): Promise<{ staffId: string; staff: NonNullable<Staff> }[]> {
      const { rows } = await pool.query<{ staff_id: string }>('select staff_id from staff order by invited_at, staff_id');
      const all = await Promise.all(rows.map(async ({ staff_id: staffId }) => ({ staffId, staff: await load(staffId) })));
      return all.flatMap(({ staffId, staff }) => (staff ? [{ staffId, staff }] : []));
    },

    /** The name behind an actor's id, for the history; `客服人員` where the name is gone. */
    nameOf: async (staffId: string): Promise<string> => (await load(staffId))?.name || messages.unknownStaff,
  };
}
