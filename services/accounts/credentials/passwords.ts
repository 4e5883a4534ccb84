import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Library } from './library.ts';

/** The passwords of accounts. */
export const passwordsOf = (library: Library, pool: pg.Pool) => ({
  async hasPassword(accountId: string): Promise<boolean> {
    return typeof (await (await library.get()).adapter.findCredentialAccount(accountId))?.password === 'string';
  },

  /** An account without a password costs the same time as a wrong one. */
  async isPassword(accountId: string, password: string): Promise<boolean> {
    const { adapter, hashPassword, verifyPassword } = await library.get();
    const held = (await adapter.findCredentialAccount(accountId))?.password;
    if (typeof held === 'string') return verifyPassword({ hash: held, password });
    await hashPassword(password);
    return false;
  },

  /** Sets the password and ends the sessions except `keep`, both or neither. */
  async setPassword(accountId: string, password: string, keep = ''): Promise<void> {
    const hashed = await (await library.get()).hashPassword(password);
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
    const hashed = await (await library.get()).hashPassword(password);
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
});
