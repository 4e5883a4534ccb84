import { openParcelsProjection, ordersProjection } from '@nordhaut/ordering';
import { createPool } from '@nordhaut/platform/database';
import { createCodec, createVault } from '@nordhaut/platform/envelope';
import { TEST_OUTER_KEYS } from '@nordhaut/platform/envelope/testing';
import { openEventStore } from '@nordhaut/platform/event-store';
import { createProjector } from '@nordhaut/platform/projections';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { upcasters } from '@nordhaut/shop/modules';
import { setTimeout as sleep } from 'node:timers/promises';
import { readWithClient } from './read-all.ts';

/**
 * Reads the whole log with the client alone and rebuilds `orders` from the same log, in turn, and prints the durations.
 * Arguments: rounds. The first round is the warm-up and is not printed.
 */
const rounds = Number(process.argv[2]);
const [databaseUrl, eventStoreUrl] = [process.env['DATABASE_URL'] ?? '', process.env['EVENTSTORE_URL'] ?? ''];

const pool = createPool({ url: databaseUrl });
const store = await openEventStore({ databaseUrl, eventStoreUrl });
const vault = createVault({ pool, outer: TEST_OUTER_KEYS });
const codec = createCodec({ vault, upcasters });
const projections = [ordersProjection, openParcelsProjection];
const projector = createProjector({ pool, store, codec, projections, logger: silentLogger() });
await projector.start();
while (await projector.notReady()) await sleep(200);
await projector.stop();

const runs: { events: number; rebuildMs: number; readMs: number }[] = [];
for (let round = 0; round <= rounds; round++) {
  const readMs = await readWithClient(eventStoreUrl);
  const { events, ms, differences } = await projector.rebuild(ordersProjection.name);
  if (differences && differences.missing + differences.extra + differences.changed > 0)
    throw new Error(`rebuilt and live differ: ${JSON.stringify(differences)}`);
  if (round > 0) runs.push({ events, rebuildMs: ms, readMs });
}
await store.close();
await vault.close();
await pool.end();
process.stdout.write(`${JSON.stringify({ runs })}\n`);
