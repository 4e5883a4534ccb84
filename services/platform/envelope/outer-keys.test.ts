import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secret } from '../config.ts';
import {
  checkOuterKeys,
  createVault,
  openOuterKeys,
  type OuterKeys,
  outerKeys,
  resealTables,
  rewrapKeys,
  type Vault,
  wrapClearKeys,
} from './index.ts';
import { testShop, type TestShop } from './testing.ts';

let shop: TestShop;
const vaults: Vault[] = [];
beforeAll(async () => {
  shop = await testShop();
});
afterAll(async () => {
  await Promise.all(vaults.map((vault) => vault.close()));
  await shop.drop();
});

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const keys = (...pairs: string[]): OuterKeys => outerKeys(secret(pairs.join(',')));
const [old, next] = [`2026:${key(1)}`, `2027:${key(2)}`];
const vaultWith = (outer: OuterKeys): Vault => {
  const vault = createVault({ pool: shop.database.pool, outer });
  vaults.push(vault);
  return vault;
};
const seal = async (vault: Vault, subject: string) => ({
  subject,
  purpose: 'contact' as const,
  eventId: 'event',
  sealed: (await vault.seal(subject, 'contact', 'event', { name: '王小明' })) as string,
});
const opens = (outer: OuterKeys, item: Awaited<ReturnType<typeof seal>>) => vaultWith(outer).openMany([item]);

describe('outer keys', () => {
  it('leave no usable key in the database', async () => {
    const item = await seal(vaultWith(keys(old)), 'guest:a');
    expect(await opens(keys(old), item)).toEqual([{ name: '王小明' }]);
    await expect(opens(keys(`2026:${key(9)}`), item)).rejects.toThrow('does not open with the outer key 2026');
    await expect(opens(keys(next), item)).rejects.toThrow('the outer key 2026 is not in PERSONAL_DATA_KEYS');
    const { rows } = await shop.database.pool.query<{ key: Buffer; outer_key: string }>('select key, outer_key from subject_keys');
    expect(rows.map(({ key: { length }, outer_key }) => [length, outer_key])).toEqual([[60, '2026']]);
  });

  it('open a wrapped key in its own row only', async () => {
    const [one, other] = [await seal(vaultWith(keys(old)), 'guest:b'), await seal(vaultWith(keys(old)), 'guest:c')];
    await shop.database.pool.query(
      "update subject_keys set key = (select key from subject_keys where subject = 'guest:b') where subject = 'guest:c'",
    );
    expect(await opens(keys(old), one)).toEqual([{ name: '王小明' }]);
    await expect(opens(keys(old), other)).rejects.toThrow('does not open with the outer key');
    await shop.database.pool.query("delete from subject_keys where subject = 'guest:c'");
  });

  it('are checked at the start, rotated by a job, and no longer needed after it', async () => {
    const { pool } = shop.database;
    const item = await seal(vaultWith(keys(old)), 'guest:d');
    await checkOuterKeys(pool, keys(old));
    await expect(checkOuterKeys(pool, keys(`2026:${key(9)}`))).rejects.toThrow('has another key 2026');
    await expect(checkOuterKeys(pool, keys(next))).rejects.toThrow('lacks the key 2026');
    await checkOuterKeys(pool, keys(next, old));
    await shop.vault.forget('guest:e', ['contact']);
    await pool.query('insert into subject_keys (subject, key) select $1 || n, $2 from generate_series(1, 1500) n', [
      'guest:f',
      randomBytes(32),
    ]);
    expect(await rewrapKeys(pool, keys(next, old))).toBeGreaterThan(1_500);
    expect(await rewrapKeys(pool, keys(next, old))).toBe(0);
    await checkOuterKeys(pool, keys(next));
    expect(await opens(keys(next), item)).toEqual([{ name: '王小明' }]);
    expect((await pool.query('select distinct outer_key from subject_keys where key is not null')).rows).toEqual([{ outer_key: '2027' }]);
    expect((await pool.query("select key from subject_keys where subject = 'guest:e'")).rows).toEqual([{ key: null }]);
  });

  it('wrap the keys that an earlier release stored in clear, also in several processes at once', async () => {
    const { pool } = shop.database;
    await pool.query('insert into subject_keys (subject, key) select $1 || n, $2 from generate_series(1, 2500) n', [
      'guest:g',
      randomBytes(32),
    ]);
    const counts = await Promise.all([wrapClearKeys(pool, keys(next)), wrapClearKeys(pool, keys(next))]);
    expect(counts[0] + counts[1]).toBe(2_500);
    expect((await pool.query('select count(*)::int as clear from subject_keys where outer_key is null and key is not null')).rows).toEqual([
      { clear: 0 },
    ]);
  });

  it('seal all texts of a table again, in the order of its key', async () => {
    const { pool } = shop.database;
    await pool.query('create table notes (id bigint primary key, sealed bytea, outer_key text)');
    const texts = Array.from({ length: 1_500 }, (_, id) => keys(old).wrap(Buffer.from(`text ${id}`), `note ${id}`));
    await pool.query("insert into notes select ord - 1, sealed, '2026' from unnest($1::bytea[]) with ordinality as one (sealed, ord)", [
      texts,
    ]);
    await pool.query('insert into notes values (1500, null, null)');
    const notes = { table: 'notes', key: ['id'], nameOf: ({ id }: Readonly<Record<string, string>>) => `note ${id}` };
    // A row that is written between its reading and its writing has another place.
    let isWritten = false;
    const meanwhile = {
      async query(...asked: Parameters<typeof pool.query>) {
        if (!isWritten && String(asked[0]).includes('update')) {
          isWritten = true;
          await pool.query('update notes set sealed = sealed where id = 7');
        }
        return pool.query(...asked);
      },
    };
    expect(await resealTables(meanwhile as never, keys(next, old), [notes])).toBe(1_500);
    expect(isWritten).toBe(true);
    const { rows } = await pool.query<{ id: bigint; sealed: Buffer }>('select id, sealed from notes where sealed is not null');
    expect(rows.filter(({ id, sealed }) => keys(next).unwrap(sealed, '2027', `note ${id}`).toString() !== `text ${id}`)).toEqual([]);
  });

  it('are made once in the data folder where no setting names one', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'nordhaut-keys-')), 'data');
    try {
      const [one, other] = [openOuterKeys(undefined, folder), openOuterKeys(undefined, folder)];
      expect(one.current).toBe('development');
      expect(other.unwrap(one.wrap(Buffer.from('key'), 'row'), one.current, 'row').toString()).toBe('key');
      const [file = '', ...more] = readdirSync(folder);
      expect(more).toEqual([]);
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(join(folder, '..'), { recursive: true });
    }
  });

  it('need different ids', () => expect(() => keys(old, `2026:${key(3)}`)).toThrow('the same id'));
});
