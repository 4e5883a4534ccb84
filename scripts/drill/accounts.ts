import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { orderNoOfShipment } from '@nordhaut/ordering';
import pg from 'pg';
import type { Cluster } from '../cluster/cluster.ts';

/** A promise and what speaks against it; nothing does where it was kept. */
export type Finding = { promise: string; against: string[] };

/** Compares everything with everything once nothing is under way. */
export async function account(cluster: Cluster, answered: readonly string[], missed: readonly string[]): Promise<Finding[]> {
  const { orders, carried } = await books(cluster);
  const placed = new Set(orders);
  return [
    { promise: 'every order that was answered is in the store', against: answered.filter((orderNo) => !placed.has(orderNo)) },
    { promise: 'no order is there twice', against: twice(orders) },
    { promise: 'no order has two parcels', against: twice(carried) },
    { promise: 'every parcel is an order’s', against: carried.filter((orderNo) => !placed.has(orderNo)) },
    { promise: 'nobody missed a status', against: [...missed] },
    {
      promise: 'the history is whole and unchanged',
      against: await toolComplaint(cluster, 'verify.ts', / nothing was changed, nothing is missing/),
    },
    { promise: 'the read models equal their rebuild', against: await toolComplaint(cluster, 'rebuild.ts', /^(.*; 0 rows differed\.\n)+$/) },
  ];
}

function twice(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.has(name) || !seen.add(name));
}

async function books({ database, simulatorsUrl }: Cluster): Promise<{ orders: string[]; carried: string[] }> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ order_no: string }>(
    "select substr(stream, 7) as order_no from event_store.events where category = 'order' and type = 'OrderPlaced'",
  );
  await client.end();
  const parcels = (await (await fetch(`${simulatorsUrl}/control/parcels`)).json()) as { tradeNo: string }[];
  return { orders: rows.map(({ order_no }) => order_no), carried: parcels.map(({ tradeNo }) => orderNoOfShipment(tradeNo)) };
}

/** Runs a tool of the shop on the cluster's stores; what it says, where that is not as it should be. */
async function toolComplaint({ env }: Cluster, entry: string, fine: RegExp): Promise<string[]> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL(`../../services/shop/${entry}`, import.meta.url))],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let words = '';
  child.stdout.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 && fine.test(words) ? [] : [words.trim() || `${entry} ended with code ${code}`];
}
