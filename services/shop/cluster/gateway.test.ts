import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGateway } from './gateway.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway({ port: 0, upstreams: { http: () => [], realtime: () => [] }, requestTimeout: 400 });
});
afterAll(() => gateway.stop());

it('does not wait for a body that dribbles', async () => {
  const received = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(gateway.port, '127.0.0.1', () =>
      socket.write('POST /api/orders HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 60000\r\n\r\n'),
    );
    const timer = setInterval(() => socket.write('x'), 40);
    socket
      .on('data', (chunk) => (text += chunk))
      // A byte that arrives after the close resets the connection.
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(timer);
        resolve(text);
      });
  });
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
});
