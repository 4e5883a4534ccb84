import { accountEmail, accountMessages as messages, type LoginType } from '@nordhaut/contracts';
import type { Agreements } from '@nordhaut/contracts/legal/agreements';
import { refuse, Rejected } from '@nordhaut/platform/http';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { Logger } from '@nordhaut/platform/telemetry';
import type { Credentials, Session } from './credentials.ts';
import { newInviteCode } from './invite-code.ts';
import type { Member } from './member-state.ts';
import type { Caller, Members } from './members.ts';
import type { Addresses } from './addresses.ts';
import type { Passwords } from './passwords.ts';
import type { Referrals } from './referrals.ts';
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
  referrals: Referrals;
  credentials: Credentials;
  agreements: Agreements;
  log: Logger;
  viewOf: ViewOf;
  foundingNumberOf: FoundingNumberOf;
};

export type SignedIn = { session: Session; member: Member; foundingNumber: number | null; revision: number; position: bigint };

export type Accounts = ReturnType<typeof createAccounts>;

/** Registration, sign-in and the member's own commands (spec/2-accounts-and-members §4). */
export function createAccounts(deps: AccountsDeps) {
  const { members, addresses, passwords, social, referrals, credentials, agreements, log, viewOf, foundingNumberOf } = deps;
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
            : { code: referral, ...(await referrals.factsOf(referral, { emails: [keys.emailKey], phones: [keys.phoneKey] }, caller)) },
      },
      { ...context, commandId: registrationId(`register/${accountId}`), actor: { kind: 'member', id: accountId } },
    );
    if (state === null) throw new Error('a member was registered and does not exist');
    // The specification wants a refused code logged, and the member told nothing.
    if (referral !== null && state.referral === null) log.info('the referral code of a registration was not bound');
    return { member: state, foundingNumber: null, revision, position };
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
    markOf: members.markOf,
    bind: referrals.bind,
    emailKey: (email: string): string => keyOf('email', email),
    phoneKey: (phone: string): string => keyOf('phone', phone),
  };
}

const pendingOver = (): never => refuse(400, 'LINK_INVALID', messages.pendingOver);
const emailTaken = (): never => {
  const details = { error: 'auth/email-already-in-use' };
  throw new Rejected({ status: 400, code: 'EMAIL_TAKEN', message: messages.emailTaken, details });
};
