import { loginsOf, type Provider } from './credentials/logins.ts';
import { type LibraryOptions, openLibrary } from './credentials/library.ts';
import { passwordsOf } from './credentials/passwords.ts';
import { type Session, sessionsOf } from './credentials/sessions.ts';

export { hiddenEmail, SESSION_MS } from './credentials/library.ts';
export type { Provider } from './credentials/logins.ts';
export type { Session } from './credentials/sessions.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Passwords and sessions, kept by a library. It knows an account by a keyed hash of the e-mail; the shop keeps the e-mail itself
 * sealed in the member's events.
 */
export type Credentials = ReturnType<typeof createCredentials>;

export function createCredentials(options: LibraryOptions) {
  const { pool, clock } = options;
  const library = openLibrary(options);
  const accountOf = async (email: string): Promise<string | undefined> =>
    (await (await library.get()).adapter.findUserByEmail(library.emailOf(email)))?.user.id;
  const byProvider = loginsOf(library, pool);
  const sessions = sessionsOf(library, { pool, clock }, accountOf);

  return {
    accountOf,
    ...sessions,
    ...passwordsOf(library, pool, sessions.forgetRecent),
    ...byProvider,

    /**
     * A session after a sign-in at a provider. A reset of the password may have removed the login meanwhile, and has ended the
     * sessions that it saw. undefined: the login is gone
     */
    async openSessionOf(accountId: string, provider: Provider, key: string): Promise<Session | undefined> {
      const session = await sessions.openSession(accountId, provider);
      if (session === undefined) return undefined;
      if ((await byProvider.accountOfLogin(provider, key)) === accountId) return session;
      await sessions.signOut(session.token);
      return undefined;
    },

    /** `taken`: another account has the e-mail; `gone`: the account was removed */
    async changeEmail(accountId: string, email: string): Promise<'changed' | 'taken' | 'gone'> {
      const owner = await accountOf(email);
      if (owner !== undefined) return owner === accountId ? 'changed' : 'taken';
      try {
        const { rowCount } = await pool.query('update account_users set email = $2, "updatedAt" = now() where id = $1', [
          accountId,
          library.emailOf(email),
        ]);
        return rowCount === 1 ? 'changed' : 'gone';
      } catch (error) {
        if ((error as { code?: string }).code === UNIQUE_VIOLATION) return 'taken';
        throw error;
      }
    },

    /**
     * The account again, after the tables were lost or the key of the hashes changed. What was lost stays lost.
     * @returns whether something was missing; false also where another account has the address
     */
    async restore(accountId: string, email: string, logins: readonly (readonly [Provider, string])[]): Promise<boolean> {
      try {
        const { rowCount } = await pool.query(
          `insert into account_users as held (id, name, email, "emailVerified", "createdAt", "updatedAt")
           values ($1, '', $2, false, now(), now())
           on conflict (id) do update set email = excluded.email where held.email <> excluded.email`,
          [accountId, library.emailOf(email)],
        );
        for (const [provider, key] of logins) await byProvider.addLogin(accountId, provider, key);
        return rowCount === 1;
      } catch (error) {
        if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
        throw error;
      }
    },

    /** Removes an account to which nobody has signed in for so many ms, nor registered. @returns whether it is removed */
    async removeUnused(accountId: string, ms: number): Promise<boolean> {
      const { rowCount } = await pool.query(
        `delete from account_users where id = $1
           and coalesce("signedInAt", "createdAt") < now() - make_interval(secs => $2)`,
        [accountId, ms / 1_000],
      );
      sessions.forgetRecent();
      return rowCount === 1;
    },

    /** Sign-in and sessions end. The address is free again. */
    async remove(accountId: string): Promise<void> {
      await pool.query('delete from account_users where id = $1', [accountId]);
      sessions.forgetRecent();
    },
  };
}
