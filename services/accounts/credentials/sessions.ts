import type pg from 'pg';
import { type Library, RENEW_AFTER_MS, SESSION_MS } from './library.ts';

export type Session = { accountId: string; token: string; expiresAt: Date };
export type SignIn = { ok: true; session: Session } | { ok: false; reason: 'unknown' | 'wrong-password' };

/** Registration and sign-in with a password, and the sessions of all ways to sign in. */
export function sessionsOf(library: Library, pool: pg.Pool, accountOf: (email: string) => Promise<string | undefined>) {
  const sessionOf = async (token: string): Promise<Session> => {
    const found = await (await library.get()).adapter.findSession(token);
    if (!found) throw new Error('a session was made and not found');
    return { accountId: found.user.id, token, expiresAt: found.session.expiresAt };
  };
  /** The stored hash of the e-mail's password. */
  const passwordOf = async (email: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ password: string | null }>({
      name: 'password-of-account',
      text: `select password from account_logins
             where "providerId" = 'credential' and "accountId" = (select id from account_users where email = $1)`,
      values: [library.emailOf(email)],
    });
    return rows[0]?.password ?? undefined;
  };

  return {
    /** A new account with a session. `taken`: the e-mail has an account. */
    async register(email: string, password: string): Promise<Session | 'taken'> {
      const { api, hasCode } = await library.get();
      try {
        const { token } = await api.signUpEmail({ body: { email: library.emailOf(email), password, name: '' } });
        return await sessionOf(token as string);
      } catch (error) {
        if (hasCode(error, 'USER_ALREADY_EXISTS')) return 'taken';
        // Of two at once, the second one meets the unique index, which the library does not tell from other failures.
        if (hasCode(error, 'FAILED_TO_CREATE_USER') && (await accountOf(email)) !== undefined) return 'taken';
        throw error;
      }
    },

    /**
     * An unknown e-mail costs the same time as a wrong password. A new password ends the sessions of the earlier one, also one
     * that began while the earlier one was being checked.
     */
    async signIn(email: string, password: string): Promise<SignIn> {
      const { api, adapter, hasCode } = await library.get();
      const before = await passwordOf(email);
      try {
        const { token } = await api.signInEmail({ body: { email: library.emailOf(email), password } });
        if ((await passwordOf(email)) === before) return { ok: true, session: await sessionOf(token) };
        await adapter.deleteSession(token);
        return { ok: false, reason: 'wrong-password' };
      } catch (error) {
        if (!hasCode(error, 'INVALID_EMAIL_OR_PASSWORD')) throw error;
        return { ok: false, reason: (await accountOf(email)) === undefined ? 'unknown' : 'wrong-password' };
      }
    },

    /** Renews the session where it was not renewed in the last hour. undefined: it is unknown or expired. */
    async session(token: string): Promise<(Session & { renewed: boolean }) | undefined> {
      const { adapter } = await library.get();
      const found = await adapter.findSession(token);
      if (!found || found.session.expiresAt.getTime() <= Date.now()) return undefined;
      const { expiresAt } = found.session;
      const renewed = expiresAt.getTime() - Date.now() < SESSION_MS - RENEW_AFTER_MS;
      const until = renewed ? new Date(Date.now() + SESSION_MS) : expiresAt;
      if (renewed) await adapter.updateSession(token, { expiresAt: until, updatedAt: new Date() });
      return { accountId: found.user.id, token, expiresAt: until, renewed };
    },

    async signOut(token: string): Promise<void> {
      await (await library.get()).adapter.deleteSession(token);
    },

    /** A session without a password, after a sign-in at a provider. */
    async openSession(accountId: string): Promise<Session> {
      const { token, expiresAt } = await (await library.get()).adapter.createSession(accountId);
      return { accountId, token, expiresAt };
    },

    /** when the person of this session signed in */
    async signedInAt(token: string): Promise<Date | undefined> {
      return (await (await library.get()).adapter.findSession(token))?.session.createdAt;
    },

    /** Ends every session of the account, except `keep`. */
    async endSessions(accountId: string, keep = ''): Promise<void> {
      await pool.query('delete from account_sessions where "userId" = $1 and token <> $2', [accountId, keep]);
    },
  };
}
