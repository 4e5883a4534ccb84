import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
    // Everything that takes part in a push, in one process beside the outside world.
    processes: { simulators: ['simulators'], shop: ['projector', 'relay', 'sweeper', 'poller', 'http', 'realtime'] },
    env: { NODE_ENV: 'test', LOG_LEVEL: 'warn', SIMULATORS_PACE: 'off' },
  });
}, 300_000);
afterAll(async () => {
  await cluster?.stop();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

it('a broker that is killed from outside is started again, and pushes arrive as before', async () => {
  const visitor = browser(cluster.url);
  const { orderNo, status } = await checkOut(visitor, codOrder());
  expect(status).toBe(201);
  await until(visitor, orderNo, ({ order }) => order.tracking !== null);
  const page = await follower(cluster.url);
  await page.subscribe({ orderNo, afterRevision: -1 });
  const says = async (code: number): Promise<void> => {
    const answer = await fetch(`${cluster.simulatorsUrl}/control/parcels/${orderNo}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    expect(answer.ok).toBe(true);
  };
  const seen = (): (string | undefined)[] => page.seen.map(({ entry }) => entry?.code);
  await says(3001);
  await expect.poll(seen, { timeout: 60_000 }).toContain('3001');

  const killed = cluster.broker.pid();
  expect(killed).not.toBe(0);
  process.kill(killed, 'SIGKILL');
  await says(3006);
  await expect.poll(seen, { timeout: 120_000 }).toContain('3006');
  expect(cluster.broker.pid()).not.toBe(killed);
  page.close();
}, 400_000);
