import { batches } from '@nordhaut/platform/batches';
import type pg from 'pg';
import { type Library, RENEW_AFTER_MS, SESSION_MS } from './library.ts';

export type Session = { accountId: string; token: string; expiresAt: Date };
export type SignIn = { ok: true; session: Session } | { ok: false; reason: 'unknown' | 'wrong-password' };

const FOREIGN_KEY_VIOLATION = '23503';

/** The sessions of these tokens that have not expired, by token. */
export async function readSessions(pool: Pick<pg.Pool, 'query'>, tokens: readonly string[]): Promise<ReadonlyMap<string, Session>> {
  const { rows } = await pool.query<{ token: string; userId: string; expiresAt: Date }>({
    name: 'sessions',
    text: 'select token, "userId", "expiresAt" from account_sessions where token = any($1::text[])',
    values: [tokens],
  });
  const now = Date.now();
  const living = rows.filter(({ expiresAt }) => expiresAt.getTime() > now);
  return new Map(living.map(({ token, userId, expiresAt }) => [token, { accountId: userId, token, expiresAt }]));
}

/** Registration and sign-in with a password, and the sessions of all ways to sign in. */
export function sessionsOf(library: Library, pool: pg.Pool, accountOf: (email: string) => Promise<string | undefined>) {
  // Every call of a member asks for its session. One statement finds those of many calls; the library takes two for each.
  const finding = batches(
    async (tokens: string[]) => {
      const found = await readSessions(pool, tokens);
      return tokens.map((token) => found.get(token));
    },
    { size: 200, parallel: 1, maxWaitMs: 1 },
  );
  /** The account of an e-mail, and the stored hash of its password. */
  const loginOf = async (email: string): Promise<{ id: string; password: string | null } | undefined> => {
    const { rows } = await pool.query<{ id: string; password: string | null }>({
      name: 'login-of-email',
      text: `select u.id, l.password from account_users u
             left join account_logins l on l."userId" = u.id and l."providerId" = 'credential'
             where u.email = $1`,
      values: [library.emailOf(email)],
    });
    return rows[0];
  };

  /** undefined: the account was removed meanwhile */
  async function openSession(accountId: string): Promise<Session | undefined> {
    const { adapter } = await library.get();
    try {
      const { token, expiresAt } = await adapter.createSession(accountId);
      return { accountId, token, expiresAt };
    } catch (error) {
      if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) return undefined;
      throw error;
    }
  }

  return {
    /** A new account with a session. `taken`: the e-mail has an account. */
    async register(email: string, password: string): Promise<Session | 'taken'> {
      const { api, hasCode } = await library.get();
      try {
        const { token } = await api.signUpEmail({ body: { email: library.emailOf(email), password, name: '' } });
        const session = await finding.add(token as string);
        if (!session) throw new Error('a session was made and not found');
        return session;
      } catch (error) {
        if (hasCode(error, 'USER_ALREADY_EXISTS')) return 'taken';
        // Of two at once, the second one meets the unique index, which the library does not tell from other failures.
        if (hasCode(error, 'FAILED_TO_CREATE_USER') && (await accountOf(email)) !== undefined) return 'taken';
        throw error;
      }
    },

    /**
     * An unknown e-mail costs the same time as a wrong password. A new password ends the sessions of the earlier one, also one
     * that began while the earlier one was being checked. The password is checked after `allowed`, whose
     * rejection is the answer.
     */
    async signIn(email: string, password: string, allowed: Promise<unknown> = Promise.resolve()): Promise<SignIn> {
      const [{ adapter, hashPassword, verifyPassword }, login] = await Promise.all([library.get(), loginOf(email), allowed]);
      if (typeof login?.password !== 'string') {
        await hashPassword(password);
        return { ok: false, reason: login === undefined ? 'unknown' : 'wrong-password' };
      }
      if (!(await verifyPassword({ hash: login.password, password }))) return { ok: false, reason: 'wrong-password' };
      const opened = await openSession(login.id);
      if (opened === undefined) return { ok: false, reason: 'unknown' };
      const [after, session] = await Promise.all([loginOf(email), finding.add(opened.token)]);
      if (session && after?.id === login.id && after.password === login.password) return { ok: true, session };
      await adapter.deleteSession(opened.token);
      return { ok: false, reason: after === undefined ? 'unknown' : 'wrong-password' };
    },

    /** Renews the session where it was not renewed in the last hour. undefined: it is unknown or expired. */
    async session(token: string): Promise<(Session & { renewed: boolean }) | undefined> {
      const found = await finding.add(token);
      if (!found) return undefined;
      if (found.expiresAt.getTime() - Date.now() >= SESSION_MS - RENEW_AFTER_MS) return { ...found, renewed: false };
      const expiresAt = new Date(Date.now() + SESSION_MS);
      await (await library.get()).adapter.updateSession(token, { expiresAt, updatedAt: new Date() });
      return { ...found, expiresAt, renewed: true };
    },

    async signOut(token: string): Promise<void> {
      await (await library.get()).adapter.deleteSession(token);
    },

    /** A session without a password, after a sign-in at a provider. */
    openSession,

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
