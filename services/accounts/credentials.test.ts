import { createSecretKey } from 'node:crypto';
import { migrate } from '@nordhaut/platform/database';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCredentials, type Credentials } from './credentials.ts';
import { credentialMigrations } from './credentials-tables.ts';

let database: TestDatabase;
let credentials: Credentials;
const open = () =>
  createCredentials({ pool: database.pool, emailKey: createSecretKey(Buffer.alloc(32, 1)), secret: 'a secret of more than 32 characters' });

beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.pool, credentialMigrations);
  credentials = open();
});
beforeEach(async () => {
  await database.pool.query('truncate account_users cascade');
});
afterAll(() => database.drop());

test('an account signs in with its password, and its session lasts until it signs out', async () => {
  const made = await credentials.register('mei@example.com', 'abc123');
  if (made === 'taken') throw new Error('the e-mail is new');
  const again = await credentials.signIn('mei@example.com', 'abc123');
  expect(again).toMatchObject({ ok: true, session: { accountId: made.accountId } });
  expect(await credentials.session(made.token)).toMatchObject({ accountId: made.accountId, renewed: false });
  expect(await open().session(made.token)).toMatchObject({ accountId: made.accountId });
  await credentials.signOut(made.token);
  expect(await credentials.session(made.token)).toBeUndefined();
  expect(again.ok && (await credentials.session(again.session.token))).toBeTruthy();
});

test('tells an unknown e-mail from a wrong password, and an e-mail has one account, also when ten ask at once', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => open().register('mei@example.com', 'abc123')));
  expect(all.filter((one) => one === 'taken')).toHaveLength(9);
  expect(await credentials.signIn('other@example.com', 'abc123')).toEqual({ ok: false, reason: 'unknown' });
  expect(await credentials.signIn('mei@example.com', 'abc124')).toEqual({ ok: false, reason: 'wrong-password' });
});

test('an expired session is none', async () => {
  const made = await credentials.register('mei@example.com', 'abc123');
  if (made === 'taken') throw new Error('the e-mail is new');
  await database.pool.query(`update account_sessions set "expiresAt" = now() - interval '1 second'`);
  expect(await credentials.session(made.token)).toBeUndefined();
});

test('the tables hold no person', async () => {
  await credentials.register('mei@example.com', 'abc123');
  for (const table of ['account_users', 'account_sessions', 'account_logins', 'account_verifications']) {
    const { rows } = await database.pool.query(`select * from ${table}`);
    expect(JSON.stringify(rows)).not.toMatch(/mei|example\.com|abc123/);
  }
});
