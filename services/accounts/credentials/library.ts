import { createHmac, type KeyObject } from 'node:crypto';
import { createKysely } from '@nordhaut/platform/database';
import type pg from 'pg';

/** ms; renewed by use (decisions.md 6) */
export const SESSION_MS = 259_200_000;
export const RENEW_AFTER_MS = 3_600_000;

export type LibraryOptions = {
  pool: pg.Pool;
  /** of the e-mails' hashes */
  emailKey: KeyObject;
  /** of the library; it signs nothing that a browser gets */
  secret: string;
  /** of sessions: a process whose machine has another time must not end those of others, nor take an old sign-in for a new one */
  clock: () => Date;
};

export type Library = ReturnType<typeof openLibrary>;

/** The form in which the library knows an e-mail address: a keyed hash, in the shape of an address. */
export const hiddenEmail = (key: KeyObject, email: string): string =>
  `${createHmac('sha256', key).update(email).digest('hex')}@member.invalid`;

/**
 * The library behind passwords and sessions. None of its own routes is reachable. It is loaded at its first use, because it is a
 * fifth of the modules of a process, and most processes (projector, relay, jobs, tools) sign nobody in.
 */
export function openLibrary(options: LibraryOptions) {
  let loaded: ReturnType<typeof load> | undefined;
  return {
    emailOf: (email: string): string => hiddenEmail(options.emailKey, email),
    get: () => (loaded ??= load(options)),
  };
}

async function load({ pool, secret }: LibraryOptions) {
  const [{ betterAuth }, { generateRandomString, hashPassword, verifyPassword }] = await Promise.all([
    import('better-auth'),
    import('better-auth/crypto'),
  ]);
  const auth = betterAuth({
    // Only links in the library's own mails would use it.
    baseURL: 'http://library.invalid',
    secret,
    database: { db: createKysely(pool) as never, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    user: { modelName: 'account_users' },
    session: { modelName: 'account_sessions', expiresIn: SESSION_MS / 1000, updateAge: RENEW_AFTER_MS / 1000 },
    account: { modelName: 'account_logins', storeAccountCookie: false },
    verification: { modelName: 'account_verifications', storeIdentifier: 'hashed' },
    advanced: { ipAddress: { disableIpTracking: true } },
  });
  const { internalAdapter: adapter } = await auth.$context;
  /** an id or a session's token, as the library makes them */
  const newToken = (): string => generateRandomString(32, 'a-z', 'A-Z', '0-9');
  return { adapter, hashPassword, newToken, verifyPassword };
}
