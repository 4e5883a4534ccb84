import { accountMessages } from '@nordhaut/contracts';
import { type Access, refuse, refuseOtherAccount } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Credentials, type Session, SESSION_MS } from './credentials.ts';
import { memberUid } from './member-uid.ts';

const TOKEN = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * The session's cookie, and a marker that scripts may read: with it a page knows that it has to ask who is signed in. The
 * marker proves nothing.
 */
export function sessionCookies(secure: boolean) {
  const session = secure ? '__Host-session' : 'session';
  const marker = 'signed-in';
  const options = { path: '/', sameSite: 'lax', secure } as const;
  return {
    tokenOf(request: { cookies: Readonly<Record<string, string | undefined>> }): string | undefined {
      const token = request.cookies[session];
      return token !== undefined && TOKEN.test(token) ? token : undefined;
    },
    set(reply: FastifyReply, { token }: Session): void {
      const maxAge = SESSION_MS / 1000;
      void reply.setCookie(session, token, { ...options, httpOnly: true, maxAge }).setCookie(marker, '1', { ...options, maxAge });
    },
    clear(reply: FastifyReply): void {
      void reply.clearCookie(session, { ...options, httpOnly: true }).clearCookie(marker, options);
    },
  };
}
export type SessionCookies = ReturnType<typeof sessionCookies>;

/** Kinds of requests that need no caller: files, and pages, which are the same for everybody. */
const WITHOUT_CALLER: ReadonlySet<string | undefined> = new Set(['static', 'page']);

/**
 * Who calls: sets `request.actor` for a request with a valid session. A session that was renewed gets its cookie anew, and
 * the cookie of an ended session is deleted. The account that the browser has open closes with the session that opened it,
 * unless that merely expired.
 * @throws Rejected 401 for a route of members without a session; 409 for a page of another member
 */
export const authorise =
  (credentials: Pick<Credentials, 'session' | 'isKept'>, cookies: SessionCookies) =>
  async (request: FastifyRequest, access: Access, reply: FastifyReply): Promise<void> => {
    const { limit, caller } = request.routeOptions.config;
    if (caller === 'none' || WITHOUT_CALLER.has(limit)) {
      if (access === 'member') refuse(401, 'UNAUTHORISED', accountMessages.signInFirst);
      return;
    }
    const token = cookies.tokenOf(request);
    const session = token === undefined ? undefined : await credentials.session(token, { recent: caller === 'recent' });
    if (session !== undefined) {
      refuseOtherAccount(request, 'for-member', memberUid(session.accountId));
      if (session.renewed) cookies.set(reply, session);
      request.actor = { kind: 'member', id: session.accountId };
      request.sessionId = session.id;
      return;
    }
    const open = request.openAccount();
    if (open !== undefined && !(await credentials.isKept(open.sessionId))) reply.closeAccount();
    if (token !== undefined) cookies.clear(reply);
    if (access === 'member') refuse(401, 'UNAUTHORISED', accountMessages.signInFirst);
  };
