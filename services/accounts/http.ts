import {
  accountEmail,
  accountMessages as messages,
  Empty,
  EmailRequest,
  LoginRequest,
  PendingRegistration,
  MemberAnswer,
  RegisterRequest,
  SignedInAnswer,
  StateAnswer,
  WishlistAnswer,
  WishParams,
  ProfileChange,
  ReferralAnswer,
  ReferralRequest,
  referralCode,
} from '@nordhaut/contracts';
import { refuse, Rejected, type Routes } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, SignedIn } from './accounts.ts';
import { callerOf, memberIdOf } from './callers.ts';
import type { MemberState } from './member.ts';
import { memberUid } from './member-uid.ts';
import { readProfile } from './profile.ts';
import { readRegistration } from './registration.ts';
import type { SecretCookie } from './secret-cookies.ts';
import type { SocialSignIn } from './social/sign-in.ts';
import type { SessionCookies } from './session-cookies.ts';
import type { AdoptGuestOrders } from './signed-in.ts';
import { memberSubject } from './stream.ts';
import { memberView, sessionView } from './view.ts';

export type AccountsHttp = {
  accounts: Accounts;
  social: Pick<SocialSignIn, 'pending' | 'leaveLine'>;
  cookies: SessionCookies;
  pendingCookie: SecretCookie;
  today: () => string;
  adopt: AdoptGuestOrders;
};

/** Routes of accounts (design/http-api.md; spec/2-accounts-and-members §7). */
export function accountRoutes({ accounts, social, cookies, pendingCookie, today, adopt }: AccountsHttp): Routes {
  const visitorsOnly = (request: FastifyRequest, message: string): void => {
    if (request.actor?.kind === 'member') refuse(409, 'ALREADY_SIGNED_IN', message);
  };
  async function signedIn(request: FastifyRequest, reply: FastifyReply, { session, member, position }: SignedIn): Promise<SignedInAnswer> {
    cookies.set(reply, session);
    await adopt({ memberId: session.accountId, member, context: request.context() }, request, reply);
    return { state: 200, session: sessionView(memberUid(session.accountId), member), position: String(position) };
  }
  const changed = (
    memberId: string,
    { state, revision, position }: { state: MemberState; revision: number; position: bigint },
  ): MemberAnswer => {
    if (state === null) throw new Error('a member changed and does not exist');
    return { state: 200, member: memberView(memberUid(memberId), state, revision), position: String(position) };
  };

  return (app) => {
    app.post(
      '/api/register',
      {
        schema: { body: RegisterRequest, response: { 200: SignedInAnswer }, summary: 'Register', tags: ['accounts'] },
        config: { access: 'public', limit: 'guess', form: 'json' },
      },
      async (request, reply) => {
        visitorsOnly(request, messages.registerSignedIn);
        const { method = 'email' } = request.body;
        if (method === 'email') return signedIn(request, reply, await accounts.register(readRegistration(request.body), callerOf(request)));
        const token = pendingCookie.of(request);
        const pending = await social.pending(token);
        if (token === undefined || pending?.provider !== method) return refuse(400, 'LINK_INVALID', messages.pendingOver);
        const registration = readRegistration(request.body, { email: pending.person.email });
        const done = await accounts.registerPending(token, pending, registration, callerOf(request));
        pendingCookie.clear(reply);
        return signedIn(request, reply, done);
      },
    );

    app.get(
      '/api/register/pending',
      {
        schema: { response: { 200: PendingRegistration }, summary: 'What LINE or Facebook gave for a registration', tags: ['accounts'] },
        config: { access: 'public' },
      },
      async (request) => {
        const pending = await social.pending(pendingCookie.of(request));
        if (!pending) return refuse(404, 'NOT_FOUND', messages.pendingOver);
        const { provider, person } = pending;
        const email = person.email !== null && accountEmail(person.email) !== undefined ? person.email : null;
        return { method: provider, user_email: email, displayName: person.name };
      },
    );

    app.post(
      '/api/login',
      {
        schema: { body: LoginRequest, response: { 200: SignedInAnswer }, summary: 'Sign in', tags: ['accounts'] },
        config: { access: 'public', limit: 'guess', form: 'json', idempotency: 'off' },
      },
      async (request, reply) => {
        visitorsOnly(request, messages.alreadySignedIn);
        const { account, password } = request.body;
        return signedIn(request, reply, await accounts.signIn(account, password, callerOf(request)));
      },
    );

    app.post(
      '/api/logout',
      {
        schema: { body: Empty, response: { 200: StateAnswer }, summary: 'Sign out', tags: ['accounts'] },
        config: { access: 'public', form: 'json', idempotency: 'off' },
      },
      async (request, reply) => {
        const token = cookies.tokenOf(request);
        if (token !== undefined) {
          await accounts.signOut(token);
          await social.leaveLine(token);
        }
        cookies.clear(reply);
        // The account keeps its cart, and the browser starts with an empty one (decisions.md 38).
        reply.forgetVisitor();
        return { state: 200 };
      },
    );

    app.post(
      '/api/account-check',
      {
        schema: { body: EmailRequest, response: { 200: StateAnswer }, summary: 'Whether an e-mail has an account', tags: ['accounts'] },
        config: { access: 'public', limit: 'guess', form: 'json', idempotency: 'off' },
      },
      async (request) => ({ state: (await accounts.check(request.body.email, callerOf(request))) ? 200 : 404 }),
    );

    app.get(
      '/api/member',
      { schema: { response: { 200: MemberAnswer }, summary: 'The signed-in member', tags: ['member'] }, config: { access: 'member' } },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const memberId = memberIdOf(request);
        const { member, revision, position } = await accounts.member(memberId);
        return changed(memberId, { state: member, revision, position });
      },
    );

    app.patch(
      '/api/member',
      {
        schema: { body: ProfileChange, response: { 200: MemberAnswer }, summary: 'Change the profile', tags: ['member'] },
        config: { access: 'member', form: 'json' },
      },
      async (request) => {
        const memberId = memberIdOf(request);
        const context = request.context();
        const changes = readProfile(request.body, today());
        const phoneKey = changes.phone === undefined ? null : accounts.phoneKey(changes.phone);
        const command = {
          type: 'ChangeProfile',
          at: context.now.toISOString(),
          subject: memberSubject(memberId),
          changes,
          phoneKey,
        } as const;
        return changed(memberId, await accounts.change(memberId, command, context));
      },
    );

    for (const [method, type] of [
      ['PUT', 'Wish'],
      ['DELETE', 'Unwish'],
    ] as const) {
      app.route({
        method,
        url: '/api/member/wishlist/:productId',
        schema: { params: WishParams, response: { 200: WishlistAnswer }, summary: `${type} a product`, tags: ['member'] },
        config: { access: 'member' },
        async handler(request) {
          const { productId } = request.params as WishParams;
          const context = request.context();
          const { state, revision } = await accounts.change(
            memberIdOf(request),
            { type, at: context.now.toISOString(), productId },
            context,
          );
          return { wishlist: [...(state?.wishlist ?? [])], revision };
        },
      });
    }

    app.post(
      '/api/member/referral',
      {
        schema: {
          body: ReferralRequest,
          response: { 200: ReferralAnswer },
          summary: "Bind another member's invite code",
          tags: ['member'],
        },
        config: { access: 'member', limit: 'guess', form: 'json' },
      },
      async (request) => {
        if (request.body.code.trim() === '') return refuse(400, 'REFERRAL_CODE_INVALID', messages.referralEmpty);
        const code = referralCode(request.body.code);
        if (code === undefined) return refuse(400, 'REFERRAL_CODE_INVALID', messages.referralFormat);
        try {
          await accounts.bind(memberIdOf(request), code, request.context());
        } catch (error) {
          // The specification answers 404, 409 and 500 as states of the same answer.
          if (error instanceof Rejected) return { state: error.rejection.status, message: error.rejection.message };
          throw error;
        }
        return { state: 200, message: messages.referralBound };
      },
    );
  };
}
