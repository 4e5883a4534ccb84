import { randomUUID } from 'node:crypto';
import { createKysely } from '@nordhaut/platform/database';
import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Library } from './library.ts';

/** The passwords of accounts. `onEnded` is called after sessions were ended. */
export const passwordsOf = (library: Library, pool: pg.Pool, onEnded: () => void) => {
  const db = createKysely<never>(pool);

  /**
   * Runs `work` while no session of the account can begin: a new session's row has to wait for the account's row. So `work`
   * sees and ends every session that began before, and a later one finds what `work` wrote.
   */
  async function alone<Result>(accountId: string, work: (transaction: Transaction<never>) => Promise<Result>): Promise<Result> {
    const result = await db.transaction().execute(async (transaction) => {
      await sql`select id from account_users where id = ${accountId} for update`.execute(transaction);
      return work(transaction);
    });
    onEnded();
    return result;
  }

  return {
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
      await alone(accountId, (transaction) =>
        sql`
          with set as (
            insert into account_logins (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
            values (${randomUUID()}, ${accountId}, 'credential', ${accountId}, ${hashed}, now(), now())
            on conflict ("providerId", "accountId") do update set password = excluded.password, "updatedAt" = excluded."updatedAt"
          ) delete from account_sessions where "userId" = ${accountId} and token <> ${keep}`.execute(transaction),
      );
    },

    /** Uses the token of a link, sets the password and ends all sessions: all or nothing. @returns false: it was used before */
    async resetPassword(accountId: string, password: string, tokenHash: Buffer): Promise<boolean> {
      const hashed = await (await library.get()).hashPassword(password);
      const { numAffectedRows } = await alone(accountId, (transaction) =>
        sql`
          with used as (
            update account_tokens set used = true where hash = ${tokenHash} and owner = ${accountId} and kind = 'RESET' and not used
            returning owner
          ), ended as (
            delete from account_sessions where "userId" in (select owner from used)
          ) insert into account_logins (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
            select ${randomUUID()}, owner, 'credential', owner, ${hashed}, now(), now() from used
            on conflict ("providerId", "accountId") do update set password = excluded.password, "updatedAt" = excluded."updatedAt"`.execute(
          transaction,
        ),
      );
      return numAffectedRows === 1n;
    },
  };
};
