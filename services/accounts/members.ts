import { createHmac, type KeyObject } from 'node:crypto';
import { accountEmail, accountMessages as messages, NEW_WAY_DAYS } from '@nordhaut/contracts';
import type { Accepted, Commands, Loaded } from '@nordhaut/platform/envelope';
import { orThrow, refuse, type RequestContext } from '@nordhaut/platform/http';
import type { Credentials } from './credentials.ts';
import type { AttemptLimits, TakeBack } from './limits.ts';
import type { Link, Member, MemberState } from './member-state.ts';
import type { MemberCommand } from './member-commands.ts';
import { memberDecider } from './member.decide.ts';
import type { MemberEvent } from './member-events.ts';
import { memberStream } from './stream.ts';

/** ms after which an account without a member is no registration under way any more */
const UNFINISHED_MS = 3_600_000;

/** `mark`: of a browser in which an account was open before; at a sign-in */
export type Caller = { context: RequestContext; address: string; mark?: string | undefined };

export type Members = ReturnType<typeof createMembers>;

export type MembersOptions = {
  commands: Commands;
  credentials: Credentials;
  /** undefined: limits are off */
  limits: AttemptLimits | undefined;
  /** of the keyed hashes in events */
  key: KeyObject;
};

/** The members' streams, and what every call about a member needs. */
export function createMembers({ commands, credentials, limits, key }: MembersOptions) {
  const keyOf = (kind: 'email' | 'phone' | 'line' | 'facebook', value: string): string =>
    createHmac('sha256', key).update(`${kind}/${value}`).digest('hex');
  const load = (memberId: string): Promise<Loaded<MemberState>> => commands.load(memberStream(memberId), memberDecider);
  /**
   * The counter of the caller's browser, where the account of this e-mail was open in it before. Only such a browser has the mark, so the
   * time of the look reveals no account.
   */
  async function knownBrowser(email: string, mark: string): Promise<Buffer | undefined> {
    const marked = limits?.accountOfMark(mark, email);
    const accountId = marked && (await credentials.accountOf(email));
    const member = accountId === undefined ? null : (await load(accountId)).state;
    return marked && member ? limits?.counterOf(marked, member) : undefined;
  }
  const limited = async (email: string, { address, mark }: Pick<Caller, 'address' | 'mark'>): Promise<TakeBack> =>
    (await limits?.count(email, address, mark === undefined ? undefined : await knownBrowser(email, mark))) ?? (() => Promise.resolve());

  /** Counts what the signed-in member asks for. @throws Rejected 429 */
  const limitedSignedIn = async (own: Pick<Proving, 'memberId' | 'sessionToken'>): Promise<void> => limits?.countSignedIn(own);

  /** Counts a mail to an address that may be somebody else's. @throws Rejected 429 */
  const mailing = async (email: string): Promise<void> => limits?.countMail(email);
  /** As `mailing`: the member's address may be somebody else's if it was not confirmed. */
  const mailingOwn = async (member: Member): Promise<void> => (member.emailConfirmed ? undefined : mailing(limitKeyOf(member)));

  /** Whether so many phone numbers may be compared with those of a code's owner now. */
  const mayCompare = async (ownerId: string, { address }: Pick<Caller, 'address'>, numbers: number): Promise<boolean> =>
    (await limits?.mayCompare(ownerId, address, numbers)) ?? true;

  /**
   * Counts the attempt and the registration, before it is made. One that the network has no place for is no attempt.
   * @returns as `limited`. @throws Rejected 429
   */
  async function registering(email: string, caller: Pick<Caller, 'address'>): Promise<() => Promise<void>> {
    const takeBack = await limited(email, caller);
    try {
      await limits?.countRegistration(caller.address);
    } catch (error) {
      await takeBack();
      throw error;
    }
    return takeBack;
  }

  async function living(memberId: string): Promise<{ member: Member; revision: number; position: bigint }> {
    const { state, revision, position } = await load(memberId);
    if (state === null || state.closedAt !== null) return refuse(401, 'UNAUTHORISED', messages.signInFirst);
    return { member: state, revision, position };
  }

  /**
   * Removes the account of an address that has no member, and that nobody has continued for an hour: the event store was away when its
   * person registered, or the process died. Otherwise nobody could use the address who has forgotten that password.
   * @returns whether it was removed
   */
  async function makesRoom(email: string): Promise<boolean> {
    const accountId = await credentials.accountOf(email);
    if (accountId === undefined || (await load(accountId)).state !== null) return false;
    return credentials.removeUnused(accountId, UNFINISHED_MS);
  }

  return {
    keyOf,
    load,
    limited,
    limitedSignedIn,
    mailing,
    mailingOwn,
    /** for the browser in which the member has signed in; undefined: limits are off */
    markOf: (member: Member): string | undefined => limits?.markOf(limitKeyOf(member), member),
    mayCompare,
    registering,
    makesRoom,
    /** @throws Rejected 401: there is no such member, or the account is closed */
    living,

    /** Whether the command would be accepted now. @throws Rejected as `change` */
    async check(memberId: string, command: MemberCommand): Promise<void> {
      orThrow(memberDecider.decide(command, (await load(memberId)).state));
    },

    async change(memberId: string, command: MemberCommand, context: RequestContext): Promise<Accepted<MemberState, MemberEvent>> {
      return orThrow(await commands.handle(memberStream(memberId), memberDecider, command, context));
    },

    /**
     * Whether the member is really there: by the password, or without one by a sign-in of the last minutes, at a provider whose
     * login the member has had for long enough (infra/decisions/111). Each change that follows sends a mail to the member's address.
     * So a right attempt stays counted too, to keep these mails few. No network is counted: a carrier may use one address for a whole city.
     * @returns the member before the look, so that a new password meanwhile ends what follows from the proof
     * @throws Rejected 402 for a wrong password, 403 for an old sign-in, or for a new login; 429
     */
    async proveAnew({ memberId, sessionToken, password }: Proving, caller: Caller): Promise<Member> {
      const { member } = await living(memberId);
      if (member.ways.includes('EMAIL') && (await credentials.hasPassword(memberId))) {
        await limitedSignedIn({ memberId, sessionToken });
        if (!(await credentials.isPassword(memberId, password ?? ''))) refuse(402, 'PASSWORD_WRONG', messages.passwordCurrentWrong);
      } else {
        const signIn = await credentials.signInOf(sessionToken);
        const login = member.links.find(({ way }) => way === signIn?.by?.toUpperCase());
        if (signIn === undefined || login === undefined || caller.context.now.getTime() - signIn.at.getTime() > FRESH_MS)
          return refuse(403, 'SIGN_IN_ANEW', messages.signInAnew);
        if (!provesOwner(login, member, caller.context.now)) refuse(403, 'SIGN_IN_ANEW', messages.wayTooNew);
        await limitedSignedIn({ memberId, sessionToken });
      }
      // Only here: a wrong password sends no mail, and others with an account of this mailbox would use up its count without a mail.
      await mailingOwn(member);
      return member;
    },
  };
}

/** Who has to prove to be the member. `password`: undefined where none was typed */
export type Proving = { memberId: string; sessionToken: string; password: string | undefined };

/**
 * Whether a sign-in by this login proves that the owner is there: the account was registered with it, or the owner has had the
 * time to read the mail about it and to remove it.
 */
export const provesOwner = ({ since }: Pick<Link, 'since'>, { registeredAt }: Pick<Member, 'registeredAt'>, now: Date): boolean =>
  since === registeredAt || now.getTime() - Date.parse(since) >= NEW_WAY_DAYS * 86_400_000;

/** What attempts of a member count under: the address, as at sign-in, so that all of them share one counter. */
export const limitKeyOf = ({ contact, emailKey }: Member): string => (contact && accountEmail(contact.email)) ?? emailKey;

/** ms after a sign-in in which it counts as a new one */
export const FRESH_MS = 10 * 60_000;
