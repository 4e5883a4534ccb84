import { randomBytes } from 'node:crypto';
import { BACKWARDS, END } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventStoreConformance, type StoreUnderTest } from '../testing/conformance.ts';
import { asPosition, type Position, START } from '../port.ts';
import { closeClient, openClient } from './client.ts';
import { createEventStoreDb } from './store.ts';
import { FaultyServer } from './testing/server.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';
import { throughProxy } from './testing/through-proxy.ts';

/** A separate in-memory server behind a proxy that can cut connections. */
async function inMemory(): Promise<StoreUnderTest> {
  const server = await FaultyServer.start();
  const proxy = new TcpProxy(server.port);
  const port = await proxy.listen();
  return {
    open: () => createEventStoreDb({ url: `esdb://127.0.0.1:${port}?tls=false` }),
    disrupt: () => Promise.resolve(proxy.cut()),
    dispose: async () => {
      await proxy.close();
      server.stop();
    },
  };
}

/**
 * A server with events of others. Each test uses its own namespace and ignores all earlier events, so the suite can run on
 * a server that is in use. The tests of outages run if a proxy can be put in front of the address.
 */
async function shared(address: string): Promise<StoreUnderTest> {
  const namespace = `test.${randomBytes(6).toString('hex')}.`;
  const begin = await end(address);
  const way = await throughProxy(address);
  return {
    open: () => createEventStoreDb({ url: way?.url ?? address, namespace, begin }),
    disrupt: way && (() => Promise.resolve(way.proxy.cut())),
    dispose: async () => way?.proxy.close(),
  };
}

/** Position of the server's newest event. */
async function end(address: string): Promise<Position> {
  const client = openClient(address);
  let position = START;
  for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) {
    if (event?.position) position = asPosition(event.position.commit);
  }
  await closeClient(client);
  return position;
}

eventStoreConformance('EventStoreDB over gRPC', inMemory);

describe('with 200,000 events of others', () => {
  let server: FaultyServer;
  beforeAll(async () => {
    server = await FaultyServer.start();
    server.log.fill(200_000);
  });
  afterAll(() => server.stop());
  eventStoreConformance('EventStoreDB, shared', () => shared(`esdb://127.0.0.1:${server.port}?tls=false`));
});

/** `EVENTSTORE_URL=esdb://… npm run test:eventstore` runs the suite on a real server as well. */
const url = process.env['EVENTSTORE_URL'];
if (url) eventStoreConformance('EventStoreDB, a real server', () => shared(url));

describe('throughProxy', () => {
  it('puts a proxy in front of one host without TLS', async () => {
    const way = await throughProxy('esdb://admin:changeit@localhost:2113/?tls=false&connectionName=tests');
    expect(way?.url).toMatch(/^esdb:\/\/admin:changeit@127\.0\.0\.1:\d+\?tls=false&connectionName=tests$/);
    await way?.proxy.close();
  });

  it.each([
    'esdb://localhost:2113',
    'esdb://localhost:2113?tls=true',
    'esdb+discover://localhost:2113?tls=false',
    'esdb://one:2113,two:2113?tls=false',
  ])('puts no proxy in front of %s', async (address) => {
    expect(await throughProxy(address)).toBeUndefined();
  });
});
