import Fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { handleErrors } from './error-handling.ts';
import { limitHandlers } from './handler-timeout.ts';
import type { App } from './types.ts';

it('answers 503 for a handler that takes too long, also after the body of a POST was read', async () => {
  const app = Fastify() as unknown as App;
  handleErrors(app);
  limitHandlers(app, 100);
  app.route({ method: ['GET', 'POST'], url: '/slow', handler: () => wait(2_000, { late: true }, { ref: false }) });
  app.get('/quick', () => wait(20, { ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`, init);
    return [answer.status, await answer.json()];
  };
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
  const timeout = [503, expect.objectContaining({ code: 'TIMEOUT' })];
  expect(await Promise.all([ask('/slow'), ask('/slow', post), ask('/quick')])).toEqual([timeout, timeout, [200, { ok: true }]]);
  await app.close();
});
