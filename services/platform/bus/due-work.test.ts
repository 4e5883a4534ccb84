import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../database/testing.ts';
import { UnreadableHistory } from '../envelope/index.ts';
import { asPosition, type RecordedEvent, StoreUnavailable, type StreamName } from '../event-store/index.ts';
import { createMetrics, silentLogger } from '../telemetry/index.ts';
import { valueOf } from '../telemetry/testing.ts';
import { busMigrations, passOver, readHeld } from './index.ts';

let database: TestDatabase;
let broken: Set<string>;
let done: string[];
const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
const metrics = createMetrics();
const counted = (name: string) => valueOf(metrics, name, { consumer: 'worker' });
const ALL = Array.from({ length: 25 }, (_, index) => `t${String(index).padStart(2, '0')}`);

beforeAll(async () => {
  database = await testDatabase(busMigrations);
});
afterAll(() => database.drop());
beforeEach(async () => {
  vi.clearAllMocks();
  [broken, done] = [new Set(), []];
  await database.pool.query('truncate bus_held');
});

const eventIds = new Map<string, string>();
const poison = (stream: StreamName): RecordedEvent => {
  const id = eventIds.get(stream) ?? randomUUID();
  eventIds.set(stream, id);
  return { id, stream, revision: 3, position: asPosition(7), type: 'Stepped', data: '{', metadata: '{}' };
};
const work = async (one: string): Promise<void> => {
  if (broken.has(one)) throw new UnreadableHistory(poison(`order-${one}`), new Error('no JSON'));
  done.push(one);
};
/** Pages of ten. */
const page = (last: string | undefined) => Promise.resolve(ALL.filter((one) => one > (last ?? '')).slice(0, 10));
const options = () => ({ pool: database.pool, logger: { ...silentLogger(), ...log }, metrics });
const pass = (one: (item: string) => Promise<void> = work) => passOver('worker', options(), (due) => due.each(page, one));
const held = () => readHeld(database.pool, 'worker');

test('a history that cannot be read waits alone, also where it fills whole pages; it is listed, counted and logged once', async () => {
  for (const one of ALL.slice(0, 20)) broken.add(one);
  await pass();
  await pass();
  expect(done).toEqual([...ALL.slice(20), ...ALL.slice(20)]);
  expect(await held()).toHaveLength(20);
  expect((await held())[0]).toMatchObject({ revision: 3, type: 'Stepped', reason: 'order-t00 cannot be read: no JSON' });
  expect(log.error).toHaveBeenCalledTimes(20);
  expect(await counted('consumer_parked_streams')).toBe(20);
});

test('it is tried again in each pass, and leaves the list once it is readable or no longer due', async () => {
  for (const one of ['t03', 't04']) broken.add(one);
  await pass();
  broken.delete('t03');
  await pass();
  expect(done.filter((one) => one === 't03')).toHaveLength(1);
  expect((await held()).map(({ stream }) => stream)).toEqual(['order-t04']);
  await passOver('worker', options(), (due) => due.each(() => Promise.resolve([]), work));
  expect(await held()).toEqual([]);
  expect(await counted('consumer_parked_streams')).toBe(0);
});

test('a column that a read model does not have yet is a warning, and hides no other failure', async () => {
  const early = () => database.pool.query('select over_at from bus_held');
  await passOver('worker', options(), (due) => due.alone(early));
  expect([log.error, log.warn].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  expect(log.warn).toHaveBeenCalledWith({ reader: 'worker', reason: 'column "over_at" does not exist' }, expect.any(String));
  await passOver('worker', options(), async (due) => {
    await due.alone(early);
    await due.alone(() => Promise.reject(new Error('refused')));
  });
  expect(log.error).toHaveBeenCalledTimes(1);
});

test('another failure of one thing is counted, and logged in one line; the others go on', async () => {
  const before = (await counted('due_failures_total')) ?? 0;
  await pass((one) => (one < 't03' ? Promise.reject(new Error('refused')) : work(one)));
  expect(done).toEqual(ALL.slice(3));
  expect(await counted('due_failures_total')).toBe(before + 3);
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(await held()).toEqual([]);
});

test('a store that does not answer ends the pass, and nothing leaves the list', async () => {
  broken.add('t01');
  await pass();
  done = [];
  const away = new StoreUnavailable('away');
  await expect(pass((one) => (one === 't02' ? Promise.reject(away) : Promise.resolve(void done.push(one))))).rejects.toBe(away);
  expect(done).toEqual(['t00', 't01']);
  expect(await held()).toHaveLength(1);
});

test('a pass ends between two things', async () => {
  const stopping = new AbortController();
  await passOver('worker', { ...options(), stopping: stopping.signal }, (due) =>
    due.each(page, async (one) => {
      done.push(one);
      if (one === 't12') stopping.abort();
    }),
  );
  expect(done).toEqual(ALL.slice(0, 13));
});
