import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ensureBuilt } from '../lib/build.mjs';
import { browser, checkOut, codOrder, until } from '../whole-shop/fixtures/browser.ts';
import { follower } from '../whole-shop/fixtures/follower.ts';
import { type Cluster, startCluster } from './cluster.ts';

const directory = mkdtempSync(join(tmpdir(), 'nordhaut-cluster-'));
let cluster: Cluster;
beforeAll(async () => {
  await ensureBuilt();
  cluster = await startCluster({
    directory,
    brief: true,
    // All roles of a push in one process. HTTP has its own: a process whose consumer has no broker is not ready, so the
    // gateway would refuse the carrier's callback, which the carrier repeats only minutes later.
    processes: { simulators: ['simulators'], http: ['http'], shop: ['projector', 'relay', 'sweeper', 'poller', 'realtime'] },
    env: { NODE_ENV: 'test', LOG_LEVEL: 'warn', SIMULATORS_PACE: 'off' },
  });
}, 300_000);
afterAll(async () => {
  await cluster?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Limits the waits on a busy machine. */
const PATIENCE = { timeout: 120_000 };

it('starts a killed broker again, and pushes arrive, also when it is killed again right after the first push', async () => {
  const visitor = browser(cluster.url);
  // On a busy machine the gateway may find no process that answers its health check.
  const orderNo = await vi.waitFor(async () => {
    const placed = await checkOut(visitor, codOrder());
    expect(placed.status).toBe(201);
    return placed.orderNo;
  }, PATIENCE);
  await until(visitor, orderNo, ({ order }) => order.tracking !== null);
  const page = await follower(cluster.url);
  await page.subscribe({ orderNo, afterRevision: -1 });
  const report = async (code: number): Promise<void> => {
    const answer = await fetch(`${cluster.simulatorsUrl}/control/parcels/${orderNo}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    expect(answer.ok).toBe(true);
  };
  const seen = (): (string | undefined)[] => page.seen.map(({ entry }) => entry?.code);
  await report(3001);
  await expect.poll(seen, PATIENCE).toContain('3001');
  for (const code of [3006, 3003]) {
    const killed = cluster.broker.pid();
    expect(killed).not.toBe(0);
    process.kill(killed, 'SIGKILL');
    await report(code);
    await expect.poll(seen, PATIENCE).toContain(String(code));
    expect(cluster.broker.pid()).not.toBe(killed);
  }
  page.close();
}, 600_000);
