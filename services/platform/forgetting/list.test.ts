import { appendFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { busMigrations } from '../bus/migrations.ts';
import { migrate } from '../database/index.ts';
import { testDatabase, type TestDatabase } from '../database/testing.ts';
import { forgottenList, type ForgottenList } from './list.ts';
import { listPath, type Forgotten } from './list-file.ts';
import { forgettingMigrations } from './migrations.ts';

let database: TestDatabase;
let folder: string;
let file: string;
let destroyed: string[];
const entry = (subject: string, more: Partial<Forgotten['data']> = {}): Forgotten => ({
  subject,
  stream: `order-${subject}`,
  data: { at: '2026-11-20T01:00:00.000Z', purposes: ['contact'], requester: 'PERSON', reason: 'REQUESTED', kept: [], ...more },
});
const list = (at = folder): ForgottenList =>
  forgottenList({
    pool: database.pool,
    folder: at,
    destroy: (_, { subject, data }) => Promise.resolve(void destroyed.push(...data.purposes.map((purpose) => `${subject} ${purpose}`))),
  });
const lines = async () => (await readFile(file, 'utf8')).trimEnd().split('\n');
/** The database as a backup has it: its tables, and nothing that was written since. */
const backup = async (): Promise<() => Promise<void>> => {
  const known = (await database.pool.query('select lines, bytes, last_line, hash, made from forgotten_list')).rows[0];
  const { rows } = await database.pool.query('select subject, purpose from forgotten_subjects');
  const kept = rows.map(({ subject, purpose }) => `${subject} ${purpose}`);
  return async () => {
    await database.pool.query("delete from forgotten_subjects where subject || ' ' || purpose <> all($1::text[])", [kept]);
    await database.pool.query('update forgotten_list set lines = $1, bytes = $2, last_line = $3, hash = $4, made = $5', [
      known.lines,
      known.bytes,
      known.last_line,
      known.hash,
      known.made,
    ]);
  };
};

beforeEach(async () => {
  database = await testDatabase();
  await migrate(database.pool, [...busMigrations, ...forgettingMigrations]);
  folder = await mkdtemp(join(tmpdir(), 'nordhaut-list-'));
  destroyed = [];
  file = listPath(folder, (await database.pool.query('select lineage from forgotten_list')).rows[0].lineage);
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

describe('the list of forgotten subjects', () => {
  test('has each subject and purpose once, whoever adds it', async () => {
    await list().open();
    await Promise.all([list().add(entry('a')), list().add(entry('a')), list().add(entry('a'))]);
    await list().add(entry('b'));
    await list().add(entry('a', { purposes: ['contact', 'support'] }));
    await list().add(entry('a', { purposes: ['support'] }));
    expect((await lines()).map((line) => JSON.parse(line).subject)).toEqual([undefined, ...['a', 'b'].toSorted(), 'a']);
    expect(await list().open()).toBe(0);
    expect(destroyed).toEqual([]);
  });

  test('destroys, in a restored database, the keys of everything that the backup does not know', async () => {
    await list().open();
    await list().add(entry('a'));
    const restore = await backup();
    await list().add(entry('b', { purposes: ['contact', 'support'] }));
    await list().add(entry('c'));
    await restore();
    expect(await list().open()).toBe(2);
    expect(destroyed).toEqual(['b contact', 'b support', 'c contact']);
    expect((await list().replayed(10)).map(({ subject }) => subject)).toEqual(['b', 'c']);
    const [first] = await list().replayed(1);
    if (!first) throw new Error('nothing was replayed');
    expect(await list().replayed(10, first)).toMatchObject([entry('c')]);
    await list().finish(first, 'recorded');
    expect(await list().replayed(10)).toMatchObject([entry('c')]);
    expect(await list().open()).toBe(0);
    await list().add(entry('d'));
    expect((await lines()).length).toBe(5);
  });

  test('a database that knows the list does not start without it, with a shorter one or with another one', async () => {
    await list().open();
    const early = await readFile(file);
    await list().add(entry('a'));
    await list().add(entry('b'));
    const whole = await readFile(file);
    for (const [change, words] of [
      [() => rm(file), 'is missing, and this database knows 2 entries'],
      [() => rm(folder, { recursive: true }), 'is missing'],
      [() => writeFile(file, early), 'is shorter'],
      [() => truncate(file, whole.length - 1), 'is shorter'],
      [() => writeFile(file, whole.toString().replace('"b"', '"x"')), 'does not have the line'],
      [() => writeFile(file, `${whole.toString().slice(0, -10)}\n${'x'.repeat(20)}\n`), 'does not have the line'],
    ] as const) {
      await change();
      await expect(list().open(), words).rejects.toMatchObject({ name: 'ConfigError', message: expect.stringContaining(words) });
      await expect(list().add(entry('c'))).rejects.toThrow('list of forgotten subjects');
      await mkdir(folder, { recursive: true });
      await writeFile(file, whole);
    }
    expect(await list().open()).toBe(0);
    expect(destroyed).toEqual([]);
  });

  test('a line that was written and not recorded in the database is replayed; a line that was not finished is not', async () => {
    await list().open();
    const restore = await backup();
    await list().add(entry('a'));
    await restore();
    await appendFile(file, '{"data":{"at":"2026');
    expect(await list().open()).toBe(1);
    expect(destroyed).toEqual(['a contact']);
    await list().add(entry('b'));
    await list().add(entry('c'));
    expect(await list().open()).toBe(0);
    expect((await lines()).length).toBe(5);
    await appendFile(file, 'x');
    expect(await list().open()).toBe(0);
    await restore();
    await database.pool.query('delete from forgotten_subjects');
    expect(await list().open()).toBe(3);
  });

  test('a process that died while it created the file leaves a file that the next one completes', async () => {
    await writeFile(file, '{"lineage":"');
    await list().open();
    await list().add(entry('a'));
    expect((await lines()).length).toBe(2);
  });

  test('a folder that cannot be written is named in one sentence', async () => {
    await expect(list('/dev/null/list').open()).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining('FORGOTTEN_LIST'),
    });
  });
});
