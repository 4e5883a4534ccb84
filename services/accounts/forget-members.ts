import { randomUUID } from 'node:crypto';
import { accountEmail } from '@nordhaut/contracts';
import type { CommandContext } from '@nordhaut/platform/envelope';
import {
  type FinishEngine,
  type Forgets,
  type ForgettingAnswer,
  type ForgettingEngine,
  type ForgettingRequest,
  NO_ACCOUNT,
  type Waits,
} from '@nordhaut/platform/forgetting';
import { memberWaits } from './closing.ts';
import type { MemberForgettingCommand } from './member-commands.ts';
import { memberDecider } from './member.decide.ts';
import { memberData } from './personal-data.ts';
import { type ClosedMember, closedMembers, endedMembers, overdueMembers, unknownMembers } from './projections/members.ts';
import { MEMBER_CATEGORY, memberIdOf, memberStream, memberSubject } from './stream.ts';

const BATCH = 100;
/** days of the law from a request to its end (decisions.md 86) */
const DUE_MS = 30 * 86_400_000;
/** Accounts that were closed before are overdue. */
export const dueBefore = (now: Date): Date => new Date(now.getTime() - DUE_MS);

const contextOf = ({ clock }: ForgettingEngine, commandId: string, actor: CommandContext['actor']): CommandContext => ({
  commandId,
  correlationId: commandId,
  actor,
  now: clock(),
});
const loaded = (engine: Pick<ForgettingEngine, 'commands'>, memberId: string) =>
  engine.commands.load(memberStream(memberId), memberDecider);
const run = (engine: ForgettingEngine, memberId: string, command: MemberForgettingCommand, context: CommandContext) =>
  engine.commands.handle(memberStream(memberId), memberDecider, command, context);

const endSignIn = (engine: Pick<ForgettingEngine, 'pool'>, memberId: string) =>
  engine.pool.query('with gone as (delete from account_tokens where owner = $1) delete from account_users where id = $1', [memberId]);

/** Ends sign-in and sessions also where the process died right after the event. An account that waits for its orders is no exception. */
const endSignInOfClosed = (pool: ForgettingEngine['pool']) =>
  pool.query(
    `with closed as (select member_id from members where closed_at is not null and forgotten_at is null),
       gone as (delete from account_tokens using closed where owner = member_id)
     delete from account_users using closed where id = member_id`,
  );

async function forget(engine: ForgettingEngine, memberId: string, request: ForgettingRequest): Promise<ForgettingAnswer | undefined> {
  const { state } = await loaded(engine, memberId);
  if (!state) return undefined;
  const stream = memberStream(memberId);
  const subject = memberSubject(memberId);
  if (state.forgottenAt !== null || !request.purposes.includes('contact')) return { kind: 'nothing-left', stream, at: state.forgottenAt };
  const at = engine.clock().toISOString();
  const { reason, dryRun, commandId, actor = { kind: 'support', id: 'cli' } } = request;
  const waits = await memberWaits(engine)(memberId, state.adopted);
  if (waits.length > 0) {
    if (!dryRun && state.closedAt === null) {
      await engine.commands.handle(stream, memberDecider, { type: 'CloseAccount', at }, contextOf(engine, commandId, actor));
      await endSignIn(engine, memberId);
    }
    const dueBy = new Date(Date.parse(state.closedAt ?? at) + DUE_MS).toISOString();
    return { kind: 'waits', purposes: ['contact'], waits, dueBy, kept: [] };
  }
  const data = { at, purposes: ['contact' as const], requester: 'PERSON' as const, reason, kept: [] };
  if (!dryRun)
    await run(engine, memberId, { type: 'ForgetMember', at, subject, reason, purposes: ['contact'] }, contextOf(engine, commandId, actor));
  return { kind: 'forgotten', stream, subject, data };
}

const open = (waits: Waits): boolean => waits.length > 0;

type Closed = { memberId: string; closedAt: string; position: bigint };
const isNoticeUnderWay = async (engine: ForgettingEngine, closed: Closed): Promise<boolean> =>
  (await Promise.all(engine.forgets.map(({ memberNotice }) => memberNotice?.(engine, closed) ?? Promise.resolve(false)))).includes(true);

async function finish(engine: FinishEngine): Promise<boolean> {
  await endSignInOfClosed(engine.pool);
  await engine.due.each(
    (last: ClosedMember | undefined) => closedMembers(engine.pool, BATCH, last),
    async ({ memberId, closedAt }) => {
      const { state, position } = await loaded(engine, memberId);
      if (!state || state.forgottenAt !== null || open(await memberWaits(engine)(memberId, state.adopted))) return;
      if (await isNoticeUnderWay(engine, { memberId, closedAt: closedAt.toISOString(), position })) return;
      const context = contextOf(engine, randomUUID(), { kind: 'system', id: 'forgetter' });
      const at = context.now.toISOString();
      const subject = memberSubject(memberId);
      await run(engine, memberId, { type: 'ForgetMember', at, subject, reason: 'REQUESTED', purposes: ['contact'] }, context);
    },
  );
  return false;
}

/** How the shop forgets a member: the account ends, and its contact data when nothing is open any more (decisions.md 98). */
export const memberForgetting: Forgets = {
  keeps: memberData,
  forget: (engine, { member }, request) => (member === undefined ? Promise.resolve(undefined) : forget(engine, member, request)),
  finish,
  async accountEnd(engine, memberId) {
    const { state } = await loaded(engine, memberId);
    return state ? (state.closedAt ?? state.forgottenAt) : NO_ACCOUNT;
  },
  endedAccounts: ({ pool }, page) => endedMembers(pool, page),
  withoutAccount: ({ pool }, memberIds) => unknownMembers(pool, memberIds),
  async stuck({ pool, clock }) {
    return (await overdueMembers(pool, dueBefore(clock()))).map(({ memberId, closedAt }) => ({
      name: `member ${memberId}`,
      since: closedAt.toISOString(),
      dueBy: new Date(closedAt.getTime() + DUE_MS).toISOString(),
    }));
  },
  async erase(engine, { stream }) {
    if (stream.startsWith(`${MEMBER_CATEGORY}-`)) await endSignIn(engine, memberIdOf(stream));
  },
  async restore(engine, { stream, data }) {
    if (!stream.startsWith(`${MEMBER_CATEGORY}-`)) return false;
    const memberId = memberIdOf(stream);
    const context = contextOf(engine, randomUUID(), { kind: 'system', id: 'forgetter' });
    const command = { type: 'RestoreForgetting', subject: memberSubject(memberId), forgotten: data } as const;
    const outcome = await run(engine, memberId, command, context);
    // A member who registered after the backup is not in the restored store.
    return outcome.ok && outcome.state !== null;
  },
};

/** The e-mail under which a member signs in; undefined after the person was forgotten. */
export const signInEmail = (contact: { email: string } | null): string | undefined =>
  contact === null ? undefined : accountEmail(contact.email);
