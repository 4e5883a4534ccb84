import { randomUUID } from 'node:crypto';
import { createPool } from '@nordhaut/platform/database';
import { chainHashOfVersion1, withHashOfVersion1 } from '@nordhaut/platform/envelope';
import { createPostgresEventStore, type EventMetadata, type StreamName } from '@nordhaut/platform/event-store';

/** What the console has to show and no page can cause. */
const databaseUrl = (): string => process.env['E2E_DATABASE'] ?? '';

/** Appends an event to the order that no release can read, as a broken program would, with a valid hash. `secret`: a text in it */
export async function appendPoison(orderNo: string, secret: string): Promise<void> {
  const store = createPostgresEventStore({ url: databaseUrl() });
  try {
    const stream: StreamName = `order-${orderNo}`;
    const [last] = await store.read(stream, { direction: 'backwards', limit: 1 });
    const { hash, hashVersion: _, ...about } = JSON.parse(last?.metadata ?? '{}') as EventMetadata;
    const metadata = JSON.stringify({ ...about, commandId: randomUUID(), recordedAt: new Date().toISOString(), schemaVersion: 1 });
    const event = { id: randomUUID(), type: 'ParcelStatusReported', data: `{"code":"${secret}", this is no JSON`, metadata };
    await store.append(stream, last?.revision ?? -1, [
      { ...event, metadata: withHashOfVersion1(metadata, chainHashOfVersion1(hash, event)) },
    ]);
  } finally {
    await store.close();
  }
}

/** A charge that the processor's statement has and the shop has not, as the comparison of a day records it. NT$ */
export async function differsFromStatement(orderNo: string, amount: number): Promise<void> {
  const pool = createPool({ url: databaseUrl(), max: 1, name: 'e2e' });
  try {
    await pool.query(
      `insert into money_differences (rec_trade_id, order_no, kind, shop, processor, since, checked_at, book)
       values ($1, $2, 'missing-in-shop', 0, $3, now(), now(), 'card')`,
      [`E2E${orderNo}`, orderNo, amount],
    );
  } finally {
    await pool.end();
  }
}
