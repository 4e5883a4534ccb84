import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { batches } from '../batches.ts';
import { byteaArray, textArray } from '../database/binary-arrays.ts';
import { PURPOSES, type Purpose } from '../event-store/decider.ts';
import type { OuterKeys } from './outer-keys.ts';
import { KEY_BYTES, type KeyScope, open } from './seal.ts';

/** A subject's key as a `KeyObject` (raw bytes would be converted at every use); null after it was destroyed. */
export type SubjectKey = KeyObject | null;

/** Maximum keys per statement, so that thousands of checkouts need only a few commits. */
const BATCH = 1_000;

/** A key in the database: `outer_key` is null where it is not wrapped yet. */
export type KeyRow = { subject: string; purpose: KeyScope; key: Buffer | null; outer_key: string | null };
type Wanted = { subject: string; purpose: Purpose };

/** Identifies a key in memory. It also binds the wrapped key to its row. */
export const nameOfKey = (subject: string, scope: KeyScope): string => `${scope}\n${subject}`;

function keyOf({ subject, purpose, key, outer_key }: KeyRow, outer: OuterKeys): SubjectKey {
  if (key === null) return null;
  return createSecretKey(outer_key === null ? key : outer.unwrap(key, outer_key, nameOfKey(subject, purpose)));
}

/** Whether a stored key opens a text that was sealed with it. */
export function opensText(outer: OuterKeys, row: KeyRow, eventId: string, sealed: string): boolean {
  try {
    const key = keyOf(row, outer);
    if (key === null) return false;
    open(key, row.subject, row.purpose, eventId, sealed);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates keys for new subjects. A key is on disk when it is returned: a process may append what it has sealed after a crash of
 * the database, and nobody could read that if the crash had lost the key. Requests that arrive during a statement share the next
 * one: hundreds of orders a second need new keys, and a commit for each would cost more than the order.
 */
export function createKeyMaker(pool: pg.Pool, outer: OuterKeys): (subject: string, purpose: Purpose) => Promise<SubjectKey> {
  const making = batches(
    async (wanted: Wanted[]) => {
      const keys = await ensureKeys(pool, outer, wanted);
      return wanted.map(({ subject, purpose }) => {
        const key = keys.get(nameOfKey(subject, purpose));
        if (key === undefined) throw new Error('a subject key was neither made nor found');
        return key;
      });
    },
    { size: BATCH, parallel: 1, maxWaitMs: 1 },
  );
  return (subject, purpose) => making.add({ subject, purpose });
}

const MAKE = {
  name: 'make-subject-keys',
  text: `insert into subject_keys (subject, purpose, key, outer_key)
         select new.subject, new.purpose, new.key, $4 from unnest($1::text[], $2::text[], $3::bytea[]) as new (subject, purpose, key)
         on conflict do nothing returning subject, purpose`,
};

/** @param pool or a client inside a transaction */
export async function ensureKeys(
  pool: Pick<pg.ClientBase, 'query'>,
  outer: OuterKeys,
  wanted: readonly Wanted[],
): Promise<Map<string, SubjectKey>> {
  const unique = new Map(wanted.map((one) => [nameOfKey(one.subject, one.purpose), one]));
  // Sorted: two processes that insert the same keys in different orders could deadlock.
  const sorted = [...unique.keys()].toSorted().map((name) => unique.get(name) as Wanted);
  const fresh = new Map(sorted.map(({ subject, purpose }) => [nameOfKey(subject, purpose), randomBytes(KEY_BYTES)]));
  const { rows } = await pool.query<Wanted>({
    ...MAKE,
    values: [
      textArray(sorted.map(({ subject }) => subject)),
      textArray(sorted.map(({ purpose }) => purpose)),
      byteaArray([...fresh].map(([name, key]) => outer.wrap(key, name))),
      outer.current,
    ],
  });
  const made = new Map<string, SubjectKey>();
  for (const { subject, purpose } of rows) {
    const name = nameOfKey(subject, purpose);
    made.set(name, createSecretKey(fresh.get(name) as Buffer));
  }
  const others = sorted.filter(({ subject, purpose }) => !made.has(nameOfKey(subject, purpose)));
  // A separate statement: the insert's snapshot does not contain a row that another process has just committed.
  const found = await loadKeys(pool, outer, [...new Set(others.map(({ subject }) => subject))]);
  return new Map([...found, ...made]);
}

/** All keys of these subjects in one query, by `nameOfKey`. Omits keys that never existed. @throws Error as `OuterKeys.unwrap` */
export async function loadKeys(
  pool: Pick<pg.ClientBase, 'query'>,
  outer: OuterKeys,
  subjects: readonly string[],
): Promise<Map<string, SubjectKey>> {
  if (subjects.length === 0) return new Map();
  const { rows } = await pool.query<KeyRow>({
    name: 'load-subject-keys',
    text: 'select subject, purpose, key, outer_key from subject_keys where subject = any($1::text[])',
    values: [textArray(subjects)],
  });
  return new Map(rows.map((row) => [nameOfKey(row.subject, row.purpose), keyOf(row, outer)]));
}

export const FORGOTTEN_CHANNEL = 'subject_forgotten';

/**
 * Sets the keys to null and notifies all processes. The notification names no subject, so each process drops all cached keys.
 * @throws Error if the subject still has its one key of an earlier release (see `Vault.split`)
 */
export async function destroyKeys(client: Pick<pg.ClientBase, 'query'>, subject: string, purposes: readonly Purpose[]): Promise<void> {
  const isAll = PURPOSES.every((purpose) => purposes.includes(purpose));
  const { rows } = await client.query<Pick<KeyRow, 'key'>>(
    "select key from subject_keys where subject = $1 and purpose = 'all' for update",
    [subject],
  );
  const hasOld = rows.some(({ key }) => key !== null);
  if (hasOld && !isAll) throw new Error('the subject has a key of an earlier release for all purposes: split its old events first');
  await setToNull(client, subject, hasOld ? ['all', ...purposes] : purposes);
  await client.query('delete from personal_parts where subject = $1 and purpose = any($2::text[])', [subject, purposes]);
  await client.query('select pg_notify($1, $2)', [FORGOTTEN_CHANNEL, '']);
}

export const setToNull = (client: Pick<pg.ClientBase, 'query'>, subject: string, scopes: readonly KeyScope[]): Promise<unknown> =>
  client.query(
    `insert into subject_keys as held (subject, purpose, key, forgotten_at) select $1, scope, null, now() from unnest($2::text[]) as scope
     order by scope
     on conflict (subject, purpose) do update
       set key = null, outer_key = null, forgotten_at = coalesce(held.forgotten_at, now())`,
    [subject, scopes],
  );
