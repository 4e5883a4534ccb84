import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderAnswer, PlaceOrderAnswer } from '@nordhaut/contracts';
import { readReceipt, receiptOf } from '@nordhaut/evidence';
import { everyEvent, rehashed, replaceEvents, withMetadata } from '@nordhaut/evidence/testing';
import { orderStream } from '@nordhaut/ordering';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { createPostgresEventStore } from '@nordhaut/platform/event-store';
import { readShopConfig } from '@nordhaut/shop/config';
import { runJob } from '@nordhaut/shop/jobs';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { createSimulators, type Simulators } from '@nordhaut/simulators';
import { verify as verifyTool } from '@nordhaut/tools/verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, codOrder, until, type Browser } from './fixtures/browser.ts';
import { caughtUp } from './fixtures/all-is-well.ts';
import { eventually } from './fixtures/eventually.ts';
import { runInThisProcess } from './fixtures/run-in-this-process.ts';
import { type Ended, runProgram } from './fixtures/run-program.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';

let database: TestDatabase;
let simulators: Simulators;
let shop: TestShop;
let folder: string;
beforeAll(async () => {
  [database, simulators] = [await testDatabase(), await createSimulators({ port: 0, retryFactor: 0.001 })];
  folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  shop = await testShop({ CHECKPOINT_FOLDER: folder, CHECKPOINT_INTERVAL: '200' }, { beside: { databaseUrl: database.url, simulators } });
});
afterAll(async () => {
  await simulators.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const toolEnvironment = () => testEnvironment(shop.databaseUrl, 0, shop.simulators.url);
type Said = { code: number | null; out: string };
const said = ({ code, out, err }: Ended): Said => ({ code, out: out + err });
const verify = async (...args: string[]): Promise<Said> => said(await runInThisProcess(verifyTool, args, toolEnvironment()));
/** The tool as it is run by hand, in its own process. */
const npmRunVerify = async (...args: string[]): Promise<Said> =>
  said(await runProgram(import.meta.resolve('@nordhaut/tools/verify'), args, { env: toolEnvironment() }));

/** Writes a checkpoint into a file, as `run --rm checkpoint > FILE` does. @returns its path, and the public key */
async function checkpoint(name: string): Promise<{ file: string; publicKey: string }> {
  const config = readShopConfig(testEnvironment(shop.databaseUrl, Number(new URL(shop.url).port), shop.simulators.url));
  const output = await runJob('checkpoint', config, silentLogger());
  const [, publicKey = ''] = output.split('\nPublic key: ');
  const file = join(folder, `${name}.note`);
  await writeFile(file, `${output}\n`);
  return { file, publicKey };
}

const lookUp = async (visitor: Browser, orderNo: string): Promise<OrderAnswer> =>
  (await visitor.get<OrderAnswer>(`/api/orders/${orderNo}`)).body;

test('every answer about an order has the receipt of its revision, for who has proof', async () => {
  const { store } = shop.shop.engine;
  const visitor = shop.visit();
  const { body, orderNo } = await checkOut(visitor, codOrder());
  const hashAt = async (revision: number): Promise<string> => {
    const [event] = await store.read(orderStream(orderNo), { from: revision, limit: 1 });
    return (JSON.parse(event?.metadata ?? '{}') as { hash: string }).hash;
  };
  const receiptAt = async (revision: number): Promise<string> => receiptOf(orderStream(orderNo), revision, await hashAt(revision));
  const placed = body as PlaceOrderAnswer;
  expect(placed.receipt).toBe(await receiptAt(placed.revision));

  // From the stream at first, then from the read model.
  const seen = await until(visitor, orderNo, (found) => found.order.tracking !== null);
  expect(seen.receipt).toBe(await receiptAt(seen.revision));
  await caughtUp(shop);
  const later = await lookUp(visitor, orderNo);
  expect(later.receipt).toBe(await receiptAt(later.revision));

  expect((await lookUp(shop.visit(), orderNo)).receipt).toBeUndefined();
  expect(placed.receipt).not.toContain(orderNo);
  const { code, out } = await verify('--receipt', later.receipt ?? '', '--receipt', placed.receipt ?? '');
  expect([code, out]).toEqual([
    0,
    expect.stringContaining(`the events of order-${orderNo} up to revision ${later.revision} stand unchanged`),
  ]);
  expect((await verify(`order-${orderNo}`, '--receipt', later.receipt ?? '')).code).toBe(0);
  // One stream without a receipt, a stream that is not there, and the receipt of another one.
  expect(await verify(`order-${orderNo}`)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Not covered since revision 0 of order-${orderNo}: `),
  });
  expect(await verify('order-REMOVED')).toMatchObject({ code: 1, out: expect.stringContaining('has no event of order-REMOVED') });
  expect(await verify('order-REMOVED', '--receipt', later.receipt ?? '')).toMatchObject({
    code: 2,
    out: expect.stringContaining('is not a receipt of order-REMOVED'),
  });
  const mistyped = `${later.receipt?.slice(0, -1)}${later.receipt?.endsWith('0') ? '1' : '0'}`;
  expect(readReceipt(mistyped)).toBeUndefined();
  expect(await npmRunVerify('--receipt', mistyped)).toMatchObject({ code: 2, out: expect.stringContaining('is no receipt') });
});

test('a running shop writes checkpoints, and sends the first of a day to the folder', async () => {
  await eventually(async () => (await readdir(folder)).some((name) => name.endsWith('.txt')), 'a checkpoint');
  const [name = ''] = await readdir(folder);
  expect(await readFile(join(folder, name), 'utf8')).toMatch(
    /^127\.0\.0\.1:\d+\/history\n\d+\n[A-Za-z0-9+/]{43}=\n\n— 127\.0\.0\.1:\d+\/history /,
  );
  expect(await verify('--checkpoint', folder)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/The first \d+ events?, up to .* stand unchanged/),
  });
});

test('the output of the job is the checkpoint alone, also where the process has a warning', async () => {
  await checkOut(shop.visit(), codOrder());
  const env = testEnvironment(shop.databaseUrl, Number(new URL(shop.url).port), shop.simulators.url);
  const asOwner = { ...env, DATABASE_URL: database.url, DATABASE_OWNER_URL: '', LOG_LEVEL: 'warn' };
  const { code, out, err } = await runProgram(import.meta.resolve('@nordhaut/shop/main'), ['--job', 'checkpoint'], { env: asOwner });
  expect([code, err]).toEqual([0, expect.stringContaining('could change the history of orders')]);
  expect(out).toMatch(/^127\.0\.0\.1:\d+\/history\n\d+\n[^{]*\nPublic key: \S+\n$/);
});

test('the job signs only under the name of the history, which a process at another address does not have', async () => {
  const elsewhere = readShopConfig(testEnvironment(shop.databaseUrl, 0, shop.simulators.url));
  await expect(runJob('checkpoint', elsewhere, silentLogger())).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining(`have the name ${new URL(shop.url).host}/history, and this process would sign as 127.0.0.1:0/history`),
  });
});

test('`npm run verify` proves what checkpoints and receipts cover, names what was forged, and calls the rest uncovered', async () => {
  const { orderNo } = await checkOut(shop.visit(), codOrder());
  const visitor = shop.visit();
  const victim = await checkOut(visitor, codOrder());
  const { file, publicKey } = await checkpoint('covered');
  await checkOut(shop.visit(), codOrder());
  await caughtUp(shop);

  const alone = await verify();
  expect([alone.code, alone.out]).toEqual([0, expect.stringContaining('Not covered since event 1 (')]);
  expect(alone.out).not.toMatch(/unchanged[^,]|nothing/);
  const proven = await verify('--checkpoint', file, '--public-key', publicKey);
  expect([proven.code, proven.out]).toEqual([
    0,
    expect.stringMatching(/stand unchanged, complete and in their order[^]*Not covered since event \d+ \(/),
  ]);
  const { receipt = '' } = victim.body as PlaceOrderAnswer;

  const other = publicKey.replace(/\+.*/, '+00000000+AAAA');
  expect(await verify('--checkpoint', file, '--public-key', other)).toMatchObject({ code: 2 });
  expect(await verify('--checkpoint', '/none')).toMatchObject({ code: 2, out: expect.stringContaining('/none cannot be read') });
  const empty = await mkdtemp(join(tmpdir(), 'no-checkpoints-'));
  expect(await verify('--checkpoint', empty)).toMatchObject({ code: 2, out: expect.stringContaining(`${empty} has no checkpoint`) });
  await rm(empty, { recursive: true });
  expect(await verify(`order-${orderNo}`, '--checkpoint', file)).toMatchObject({ code: 2 });

  await shop.close();
  const fresh = createPostgresEventStore({ url: shop.databaseUrl });
  const events = await everyEvent(fresh);
  await fresh.close();
  const forged = events.map((event) =>
    event.stream === `order-${victim.orderNo}` ? withMetadata(event, { actor: { kind: 'support', id: 'nobody' } }) : event,
  );
  await replaceEvents(database.pool, rehashed(forged));
  const found = await npmRunVerify('--checkpoint', file, '--receipt', receipt);
  expect(found.code).toBe(1);
  expect(found.out).toMatch(/FORGED OR LOST: The first \d+ events are not those of .*covered\.note: one of the events 1 to \d+ /);
  expect(found.out).toContain(`FORGED OR LOST: Receipt ${receipt}: the events of order-${victim.orderNo} up to revision`);
  expect(found.out).not.toContain('stand unchanged');
});
