import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderDecider, orderStream, shipmentNo } from '@nordhaut/ordering';
import { createPool } from '@nordhaut/platform/database';
import { createCodec, createCommands, createVault } from '@nordhaut/platform/envelope';
import { TEST_OUTER_KEYS } from '@nordhaut/platform/envelope/testing';
import { createPostgresEventStore } from '@nordhaut/platform/event-store';
import { upcasters } from '@nordhaut/shop/modules';

/** Writes carrier reports at a fixed rate over all orders in turn. Arguments: statuses a second, seconds. */
const [rate, seconds] = process.argv.slice(2).map(Number) as [number, number];
const url = process.env['DATABASE_URL'] ?? '';
const pool = createPool({ url });
const store = createPostgresEventStore({ url });
const vault = createVault({ pool, outer: TEST_OUTER_KEYS });
const commands = createCommands({ store, codec: createCodec({ vault, upcasters }) });
const { rows } = await pool.query<{ no: string }>(
  "select substr(stream, 7) as no from event_store.events where type = 'OrderPlaced' order by no",
);

/** codes of a TCAT parcel up to delivery */
const CODES = ['310', '3001', '3120', '3006'];
let written = 0;

async function report(turn: number): Promise<void> {
  const orderNo = rows[turn % rows.length]?.no ?? '';
  const code = CODES[Math.floor(turn / rows.length) % CODES.length] as string;
  const now = new Date();
  const commandId = randomUUID();
  const outcome = await commands.handle(
    orderStream(orderNo),
    orderDecider,
    {
      type: 'ReportParcelStatus',
      at: now.toISOString(),
      tradeNo: shipmentNo(orderNo, 1),
      logisticsId: `L${orderNo}`,
      subtype: 'TCAT',
      code,
      carrierAt: now.toISOString(),
      source: 'callback',
    },
    { commandId, actor: { kind: 'carrier', id: 'bench' }, now },
  );
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  written += outcome.events.length;
}

const under: Promise<void>[] = [];
for (const began = performance.now(); under.length < rate * seconds; await sleep(1)) {
  const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) * rate) / 1_000));
  while (under.length < due) under.push(report(under.length));
}
await Promise.all(under);
// The last statuses must arrive before the count.
await sleep(2_000);
await store.close();
await vault.close();
await pool.end();
process.stdout.write(`${JSON.stringify({ written })}\n`);
