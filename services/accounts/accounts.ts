import { createHmac, type KeyObject } from 'node:crypto';
import { accountEmail, accountMessages as messages } from '@nordhaut/contracts';
import type { Accepted, Commands } from '@nordhaut/platform/envelope';
import { orThrow, refuse, Rejected, type RequestContext } from '@nordhaut/platform/http';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { Logger } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import type { Agreements } from './legal.ts';
import type { Credentials, Session } from './credentials.ts';
import { newInviteCode } from './invite-code.ts';
import type { AttemptLimits } from './limits.ts';
import type { Member, MemberState } from './member.ts';
import { memberDecider, type MemberCommand } from './member.decide.ts';
import type { MemberEvent } from './member-events.ts';
import { memberOfCode } from './projections/members.ts';
import type { Registration } from './registration.ts';
import { memberStream, memberSubject } from './stream.ts';

const registrationId = nameUuids('b7f2a9d4-38c1-5e60-92ab-5d0c7f1e6a83');

export type AccountsDeps = {
  commands: Commands;
  pool: pg.Pool;
  credentials: Credentials;
  /** undefined: limits are off */
  limits: AttemptLimits | undefined;
  agreements: Agreements;
  /** of the keyed hashes in events */
  key: KeyObject;
  log: Logger;
};

export type SignedIn = { session: Session; member: Member; revision: number; position: bigint };
export type Caller = { context: RequestContext; address: string };

export type Accounts = ReturnType<typeof createAccounts>;

/** Registration, sign-in and the member's own commands (spec/2-accounts-and-members §4). */
export function createAccounts({ commands, pool, credentials, limits, agreements, key, log }: AccountsDeps) {
  const keyOf = (kind: 'email' | 'phone', value: string): string => createHmac('sha256', key).update(`${kind}/${value}`).digest('hex');
  const limited = async (email: string, { address }: Caller): Promise<() => Promise<void>> =>
    (await limits?.count(email, address)) ?? (() => Promise.resolve());
  const load = (memberId: string) => commands.load(memberStream(memberId), memberDecider);

  async function change(memberId: string, command: MemberCommand, context: RequestContext): Promise<Accepted<MemberState, MemberEvent>> {
    return orThrow(await commands.handle(memberStream(memberId), memberDecider, command, context));
  }

  /**
   * The member's own event. Its command id comes from the account, so a repeated registration after a crash finds the account
   * and completes the member (decisions.md 95).
   */
  async function begin(accountId: string, { contact, email }: Registration, { context }: Caller): Promise<Omit<SignedIn, 'session'>> {
    const { state, revision, position } = orThrow(
      await commands.handle(
        memberStream(accountId),
        memberDecider,
        {
          type: 'Register',
          at: context.now.toISOString(),
          subject: memberSubject(accountId),
          method: 'EMAIL',
          inviteCode: newInviteCode(),
          emailKey: keyOf('email', email),
          phoneKey: keyOf('phone', contact.phone),
          ...agreements,
          contact,
        },
        { ...context, commandId: registrationId(`register/${accountId}`), actor: { kind: 'member', id: accountId } },
      ),
    );
    if (state === null) throw new Error('a member was registered and does not exist');
    return { member: state, revision, position };
  }

  async function bind(memberId: string, code: string, context: RequestContext): Promise<Accepted<MemberState, MemberEvent>> {
    const found = await memberOfCode(pool, code);
    const [member, referrer] = await Promise.all([load(memberId), found && load(found.memberId)]);
    const samePerson = referrer?.state?.emailKey === member.state?.emailKey || referrer?.state?.phoneKey === member.state?.phoneKey;
    const command: MemberCommand = {
      type: 'BindReferral',
      at: context.now.toISOString(),
      code,
      referrer: found && referrer?.state ? { memberId: found.memberId, registeredAt: referrer.state.registeredAt, samePerson } : null,
      hasOrdered: false,
    };
    return change(memberId, command, context);
  }

  return {
    /** @throws Rejected 400 EMAIL_TAKEN, 429 */
    async register(registration: Registration, caller: Caller): Promise<SignedIn> {
      const { email, password, referral } = registration;
      const takeBack = await limited(email, caller);
      const made = await credentials.register(email, password);
      let session = made === 'taken' ? undefined : made;
      if (session === undefined) {
        // An account without a member is a registration that a crash cut short. Only its owner has the password.
        const signedIn = await credentials.signIn(email, password);
        const unfinished = signedIn.ok && (await load(signedIn.session.accountId)).state === null;
        if (!signedIn.ok || !unfinished) throw emailTaken();
        session = signedIn.session;
      }
      const { accountId } = session;
      const begun = await begin(accountId, registration, caller);
      await takeBack();
      if (referral !== null) {
        const context = {
          ...caller.context,
          commandId: registrationId(`referral/${accountId}`),
          actor: { kind: 'member', id: accountId } as const,
        };
        await bind(accountId, referral, context).catch((err: unknown) => {
          if (!(err instanceof Rejected)) throw err;
          log.info({ code: err.rejection.code }, 'the referral code of a registration was not bound');
        });
      }
      return { session, ...begun };
    },

    /** @throws Rejected with the state 400, 401 or 402 of the specification (§8); 429 */
    async signIn(typed: string, password: string, caller: Caller): Promise<SignedIn> {
      if (typed.trim() === '' || password === '') return refuse(400, 'CREDENTIALS_EMPTY', messages.emptyCredentials);
      const email = accountEmail(typed);
      if (email === undefined) return refuse(400, 'EMAIL_INVALID', messages.loginEmailInvalid);
      const takeBack = await limited(email, caller);
      const outcome = await credentials.signIn(email, password);
      if (!outcome.ok)
        return outcome.reason === 'unknown'
          ? refuse(401, 'EMAIL_UNKNOWN', messages.loginUnknown)
          : refuse(402, 'PASSWORD_WRONG', messages.loginPasswordWrong);
      const { session } = outcome;
      const { state, revision, position } = await load(session.accountId);
      if (state === null || state.closedAt !== null) {
        await credentials.signOut(session.token);
        return refuse(401, 'EMAIL_UNKNOWN', messages.loginUnknown);
      }
      await takeBack();
      return { session, member: state, revision, position };
    },

    signOut: (token: string): Promise<void> => credentials.signOut(token),

    /** Whether the e-mail has an account (decisions.md 94). @throws Rejected 400, 429 */
    async check(typed: string, caller: Caller): Promise<boolean> {
      const email = accountEmail(typed);
      if (email === undefined) return refuse(400, 'EMAIL_INVALID', messages.email);
      await limited(email, caller);
      return (await credentials.accountOf(email)) !== undefined;
    },

    async member(memberId: string): Promise<{ member: Member; revision: number; position: bigint }> {
      const { state, revision, position } = await load(memberId);
      if (state === null || state.closedAt !== null) return refuse(401, 'UNAUTHORISED', messages.signInFirst);
      return { member: state, revision, position };
    },

    change,
    bind,
    emailKey: (email: string): string => keyOf('email', email),
    phoneKey: (phone: string): string => keyOf('phone', phone),
  };
}

const emailTaken = (): Rejected =>
  new Rejected({ status: 400, code: 'EMAIL_TAKEN', message: messages.emailTaken, details: { error: 'auth/email-already-in-use' } });
