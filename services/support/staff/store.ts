import { inTransaction } from '@nordhaut/platform/database';
import type pg from 'pg';
import type { FactorKind } from './staff-events.ts';

/** ms; a session that nobody uses ends earlier */
export const SESSION_MS = 12 * 3_600_000;
export const IDLE_MS = 3_600_000;
const SEEN_EVERY_MS = 60_000;
export const INVITATION_MS = 24 * 3_600_000;

export type NewFactor = {
  factorId: string;
  kind: FactorKind;
  credentialId?: string;
  publicKey?: Uint8Array;
  counter?: number;
  sealed?: Buffer;
  /** the time step of the code that confirmed an authenticator */
  step?: number;
};
export type FactorRow = { factor_id: string; staff_id: string; public_key: Buffer; counter: bigint; sealed: Buffer };
/** `confirmed_at`: when the second factor was shown again in this session */
export type SessionRow = { staff_id: string; factor_id: string; seen_at: Date; confirmed_at: Date | null };

export type StaffStore = ReturnType<typeof staffStore>;

/** The credentials of the staff in Postgres. Each function is one statement or one transaction. */
export function staffStore(pool: pg.Pool, clock: () => Date) {
  const after = (ms: number): Date => new Date(clock().getTime() + ms);

  return {
    async hasFactors(): Promise<boolean> {
      return (await pool.query('select from staff_factors limit 1')).rowCount === 1;
    },

    /** Replaces the person's earlier link. */
    async invite(staffId: string, tokenHash: Buffer): Promise<void> {
      await pool.query(
        `insert into staff_invitations (token_hash, staff_id, ends_at) values ($1, $2, $3)
         on conflict (staff_id) do update set token_hash = excluded.token_hash, ends_at = excluded.ends_at`,
        [tokenHash, staffId, after(INVITATION_MS)],
      );
    },

    async invited(tokenHash: Buffer): Promise<string | undefined> {
      const { rows } = await pool.query<{ staff_id: string }>(
        'select staff_id from staff_invitations where token_hash = $1 and ends_at > $2',
        [tokenHash, clock()],
      );
      return rows[0]?.staff_id;
    },

    /** Uses the link: the factor, the account number and the codes, all or nothing. @returns false: another call used the link */
    join: (
      tokenHash: Buffer,
      staffId: string,
      factor: NewFactor,
      { accountKey, codeKeys }: { accountKey: Buffer; codeKeys: readonly Buffer[] },
    ): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const used = await client.query('delete from staff_invitations where token_hash = $1 and staff_id = $2', [tokenHash, staffId]);
        if (used.rowCount !== 1) return false;
        const { factorId, kind, credentialId = null, publicKey, counter = 0, sealed = null, step = 0 } = factor;
        await client.query(
          `insert into staff_factors (factor_id, staff_id, credential_id, kind, public_key, counter, sealed, last_step)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [factorId, staffId, credentialId, kind, publicKey ? Buffer.from(publicKey) : null, counter, sealed, step],
        );
        await client.query(
          `insert into staff_accounts (staff_id, account_key) values ($1, $2)
           on conflict (staff_id) do update set account_key = excluded.account_key`,
          [staffId, accountKey],
        );
        await client.query('delete from staff_recovery_codes where staff_id = $1', [staffId]);
        await client.query('insert into staff_recovery_codes (code_key, staff_id, factor_id) select unnest($1::bytea[]), $2, $3', [
          codeKeys,
          staffId,
          factorId,
        ]);
        return true;
      }),

    /** Ends all that opens the account, and the link to it. */
    clear: (staffId: string): Promise<void> =>
      inTransaction(pool, async (client) => {
        for (const table of ['staff_factors', 'staff_accounts', 'staff_recovery_codes', 'staff_sessions', 'staff_invitations'])
          await client.query(`delete from ${table} where staff_id = $1`, [staffId]);
      }),

    async passkey(credentialId: string): Promise<FactorRow | undefined> {
      const { rows } = await pool.query<FactorRow>('select * from staff_factors where credential_id = $1', [credentialId]);
      return rows[0];
    },
    async usePasskey(factorId: string, counter: number): Promise<void> {
      await pool.query('update staff_factors set counter = greatest(counter, $2) where factor_id = $1', [factorId, counter]);
    },

    async account(accountKey: Buffer): Promise<string | undefined> {
      const { rows } = await pool.query<{ staff_id: string }>('select staff_id from staff_accounts where account_key = $1', [accountKey]);
      return rows[0]?.staff_id;
    },
    async authenticators(staffId: string): Promise<FactorRow[]> {
      const { rows } = await pool.query<FactorRow>("select * from staff_factors where staff_id = $1 and kind = 'authenticator'", [staffId]);
      return rows;
    },
    /** @returns false: a code of this time step, or a later one, was used before */
    async useStep(factorId: string, step: number): Promise<boolean> {
      return (
        (await pool.query('update staff_factors set last_step = $2 where factor_id = $1 and last_step < $2', [factorId, step])).rowCount ===
        1
      );
    },
    /** Uses a recovery code. @returns its factor; undefined: there is no such code any more */
    async useRecoveryCode(staffId: string, key: Buffer): Promise<string | undefined> {
      const { rows } = await pool.query<{ factor_id: string }>(
        'delete from staff_recovery_codes where staff_id = $1 and code_key = $2 returning factor_id',
        [staffId, key],
      );
      return rows[0]?.factor_id;
    },
    async recoveryCodesLeft(staffId: string): Promise<number> {
      const { rows } = await pool.query<{ count: bigint }>('select count(*) from staff_recovery_codes where staff_id = $1', [staffId]);
      return Number(rows[0]?.count ?? 0n);
    },

    async openSession(tokenHash: Buffer, staffId: string, factorId: string): Promise<void> {
      await pool.query(
        `with gone as (delete from staff_sessions where ends_at <= $4)
         insert into staff_sessions (token_hash, staff_id, factor_id, seen_at, ends_at) values ($1, $2, $3, $4, $5)`,
        [tokenHash, staffId, factorId, clock(), after(SESSION_MS)],
      );
    },
    /** @param isUse whether the call puts off the end of a session that nobody uses */
    async session(tokenHash: Buffer, isUse: boolean): Promise<SessionRow | undefined> {
      const now = clock();
      const { rows } = await pool.query<SessionRow>(
        'select staff_id, factor_id, seen_at, confirmed_at from staff_sessions where token_hash = $1 and ends_at > $2 and seen_at > $3',
        [tokenHash, now, after(-IDLE_MS)],
      );
      const [row] = rows;
      if (row && isUse && now.getTime() - row.seen_at.getTime() > SEEN_EVERY_MS)
        await pool.query('update staff_sessions set seen_at = $2 where token_hash = $1', [tokenHash, now]);
      return row;
    },
    async confirmSession(tokenHash: Buffer): Promise<void> {
      await pool.query('update staff_sessions set confirmed_at = $2 where token_hash = $1', [tokenHash, clock()]);
    },
    async endSession(tokenHash: Buffer): Promise<void> {
      await pool.query('delete from staff_sessions where token_hash = $1', [tokenHash]);
    },

    async putChallenge(idHash: Buffer, kind: string, sealed: Buffer, lifeMs: number): Promise<void> {
      await pool.query(
        `with gone as (delete from staff_challenges where ends_at <= $4)
         insert into staff_challenges (id_hash, kind, sealed, ends_at) values ($1, $2, $3, $5)`,
        [idHash, kind, sealed, clock(), after(lifeMs)],
      );
    },
    /** A challenge answers once. */
    async takeChallenge(idHash: Buffer, kind: string): Promise<Buffer | undefined> {
      const { rows } = await pool.query<{ sealed: Buffer }>(
        'delete from staff_challenges where id_hash = $1 and kind = $2 and ends_at > $3 returning sealed',
        [idHash, kind, clock()],
      );
      return rows[0]?.sealed;
    },
  };
}
