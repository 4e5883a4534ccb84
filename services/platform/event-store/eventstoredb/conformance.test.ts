import { randomBytes } from 'node:crypto';
import { eventStoreConformance, type StoreUnderTest } from '../conformance.ts';
import { createEventStoreDb } from './store.ts';
import { FaultyServer } from './testing/server.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';

/** A server of its own behind a wire that can be cut. */
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

/** Every test under names of its own, so that a server which is in use stays usable. Its wire stays whole. */
const realServer = (url: string) => (): Promise<StoreUnderTest> => {
  const namespace = `test.${randomBytes(6).toString('hex')}.`;
  return Promise.resolve({
    open: () => createEventStoreDb({ url, namespace }),
    disrupt: () => Promise.resolve(),
    dispose: () => Promise.resolve(),
  });
};

/** `EVENTSTORE_URL=esdb://… npm run test:eventstore` runs the same promises on a real server, too. */
const url = process.env['EVENTSTORE_URL'];
const servers: [name: string, make: () => Promise<StoreUnderTest>][] = [['EventStoreDB over gRPC', inMemory]];
if (url) servers.push(['EventStoreDB, a real server', realServer(url)]);
for (const [name, make] of servers) eventStoreConformance(name, make);
