import { accountEmail, accountMessages as messages, type LoginType } from '@nordhaut/contracts';
import type { Agreements } from '@nordhaut/contracts/legal/agreements';
import type { Accepted } from '@nordhaut/platform/envelope';
import { refuse, Rejected } from '@nordhaut/platform/http';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { Logger } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import type { Credentials, Session } from './credentials.ts';
import { newInviteCode } from './invite-code.ts';
import type { Member, MemberState } from './member-state.ts';
import type { MemberEvent } from './member-events.ts';
import type { Caller, Members } from './members.ts';
import type { Addresses } from './addresses.ts';
import type { Passwords } from './passwords.ts';
import { isOnePerson, type PersonKeys, personKeysOf, provenEmails } from './one-person.ts';
import { closedWith, memberOfCode } from './projections/members.ts';
import type { Registration } from './registration.ts';
import { type Pending, type SocialSignIn, wayOf } from './social/sign-in.ts';
import { memberSubject } from './stream.ts';
import type { FoundingNumberOf, ViewOf } from './member-views.ts';

const registrationId = nameUuids('b7f2a9d4-38c1-5e60-92ab-5d0c7f1e6a83');

export type AccountsDeps = {
  members: Members;
  addresses: Pick<Addresses, 'complete' | 'useOwn'>;
  passwords: Pick<Passwords, 'complete'>;
  social: Pick<SocialSignIn, 'memberOf' | 'completed'>;
  pool: pg.Pool;
  credentials: Credentials;
  agreements: Agreements;
  log: Logger;
  viewOf: ViewOf;
  foundingNumberOf: FoundingNumberOf;
  tracesOf: TracesOf;
};

/** What shows of a member's orders, by keyed hashes (decisions.md 63). `isPurchase`: the order stands */
export type TracesOf = (memberId: string) => Promise<{ orders: readonly { isPurchase: boolean; phoneKey: string | undefined }[] }>;

export type SignedIn = { session: Session; member: Member; foundingNumber: number | null; revision: number; position: bigint };

export type Accounts = ReturnType<typeof createAccounts>;

/** Registration, sign-in and the member's own commands (spec/2-accounts-and-members §4). */
export function createAccounts(deps: AccountsDeps) {
  const { members, addresses, passwords, social, pool, credentials, agreements, log, viewOf, foundingNumberOf, tracesOf } = deps;
  const { keyOf, limited, load, change, makesRoom } = members;

  /**
   * The member's own events. The command id comes from the account, so a repeated registration after a crash finds the account
   * and completes the member (decisions.md 95).
   */
  async function begin(
    accountId: string,
    { contact, email, referral }: Registration,
    caller: Caller,
    way: { method: LoginType; accountKey?: string } = { method: 'EMAIL' },
  ): Promise<Omit<SignedIn, 'session'>> {
    const { context } = caller;
    const keys = { emailKey: keyOf('email', email), phoneKey: keyOf('phone', contact.phone) };
    const { state, revision, position } = await change(
      accountId,
      {
        type: 'Register',
        at: context.now.toISOString(),
        subject: memberSubject(accountId),
        ...way,
        inviteCode: newInviteCode(),
        ...keys,
        ...agreements,
        contact,
        requestId: context.commandId,
        referral:
          referral === null
            ? null
            : { code: referral, ...(await referralFacts(referral, { emails: [keys.emailKey], phones: [keys.phoneKey] }, caller)) },
      },
      { ...context, commandId: registrationId(`register/${accountId}`), actor: { kind: 'member', id: accountId } },
    );
    if (state === null) throw new Error('a member was registered and does not exist');
    // The specification wants a refused code logged, and the member told nothing.
    if (referral !== null && state.referral === null) log.info('the referral code of a registration was not bound');
    return { member: state, foundingNumber: null, revision, position };
  }

  const keysOf = async (memberId: string, state: Member): Promise<PersonKeys> =>
    personKeysOf(
      state,
      (await tracesOf(memberId)).orders.flatMap(({ phoneKey }) => phoneKey ?? []),
    );

  /**
   * Whether the person was bound in an account that is closed now: a binding is for good (decisions.md 63). Of that account count the
   * addresses that it confirmed, and the numbers that received an order that stands. A stranger may have typed any others.
   */
  async function wasBound(own: PersonKeys): Promise<boolean> {
    for (const memberId of await closedWith(pool, own)) {
      const { state } = await load(memberId);
      if (!state?.referral) continue;
      const phones = (await tracesOf(memberId)).orders.flatMap(({ isPurchase, phoneKey }) => (isPurchase && phoneKey) || []);
      if (isOnePerson(own, { emails: provenEmails(state), phones })) return true;
    }
    return false;
  }

  /**
   * Who has the code, as facts for the decision about the person with the keys `own`. Over the limit nobody is compared, so the answer
   * tells nothing: the code is bound, and the reward, which compares all keys, is void where it was one person.
   */
  async function referralFacts(code: string, own: PersonKeys, caller: Caller) {
    const found = await memberOfCode(pool, code);
    const state = found ? (await load(found.memberId)).state : null;
    if (!found || !state) return { referrer: null, boundBefore: false };
    const { memberId } = found;
    const isCompared = await members.mayCompare(memberId, caller, own.phones.length);
    const boundBefore = isCompared && (await wasBound(own));
    const samePerson = isCompared && isOnePerson(own, await keysOf(memberId, state));
    return { referrer: { memberId, registeredAt: state.registeredAt, samePerson }, boundBefore };
  }

  async function bind(memberId: string, code: string, hasOrdered: boolean, caller: Caller): Promise<Accepted<MemberState, MemberEvent>> {
    const { context } = caller;
    const { member } = await members.living(memberId);
    const facts = await referralFacts(code, await keysOf(memberId, withFewNumbers(member)), caller);
    return change(memberId, { type: 'BindReferral', at: context.now.toISOString(), code, ...facts, hasOrdered }, context);
  }

  /**
   * The session of an account that exists, for a registration that may be continued: with its password only. Another person's
   * account takes the same time for the right and for a wrong password.
   */
  async function continued(email: string, password: string, { context }: Caller): Promise<Session> {
    const accountId = await credentials.accountOf(email);
    if (accountId === undefined) return emailTaken();
    const [isPassword, { state }] = [await credentials.isPassword(accountId, password), await load(accountId)];
    // No member: a crash left the account without one. This registration's own: a crash kept the answer from the browser.
    const isOpen = state === null || state.registeredBy === context.commandId;
    if (state === null && !isPassword && (await makesRoom(email))) {
      const anew = await credentials.register(email, password);
      return anew === 'taken' ? emailTaken() : anew;
    }
    if (!isOpen || !isPassword) return emailTaken();
    // undefined: the account was closed meanwhile. The next try registers anew.
    return (await credentials.openSession(accountId, 'credential')) ?? emailTaken();
  }

  return {
    /** @throws Rejected 400 EMAIL_TAKEN, 429 */
    async register(registration: Registration, caller: Caller): Promise<SignedIn> {
      const { email, password } = registration;
      const takeBack = await members.registering(email, caller);
      const made = await credentials.register(email, password);
      const session = made === 'taken' ? await continued(email, password, caller) : made;
      const begun = await begin(session.accountId, registration, caller);
      if (begun.member.registeredBy !== caller.context.commandId) {
        // Another request with the password completed the account at the same moment.
        await credentials.signOut(session.token);
        return emailTaken();
      }
      await takeBack();
      return { session, ...begun };
    },

    /**
     * Completes a registration that LINE or Facebook began (decisions.md 91). It may be repeated after a crash.
     * @throws Rejected 400 EMAIL_TAKEN, 429
     */
    async registerPending(token: string, pending: Pending, registration: Registration, caller: Caller): Promise<SignedIn> {
      const { provider, person } = pending;
      const { email } = registration;
      const takeBack = await members.registering(email, caller);
      const accountKey = keyOf(provider, person.id);
      const known = await social.memberOf(provider, accountKey, caller);
      if (known !== undefined && known !== 'unfinished') {
        // The form was sent twice.
        const { member, revision, position } = await members.living(known.memberId);
        const session = (await credentials.openSessionOf(known.memberId, provider, accountKey)) ?? pendingOver();
        await social.completed(token, session, pending);
        await takeBack();
        return { session, member, foundingNumber: await foundingNumberOf(known.memberId), revision, position };
      }
      const begins = () => credentials.registerLogin(email, provider, accountKey);
      const first = await begins();
      const made = first === 'taken' && (await makesRoom(email)) ? await begins() : first;
      if (made === 'taken' || (await credentials.changeEmail(made.accountId, email)) !== 'changed') return emailTaken();
      const { accountId } = made;
      const begun = await begin(accountId, registration, caller, { method: wayOf(provider), accountKey });
      // The person completed another form at the same moment, and its address is the member's.
      if (begun.member.emailKey !== keyOf('email', email)) await addresses.useOwn(accountId);
      await takeBack();
      const session = (await credentials.openSessionOf(accountId, provider, accountKey)) ?? pendingOver();
      await social.completed(token, session, pending);
      return { session, ...begun };
    },

    /** @throws Rejected with the state 400, 401 or 402 of the specification (§8); 429 */
    async signIn(typed: string, password: string, caller: Caller): Promise<SignedIn> {
      if (typed.trim() === '' || password === '') return refuse(400, 'CREDENTIALS_EMPTY', messages.emptyCredentials);
      const email = accountEmail(typed);
      if (email === undefined) return refuse(400, 'EMAIL_INVALID', messages.loginEmailInvalid);
      const counted = limited(email, caller);
      const outcome = await credentials.signIn(email, password, {
        allowed: counted,
        meanwhile: (accountId) => Promise.all([load(accountId), foundingNumberOf(accountId), counted.then((takeBack) => takeBack())]),
      });
      if (!outcome.ok)
        return outcome.reason === 'unknown'
          ? refuse(401, 'EMAIL_UNKNOWN', messages.loginUnknown)
          : refuse(402, 'PASSWORD_WRONG', messages.loginPasswordWrong);
      const {
        session,
        passwordNumber,
        meanwhile: [{ state, revision, position }, foundingNumber],
      } = outcome;
      if (state === null || state.closedAt !== null) {
        await (state === null ? credentials.signOut(session.token) : credentials.remove(session.accountId));
        return refuse(401, 'EMAIL_UNKNOWN', messages.loginUnknown);
      }
      if (!state.ways.includes('EMAIL')) {
        // The process died between the event that ended this way and the library's row.
        await credentials.removeLogin(session.accountId, 'credential');
        await credentials.signOut(session.token);
        return refuse(402, 'PASSWORD_WRONG', messages.loginPasswordWrong);
      }
      const emailKey = keyOf('email', email);
      // The process died between the library's row and the event of a changed address.
      if (state.newEmail?.emailKey === emailKey) await addresses.complete(session.accountId, emailKey, caller.context);
      // The process died between the library's row and the event of a new password.
      const completed = await passwords.complete(session.accountId, state, passwordNumber, caller.context);
      return {
        session,
        member: completed?.state ?? state,
        foundingNumber,
        revision: completed?.revision ?? revision,
        position: completed?.position ?? position,
      };
    },

    /** Whether the e-mail has an account (decisions.md 94). @throws Rejected 400, 429 */
    async check(typed: string, caller: Caller): Promise<boolean> {
      const email = accountEmail(typed);
      if (email === undefined) return refuse(400, 'EMAIL_INVALID', messages.email);
      await limited(email, caller);
      return (await credentials.accountOf(email)) !== undefined;
    },

    member: members.living,

    viewOf,
    change,
    bind,
    emailKey: (email: string): string => keyOf('email', email),
    phoneKey: (phone: string): string => keyOf('phone', phone),
  };
}

/** How many earlier phone numbers the binding of a code compares, with the present one. */
const EARLIER_NUMBERS = 2;

/**
 * The answer tells whether a number is the code owner's, so one account tells it of few numbers. The reward compares all of them
 * (infra/decisions/082).
 */
const withFewNumbers = (member: Member): Member => ({
  ...member,
  earlierKeys: { ...member.earlierKeys, phones: member.earlierKeys.phones.slice(-EARLIER_NUMBERS) },
});

const pendingOver = (): never => refuse(400, 'LINK_INVALID', messages.pendingOver);
const emailTaken = (): never => {
  const details = { error: 'auth/email-already-in-use' };
  throw new Rejected({ status: 400, code: 'EMAIL_TAKEN', message: messages.emailTaken, details });
};
