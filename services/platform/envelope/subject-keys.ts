import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { batches } from '../batches.ts';
import { byteaArray, textArray } from '../database/binary-arrays.ts';
import { KEY_BYTES } from './seal.ts';

/** A subject's key as a `KeyObject` (raw bytes would be converted at every use); null after the subject was forgotten. */
export type SubjectKey = KeyObject | null;

/** Maximum keys per statement, so that thousands of checkouts need only a few commits. */
const BATCH = 1_000;

/**
 * When a new key is on disk. `at once`: when it is returned. `with the events`: only if the events are in the same database.
 * The key's own commit does not wait for the disk; the commit of the events does, and the write-ahead log is written in
 * order. So after a crash, every event that is on disk has its key.
 */
export type KeyDurability = 'at once' | 'with the events';

type Row = { subject: string; key: Buffer | null };
const keysOf = (rows: readonly Row[]): Map<string, SubjectKey> =>
  new Map(rows.map(({ subject, key }) => [subject, key && createSecretKey(key)]));

/**
 * Creates keys for new subjects. Requests that arrive during a statement share the next one: hundreds of orders a second
 * need a new key each, and a commit for each would cost more than the order.
 */
export function createKeyMaker(pool: pg.Pool, durability: KeyDurability): (subject: string) => Promise<SubjectKey> {
  const making = batches(
    async (subjects: string[]) => {
      const keys = await ensureKeys(pool, [...new Set(subjects)], durability);
      return subjects.map((subject) => {
        const key = keys.get(subject);
        if (key === undefined) throw new Error('a subject key was neither made nor found');
        return key;
      });
    },
    { size: BATCH, parallel: 1, maxWaitMs: 1 },
  );
  return (subject) => making.add(subject);
}

const makeKeys = (from: string): string => `
  insert into subject_keys (subject, key)
  select new.subject, new.key from unnest($1::text[], $2::bytea[]) as new (subject, key)${from}
  on conflict do nothing returning subject, key`;
const MAKE: Record<KeyDurability, { name: string; text: string }> = {
  'at once': { name: 'make-subject-keys', text: makeKeys('') },
  // In the FROM clause, because Postgres skips an unused expression elsewhere.
  'with the events': { name: 'make-subject-keys-soon', text: makeKeys(", (select set_config('synchronous_commit', 'off', true)) as s") },
};

async function ensureKeys(pool: pg.Pool, subjects: string[], durability: KeyDurability): Promise<Map<string, SubjectKey>> {
  // Sorted: two processes that insert the same subjects in different orders could deadlock.
  const sorted = subjects.toSorted();
  const made = await pool.query<Row>({ ...MAKE[durability], values: [textArray(sorted), byteaArray(freshKeys(sorted.length))] });
  const keys = keysOf(made.rows);
  const others = sorted.filter((subject) => !keys.has(subject));
  // A separate statement: the insert's snapshot does not contain a row that another process has just committed.
  for (const [subject, key] of await loadKeys(pool, others)) keys.set(subject, key);
  return keys;
}

/** In one call: its cost hardly depends on the length. */
function freshKeys(count: number): Buffer[] {
  const random = randomBytes(count * KEY_BYTES);
  return Array.from({ length: count }, (_, index) => random.subarray(index * KEY_BYTES, (index + 1) * KEY_BYTES));
}

/** Omits subjects that never had a key. */
export async function loadKeys(pool: pg.Pool, subjects: readonly string[]): Promise<Map<string, SubjectKey>> {
  if (subjects.length === 0) return new Map();
  const { rows } = await pool.query<Row>({
    name: 'load-subject-keys',
    text: 'select subject, key from subject_keys where subject = any($1::text[])',
    values: [textArray(subjects)],
  });
  return keysOf(rows);
}

export const FORGOTTEN_CHANNEL = 'subject_forgotten';

/** Sets the key to null and notifies all processes. The notification names no subject, so each process drops all cached keys. */
export async function destroyKey(pool: pg.Pool, subject: string): Promise<void> {
  await pool.query(
    `with destroyed as (
       insert into subject_keys as held (subject, key, forgotten_at) values ($1, null, now())
       on conflict (subject) do update set key = null, forgotten_at = coalesce(held.forgotten_at, now())
       returning 1)
     select pg_notify($2, '') from destroyed`,
    [subject, FORGOTTEN_CHANNEL],
  );
}
