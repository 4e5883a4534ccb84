import Fastify from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { handleErrors } from './error-handling.ts';
import { limitHandlers } from './handler-timeout.ts';
import type { App } from './types.ts';

it('answers for a handler that takes too long, and for no other', async () => {
  const app = Fastify() as unknown as App;
  handleErrors(app);
  limitHandlers(app, 100);
  app.get('/slow', () => sleep(2_000, { late: true }, { ref: false }));
  app.get('/quick', () => sleep(20, { ok: true }));
  const [slow, quick] = await Promise.all([app.inject('/slow'), app.inject('/quick')]);
  expect([slow.statusCode, (slow.json() as { code: string }).code]).toEqual([503, 'TIMEOUT']);
  expect([quick.statusCode, quick.json()]).toEqual([200, { ok: true }]);
  await app.close();
});
