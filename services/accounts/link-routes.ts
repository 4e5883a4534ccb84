import { LinkQuery } from '@nordhaut/contracts';
import type { Routes } from '@nordhaut/platform/http';
import type { FastifyReply } from 'fastify';
import type { SecretCookie } from './secret-cookies.ts';

export type LinkCookies = Record<'reset' | 'confirm' | 'browser' | 'pending' | 'proof' | 'known', SecretCookie>;

/** At a sign-in. The link that confirms an address stays, because it asks its reader to sign in. */
export function clearAtSignIn({ reset, pending, proof }: LinkCookies, reply: FastifyReply): void {
  for (const cookie of [reset, pending, proof]) cookie.clear(reply);
}

/** Where the account is open, or its owner has set a new password. `mark`: what the browser shows at the next sign-in; undefined: limits are off */
export function keepMark({ known }: Pick<LinkCookies, 'known'>, mark: string | undefined, reply: FastifyReply): void {
  if (mark !== undefined) known.set(reply, mark);
}

/** At the end of a session: the next person at the browser could set a new password, or complete a registration. */
export function clearAtSignOut(cookies: LinkCookies, reply: FastifyReply): void {
  clearAtSignIn(cookies, reply);
  cookies.confirm.clear(reply);
}

/** The router offers an address with a token to these routes, and without one to the pages. */
const TOKEN_IN_QUERY = /[?&]token=/;
const CONSTRAINT = 'linkToken';

/**
 * The links of mails. The token goes into a cookie that scripts cannot read, and out of the address at once, so that no
 * referrer, history or log has it (decisions.md 93). Opening a link changes nothing, because mail programs open links too.
 */
export function linkRoutes({ reset, confirm }: Pick<LinkCookies, 'reset' | 'confirm'>): Routes {
  return (app) => {
    app.addConstraintStrategy({
      name: CONSTRAINT,
      storage() {
        const handlers = new Map<unknown, never>();
        return { get: (value) => handlers.get(value) ?? null, set: (value, handler) => void handlers.set(value, handler as never) };
      },
      deriveConstraint: (request) => (TOKEN_IN_QUERY.test(request.url ?? '') ? 'yes' : undefined),
    });
    // `step=set`: the page shows the form of the new password, not the one that asks for a link.
    for (const [path, page, cookie] of [
      ['/new-password', '/new-password?step=set', reset],
      ['/confirm-email', '/confirm-email', confirm],
    ] as const)
      app.get(
        path,
        {
          constraints: { [CONSTRAINT]: 'yes' },
          schema: { querystring: LinkQuery, hide: true },
          config: { access: 'public', limit: 'guess' },
        },
        (request, reply) => {
          cookie.set(reply, request.query.token);
          return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(page, 303);
        },
      );
  };
}
