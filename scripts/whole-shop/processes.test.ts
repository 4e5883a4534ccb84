import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OrderAnswer } from '@nordhaut/contracts';
import { startRoles, type RunningRoles } from '@nordhaut/platform/life-cycle';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assembleProcess, type ShopProcess } from '@nordhaut/shop/assemble';
import { readShopConfig } from '@nordhaut/shop/config';
import { assembleWithWorkers } from '@nordhaut/shop/with-workers';
import { childEnvironment } from './fixtures/child-environment.ts';
import { browser, checkOut, codOrder, until } from './fixtures/browser.ts';
import { follower, soon } from './fixtures/follower.ts';
import { freePort } from './fixtures/free-port.ts';
import { createOutside, type Outside } from './fixtures/outside.ts';
import { testEnvironment } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control } from './fixtures/records.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await createOutside();
});
afterAll(() => outside.close());

type Running = { url: string; shop: ShopProcess; running: RunningRoles };

describe('roles in separate processes', () => {
  const started: Running[] = [];
  let publicPort: number;
  let http: Running;
  let realtime: Running;

  async function start(...plays: string[]): Promise<Running> {
    const port = plays.includes('http') ? publicPort : await freePort();
    const config = readShopConfig({
      ...testEnvironment(outside.databaseUrl, port, outside.simulators.url),
      PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
    });
    const shop = await assembleProcess(config, silentLogger(), new Set(plays));
    const running = await startRoles(shop.roles, silentLogger());
    const one = { url: `http://127.0.0.1:${port}`, shop, running };
    started.push(one);
    return one;
  }
  const stop = async ({ shop, running }: Running): Promise<void> => {
    await running.stop();
    await shop.close();
  };

  beforeAll(async () => {
    publicPort = await freePort();
    http = await start('http');
    realtime = await start('realtime');
  });
  afterAll(() => Promise.all(started.map(stop)));

  test('a process whose port is in use does not start, and changes nothing in the database', async () => {
    const empty = await createOutside({ isEmpty: true });
    const start = (port: number, workers?: { opsPort: number }): Promise<ShopProcess> => {
      const config = readShopConfig({
        ...testEnvironment(empty.databaseUrl, port, outside.simulators.url),
        ...(workers && { WEB_CONCURRENCY: '2', OPS_PORT: String(workers.opsPort) }),
      });
      return (workers ? assembleWithWorkers : assembleProcess)(config, silentLogger(), new Set(['http']));
    };
    await expect(start(publicPort)).rejects.toThrow(/^Port \d+ is in use, .* set PORT to a free port\.$/);
    await expect(start(publicPort, { opsPort: await freePort() })).rejects.toThrow(/ set PORT to a free port\.$/);
    await expect(start(await freePort(), { opsPort: publicPort })).rejects.toThrow(/ set OPS_PORT to a free port\.$/);
    const tables = await empty.database.pool.query("select from pg_tables where schemaname = 'public'");
    expect(tables.rowCount).toBe(0);
    await empty.close();
  });

  test('a buyer finds the order at once, also while no projector runs', async () => {
    const visitor = browser(http.url);
    const before = await checkOut(visitor, codOrder());
    expect(before.status).toBe(201);
    const { orderNo, body } = before;
    // No projector runs yet, so the answers come from the order's stream.
    const lookUp = await visitor.get<OrderAnswer>(`/api/orders/${orderNo}`, { headers: { 'order-proof': body.proof } });
    expect([lookUp.status, lookUp.body.order.recipient.name, lookUp.body.revision]).toEqual([200, '王大明', body.revision]);
    expect((await visitor.get(`/api/orders/${orderNo}?after=${body.position}`)).status).toBe(200);
    const stranger = browser(http.url);
    expect((await stranger.get<OrderAnswer>(`/api/orders/${orderNo}`)).body.order.recipient.name).toBe('王○明');
    expect((await stranger.post(`/api/orders/${orderNo}/proof`, { phone: '0912345678' })).status).toBe(200);
    const { id: unplaced } = (await visitor.post<{ id: string }>('/api/genUid/', {})).body;
    expect((await visitor.get(`/api/orders/${unplaced}`)).status).toBe(404);
    const page = await follower(realtime.url, { extraHeaders: { origin: http.url } });
    expect(await page.subscribe({ orderNo, afterRevision: -1, proof: body.proof })).toMatchObject({ ok: true, revision: body.revision });
    expect(page.seen.at(-1)?.status).toEqual(body.displayStatus);
    page.close();

    await start('projector');
    await eventually(
      async () => (await http.shop.engine.pool.query('select from orders where order_no = $1', [orderNo])).rowCount === 1,
      'the row',
    );
    expect((await visitor.get(`/api/orders/${orderNo}?after=${body.position}`)).status).toBe(200);
  });

  test('a socket of another process gets the changes of an order of this one', async () => {
    const { orderNo } = await checkOut(browser(http.url), codOrder());
    await until(browser(http.url), orderNo, ({ order }) => order.tracking !== null);
    const page = await follower(realtime.url, { extraHeaders: { origin: http.url } });
    expect(await page.subscribe({ orderNo, afterRevision: -1 })).toMatchObject({ ok: true });
    await control(outside, `parcels/${orderNo}`, { code: 3001 });
    await soon(() => page.seen.at(-1)?.entry?.code === '3001', 'the push');
    page.close();
  });

  test('a process without visitors serves only its health and metrics', async () => {
    const poller = await start('poller', 'sweeper');
    expect((await fetch(`${poller.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${poller.url}/metrics`)).text()).toContain('process_cpu_seconds_total');
    expect((await fetch(`${poller.url}/api/cart`)).status).toBe(404);
    expect((await fetch(`${realtime.url}/api/cart`)).status).toBe(404);
  });
});

describe('WEB_CONCURRENCY', () => {
  const ENTRY = fileURLToPath(new URL('./fixtures/roles-process.ts', import.meta.url));

  async function startMain(): Promise<{ child: ReturnType<typeof spawn>; url: string; ops: string; pids(): Promise<number[]> }> {
    const [port, opsPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ENTRY, '--role', 'http', '--role', 'projector'], {
      env: childEnvironment({
        ...testEnvironment(outside.databaseUrl, port, outside.simulators.url),
        WEB_CONCURRENCY: '2',
        OPS_PORT: String(opsPort),
      }),
      stdio: 'ignore',
    });
    const [url, ops] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${opsPort}`];
    await eventually(async () => (await fetch(`${ops}/readyz`).catch(() => undefined))?.ok, 'the processes');
    const pids = async (): Promise<number[]> => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const ps = spawn('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
      let text = '';
      ps.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
      ps.on('close', () => resolve(text));
      return (await promise).trim().split(/\s+/).map(Number);
    };
    return { child, url, ops, pids };
  }

  test('several processes answer on one port; one that is killed is replaced; their metrics are summed', async () => {
    const { child, url, ops, pids } = await startMain();
    try {
      expect((await checkOut(browser(url), codOrder())).status).toBe(201);
      const before = await pids();
      expect(before).toHaveLength(2);
      for (const pid of process.platform === 'linux' ? before : []) {
        const env = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        expect(env.filter((one) => one.startsWith('DATABASE_OWNER_URL=')).join()).toBe('DATABASE_OWNER_URL=');
      }
      process.kill(before[0] as number, 'SIGKILL');
      await eventually(async () => (await pids()).length === 2 && !(await pids()).includes(before[0] as number), 'another process');
      await eventually(async () => (await fetch(`${ops}/readyz`)).ok, 'it to listen');
      for (let call = 0; call < 10; call += 1) expect((await fetch(`${url}/api/cart`)).status).toBe(200);
      const text = await (await fetch(`${ops}/metrics/workers`)).text();
      const counts = [...text.matchAll(/http_request_duration_seconds_count\{method="GET",route="\/api\/cart",status="200"\} (\d+)/g)];
      expect(Number(counts[0]?.[1])).toBeGreaterThanOrEqual(10);
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });

  test('they end when their parent process is killed', async () => {
    const { child, url, pids } = await startMain();
    const workers = await pids();
    child.kill('SIGKILL');
    await eventually(async () => workers.every((pid) => !isAlive(pid)), 'the workers to end');
    await expect(fetch(url)).rejects.toThrow();
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
