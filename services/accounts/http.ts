import {
  accountEmail,
  accountMessages as messages,
  Empty,
  EmailRequest,
  LoginRequest,
  PendingRegistration,
  RegisterRequest,
  SignedInAnswer,
  StateAnswer,
} from '@nordhaut/contracts';
import { refuse, type Routes } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, SignedIn } from './accounts.ts';
import { callerOf } from './callers.ts';
import { memberUid } from './member-uid.ts';
import { clearAtSignIn, clearAtSignOut, keepMark, type LinkCookies } from './link-routes.ts';
import { readRegistration } from './registration.ts';
import type { SocialSignIn } from './social/sign-in.ts';
import type { SessionCookies } from './session-cookies.ts';
import type { AdoptFromBrowser } from './signed-in.ts';
import { sessionView } from './view.ts';

export type AccountsHttp = {
  accounts: Accounts;
  social: Pick<SocialSignIn, 'pending' | 'signOut'>;
  cookies: SessionCookies;
  linkCookies: LinkCookies;
  adopt: AdoptFromBrowser;
};

/** Routes of registration and sign-in (design/http-api.md; spec/2-accounts-and-members §7). */
export function accountRoutes({ accounts, social, cookies, linkCookies, adopt }: AccountsHttp): Routes {
  const visitorsOnly = (request: FastifyRequest, message: string): void => {
    if (request.actor?.kind === 'member') refuse(409, 'ALREADY_SIGNED_IN', message);
  };
  async function signedIn(request: FastifyRequest, reply: FastifyReply, signed: SignedIn): Promise<SignedInAnswer> {
    const { session, member, position } = signed;
    cookies.set(reply, session);
    clearAtSignIn(linkCookies, reply);
    keepMark(linkCookies, accounts.markOf(member), reply);
    await adopt({ memberId: session.accountId, member, context: request.context() }, request, reply);
    return { state: 200, session: sessionView(memberUid(session.accountId), member, signed), position: String(position) };
  }

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
        const token = linkCookies.pending.of(request);
        const pending = await social.pending(token);
        if (token === undefined || pending?.provider !== method) return refuse(400, 'LINK_INVALID', messages.pendingOver);
        const registration = readRegistration(request.body, { email: pending.person.email });
        return signedIn(request, reply, await accounts.registerPending(token, pending, registration, callerOf(request)));
      },
    );

    app.get(
      '/api/register/pending',
      {
        schema: { response: { 200: PendingRegistration }, summary: 'What LINE or Facebook gave for a registration', tags: ['accounts'] },
        config: { access: 'public' },
      },
      async (request) => {
        const pending = await social.pending(linkCookies.pending.of(request));
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
        config: { access: 'public', limit: 'guess', form: 'json', idempotency: 'off', unexpected: messages.loginFailed },
      },
      async (request, reply) => {
        visitorsOnly(request, messages.alreadySignedIn);
        const { account, password } = request.body;
        return signedIn(
          request,
          reply,
          await accounts.signIn(account, password, { ...callerOf(request), mark: linkCookies.known.of(request) }),
        );
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
        if (token !== undefined) await social.signOut(token);
        cookies.clear(reply);
        clearAtSignOut(linkCookies, reply);
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
  };
}
