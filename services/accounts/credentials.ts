import { createHmac, type KeyObject } from 'node:crypto';
import { createKysely } from '@nordhaut/platform/database';
import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import type pg from 'pg';

/** ms; renewed by use (decisions.md 6) */
export const SESSION_MS = 259_200_000;
const RENEW_AFTER_MS = 3_600_000;

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
  };
}
