import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { batches } from '../batches.ts';
import { byteaArray, textArray } from '../database/binary-arrays.ts';
import { KEY_BYTES } from './seal.ts';

/** A subject's key, prepared for use (raw bytes are prepared at every use); null once they were forgotten. */
export type SubjectKey = KeyObject | null;

/** Keys at most in one statement; a checkout rush of thousands stays in a handful of commits. */
const BATCH = 1_000;

/**
 * When a key that was handed out is on disk. `at once`: when it is handed out. `with the events`: as soon as any later
 * commit to the same database is, since the log is written in order; for events that live in that database, whose own
 * commit comes later and waits for the disk. Then the two survive together, or neither does.
 */
export type KeyDurability = 'at once' | 'with the events';

type Row = { subject: string; key: Buffer | null };
const keysOf = (rows: readonly Row[]): Map<string, SubjectKey> =>
  new Map(rows.map(({ subject, key }) => [subject, key && createSecretKey(key)]));

/**
 * Makes keys for new subjects. Requests that come while a statement is under way share the next one: a shop that
 * takes hundreds of orders a second needs a new key for each, and a commit for each would cost more than the order.
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
    { size: BATCH, parallel: 1, companyMs: 1 },
  );
  return (subject) => making.add(subject);
}

const makeKeys = (from: string): string => `
  insert into subject_keys (subject, key)
  select new.subject, new.key from unnest($1::text[], $2::bytea[]) as new (subject, key)${from}
  on conflict do nothing returning subject, key`;
const MAKE: Record<KeyDurability, { name: string; text: string }> = {
  'at once': { name: 'make-subject-keys', text: makeKeys('') },
  // In the FROM clause, because Postgres skips what nobody reads elsewhere.
  'with the events': { name: 'make-subject-keys-soon', text: makeKeys(", (select set_config('synchronous_commit', 'off', true)) as s") },
};

async function ensureKeys(pool: pg.Pool, subjects: string[], durability: KeyDurability): Promise<Map<string, SubjectKey>> {
  // Sorted: two processes that insert the same subjects in different orders would wait for each other.
  const sorted = subjects.toSorted();
  const made = await pool.query<Row>({ ...MAKE[durability], values: [textArray(sorted), byteaArray(freshKeys(sorted.length))] });
  const keys = keysOf(made.rows);
  const others = sorted.filter((subject) => !keys.has(subject));
  // A statement of its own: the insert's snapshot does not show a row that another process has just committed.
  for (const [subject, key] of await loadKeys(pool, others)) keys.set(subject, key);
  return keys;
}

/** Drawn in one go: what a draw costs hardly depends on its length. */
function freshKeys(count: number): Buffer[] {
  const random = randomBytes(count * KEY_BYTES);
  return Array.from({ length: count }, (_, index) => random.subarray(index * KEY_BYTES, (index + 1) * KEY_BYTES));
}

/** Subjects that never had a key are left out. */
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

/** The notification names nobody: other processes drop every key they hold, which a forget is rare enough for. */
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
