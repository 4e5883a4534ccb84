import { createSecretKey, hash } from 'node:crypto';
import { migrate } from '@nordhaut/platform/database';
import { testDatabase } from '@nordhaut/platform/database/testing';
import { expect, test } from 'vitest';
import { createCredentials } from '../credentials.ts';
import { credentialMigrations } from '../credentials-tables.ts';
import { tokenMigrations } from '../one-time-tokens.ts';
import { sealValue } from '../sealing.ts';
import { createLineSessions } from './line-sessions.ts';
import type { Line } from './line.ts';

const KEY = createSecretKey(Buffer.alloc(32, 1));

test('sessions of earlier releases keep their tokens of LINE, and tokens of ended sessions go', async () => {
  const { pool, drop } = await testDatabase();
  try {
    const all = [...credentialMigrations, ...tokenMigrations];
    await migrate(
      pool,
      all.filter(({ name }) => name < 'accounts/006'),
    );
    const [open, ended] = ['a', 'b'].map((letter) => letter.repeat(32)) as [string, string];
    await pool.query(
      `insert into account_users (id, name, email, "emailVerified", "createdAt", "updatedAt") values ('m1', '', 'e', false, now(), now())`,
    );
    await pool.query(
      `insert into account_sessions (id, token, "userId", "expiresAt", "createdAt", "updatedAt")
       values ('s1', $1, 'm1', now() + interval '1 day', now(), now())`,
      [open],
    );
    for (const token of [open, ended]) {
      const content = { userId: 'U1', tokens: { access: 'access', refresh: 'refresh' } };
      const sealed = sealValue(KEY, `LINE_SESSION/${hash('sha256', token)}`, content);
      await pool.query(
        `insert into account_tokens (hash, kind, owner, request, sealed, ends_at)
         values ($1, 'LINE_SESSION', 'm1', '', $2, now() + interval '30 days')`,
        [hash('sha256', token, 'buffer'), sealed],
      );
    }
    await migrate(pool, all);
    expect((await pool.query('select from account_tokens')).rowCount).toBe(0);
    const line = { restore: (held: unknown) => Promise.resolve(held) } as Line;
    const credentials = createCredentials({ pool, clock: () => new Date(), emailKey: KEY, secret: 'a secret of more than 32 characters' });
    const sessions = createLineSessions({ pool, credentials, key: KEY, line, log: { warn: () => undefined } });
    expect(await sessions.autoLogin(open)).toBe('U1');
    expect(await sessions.autoLogin(ended)).toBeUndefined();
  } finally {
    await drop();
  }
});
