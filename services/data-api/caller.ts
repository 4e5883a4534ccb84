import type { Caller } from '@nordhaut/platform/data-tables';
import type { FastifyRequest } from 'fastify';

/** The session of the support console, as support opens it. */
export type StaffSessions = {
  cookie: { of(request: FastifyRequest): string | undefined };
  signIn: {
    session(token: string, how: { isUse: boolean }): Promise<{ staffId: string; staff: { rights: readonly string[] } } | undefined>;
  };
};
export type CallerOf = (request: FastifyRequest) => Promise<Caller>;

/**
 * Who calls. Rights are read at each call. A request of another site with cookies does not come here, because the HTTP
 * layer refuses it, and the staff's cookie is `SameSite=Strict`.
 */
export const callerOf =
  ({ cookie, signIn }: StaffSessions): CallerOf =>
  async (request) => {
    const { now } = request.context();
    const token = cookie.of(request);
    // An open page that reads by itself must not keep a session alive.
    const isUse = request.routeOptions.url !== '/api/get/';
    const found = token === undefined ? undefined : await signIn.session(token, { isUse });
    if (found) {
      const { staffId, staff } = found;
      request.actor = { kind: 'support', id: staffId };
      return { kind: 'staff', staffId, memberId: '', rights: staff.rights, now };
    }
    const memberId = request.actor?.kind === 'member' ? request.actor.id : '';
    return { kind: memberId === '' ? 'visitor' : 'member', staffId: '', memberId, rights: [], now };
  };
