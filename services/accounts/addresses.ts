import { accountEmail, accountMessages as messages, bareEmail, isEmail } from '@nordhaut/contracts';
import { refuse, Rejected, type RequestContext } from '@nordhaut/platform/http';
import type { Credentials } from './credentials.ts';
import { type Caller, limitKeyOf, type Members } from './members.ts';
import { messages as ownMessages } from './messages.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import { memberSubject } from './stream.ts';

const CONFIRM_MS = 7 * 24 * 3_600_000;

export type AddressesOptions = { members: Members; credentials: Credentials; tokens: OneTimeTokens };
export type Addresses = ReturnType<typeof createAddresses>;

/** Confirming an e-mail address by a link, and changing it. A new address counts when its link was used. */
export function createAddresses({ members, credentials, tokens }: AddressesOptions) {
  const takes = async (memberId: string, email: string): Promise<boolean> => {
    const isChanged = async (): Promise<boolean> => (await credentials.changeEmail(memberId, email)) === 'changed';
    return (await isChanged()) || ((await members.makesRoom(email)) && isChanged());
  };

  return {
    /** @throws Rejected 400, 402, 403, 429. Whether the address has another account is told after the link was used */
    async requestChange(
      { memberId, sessionToken, typed, password }: { memberId: string; sessionToken: string; typed: string; password: string | undefined },
      caller: Caller,
    ): Promise<void> {
      const email = accountEmail(typed);
      if (email === undefined || !isEmail(email)) return refuse(400, 'EMAIL_INVALID', messages.email);
      const { passwords, emailKey: present } = await members.proveAnew({ memberId, sessionToken, password }, caller);
      const emailKey = members.keyOf('email', email);
      // No mail would follow, and the page says that one was sent.
      if (emailKey === present) return refuse(400, 'EMAIL_INVALID', ownMessages.emailSame);
      // The shop sends a mail to an address that somebody typed: few of them.
      await members.limited(email, caller);
      await members.mailing(email);
      const at = caller.context.now.toISOString();
      const command = {
        type: 'RequestEmailChange',
        at,
        subject: memberSubject(memberId),
        emailKey,
        email: bareEmail(typed),
        passwords,
      } as const;
      await members.change(memberId, command, caller.context);
    },

    /** The link again. Counted for the address that gets it. @throws Rejected 429 */
    async requestConfirmation(memberId: string, caller: Caller): Promise<void> {
      const { member } = await members.living(memberId);
      const wanted = member.emailConfirmed ? accountEmail(member.newEmail?.email ?? '') : undefined;
      const mailbox = wanted ?? limitKeyOf(member);
      await members.limited(mailbox, caller);
      await members.mailing(mailbox);
      await members.change(memberId, { type: 'RequestConfirmation', at: caller.context.now.toISOString() }, caller.context);
    },

    /**
     * The token of the link that confirms an address, for the mail: seven days, once, only the newest of this address.
     * @param emailKey of the event that caused the mail
     * @returns undefined where the mail is not needed any more
     */
    async makeConfirmToken(memberId: string, emailKey: string): Promise<{ token: string; email: string } | undefined> {
      const { state } = await members.load(memberId);
      if (state === null || state.closedAt !== null || state.contact === null) return undefined;
      const isNew = state.newEmail?.emailKey === emailKey;
      const email = isNew ? state.newEmail?.email : state.contact.email;
      if (!email || (!isNew && (state.emailKey !== emailKey || state.emailConfirmed))) return undefined;
      const token = await tokens.replaceAddress({ owner: memberId, request: emailKey, content: {}, lifeMs: CONFIRM_MS });
      return token === undefined ? undefined : { token, email };
    },

    /**
     * The new address is first taken in the library, where an address has one account. A process that dies after that
     * leaves a token that still works; signing in with the new address completes it too.
     * @param memberId who is signed in
     * @throws Rejected 400: the link is not valid, or the address got another account; 403: somebody else or nobody is signed in
     */
    async confirm(token: string | undefined, memberId: string | undefined, context: RequestContext): Promise<void> {
      const found = token === undefined ? undefined : ((await tokens.find('ADDRESS', token)) ?? (await tokens.find('CONFIRM', token)));
      if (token === undefined || found === undefined) return refuse(400, 'LINK_INVALID', messages.confirmLinkInvalid);
      // A stranger may have registered with the reader's address, and would get the reader's earlier orders.
      if (memberId !== found.owner) return refuse(403, 'CONFIRM_SIGN_IN', messages.confirmSignIn);
      await this.complete(found.owner, found.request, context);
      if (!(await tokens.take('ADDRESS', token))) await tokens.take('CONFIRM', token);
    },

    async complete(memberId: string, emailKey: string, context: RequestContext): Promise<void> {
      const { state } = await members.load(memberId);
      const { newEmail } = state ?? { newEmail: null };
      if (newEmail?.emailKey === emailKey) {
        const email = accountEmail(newEmail.email ?? '');
        if (email === undefined || !(await takes(memberId, email))) return refuse(400, 'EMAIL_TAKEN', messages.emailTaken);
      }
      try {
        await members.change(
          memberId,
          { type: 'ConfirmEmail', at: context.now.toISOString(), subject: memberSubject(memberId), emailKey },
          { ...context, actor: { kind: 'member', id: memberId } },
        );
      } catch (error) {
        // A new password ended the change after the library had taken the address.
        if (error instanceof Rejected) await this.useOwn(memberId);
        throw error;
      }
    },

    /** Gives the library the address of the member's events. */
    async useOwn(memberId: string): Promise<void> {
      const { state } = await members.load(memberId);
      const email = accountEmail(state?.contact?.email ?? '');
      if (email !== undefined) await credentials.changeEmail(memberId, email);
    },
  };
}
