import { RIGHTS, type Right } from '@nordhaut/contracts/support';
import { refuse, refuseOtherAccount } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../messages.ts';
import type { StaffSignIn } from './sign-in.ts';
import { SESSION_MS } from './store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** the member of the support staff who calls; undefined on other routes */
    staff?: { staffId: string; name: string; rights: readonly Right[] };
  }
  interface FastifyContextConfig {
    /** An open page calls the route by itself, so the call does not count as use: a session that nobody uses ends. */
    byItself?: boolean;
    /** The second factor has to be shown again within the last minutes. */
    secondFactor?: boolean;
  }
}

/** Empty for a caller who is no member of the staff: no route with the access `support` has one. */
export const staffIdOf = ({ staff }: Pick<FastifyRequest, 'staff'>): string => staff?.staffId ?? '';

const TOKEN = /^[A-Za-z0-9_-]{20,64}$/;

/** The cookie of the console. `SameSite=Strict`: no other site can open a page of it as somebody who is signed in. */
export function consoleCookie(secure: boolean) {
  const name = secure ? '__Host-console' : 'console';
  const options = { path: '/', sameSite: 'strict', secure, httpOnly: true } as const;
  return {
    of({ cookies }: Pick<FastifyRequest, 'cookies'>): string | undefined {
      const token = cookies[name];
      return token !== undefined && TOKEN.test(token) ? token : undefined;
    },
    set: (reply: FastifyReply, token: string) => void reply.setCookie(name, token, { ...options, maxAge: SESSION_MS / 1000 }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
  };
}
export type ConsoleCookie = ReturnType<typeof consoleCookie>;

/**
 * For routes with the access `support`: the caller is a member of the staff with the right of the route. Rights are read
 * from the person's events at each call, so a change counts at once.
 * @throws Rejected 401 without a session, 409 for a page of another person, 403 without the right or the second factor that the route wants again
 */
export const authoriseStaff =
  (signIn: Pick<StaffSignIn, 'session'>, cookie: ConsoleCookie) =>
  async (request: FastifyRequest, _access: unknown, reply: FastifyReply): Promise<void> => {
    const token = cookie.of(request);
    const { right, byItself = false, secondFactor = false } = request.routeOptions.config;
    const found = token === undefined ? undefined : await signIn.session(token, { isUse: !byItself });
    if (!found) {
      if (token !== undefined) cookie.clear(reply);
      return refuse(401, 'UNAUTHORISED', messages.signInFirst);
    }
    const { staffId, staff, isFresh } = found;
    refuseOtherAccount(request, 'for-staff', staffId);
    if (right !== undefined && !staff.rights.includes(RIGHTS.find((one) => one === right) as Right))
      return refuse(403, 'RIGHT_MISSING', messages.rightMissing);
    if (secondFactor && !isFresh) return refuse(403, 'SECOND_FACTOR_NEEDED', messages.secondFactor);
    request.actor = { kind: 'support', id: staffId };
    request.staff = { staffId, name: staff.name, rights: staff.rights };
  };
