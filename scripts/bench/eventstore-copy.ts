import { randomBytes } from 'node:crypto';
import type { EventData, JSONType } from '@eventstore/db-client';
import { createPostgresEventStore, START, type RecordedEvent } from '@nordhaut/platform/event-store';
import { createEventStoreDb } from '@nordhaut/platform/event-store/eventstoredb';
import { StoreCopy } from '@nordhaut/tools/store-copy';
import { bareClient } from './bare-eventstore-client.ts';

/**
 * Copies a Postgres store to the event store as `copy-store` does, and sends the same appends with the client alone, one
 * after another, in turn. Prints the durations. Arguments: rounds. The first round is the warm-up and is not printed.
 */
const rounds = Number(process.argv[2]);
const source = createPostgresEventStore({ url: process.env['DATABASE_URL'] ?? '' });
const url = process.env['EVENTSTORE_URL'] ?? '';
/** A namespace of its own for each copy, so that the server may hold other streams. */
const namespace = (): string => `copy${randomBytes(6).toString('hex')}`;

async function copy(): Promise<number> {
  const whole = createEventStoreDb({ url });
  const target = createEventStoreDb({ url, confirmAppends: false, namespace: namespace(), begin: await whole.head() });
  const began = performance.now();
  await new StoreCopy({ source, target }).catchUp();
  const took = performance.now() - began;
  await Promise.all([whole.close(), target.close()]);
  return took;
}

type PlainAppend = { stream: string; expectedRevision: bigint | 'no_stream'; events: EventData[] };

const { client, append } = bareClient(url);
async function sendPlainly(appends: readonly PlainAppend[]): Promise<number> {
  const prefix = namespace();
  const began = performance.now();
  for (const { stream, expectedRevision, events } of appends) await append(prefix + stream, events, expectedRevision);
  return performance.now() - began;
}

/** Consecutive events of one stream are one append, as in a copy. */
function appendsOf(events: readonly RecordedEvent[]): PlainAppend[] {
  const appends: PlainAppend[] = [];
  for (const [index, { id, stream, revision, type, data, metadata }] of events.entries()) {
    if (events[index - 1]?.stream !== stream)
      appends.push({ stream, expectedRevision: revision === 0 ? 'no_stream' : BigInt(revision - 1), events: [] });
    const event = { id, type, contentType: 'application/json' as const };
    appends.at(-1)?.events.push({ ...event, data: JSON.parse(data) as JSONType, metadata: JSON.parse(metadata) as JSONType });
  }
  return appends;
}

const { events } = await source.readAll({ after: START, limit: Number.MAX_SAFE_INTEGER });
const runs: { copyMs: number; plainMs: number }[] = [];
for (let round = 0; round <= rounds; round++) {
  const plainMs = await sendPlainly(appendsOf(events));
  const copyMs = await copy();
  if (round > 0) runs.push({ copyMs, plainMs });
}
await client.dispose();
await source.close();
process.stdout.write(`${JSON.stringify({ events: events.length, appends: appendsOf(events).length, runs })}\n`);
