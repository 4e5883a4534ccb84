import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { BODY_LIMIT } from '@nordhaut/platform/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGateway } from './gateway.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
const bodies: number[] = [];
const asked: (string | undefined)[] = [];
const shop = createServer((request, response) => {
  void text(request).then((body) => {
    bodies.push(body.length);
    asked.push(request.url);
    response.end();
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const upstream = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  gateway = await startGateway({ port: 0, upstreams: { http: () => [upstream], realtime: () => [] }, requestTimeout: 400 });
});
afterAll(async () => {
  await gateway.stop();
  shop.closeAllConnections();
  await new Promise((resolve) => shop.close(resolve));
});

it('limits the time for a request body', async () => {
  const received = await new Promise<string>((resolve) => {
    let [answer, timer] = ['', undefined as NodeJS.Timeout | undefined];
    const socket = connect(gateway.port, '127.0.0.1', () => {
      socket.write('POST /api/orders HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 60000\r\n\r\n');
      timer = setInterval(() => socket.write('x'), 40);
    });
    socket
      .on('data', (chunk) => (answer += String(chunk)))
      // A byte after the close resets the connection.
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(timer);
        resolve(answer);
      });
  });
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
});

it.each(['with its length', 'in chunks'])(
  'accepts a body of the same size as the shop, and answers a larger one %s with 413',
  async (way) => {
    const post = (size: number) => {
      const bytes = Buffer.alloc(size, 'x');
      const body = way === 'in chunks' ? new Blob([bytes]).stream() : bytes;
      return fetch(`http://127.0.0.1:${gateway.port}/api/orders`, { method: 'POST', body, duplex: 'half' } as RequestInit);
    };
    bodies.length = 0;
    expect((await post(BODY_LIMIT)).status).toBe(200);
    const refused = await post(BODY_LIMIT + 1);
    expect([refused.status, await refused.json()]).toMatchObject([413, { status: 413, code: 'PAYLOAD_TOO_LARGE' }]);
    expect(bodies).toEqual([BODY_LIMIT]);
  },
);

it.each(['DELETE', 'OPTIONS', 'POST'])('sends the body of a %s in chunks as a body, and never as the next request', async (method) => {
  const body = 'GET /of-a-stranger HTTP/1.1\r\nHost: shop.example\r\n\r\n';
  asked.length = 0;
  bodies.length = 0;
  await new Promise<void>((resolve) => {
    const socket = connect(gateway.port, '127.0.0.1', () => {
      const head = `${method} /api/member HTTP/1.1\r\nHost: shop.example\r\nTransfer-Encoding: chunked\r\n\r\n`;
      socket.write(`${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    });
    socket.on('data', () => socket.end()).on('close', () => resolve());
  });
  // The upstream reads a connection in order, so it has read what came before this request.
  await fetch(`http://127.0.0.1:${gateway.port}/livez`);
  expect(asked).toEqual(['/api/member', '/livez']);
  expect(bodies).toEqual([body.length, 0]);
});

it('closes the connection of a client that sends too much', async () => {
  const sent = await new Promise<{ answer: string; bytes: number }>((resolve) => {
    let [answer, bytes] = ['', 0];
    const chunk = 'x'.repeat(BODY_LIMIT);
    const socket = connect(gateway.port, '127.0.0.1', () => {
      socket.write('POST /api/orders HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 1000000000\r\n\r\n');
      const more = (): void => {
        while (socket.writable && socket.write(chunk)) bytes += chunk.length;
      };
      socket.on('drain', more);
      more();
    });
    socket
      .on('data', (data) => (answer += String(data)))
      .on('error', () => undefined)
      .on('close', () => resolve({ answer, bytes }));
  });
  expect(sent.answer === '' || sent.answer.startsWith('HTTP/1.1 413 ')).toBe(true);
  expect(sent.bytes).toBeLessThan(1_000_000_000);
});

it('says in one sentence that its port is in use', async () => {
  const second = startGateway({ port: gateway.port, upstreams: { http: () => [], realtime: () => [] } });
  await expect(second).rejects.toMatchObject({
    name: 'CannotListen',
    message: expect.stringMatching(/^Port \d+ is in use, .* set PORT to a free port\.$/),
  });
});
