import Fastify from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
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

it('forgets a request whose caller has left: nobody waits for its answer', async () => {
  const lines: string[] = [];
  const app = Fastify({ loggerInstance: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) }) as unknown as App;
  handleErrors(app);
  limitHandlers(app, 100);
  const asked = Promise.withResolvers<void>();
  app.get('/slow', () => {
    asked.resolve();
    return wait(2_000, { late: true }, { ref: false });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: shop.example\r\n\r\n');
  await asked.promise;
  socket.destroy();
  await once(socket, 'close');
  await wait(300);
  expect(lines).toEqual([]);
  await app.close();
});

it.each([
  ['forward', 7_200_000],
  ['back', -7_200_000],
])('ends the same requests where the clock of the machine is set %s', async (_way, ms) => {
  const app = Fastify() as unknown as App;
  handleErrors(app);
  limitHandlers(app, 1_000);
  const asked = Promise.withResolvers<void>();
  app.get('/slow', () => {
    asked.resolve();
    return wait(5_000, { late: true }, { ref: false });
  });
  // Across a check of the requests in progress.
  app.get('/quick', () => wait(600, { ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`)).status;
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const slow = ask('/slow');
    await asked.promise;
    await wait(700);
    const quick = ask('/quick');
    await wait(100);
    vi.setSystemTime(Date.now() + ms);
    expect(await Promise.all([slow, quick])).toEqual([503, 200]);
  } finally {
    vi.useRealTimers();
    await app.close();
  }
});
