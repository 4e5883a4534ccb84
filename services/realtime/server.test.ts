import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { type Position, START } from '@nordhaut/platform/event-store';
import { io as connect } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { createRealtime, type RealtimeOptions } from './server.ts';

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

/** A server whose sockets all belong to one member without orders. `waited`: the positions that the read model had to reach. */
async function realtime(addressOf = () => '127.0.0.1') {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  ending.push(() => http.close());
  const waited: bigint[] = [];
  const server = createRealtime(http, {
    members: {
      tokenOf: () => 'token',
      holdersOf: () => Promise.resolve(new Map([['token', 'M1']])),
      publicIdOf: (memberId: string) => memberId,
      ordersOf: () => Promise.resolve([]),
      hasReached: (position: bigint) => Promise.resolve(waited.push(position) > 0),
    },
    origin: 'http://localhost',
    limits: { socketsPerAddress: 10, roomsPerSocket: 10, subscribesPerTenSeconds: 10, subscribesPerAddressAndMinute: 10 },
    addressOf,
    metrics: { sockets: () => undefined, pushed: () => undefined },
    log: { warn: () => undefined },
  } as Partial<RealtimeOptions> as RealtimeOptions);
  ending.push(() => server.close());
  const page = () => {
    const client = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: ['websocket'], forceNew: true });
    ending.push(() => client.close());
    return client;
  };
  return { server, page, waited, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/socket.io/?EIO=4&transport=polling` };
}

const noted = (orderNo: string, position: bigint): DecodedEvent =>
  ({ stream: `order-${orderNo}`, type: 'NoteWritten', data: {}, revision: 1, position }) as unknown as DecodedEvent;

test('a replay to a member waits for the newest event that the bus delivered, also where an older one of another partition came after it', async () => {
  const { server, page, waited } = await realtime();
  server.open(START);
  await server.onEvents([noted('A', 100n), noted('B', 90n)]);
  await page().timeout(5_000).emitWithAck('member:subscribe', { afterPosition: '0' });
  expect(waited).toEqual([100n]);
});

test('a replay to a member waits for what was in the store before the bus began to deliver', async () => {
  const { server, page, waited } = await realtime();
  server.open(40n as Position);
  await page().timeout(5_000).emitWithAck('member:subscribe', { afterPosition: '0' });
  expect(waited).toEqual([40n]);
});

test('an address keeps a bounded number of connections, also of those that open no socket or have closed it', async () => {
  const { server, url } = await realtime();
  server.open(START);
  const begin = async (): Promise<string | undefined> => {
    const answer = await fetch(url);
    const text = await answer.text();
    return answer.ok ? (JSON.parse(text.slice(1)) as { sid: string }).sid : undefined;
  };
  const send = (sid: string | undefined, packet: string) => fetch(`${url}&sid=${sid}`, { method: 'POST', body: packet });
  const connections: (string | undefined)[] = [];
  for (let count = 0; count < 30; count++) {
    const sid = await begin();
    connections.push(sid);
    // Every second one opens a socket, and closes it.
    if (sid !== undefined && count % 2 === 0) for (const packet of ['40', '41']) await send(sid, packet);
  }
  expect(connections.filter((sid) => sid !== undefined)).toHaveLength(20);
  await send(connections[0], '1');
  expect([await begin(), await begin()]).toEqual([expect.any(String), undefined]);
});

test('all networks of an IPv6 /48 together keep ten times as many connections as one of them', async () => {
  let network = 0;
  let site = '2001:db8:1';
  const { server, url } = await realtime(() => `${site}:${(++network).toString(16)}::1`);
  server.open(START);
  const begin = async (times: number): Promise<number> => {
    let begun = 0;
    for (let count = 0; count < times; count++) if ((await fetch(url)).ok) begun += 1;
    return begun;
  };
  expect(await begin(210)).toBe(200);
  site = '2001:db8:2';
  expect(await begin(1)).toBe(1);
});

test('a page whose server stops connects again by itself', async () => {
  const { server, page } = await realtime();
  server.open(START);
  const client = page();
  await new Promise<void>((done) => client.once('connect', done));
  const gone = new Promise((done) => client.once('disconnect', done));
  await server.close();
  await gone;
  expect(client.active).toBe(true);
});
