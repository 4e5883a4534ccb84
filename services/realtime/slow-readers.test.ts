import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { disconnectIfSlow } from './slow-readers.ts';

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

/** A server, one client that follows it, and the client's TCP connection. */
async function connected(): Promise<{ socket: Socket; client: ReturnType<typeof connect>; tcp: TcpSocket }> {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server = new Server(http, { transports: ['websocket'] });
  ending.push(() => server.close());
  const arrives = once(server, 'connection') as Promise<[Socket]>;
  const accepted = once(http, 'connection') as Promise<[TcpSocket]>;
  const client = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: ['websocket'], reconnection: false });
  ending.push(() => client.close());
  const [[socket], [tcp]] = await Promise.all([arrives, accepted]);
  disconnectIfSlow(socket);
  return { socket, client, tcp };
}

const PACKET = 'x'.repeat(10_000);

test('a reader that takes its packets stays connected, however many there are', async () => {
  const { socket, client } = await connected();
  let taken = 0;
  client.on('packet', () => taken++);
  for (let sent = 0; sent < 3_000; sent++) {
    socket.emit('packet', PACKET);
    if (sent % 500 === 499) await expect.poll(() => taken, { interval: 5 }).toBe(sent + 1);
  }
  expect(socket.connected).toBe(true);
});

test('a reader that takes nothing is disconnected', async () => {
  const { socket, tcp } = await connected();
  const gone = once(socket, 'disconnect');
  // As a full send buffer of a reader that stopped reading.
  tcp.write = () => false;
  for (let sent = 0; sent < 1_010 && socket.connected; sent++) {
    socket.emit('packet', PACKET);
    await new Promise(setImmediate);
  }
  expect((await gone)[0]).toBe('server namespace disconnect');
  tcp.destroy();
});
