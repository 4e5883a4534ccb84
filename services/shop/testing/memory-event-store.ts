import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';

/** The gRPC event store of the tests in a process of its own, in memory; prints its address and ends on SIGTERM. */
const server = await FaultyServer.start();
process.stdout.write(`esdb://127.0.0.1:${server.port}?tls=false\n`);
process.on('SIGTERM', () => {
  server.stop();
  process.exit(0);
});
