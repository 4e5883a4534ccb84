import { randomUUID } from 'node:crypto';
import { accountEmail, accountMessages as messages, isPassword, PASSWORD_MAX } from '@nordhaut/contracts';
import { refuse, Rejected, type RequestContext } from '@nordhaut/platform/http';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { Credentials } from './credentials.ts';
import type { Caller, Members } from './members.ts';
import type { Member } from './member-state.ts';
import { hashOfToken, type OneTimeTokens } from './one-time-tokens.ts';

const uuidOf = nameUuids('5a3d1f74-0e0b-5c8a-8d55-6b9a4de01c27');
/** ms (decisions.md 93) */
const RESET_MS = 3_600_000;
const REQUEST_MS = 24 * 3_600_000;

export type PasswordsOptions = { members: Members; credentials: Credentials; tokens: OneTimeTokens; clock: () => Date };
export type Passwords = ReturnType<typeof createPasswords>;

/** New and forgotten passwords (decisions.md 90, 93). */
export function createPasswords({ members, credentials, tokens, clock }: PasswordsOptions) {
  // The member's id is in the request's id, so that the side that sends mails finds the member by the id alone.
  const request = async (memberId: string, from: 'PAGE' | 'PROFILE', context: RequestContext): Promise<void> => {
    const requestId = `${memberId}.${randomUUID()}`;
    await members.change(memberId, { type: 'RequestPasswordReset', at: context.now.toISOString(), requestId, from }, context);
  };

  /**
   * The event of a new password ended the logins at LINE and Facebook. The library's rows go before the sessions: a sign-in at a
   * provider looks for its row again after its session exists.
   */
  const unlink = async (memberId: string): Promise<void> => {
    for (const provider of ['line', 'facebook'] as const) await credentials.removeLogin(memberId, provider);
  };

  /**
   * The event of a new password that the library has, where it is missing. Who set the password has proven to be the member.
   * @param number as in `HeldPassword`
   * @returns what the event made of the member; undefined: nothing is missing
   */
  async function complete(memberId: string, { passwords }: Member, number: number | null, context: RequestContext) {
    if (number === null || number <= passwords) return undefined;
    const changed = await members.change(
      memberId,
      { type: 'ChangePassword', at: context.now.toISOString(), requestId: null, passwords },
      // One event, also of two sign-ins at once.
      { ...context, commandId: uuidOf(`change/${memberId}/${number}`), actor: { kind: 'member', id: memberId } },
    );
    await unlink(memberId);
    return changed;
  }

  return {
    /** @throws Rejected 400, 404 for an unknown e-mail (spec/2-accounts-and-members §8), 429 */
    async requestReset(typed: string, caller: Caller): Promise<void> {
      if (typed.trim() === '') return refuse(400, 'EMAIL_INVALID', messages.resetEmpty);
      const email = accountEmail(typed);
      if (email === undefined) return refuse(400, 'EMAIL_INVALID', messages.email);
      await members.limited(email, caller);
      const memberId = await credentials.accountOf(email);
      const state = memberId === undefined ? null : (await members.load(memberId)).state;
      if (memberId === undefined || state === null || state.closedAt !== null) return unknownEmail();
      await members.mailing(email);
      await request(memberId, 'PAGE', caller.context);
    },

    /** From the profile; for members with a password. @throws Rejected 409, 429 */
    async requestOwnReset(own: { memberId: string; sessionToken: string }, context: RequestContext): Promise<void> {
      const { memberId } = own;
      const { member } = await members.living(memberId);
      if (!member.ways.includes('EMAIL')) return refuse(409, 'PASSWORD_INVALID', messages.noPassword);
      await members.limitedSignedIn(own);
      await members.mailingOwn(member);
      await request(memberId, 'PROFILE', context);
    },

    /**
     * The token of a reset link, for the mail: one hour, once. It replaces the member's earlier token.
     * @returns undefined where the mail is not needed any more: a newer request, a used one, a closed account
     */
    async makeResetToken(requestId: string): Promise<string | undefined> {
      const memberId = requestId.slice(0, Math.max(requestId.lastIndexOf('.'), 0));
      const { state } = await members.load(memberId);
      const wanted = state?.closedAt === null ? state.resetRequest : null;
      if (wanted?.requestId !== requestId || clock().getTime() - Date.parse(wanted.at) > REQUEST_MS) return undefined;
      return tokens.replaceReset({ owner: memberId, request: requestId, content: {}, lifeMs: RESET_MS });
    },

    /**
     * Ends the old password and all sessions, and sets the new one after the event, which also says which ways of signing in end. A
     * process that dies in between leaves a token that still works, and nothing to who knew the old password: the mail of the event
     * says that it was changed.
     * @returns the member with the new password. @throws Rejected 400
     */
    async reset(token: string | undefined, password: string, context: RequestContext): Promise<Member> {
      checkNew(password);
      const found = token === undefined ? undefined : await tokens.find('RESET', token);
      if (token === undefined || found === undefined) return refuse(400, 'LINK_INVALID', messages.resetLinkInvalid);
      const { owner: memberId, request: requestId } = found;
      const held = await credentials.heldPassword(memberId);
      const { state } = await members.load(memberId);
      // `resetBy`: the repeat after a process died.
      if (state?.closedAt !== null || (state.resetRequest?.requestId !== requestId && state.resetBy !== requestId))
        return refuse(400, 'LINK_INVALID', messages.resetLinkInvalid);
      await credentials.endPassword(memberId, hashOfToken(token), held);
      const changed = await members.change(
        memberId,
        { type: 'ChangePassword', at: context.now.toISOString(), requestId },
        { ...context, commandId: uuidOf(`reset/${requestId}`), actor: { kind: 'member', id: memberId } },
      );
      await unlink(memberId);
      // Of two at once with the same token, one sets its password.
      if (!(await credentials.resetPassword(memberId, password, hashOfToken(token))))
        refuse(400, 'LINK_INVALID', messages.resetLinkInvalid);
      return changed.state ?? state;
    },

    /**
     * The library's password comes first, so that the event and its mail tell of a password that counts.
     * @returns the member with the new password. @throws Rejected 400, 402 for a wrong password, 403 for one that was replaced meanwhile, 409 without one, 429
     */
    async change(
      { memberId, sessionToken, current, password }: { memberId: string; sessionToken: string; current: string; password: string },
      caller: Caller,
    ): Promise<Member> {
      const { member } = await members.living(memberId);
      const held = await credentials.heldPassword(memberId);
      if (!member.ways.includes('EMAIL') || !held) return refuse(409, 'PASSWORD_INVALID', messages.noPassword);
      checkNew(password);
      const completed = await complete(memberId, member, held.number, caller.context);
      if (completed) {
        // The form again, after the process died: its new password is the current one.
        await members.proveAnew({ memberId, sessionToken, password }, caller);
        return completed.state ?? member;
      }
      const proven = await members.proveAnew({ memberId, sessionToken, password: current }, caller).catch(async (error: unknown) => {
        if (held.number === null || !(error instanceof Rejected) || error.rejection.code !== 'PASSWORD_WRONG') throw error;
        // The form again, because the answer to it was lost: its new password is the current one. The look counts as a guess of its own.
        await members.proveAnew({ memberId, sessionToken, password }, caller);
        return undefined;
      });
      if (proven === undefined) return member;
      const number = proven.passwords + 1;
      if (!(await credentials.changePassword(memberId, password, { held, number, keep: sessionToken })))
        return refuse(403, 'SIGN_IN_ANEW', messages.signInAnew);
      return (await complete(memberId, proven, number, caller.context))?.state ?? proven;
    },

    complete,
  };
}

/** With the code of the specification, as a registration with a known e-mail has (spec/2-accounts-and-members §8). */
const unknownEmail = (): never => {
  const details = { error: 'auth/user-not-found' };
  throw new Rejected({ status: 404, code: 'EMAIL_UNKNOWN', message: messages.resetUnknown, details });
};

function checkNew(password: string): void {
  if (password.length > PASSWORD_MAX) refuse(400, 'PASSWORD_INVALID', messages.passwordTooLong);
  if (!isPassword(password)) refuse(400, 'PASSWORD_INVALID', messages.passwordRule);
}
