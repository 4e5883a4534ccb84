import type { AdoptFor } from '../signed-in.ts';
import { randomBytes } from 'node:crypto';
import { accountMessages as messages, LineAutoLogin, SocialCallbackQuery, SocialStartQuery, StateAnswer } from '@nordhaut/contracts';
import { refuse, type Routes } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, signedInMember } from '../callers.ts';
import type { Credentials, Provider } from '../credentials.ts';
import { clearAtSignIn, clearAtSignOut, type LinkCookies } from '../link-routes.ts';
import { ownPath, withQuery } from '../own-path.ts';
import type { Proofs, Proven } from '../proofs.ts';
import type { SessionCookies } from '../session-cookies.ts';
import { closingPage } from './closing-page.ts';
import { isOfTab, type Outcome, type SocialSignIn } from './sign-in.ts';

const TO_SIGN_IN = { path: '/login', text: '前往登入頁' };

export type SocialHttp = {
  adoptFor: AdoptFor;
  social: SocialSignIn;
  proofs: Pick<Proofs, 'take'>;
  credentials: Pick<Credentials, 'signOut'>;
  cookies: SessionCookies;
  linkCookies: LinkCookies;
};

const SHORT = { line: 'line', facebook: 'fb' } as const;

/** Where a member adds a way to sign in. */
const PROFILE = '/member/info';

/**
 * Where the browser goes after a sign-in at a provider (spec/2-accounts-and-members §2, §4). A member who adds a way to sign
 * in comes back to the page of the link, also where it failed.
 */
function targetOf(provider: Provider, { state, redirect, link }: Outcome): string {
  const login = SHORT[provider];
  // The specification's number of a failure in an address (decisions.md 92).
  const shown = String(state === 500 ? 404 : state);
  if (link && redirect !== null) return withQuery(redirect, { login, state: shown, link: '1' });
  const more = { login, redirect: redirect ?? undefined };
  switch (state) {
    case 200:
      return withQuery(redirect ?? '/member', { login, state: '200' });
    case 205:
    case 404:
      return withQuery('/register', { ...more, state: '200' });
    case 403:
      return withQuery(redirect ?? PROFILE, { login, state: shown, link: '1' });
    case 405:
    case 409:
    case 500:
      return withQuery('/login', { ...more, state: shown });
  }
}

/** Routes of LINE and Facebook. */
export function socialRoutes({ adoptFor, social, proofs, credentials, cookies, linkCookies }: SocialHttp): Routes {
  /** Reads that change something: a page of another site must not cause them. */
  const ownPagesOnly = (request: FastifyRequest): void => {
    if (request.headers['sec-fetch-site'] === 'cross-site') refuse(403, 'FOREIGN_ORIGIN', messages.signInAnew);
  };

  async function finished(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<Outcome> {
    const query = new URLSearchParams((request.raw.url ?? '').split('?')[1] ?? '');
    const browser = linkCookies.browser.of(request);
    const before = cookies.tokenOf(request);
    const outcome = await social
      .finish(provider, query, { browser, memberId: signedInMember(request), sessionId: request.sessionId }, callerOf(request))
      .catch((error: unknown): Outcome => {
        request.log.warn({ err: error }, 'a sign-in at a provider could not be completed');
        return { state: 500, redirect: null };
      });
    if (outcome.state === 200 && outcome.session) {
      if (before !== undefined) await credentials.signOut(before);
      cookies.set(reply, outcome.session);
      clearAtSignIn(linkCookies, reply);
      await adoptFor(outcome.session.accountId, request, reply);
    }
    if ('pending' in outcome) linkCookies.pending.set(reply, outcome.pending);
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    return outcome;
  }

  /** Sends the browser on, or closes the window that was opened for Facebook. */
  const answer = (provider: Provider, outcome: Outcome, reply: FastifyReply, isTab: boolean) =>
    provider === 'line'
      ? reply.redirect(targetOf(provider, outcome), 303)
      : reply
          // The window keeps its opener only where both pages allow it; the channel works without one.
          .header('cross-origin-opener-policy', 'unsafe-none')
          .type('text/html; charset=utf-8')
          .send(closingPage(reply.nonce(), outcome.state, targetOf(provider, outcome), isTab));

  return (app) => {
    // The browser goes to these addresses itself, so they are not in the API's description; its text for the tag names them.
    for (const provider of ['line', 'facebook'] as const)
      app.get(
        `/api/${provider}/start`,
        {
          schema: { querystring: SocialStartQuery, hide: true },
          config: { access: 'public', limit: 'guess', wayOn: TO_SIGN_IN },
        },
        async (request, reply) => {
          ownPagesOnly(request);
          const { redirect, link, app: withApp, window } = request.query;
          const memberId = signedInMember(request);
          if (link === '1' && memberId === undefined) return refuse(401, 'UNAUTHORISED', messages.signInFirst);
          if (link !== '1' && memberId !== undefined) return refuse(409, 'ALREADY_SIGNED_IN', messages.alreadySignedIn);
          void reply.header('cache-control', 'no-store');
          const path = ownPath(redirect) ?? null;
          const inTab = window === '0';
          const { sessionId } = request;
          let proven: Proven | null = null;
          if (memberId !== undefined && sessionId !== undefined) {
            proven = (await proofs.take(linkCookies.proof.of(request), { memberId, sessionId })) ?? null;
            linkCookies.proof.clear(reply);
            if (proven === null) return answer(provider, { state: 403, redirect: path }, reply, inTab);
          }
          const browser = linkCookies.browser.of(request) ?? randomBytes(32).toString('base64url');
          const url = await social.start(provider, { browser, redirect: path, link: proven, inTab, withoutApp: withApp === '0' });
          linkCookies.browser.set(reply, browser);
          return reply.redirect(url, 303);
        },
      );

    app.get(
      '/api/line/login',
      {
        schema: { querystring: SocialCallbackQuery, hide: true },
        config: { access: 'provider', wayOn: TO_SIGN_IN },
      },
      async (request, reply) => {
        return answer('line', await finished('line', request, reply), reply, false);
      },
    );

    app.get(
      '/api/facebook/login',
      {
        schema: { querystring: SocialCallbackQuery, hide: true },
        config: { access: 'provider', wayOn: TO_SIGN_IN },
      },
      async (request, reply) => {
        return answer('facebook', await finished('facebook', request, reply), reply, isOfTab(request.query.state));
      },
    );

    app.get(
      '/api/line/autoLogin/',
      {
        schema: { response: { 200: LineAutoLogin }, summary: "LINE's id of the member", tags: ['accounts'] },
        config: { access: 'public' },
      },
      async (request) => {
        const token = signedInMember(request) === undefined ? undefined : cookies.tokenOf(request);
        const userId = token === undefined ? undefined : await social.autoLogin(token);
        return userId === undefined ? { state: 404 } : { state: 200, user_line_id: userId };
      },
    );

    app.get(
      '/api/line/logout/',
      {
        schema: { response: { 200: StateAnswer }, summary: 'Sign out, at LINE as well', tags: ['accounts'] },
        config: { access: 'public' },
      },
      async (request, reply) => {
        ownPagesOnly(request);
        const token = cookies.tokenOf(request);
        if (token !== undefined) await social.signOut(token);
        cookies.clear(reply);
        clearAtSignOut(linkCookies, reply);
        // As at `/api/logout`: the account keeps its cart.
        reply.forgetVisitor();
        return { state: 200 };
      },
    );
  };
}
