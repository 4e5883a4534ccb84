import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSilentServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const file = fileURLToPath(new URL('../infra/healthcheck.mjs', import.meta.url));
/** Prints at the end whether the process loaded `fetch`. */
const watch = `data:text/javascript,process.on('exit',()=>console.error(process.moduleLoadList.some((name)=>name.endsWith('undici/undici'))))`;

let server: Server | undefined;
afterEach(() => server?.close());

async function portOf(listening: Server): Promise<number> {
  server = listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return (listening.address() as AddressInfo).port;
}

const answering = (listener: RequestListener): Promise<number> => portOf(createServer(listener));

async function check(port: number, ...args: string[]): Promise<{ code: number | null; out: string; loadedFetch: string }> {
  const child = spawn(process.execPath, ['--import', watch, file, ...args], {
    env: { PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, loadedFetch, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<(number | null)[]>,
  ]);
  return { code: code ?? null, out, loadedFetch: loadedFetch.trim() };
}

test('a check passes what the process answers well, and takes no time to load fetch', async () => {
  const port = await answering((request, answer) => answer.end(`${request.url} is fine`));
  expect(await check(port)).toEqual({ code: 0, out: '200 /livez is fine\n', loadedFetch: 'false' });
  expect(await check(port, '/readyz')).toMatchObject({ code: 0, out: '200 /readyz is fine\n' });
});

test('a check fails with the reason', async () => {
  const port = await answering((_request, answer) => answer.writeHead(503).end('no event store'));
  expect(await check(port, '/readyz')).toMatchObject({ code: 1, out: '503 no event store\n' });
  expect(await check(1)).toMatchObject({ code: 1, out: expect.stringContaining('ECONNREFUSED') });
});

test('a check fails where the answer does not end', async () => {
  const port = await portOf(createSilentServer((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n')));
  expect(await check(port)).toMatchObject({ code: 1, out: expect.stringMatching(/abort/i) });
});
