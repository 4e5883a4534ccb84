import { randomUUID } from 'node:crypto';
import { batches } from '@nordhaut/platform/batches';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { WITHOUT_WAITING } from '../without-waiting.ts';
import { type Library, type LibraryOptions, RENEW_AFTER_MS, SESSION_MS } from './library.ts';
import type { Provider } from './logins.ts';

/** `id` names the session and opens nothing. */
export type Session = { id: string; accountId: string; token: string; expiresAt: Date };
/** `passwordNumber`: as in `HeldPassword`. `meanwhile`: the result of the reads that were given to the sign-in */
export type SignIn<Result = undefined> =
  | { ok: true; session: Session; passwordNumber: number | null; meanwhile: Result }
  | { ok: false; reason: 'unknown' | 'wrong-password' };

type Login = { id: string; password: string | null; number: number | null };

type SignInOptions<Result> = {
  /** The password is checked after it; its rejection is the answer. */
  allowed?: Promise<unknown>;
  /** Reads for the answer, which run while the session begins. A wrong password makes no more calls than an unknown e-mail. */
  meanwhile?: (accountId: string) => Promise<Result>;
};

/** ms for which the row of an expired session stays. `isKept` asks for it as long as a cookie of an open account lives, 7 days. */
const KEPT_MS = 8 * 86_400_000;

/** ms for which a session counts as found where the caller asks for a recent answer; see `Caller` in the HTTP app */
const RECENT_MS = 1_000;
const RECENT_SESSIONS = 10_000;

const FOREIGN_KEY_VIOLATION = '23503';

/** The sessions of these tokens that have not expired, by token. */
export async function readSessions(
  { pool, clock }: { pool: Pick<pg.Pool, 'query'>; clock: () => Date },
  tokens: readonly string[],
): Promise<ReadonlyMap<string, Session>> {
  const { rows } = await pool.query<{ id: string; token: string; userId: string; expiresAt: Date }>({
    name: 'sessions',
    text: 'select id, token, "userId", "expiresAt" from account_sessions where token = any($1::text[])',
    values: [tokens],
  });
  const now = clock().getTime();
  const living = rows.filter(({ expiresAt }) => expiresAt.getTime() > now);
  return new Map(living.map(({ id, token, userId, expiresAt }) => [token, { id, accountId: userId, token, expiresAt }]));
}

/** Registration and sign-in with a password, and the sessions of all ways to sign in. */
export function sessionsOf(
  library: Library,
  { pool, clock }: Pick<LibraryOptions, 'pool' | 'clock'>,
  accountOf: (email: string) => Promise<string | undefined>,
) {
  // Every call of a member asks for its session. One statement finds those of many calls; the library takes two for each.
  const finding = batches(
    async (tokens: string[]) => {
      const found = await readSessions({ pool, clock }, tokens);
      return tokens.map((token) => found.get(token));
    },
    { size: 200, parallel: 1, maxWaitMs: 1 },
  );
  /** A session that another process ends may stay in it for its second. Whatever ends sessions here empties it. */
  const recently = new LRUCache<string, Session>({ max: RECENT_SESSIONS, ttl: RECENT_MS });
  /** The account of an e-mail, and the stored hash of its password. */
  const loginOf = async (email: string): Promise<Login | undefined> => {
    const { rows } = await pool.query<Login>({
      name: 'login-of-email',
      text: `select u.id, l.password, l."passwordNumber" as number from account_users u
             left join account_logins l on l."userId" = u.id and l."providerId" = 'credential'
             where u.email = $1`,
      values: [library.emailOf(email)],
    });
    return rows[0];
  };

  /**
   * The row is the library's, with a token of the library. Its own call builds and plans the statement anew for each sign-in,
   * which costs more than the row. The database answers before the commit is on the disk: if its machine fails, the sessions of
   * the last second are lost, and their members sign in again. Rows that expired long ago go, so that the table does not grow.
   *
   * With `login`, the row is written only while the account has this address and password. The locks make a change that is under
   * way come first; a later one ends the session with the others (`alone` in passwords.ts). The lock of the account is the one that its
   * update takes, because two sign-ins that share a weaker lock would wait for each other.
   * @returns undefined: the account was removed, or its address or password changed meanwhile
   */
  async function openSession(
    accountId: string,
    by: Provider | 'credential',
    login?: { email: string; password: string },
  ): Promise<Session | undefined> {
    const { newToken } = await library.get();
    const now = clock();
    const session: Session = { id: newToken(), accountId, token: newToken(), expiresAt: new Date(now.getTime() + SESSION_MS) };
    const own = `(select u.id from account_users u join account_logins l on l."userId" = u.id and l."providerId" = 'credential'
                  where u.id = $3 and u.email = $8 and l.password = $9 for no key update of u for share of l)`;
    try {
      const { rowCount } = await pool.query({
        name: login ? 'open-session-with-password' : 'open-session',
        text: `with gone as (
                 delete from account_sessions where id in (
                   select id from account_sessions where "expiresAt" <= $6 order by "expiresAt" limit 20 for update skip locked)),
               made as (
                 insert into account_sessions (id, token, "userId", "expiresAt", "createdAt", "updatedAt", "ipAddress", "userAgent", "signedInBy")
                 select $1, $2, $3, $4, $5, $5, '', '', $7 from ${WITHOUT_WAITING}${login ? `, ${own} as own` : ''}
                 returning "userId"),
               signed as (update account_users u set "signedInAt" = $5 from made where u.id = made."userId")
               select from made`,
        values: [
          session.id,
          session.token,
          accountId,
          session.expiresAt,
          now,
          new Date(now.getTime() - KEPT_MS),
          by,
          ...(login ? [library.emailOf(login.email), login.password] : []),
        ],
      });
      return rowCount === 1 ? session : undefined;
    } catch (error) {
      if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) return undefined;
      throw error;
    }
  }

  return {
    /**
     * A new account with a session. The library's own call hashes the password inside a transaction, so a few registrations at once
     * would keep every connection of the process. `taken`: the e-mail has an account.
     */
    async register(email: string, password: string): Promise<Session | 'taken'> {
      const { hashPassword } = await library.get();
      if ((await accountOf(email)) !== undefined) return 'taken';
      const hashed = await hashPassword(password);
      const accountId = randomUUID();
      const { rowCount } = await pool.query(
        `with made as (
           insert into account_users (id, name, email, "emailVerified", "createdAt", "updatedAt")
           values ($1, '', $2, false, now(), now()) on conflict (email) do nothing returning id
         ) insert into account_logins (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
           select $3, id, 'credential', id, $4, now(), now() from made`,
        [accountId, library.emailOf(email), randomUUID(), hashed],
      );
      if (rowCount !== 1) return 'taken';
      const session = await openSession(accountId, 'credential');
      if (!session) throw new Error('an account was made and not found');
      return session;
    },

    /**
     * An unknown e-mail costs the same time as a wrong password. A new password ends the sessions of the earlier one, also one
     * that began while the earlier one was being checked.
     */
    async signIn<Result = undefined>(
      email: string,
      password: string,
      { allowed, meanwhile }: SignInOptions<Result> = {},
    ): Promise<SignIn<Result>> {
      const [{ hashPassword, verifyPassword }, login] = await Promise.all([library.get(), loginOf(email), allowed]);
      if (typeof login?.password !== 'string') {
        await hashPassword(password);
        return { ok: false, reason: login === undefined ? 'unknown' : 'wrong-password' };
      }
      if (!(await verifyPassword({ hash: login.password, password }))) return { ok: false, reason: 'wrong-password' };
      const [session, result] = await Promise.all([
        openSession(login.id, 'credential', { email, password: login.password }),
        meanwhile?.(login.id),
      ]);
      if (session) return { ok: true, session, passwordNumber: login.number, meanwhile: result as Result };
      return { ok: false, reason: (await loginOf(email)) === undefined ? 'unknown' : 'wrong-password' };
    },

    /**
     * Renews the session where it was not renewed in the last hour. `recent`: an answer of the last second will do.
     * @returns undefined: it is unknown or expired
     */
    async session(token: string, { recent = false } = {}): Promise<(Session & { renewed: boolean }) | undefined> {
      const held = recent ? recently.get(token) : undefined;
      if (held) return { ...held, renewed: false };
      const found = await finding.add(token);
      if (!found) return undefined;
      recently.set(token, found);
      const now = clock();
      if (found.expiresAt.getTime() - now.getTime() >= SESSION_MS - RENEW_AFTER_MS) return { ...found, renewed: false };
      const expiresAt = new Date(now.getTime() + SESSION_MS);
      await (await library.get()).adapter.updateSession(token, { expiresAt, updatedAt: now });
      return { ...found, expiresAt, renewed: true };
    },

    /** Whether the session has a row. An expired one keeps it for eight days. A sign-out, a new password and the end of the account delete it. */
    async isKept(id: string): Promise<boolean> {
      const { rowCount } = await pool.query({ name: 'kept-session', text: 'select from account_sessions where id = $1', values: [id] });
      return rowCount === 1;
    },

    async signOut(token: string): Promise<void> {
      await (await library.get()).adapter.deleteSession(token);
      recently.delete(token);
    },

    /** After sessions were ended in another way than by these calls. */
    forgetRecent: (): void => recently.clear(),

    /** A session of a person who has shown the password, or has signed in at a provider. */
    openSession: (accountId: string, by: Provider | 'credential') => openSession(accountId, by),

    /** When the person of this session signed in, and by which login. `by`: null where it is not recorded */
    async signInOf(token: string): Promise<{ at: Date; by: string | null } | undefined> {
      const { rows } = await pool.query<{ at: Date; by: string | null }>({
        name: 'sign-in-of-session',
        text: 'select "createdAt" as at, "signedInBy" as by from account_sessions where token = $1',
        values: [token],
      });
      return rows[0];
    },

    /** When somebody last signed in to the account, also where the session was ended since; undefined: it is not recorded */
    async lastSignIn(accountId: string): Promise<Date | undefined> {
      const { rows } = await pool.query<{ at: Date | null }>({
        name: 'last-sign-in',
        text: `select coalesce("signedInAt", (select max("createdAt") from account_sessions where "userId" = u.id)) as at
               from account_users u where id = $1`,
        values: [accountId],
      });
      return rows[0]?.at ?? undefined;
    },

    /** Ends every session of the account, except `keep`. */
    async endSessions(accountId: string, keep = ''): Promise<void> {
      await pool.query('delete from account_sessions where "userId" = $1 and token <> $2', [accountId, keep]);
      recently.clear();
    },
  };
}
