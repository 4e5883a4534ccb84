import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';

/**
 * The in-memory gRPC event store in its own process. Prints its address and a port. A connection to this port gets the
 * number of calls by method as one JSON line. Ends on SIGTERM.
 */
const server = await FaultyServer.start();
const counts = createServer((socket) => socket.end(JSON.stringify(server.calls)));
counts.listen(0, '127.0.0.1');
await once(counts, 'listening');
const { port } = counts.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ url: `esdb://127.0.0.1:${server.port}?tls=false`, countsPort: port })}\n`);
process.on('SIGTERM', () => {
  server.stop();
  process.exit(0);
});
