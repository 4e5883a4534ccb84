import { orderNoOfShipment } from '@nordhaut/ordering';
import pg from 'pg';
import type { Cluster } from '../cluster/cluster.ts';
import { promotionBooks } from './promotions.ts';
import { runTool } from './run-tool.ts';

/** A promise and its violations. */
export type Finding = { promise: string; violations: string[] };

/**
 * Reconciles the orders in the store with the buyers' answers and the simulated carrier. Call it when no work is in progress.
 * @param answered numbers of the orders that were answered with success
 * @param missed status changes that a buyer did not get
 */
export async function reconcile(cluster: Cluster, answered: readonly string[], missed: readonly string[]): Promise<Finding[]> {
  const { orders, parcels } = await records(cluster);
  const placed = new Set(orders);
  return [
    { promise: 'every order that was answered is in the store', violations: answered.filter((orderNo) => !placed.has(orderNo)) },
    { promise: 'no order was placed twice', violations: duplicates(orders) },
    { promise: 'no order has two parcels', violations: duplicates(parcels) },
    { promise: 'every parcel belongs to an order', violations: parcels.filter((orderNo) => !placed.has(orderNo)) },
    { promise: 'no buyer missed a status', violations: [...missed] },
    { promise: 'coupons and credit are what the orders took, once', violations: await promotionBooks(cluster) },
    {
      promise: 'the history is complete and unchanged',
      violations: await runTool(cluster, 'verify.ts', /: every hash fits its event and the event before it/),
    },
    { promise: 'the read models equal their rebuild', violations: await runTool(cluster, 'rebuild.ts', /^(.*; 0 rows differed\.\n)+$/) },
  ];
}

function duplicates(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.has(name) || !seen.add(name));
}

/** The order numbers in the store and of the carrier's parcels. */
async function records({ database, simulatorsUrl }: Cluster): Promise<{ orders: string[]; parcels: string[] }> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ order_no: string }>(
    "select substr(stream, 7) as order_no from event_store.events where category = 'order' and type = 'OrderPlaced'",
  );
  await client.end();
  const parcels = (await (await fetch(`${simulatorsUrl}/control/parcels`)).json()) as { tradeNo: string }[];
  return { orders: rows.map(({ order_no }) => order_no), parcels: parcels.map(({ tradeNo }) => orderNoOfShipment(tradeNo)) };
}
