import { randomUUID } from 'node:crypto';
import { createKysely } from '@nordhaut/platform/database';
import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Library } from './library.ts';

/** `number`: how many new passwords the member has with this one; null: no event follows it */
export type HeldPassword = { hash: string; number: number | null };

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

    async heldPassword(accountId: string): Promise<HeldPassword | undefined> {
      const { rows } = await pool.query<HeldPassword>(
        `select password as hash, "passwordNumber" as number from account_logins
         where "userId" = $1 and "providerId" = 'credential' and password is not null`,
        [accountId],
      );
      return rows[0];
    },

    /**
     * Replaces the password `held` and ends the sessions except `keep`, both or neither. Its event follows.
     * @param number how many new passwords the member has with this one
     * @returns false: the account has another password by now, or none
     */
    async changePassword(
      accountId: string,
      password: string,
      { held, number, keep = '' }: { held: HeldPassword; number: number; keep?: string },
    ): Promise<boolean> {
      const hashed = await (await library.get()).hashPassword(password);
      const { rows } = await alone(accountId, (transaction) =>
        sql`
          with changed as (
            update account_logins set password = ${hashed}, "passwordNumber" = ${number}, "updatedAt" = now()
            where "userId" = ${accountId} and "providerId" = 'credential' and password = ${held.hash} returning "userId"
          ), ended as (
            delete from account_sessions where "userId" in (select "userId" from changed) and token <> ${keep}
          ) select from changed`.execute(transaction),
      );
      return rows.length === 1;
    },

    /**
     * Ends the password and all sessions of the account whose link has this unused token, before the event of the new password.
     * @param held the password when the caller looked at the member; another one, which was set meanwhile, stays
     */
    async endPassword(accountId: string, tokenHash: Buffer, held: HeldPassword | undefined): Promise<void> {
      await alone(accountId, (transaction) =>
        sql`
          with valid as (
            select owner from account_tokens where hash = ${tokenHash} and owner = ${accountId} and kind = 'RESET' and not used
          ), ended as (
            delete from account_sessions where "userId" in (select owner from valid)
          ) update account_logins set password = null, "passwordNumber" = null, "updatedAt" = now()
            where "userId" in (select owner from valid) and "providerId" = 'credential' and password = ${held?.hash ?? null}`.execute(
          transaction,
        ),
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
            on conflict ("providerId", "accountId") do update
              set password = excluded.password, "passwordNumber" = null, "updatedAt" = excluded."updatedAt"`.execute(transaction),
      );
      return numAffectedRows === 1n;
    },
  };
};
