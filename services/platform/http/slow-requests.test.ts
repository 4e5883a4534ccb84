import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from './testing.ts';
import type { App, Routes } from './types.ts';

const lines: string[] = [];
const asked = Promise.withResolvers<void>();
const left = Promise.withResolvers<void>();
const routes: Routes = (app) => {
  app.post('/api/things', { config: { access: 'public' } }, (request) => request.body);
  // Long enough to be compressed as a stream.
  app.post('/api/long', { config: { access: 'public' } }, async () => {
    asked.resolve();
    await left.promise;
    return { long: randomBytes(2_000_000).toString('hex') };
  });
};
let app: App;
let port: number;
beforeAll(async () => {
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  app = await testApp({ routes: [routes], env: { REQUEST_TIMEOUT: '400' }, logger });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as { port: number });
});
afterAll(() => app.close());

/** Sends the start, then one byte every 40 ms, until the server closes the connection. */
const sendSlowly = (start: string, byte: string): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(start));
    const timer = setInterval(() => socket.write(byte), 40);
    socket
      .on('data', (chunk) => (received += chunk))
      // A byte that arrives after the close resets the connection.
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(timer);
        resolve(received);
      });
  });
const HEAD = 'POST /api/things HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n';

describe('a request that does not arrive completely in time gets a 408 and its connection is closed', () => {
  it.each([
    ['headers that never end', 'POST /api/things HTTP/1.1\r\nHost: shop.example\r\nX-Long: ', 'x'],
    ['a body that arrives slowly', `${HEAD}Content-Length: 60000\r\n\r\n{"a":"`, 'x'],
    ['a chunked body that arrives slowly', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'],
    ['a body of a route that does not read it', `${HEAD.replace('/api/things', '/api/nothing')}Content-Length: 60000\r\n\r\n`, 'x'],
    ['a body that stops', `${HEAD}Content-Length: 60000\r\n\r\n{"a":"`, ''],
  ])('%s', async (name, start, byte) => {
    const received = await sendSlowly(start, byte);
    const expected = name.includes('does not read') ? /^HTTP\/1\.1 404 / : /^HTTP\/1\.1 408 .*"code":"REQUEST_TIMEOUT"/s;
    expect(received).toMatch(expected);
    expect(lines).toEqual([]);
  });
  it('closes a connection that sends nothing', async () => {
    expect(await sendSlowly('', '')).toMatch(/^HTTP\/1\.1 408 /);
  });
});

it('logs nothing about a caller who left before a long answer', async () => {
  const socket = connect(port, '127.0.0.1');
  const head = HEAD.replace('/api/things', '/api/long');
  socket.write(`${head}Accept-Encoding: br\r\nContent-Length: 7\r\n\r\n{"a":1}`);
  await asked.promise;
  socket.destroy();
  await once(socket, 'close');
  await wait(50);
  left.resolve();
  await wait(300);
  expect(lines).toEqual([]);
});

it('keeps a connection between two requests', async () => {
  const answers: string[] = [];
  const body = '{"a":1}';
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const send = () => socket.write(`${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`);
    socket
      .on('connect', send)
      .on('error', reject)
      .on('close', () => resolve());
    socket.on('data', (chunk) => {
      answers.push(String(chunk).slice(0, 15));
      // Longer than a request may take.
      if (answers.length < 3) setTimeout(send, 900);
      else socket.end();
    });
  });
  expect(answers).toEqual(Array.from({ length: 3 }, () => 'HTTP/1.1 200 OK'));
});
