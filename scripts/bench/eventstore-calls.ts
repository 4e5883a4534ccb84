import { randomUUID } from 'node:crypto';
import { jsonEvent, type JSONType } from '@eventstore/db-client';
import { NO_STREAM, type StreamName } from '@nordhaut/platform/event-store';
import { createEventStoreDb } from '@nordhaut/platform/event-store/eventstoredb';
import { bareClient } from './bare-eventstore-client.ts';

/**
 * Processor time of this program for one append of one event and for one read of three events, by the shop's adapter and
 * by the client alone, in turn. Arguments: rounds, calls of each kind in a round. The first round is the warm-up and is
 * not printed.
 */
const [rounds = 1, calls = 1_000] = process.argv.slice(2).map(Number);
const PARALLEL = 32;
const url = process.env['EVENTSTORE_URL'] ?? '';
const store = createEventStoreDb({ url });
const { client, append } = bareClient(url);

const data = JSON.stringify({ text: 'x'.repeat(400) });
/** as the codec writes it */
const metadata = JSON.stringify({
  actor: { id: 'bench', kind: 'guest' },
  causationId: randomUUID(),
  commandId: randomUUID(),
  correlationId: randomUUID(),
  hash: 'f'.repeat(64),
  hashVersion: 2,
  recordedAt: new Date().toISOString(),
  schemaVersion: 1,
});
const event = () => ({ id: randomUUID(), type: 'Measured', data, metadata });
const bareEvent = () => jsonEvent({ type: 'Measured', data: JSON.parse(data) as JSONType, metadata: JSON.parse(metadata) as JSONType });
const read: StreamName = `read-${randomUUID()}`;
await store.append(read, NO_STREAM, [event(), event(), event()]);

const kinds = {
  append: () => store.append(`measured-${randomUUID()}`, NO_STREAM, [event()], { newIds: true }),
  bareAppend: () => append(`measured-${randomUUID()}`, [bareEvent()], 'no_stream'),
  read: () => store.read(read),
  bareRead: async () => {
    for await (const resolved of client.readStream(read)) void resolved;
  },
};
type Kind = keyof typeof kinds;

/** @returns ms of processor time for one call */
async function measure(kind: Kind): Promise<number> {
  const before = process.cpuUsage();
  let left = calls;
  const caller = async (): Promise<void> => {
    while (left-- > 0) await kinds[kind]();
  };
  await Promise.all(Array.from({ length: PARALLEL }, caller));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / calls;
}

const runs: Record<Kind, number>[] = [];
for (let round = 0; round <= rounds; round++) {
  const run = {} as Record<Kind, number>;
  for (const kind of Object.keys(kinds) as Kind[]) run[kind] = await measure(kind);
  if (round > 0) runs.push(run);
}
await store.close();
await client.dispose();
process.stdout.write(`${JSON.stringify({ runs })}\n`);
process.exit(0);
