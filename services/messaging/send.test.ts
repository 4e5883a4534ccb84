import { createSecretKey } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { StoreUnavailable } from '@nordhaut/platform/event-store';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailIds } from './causes.ts';
import { dueMails, plan } from './outbox.ts';
import { advance, type SendDeps } from './send.ts';
import { messagingMigrations } from './tables.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase(messagingMigrations)));
afterAll(() => database.drop());

const NOW = new Date('2026-11-30T05:00:00Z');
const RETRY = 30_000;
const unused = (): never => {
  throw new Error('not called');
};

/** Takes the order's confirmation one step further while the order's history cannot be read because of `error`. */
async function tried(orderNo: string, error: Error, times: number) {
  const { pool } = database;
  const id = mailIds(orderNo);
  const mail = { id, kind: 'ORDER_CREATED', stream: `order-${orderNo}`, data: {}, at: NOW.toISOString(), waits: false } as const;
  await plan(pool, [{ ...mail, state: 'due', nextAt: NOW }]);
  const config = { SURENOTIFY_TIMEOUT: 1_000, MAIL_SETTLE: 1_000, MAIL_RETRY: RETRY, MAIL_TRIES: 3 };
  const deps: SendDeps = {
    commands: { load: () => Promise.reject(error) },
    pool,
    clock: () => NOW,
    tokens: {},
    sender: { name: '', address: '', lines: [] } as unknown as SendDeps['sender'],
    vault: { seal: unused, openMany: unused },
    mailer: { send: unused, eventsOf: unused } as unknown as SendDeps['mailer'],
    template: unused,
    key: createSecretKey(Buffer.alloc(32)),
    factor: null,
    config,
    turn: unused,
    log: silentLogger(),
  };
  for (let time = 0; time < times; time++) {
    const row = (await dueMails(pool, new Date(NOW.getTime() + 86_400_000), 10)).find((one) => one.id === id);
    if (row) await advance(deps, row);
  }
  const { rows } = await pool.query<{ state: string; tries: number; reason: string | null; next_at: Date }>(
    'select state, tries, reason, next_at from mails where id = $1',
    [id],
  );
  if (!rows[0]) throw new Error('the mail is gone');
  return rows[0];
}

test('an event store that is away for long uses up no try of a mail', async () => {
  const row = await tried('AWAY', new StoreUnavailable('no answer'), 5);
  expect(row).toMatchObject({ state: 'due', tries: 0, reason: null });
  // It waits as after a first failure, give or take a half.
  expect(Math.abs(row.next_at.getTime() - NOW.getTime() - RETRY)).toBeLessThanOrEqual(RETRY / 2);
});

test('a mail whose order fails each time is listed for support', async () => {
  expect(await tried('BROKEN', new Error('broken'), 3)).toMatchObject({ state: 'listed', reason: 'FAILED' });
});
