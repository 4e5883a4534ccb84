import { createHmac, type KeyObject, randomUUID } from 'node:crypto';
import { createKysely } from '@nordhaut/platform/database';
import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type pg from 'pg';

/** ms; renewed by use (decisions.md 6) */
export const SESSION_MS = 259_200_000;
const RENEW_AFTER_MS = 3_600_000;

const UNIQUE_VIOLATION = '23505';

/** The library's names of the ways to sign in without a password. */
export type Provider = 'line' | 'facebook';

export type Session = { accountId: string; token: string; expiresAt: Date };
export type SignIn = { ok: true; session: Session } | { ok: false; reason: 'unknown' | 'wrong-password' };

/**
 * Passwords and sessions, kept by a library. None of the library's own routes is reachable. It knows an account by a keyed
 * hash of the e-mail; the shop keeps the e-mail itself sealed in the member's events.
 */
export type Credentials = ReturnType<typeof createCredentials>;

export type CredentialsOptions = {
  pool: pg.Pool;
  /** of the e-mails' hashes */
  emailKey: KeyObject;
  /** of the library; it signs nothing that a browser gets */
  secret: string;
};

/** The form in which the library knows an e-mail address: a keyed hash, in the shape of an address. */
export const hiddenEmail = (key: KeyObject, email: string): string =>
  `${createHmac('sha256', key).update(email).digest('hex')}@member.invalid`;

const hasCode = (error: unknown, code: string): boolean =>
  isAPIError(error) && (error.body as { code?: string } | undefined)?.code?.startsWith(code) === true;

export function createCredentials({ pool, emailKey, secret }: CredentialsOptions) {
  const auth = betterAuth({
    // Only links in the library's own mails would use it.
    baseURL: 'http://library.invalid',
    secret,
    database: { db: createKysely(pool) as never, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: true, minPasswordLength: 1, maxPasswordLength: 256, autoSignIn: true },
    user: { modelName: 'account_users' },
    session: { modelName: 'account_sessions', expiresIn: SESSION_MS / 1000, updateAge: RENEW_AFTER_MS / 1000 },
    account: { modelName: 'account_logins', storeAccountCookie: false },
    verification: { modelName: 'account_verifications', storeIdentifier: 'hashed' },
    advanced: { ipAddress: { disableIpTracking: true } },
    // The browser's name is personal, and nothing needs it.
    databaseHooks: {
      session: { create: { before: (session) => Promise.resolve({ data: { ...session, userAgent: '', ipAddress: '' } }) } },
    },
  });
  const library = auth.$context.then(({ internalAdapter }) => internalAdapter);
  const emailOf = (email: string): string => hiddenEmail(emailKey, email);
  const sessionOf = async (token: string): Promise<Session> => {
    const found = await (await library).findSession(token);
    if (!found) throw new Error('a session was made and not found');
    return { accountId: found.user.id, token, expiresAt: found.session.expiresAt };
  };

  return {
    /** A new account with a session. `taken`: the e-mail has an account. */
    async register(email: string, password: string): Promise<Session | 'taken'> {
      try {
        const { token } = await auth.api.signUpEmail({ body: { email: emailOf(email), password, name: '' } });
        return await sessionOf(token as string);
      } catch (error) {
        if (hasCode(error, 'USER_ALREADY_EXISTS')) return 'taken';
        // Of two at once, the second one meets the unique index, which the library does not tell from other failures.
        if (hasCode(error, 'FAILED_TO_CREATE_USER') && (await this.accountOf(email)) !== undefined) return 'taken';
        throw error;
      }
    },

    /** An unknown e-mail costs the same time as a wrong password. */
    async signIn(email: string, password: string): Promise<SignIn> {
      try {
        const { token } = await auth.api.signInEmail({ body: { email: emailOf(email), password } });
        return { ok: true, session: await sessionOf(token) };
      } catch (error) {
        if (!hasCode(error, 'INVALID_EMAIL_OR_PASSWORD')) throw error;
        return { ok: false, reason: (await this.accountOf(email)) === undefined ? 'unknown' : 'wrong-password' };
      }
    },

    async accountOf(email: string): Promise<string | undefined> {
      return (await (await library).findUserByEmail(emailOf(email)))?.user.id;
    },

    /** Renews the session where it was not renewed in the last hour. undefined: it is unknown or expired. */
    async session(token: string): Promise<(Session & { renewed: boolean }) | undefined> {
      const adapter = await library;
      const found = await adapter.findSession(token);
      if (!found || found.session.expiresAt.getTime() <= Date.now()) return undefined;
      const { expiresAt } = found.session;
      const renewed = expiresAt.getTime() - Date.now() < SESSION_MS - RENEW_AFTER_MS;
      const until = renewed ? new Date(Date.now() + SESSION_MS) : expiresAt;
      if (renewed) await adapter.updateSession(token, { expiresAt: until, updatedAt: new Date() });
      return { accountId: found.user.id, token, expiresAt: until, renewed };
    },

    async signOut(token: string): Promise<void> {
      await (await library).deleteSession(token);
    },

    /** A session without a password, after a sign-in at a provider. */
    async openSession(accountId: string): Promise<Session> {
      const { token, expiresAt } = await (await library).createSession(accountId);
      return { accountId, token, expiresAt };
    },

    /** when the person of this session signed in */
    async signedInAt(token: string): Promise<Date | undefined> {
      return (await (await library).findSession(token))?.session.createdAt;
    },

    /** Ends every session of the account, except `keep`. */
    async endSessions(accountId: string, keep = ''): Promise<void> {
      await pool.query('delete from account_sessions where "userId" = $1 and token <> $2', [accountId, keep]);
    },

    async hasPassword(accountId: string): Promise<boolean> {
      return typeof (await (await library).findCredentialAccount(accountId))?.password === 'string';
    },

    /** An account without a password costs the same time as a wrong one. */
    async isPassword(accountId: string, password: string): Promise<boolean> {
      const held = (await (await library).findCredentialAccount(accountId))?.password;
      if (typeof held === 'string') return verifyPassword({ hash: held, password });
      await hashPassword(password);
      return false;
    },

    /** Sets the password and ends the sessions except `keep`, both or neither. */
    async setPassword(accountId: string, password: string, keep = ''): Promise<void> {
      const hashed = await hashPassword(password);
      await pool.query(
        `with set as (
           insert into account_logins (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
           values ($1, $2, 'credential', $2, $3, now(), now())
           on conflict ("providerId", "accountId") do update set password = excluded.password, "updatedAt" = excluded."updatedAt"
         ) delete from account_sessions where "userId" = $2 and token <> $4`,
        [randomUUID(), accountId, hashed, keep],
      );
    },

    /** Uses the token of a link, sets the password and ends all sessions: all or nothing. @returns false: it was used before */
    async resetPassword(accountId: string, password: string, tokenHash: Buffer): Promise<boolean> {
      const hashed = await hashPassword(password);
      const { rowCount } = await pool.query(
        `with used as (
           update account_tokens set used = true where hash = $4 and owner = $2 and kind = 'RESET' and not used returning owner
         ), ended as (
           delete from account_sessions where "userId" in (select owner from used)
         ) insert into account_logins (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
           select $1, owner, 'credential', owner, $3, now(), now() from used
           on conflict ("providerId", "accountId") do update set password = excluded.password, "updatedAt" = excluded."updatedAt"`,
        [randomUUID(), accountId, hashed, tokenHash],
      );
      return rowCount === 1;
    },

    /** The account that this person of a provider signs in to. `key`: the keyed hash of the provider's id */
    async accountOfLogin(provider: Provider, key: string): Promise<string | undefined> {
      return (await (await library).findAccountByKey({ providerId: provider, accountId: key }))?.userId;
    },

    /** @returns the account that has the login afterwards: this one, or another one that had it before */
    async addLogin(accountId: string, provider: Provider, key: string): Promise<string> {
      const { rows } = await pool.query<{ userId: string }>(
        `with added as (
           insert into account_logins (id, "accountId", "providerId", "userId", "createdAt", "updatedAt")
           values ($1, $2, $3, $4, now(), now()) on conflict ("providerId", "accountId") do nothing returning "userId"
         ) select "userId" from added union all select "userId" from account_logins where "providerId" = $3 and "accountId" = $2`,
        [randomUUID(), key, provider, accountId],
      );
      // Another one inserted it after this statement began.
      return rows[0]?.userId ?? (await this.accountOfLogin(provider, key)) ?? this.addLogin(accountId, provider, key);
    },

    async removeLogin(accountId: string, provider: Provider | 'credential', key?: string): Promise<void> {
      await pool.query('delete from account_logins where "userId" = $1 and "providerId" = $2 and ($3::text is null or "accountId" = $3)', [
        accountId,
        provider,
        key ?? null,
      ]);
    },

    /**
     * An account without a password. Of two for the same person of a provider, one is made.
     * @returns `taken`: the e-mail has an account
     */
    async registerLogin(email: string, provider: Provider, key: string): Promise<{ accountId: string } | 'taken'> {
      const known = await this.accountOfLogin(provider, key);
      if (known !== undefined) return { accountId: known };
      const accountId = randomUUID();
      // One statement: an account without its login would keep the address for nobody.
      const { rowCount } = await pool.query(
        `with made as (
           insert into account_users (id, name, email, "emailVerified", "createdAt", "updatedAt")
           select $1, '', $2, false, now(), now()
           where not exists (select from account_logins where "providerId" = $4 and "accountId" = $5)
           on conflict (email) do nothing returning id
         ) insert into account_logins (id, "accountId", "providerId", "userId", "createdAt", "updatedAt")
           select $3, $5, $4, id, now(), now() from made on conflict ("providerId", "accountId") do nothing`,
        [accountId, emailOf(email), randomUUID(), provider, key],
      );
      if (rowCount === 1) return { accountId };
      const winner = await this.accountOfLogin(provider, key);
      // The account of a lost race has no login; nobody can sign in to it.
      await pool.query('delete from account_users where id = $1 and not exists (select from account_logins where "userId" = $1)', [
        accountId,
      ]);
      return winner === undefined ? 'taken' : { accountId: winner };
    },

    /** `taken`: another account has the e-mail */
    async changeEmail(accountId: string, email: string): Promise<'changed' | 'taken'> {
      const owner = await this.accountOf(email);
      if (owner !== undefined) return owner === accountId ? 'changed' : 'taken';
      try {
        await pool.query('update account_users set email = $2, "updatedAt" = now() where id = $1', [accountId, emailOf(email)]);
        return 'changed';
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
          [accountId, emailOf(email)],
        );
        for (const [provider, key] of logins) await this.addLogin(accountId, provider, key);
        return rowCount === 1;
      } catch (error) {
        if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
        throw error;
      }
    },

    /** Sign-in and sessions end. The address is free again. */
    async remove(accountId: string): Promise<void> {
      await pool.query('delete from account_users where id = $1', [accountId]);
    },
  };
}
