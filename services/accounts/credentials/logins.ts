import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Library } from './library.ts';

/** The library's names of the ways to sign in without a password. */
export type Provider = 'line' | 'facebook';

/** The persons of LINE and Facebook that sign in to accounts. */
export const loginsOf = (library: Library, pool: pg.Pool) => ({
  /** The account that this person of a provider signs in to. `key`: the keyed hash of the provider's id */
  async accountOfLogin(provider: Provider, key: string): Promise<string | undefined> {
    return (await (await library.get()).adapter.findAccountByKey({ providerId: provider, accountId: key }))?.userId;
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
   * An account without a password. Of two for the same person of a provider, one is made. An earlier one counts as used from here on,
   * before its member begins: otherwise `removeUnused` could remove it in between.
   * @returns `taken`: the e-mail has an account
   */
  async registerLogin(email: string, provider: Provider, key: string): Promise<{ accountId: string } | 'taken'> {
    const known = await this.accountOfLogin(provider, key);
    if (known !== undefined) {
      const used = await pool.query('update account_users set "signedInAt" = now() where id = $1', [known]);
      if (used.rowCount === 1) return { accountId: known };
    }
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
      [accountId, library.emailOf(email), randomUUID(), provider, key],
    );
    if (rowCount === 1) return { accountId };
    const winner = await this.accountOfLogin(provider, key);
    // The account of a lost race has no login; nobody can sign in to it.
    await pool.query('delete from account_users where id = $1 and not exists (select from account_logins where "userId" = $1)', [
      accountId,
    ]);
    return winner === undefined ? 'taken' : { accountId: winner };
  },
});
