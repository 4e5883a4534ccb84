import { tmpdir } from 'node:os';
import { AgainstCheckpoints, againstReceipts, readReceipt, receiptOf, verifyStore } from '@nordhaut/evidence';
import { createPool } from '@nordhaut/platform/database';
import type { Engine } from '@nordhaut/platform/engine';
import { openEventStore } from '@nordhaut/platform/event-store';
import { modules } from '@nordhaut/shop/modules';
import { cpuSeconds } from './processes.ts';
import { readFromPostgres, readWithClient } from './read-all.ts';

/**
 * Reads the whole log alone and verifies it with all checks, in turn. It prints the durations, and the processor time of this
 * process and of the store's server (STORE_PID). Arguments: rounds. The first round is the warm-up and is not printed.
 */
const rounds = Number(process.argv[2]);
const databaseUrl = process.env['DATABASE_URL'] ?? '';
const eventStoreUrl = process.env['EVENTSTORE_URL'] || undefined;
const categories = modules.flatMap(({ streams }) => streams ?? []);

async function verify(): Promise<{ events: number; ms: number }> {
  const store = await openEventStore({ databaseUrl, eventStoreUrl });
  const pool = createPool({ url: databaseUrl });
  // The checks use no more of the engine. Nobody was forgotten in this store, so the folder has no list.
  const engine = { pool, forgottenFolder: tmpdir() } as Partial<Engine> as Engine;
  const code = receiptOf('order-bench', 0, '0'.repeat(64));
  const receipt = readReceipt(code);
  const receipts = againstReceipts(receipt ? [{ ...receipt, code }] : []);
  const checks = [new AgainstCheckpoints([]), receipts, ...modules.flatMap((module) => module.checks?.(engine) ?? [])];
  const began = performance.now();
  const verified = await verifyStore(store, { contiguous: eventStoreUrl === undefined, categories, checks });
  if (!verified.ok) throw new Error(`the history does not verify: ${verified.fault.reason}`);
  for (const check of checks) {
    const { faults } = await check.verdict();
    // The receipt is of an order that this store does not have.
    if (faults.length > 0 && check !== receipts) throw new Error(faults.join('\n'));
  }
  const ms = performance.now() - began;
  await store.close();
  await pool.end();
  return { events: verified.events, ms };
}

const pids = [process.pid, Number(process.env['STORE_PID'])].filter((pid) => pid > 0);
/** ms of processor time. A process of the server may end while it is read; then it is read again. */
function used(): number {
  for (;;) {
    const seconds = pids.map(cpuSeconds);
    if (seconds.every((one) => one !== undefined && !Number.isNaN(one)))
      return seconds.reduce((sum: number, one) => sum + (one ?? 0), 0) * 1_000;
  }
}

type Run = { events: number; readMs: number; verifyMs: number; readCpu: number; verifyCpu: number };
const runs: Run[] = [];
for (let round = 0; round <= rounds; round++) {
  const start = used();
  const readMs = eventStoreUrl === undefined ? await readFromPostgres(databaseUrl) : await readWithClient(eventStoreUrl);
  const between = used();
  const { events, ms } = await verify();
  if (round > 0) runs.push({ events, readMs, verifyMs: ms, readCpu: between - start, verifyCpu: used() - between });
}
process.stdout.write(`${JSON.stringify({ runs })}\n`);
