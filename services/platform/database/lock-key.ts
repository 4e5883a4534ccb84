import { createHash } from 'node:crypto';
import type pg from 'pg';

/** The 64-bit key of a named advisory lock. As text, because the driver does not send a bigint of this size as int8. */
export const lockKey = (name: string): string => createHash('sha256').update(`nordhaut:${name}`).digest().readBigInt64BE().toString();

/** Takes the named lock for the session of `client`, if it is free. @returns whether it was */
export async function tryLock(client: Pick<pg.ClientBase, 'query'>, name: string): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey(name)]);
  return rows[0]?.got === true;
}
