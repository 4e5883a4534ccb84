import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type TestDatabase, testDatabase } from '../../database/testing.ts';
import { Rejected } from '../errors.ts';
import { testApp } from '../testing.ts';
import type { App, Routes } from '../types.ts';
import { testConfig } from '../testing.ts';
import { answerSeal } from './seal.ts';
import { keyedRequests } from './repeats.ts';
import { keyStore } from './store.ts';
import { idempotencyMigrations } from './table.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(idempotencyMigrations);
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('truncate idempotency_keys, request_repeats'));

const runs: string[] = [];
let fail: Error | undefined;
let hold: Promise<void> = Promise.resolve();
let ranBefore = false;
const routes: Routes = (app) => {
  const config = { access: 'public' } as const;
  const schema = { body: z.object({ n: z.int() }) };
  app.post('/api/orders', { config, schema }, async (request, reply) => {
    runs.push(request.commandId);
    await hold;
    if (ranBefore) request.context().ranBefore?.(request.commandId);
    const visitor = reply.visitor();
    if (fail) throw fail;
    return reply.code(201).header('location', '/orders/1').send({ run: runs.length, n: request.body.n, visitor });
  });
  app.delete('/api/items/:id', { config }, (request) => ({ run: runs.push(request.commandId) }));
  app.post('/api/price', { config: { ...config, idempotency: 'off' }, schema }, (request) => ({ run: runs.push(request.commandId) }));
};

const apps: App[] = [];
const start = async (): Promise<App> => {
  const app = await testApp({ routes: [routes], pool: database.pool });
  apps.push(app);
  return app;
};
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  runs.length = 0;
  fail = undefined;
  ranBefore = false;
  hold = Promise.resolve();
});

const order = (app: App, key: string, n = 1, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/orders', headers: { 'idempotency-key': key, ...headers }, payload: { n } });
const seal = answerSeal(testConfig().SESSION_SECRET);
/** What the table holds for a command, as the store reads it. */
const kept = (commandId: string | undefined, bodyHash: Buffer) =>
  keyStore(database.pool, seal).find({ commandId: commandId ?? '', anonymousId: commandId ?? '', visitor: undefined, bodyHash });
const rowCount = async (): Promise<number> =>
  (await database.pool.query<{ n: number }>('select count(*)::int as n from idempotency_keys')).rows[0]?.n ?? 0;
/** The visitor cookie that an answer set. */
const cookieOf = ({ cookies }: { cookies: { name: string; value: string }[] }): { cookie: string } => ({
  cookie: `visitor=${cookies.find(({ name }) => name === 'visitor')?.value}`,
});

describe('Idempotency-Key', () => {
  it('gives its own browser the same answer again, whole: status, body, location, cookie', async () => {
    const app = await start();
    const key = randomUUID();
    const first = await order(app, key);
    const again = await order(app, key, 1, cookieOf(first));
    expect(runs).toHaveLength(1);
    expect([again.statusCode, again.body, again.headers.location, again.headers['set-cookie']]).toEqual([
      201,
      first.body,
      '/orders/1',
      first.headers['set-cookie'],
    ]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
  });

  it("runs a newcomer's request again as the same command where the first answer was a failure, because that sets no cookie", async () => {
    const app = await start();
    const key = randomUUID();
    fail = new Error('the answer of the store is unknown');
    const failed = await order(app, key);
    expect([failed.statusCode, failed.headers['set-cookie']]).toEqual([500, undefined]);
    fail = undefined;
    const done = await order(app, key);
    expect([done.statusCode, typeof done.headers['set-cookie']]).toEqual([201, 'string']);
    expect(runs).toEqual([runs[0], runs[0]]);
  });

  it('holds across a restart', async () => {
    const key = randomUUID();
    const before = await start();
    const first = await order(before, key);
    await before.close();
    const after = await start();
    const again = await order(after, key);
    expect(runs).toHaveLength(1);
    expect(again.body).toBe(first.body);
  });

  it('runs the handler once for 50 requests at once', async () => {
    const app = await start();
    const gate = Promise.withResolvers<void>();
    hold = gate.promise;
    const key = randomUUID();
    const answers = Promise.all(Array.from({ length: 50 }, () => order(app, key)));
    await sleep(100);
    gate.resolve();
    const all = await answers;
    expect(runs).toHaveLength(1);
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    expect(all.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(49);
  });

  it('refuses another body, another query too: 422, at once and after the answer', async () => {
    const app = await start();
    const gate = Promise.withResolvers<void>();
    hold = gate.promise;
    const key = randomUUID();
    const first = order(app, key, 1);
    await sleep(50);
    const during = await order(app, key, 2);
    gate.resolve();
    await first;
    const after = await order(app, key, 2);
    for (const answer of [during, after]) expect([answer.statusCode, answer.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const remove = (tier: string) =>
      app.inject({ method: 'DELETE', url: `/api/items/5?tier=${tier}`, headers: { 'idempotency-key': key } });
    expect((await remove('ORIGIN')).statusCode).toBe(200);
    expect((await remove('ADDITIONAL')).statusCode).toBe(422);
    expect(runs).toHaveLength(2);
  });

  it('runs a request that never answered again, as the same command', async () => {
    const key = randomUUID();
    const crashed = await start();
    hold = new Promise(() => {});
    void order(crashed, key).catch(() => undefined);
    await expect.poll(() => runs.length).toBe(1);
    hold = Promise.resolve();
    const other = await start();
    expect((await order(other, key)).statusCode).toBe(201);
    expect((await order(other, key, 2)).statusCode).toBe(422);
    expect(runs[1]).toBe(runs[0]);
  });

  it('keeps no refusal before the call: the key still counts for a body that fits', async () => {
    const app = await start();
    const key = randomUUID();
    expect((await order(app, key, 0.5)).statusCode).toBe(400);
    expect((await order(app, key)).statusCode).toBe(201);
    expect(runs).toHaveLength(1);
  });

  it('keeps rejections and forgets failures', async () => {
    const app = await start();
    const key = randomUUID();
    fail = new Error('down');
    expect((await order(app, key)).statusCode).toBe(500);
    fail = new Rejected({ status: 409, code: 'PRODUCT_UNAVAILABLE', message: 'x' });
    expect((await order(app, key)).statusCode).toBe(409);
    fail = undefined;
    const again = await order(app, key);
    expect([again.statusCode, again.json().code, again.headers['idempotent-replayed']]).toEqual([409, 'PRODUCT_UNAVAILABLE', 'true']);
    expect(new Set(runs).size).toBe(1);
  });

  it('knows a browser that got its cookie with the first answer, and keeps visitors apart', async () => {
    const app = await start();
    const key = randomUUID();
    const first = await order(app, key);
    const atOnce = await order(app, key, 1, cookieOf(first));
    await expect.poll(rowCount).toBe(1);
    const later = await order(app, key, 1, cookieOf(first));
    expect([atOnce.body, later.body]).toEqual([first.body, first.body]);
    const other = await order(app, randomUUID());
    const stranger = await order(app, key, 1, cookieOf(other));
    expect(stranger.json().visitor).toBe(other.json().visitor);
    expect(new Set(runs).size).toBe(3);
  });

  it('keeps the same short key of two visitors apart', async () => {
    const app = await start();
    const [one, two] = [await order(app, randomUUID()), await order(app, randomUUID())];
    const [first, second] = [await order(app, '1', 1, cookieOf(one)), await order(app, '1', 1, cookieOf(two))];
    expect([first.json().visitor, second.json().visitor]).toEqual([one.json().visitor, two.json().visitor]);
    expect((await order(app, '1', 1, cookieOf(one))).body).toBe(first.body);
    expect(runs).toHaveLength(4);
  });

  it.each(['1', 'retry-7', '00000000-0000-0000-0000-000000000000'])('without a cookie %s is no key', async (key) => {
    const app = await start();
    const [first, second] = [await order(app, key), await order(app, key)];
    expect(second.json().visitor).not.toBe(first.json().visitor);
    expect(second.headers['set-cookie']).toBeDefined();
    expect(second.headers['idempotent-replayed']).toBeUndefined();
    expect((await order(app, key, 2)).statusCode).toBe(201);
    expect(runs).toHaveLength(3);
    await app.close();
    expect(await rowCount()).toBe(0);
  });

  it('sets no cookie for a caller without the first one’s cookie: during the call, after it, after a restart', async () => {
    const app = await start();
    const gate = Promise.withResolvers<void>();
    hold = gate.promise;
    const key = randomUUID();
    const [first, during] = [order(app, key), order(app, key)];
    await expect.poll(() => runs.length).toBe(1);
    gate.resolve();
    const answers = [await first, await during];
    expect(answers.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1);
    const after = await order(app, key);
    await app.close();
    const restarted = await order(await start(), key);
    for (const again of [after, restarted]) {
      expect([again.body, again.headers['idempotent-replayed']]).toEqual([answers[0]?.body, 'true']);
      expect(again.headers['set-cookie']).toBeUndefined();
    }
    expect(runs).toHaveLength(1);
  });

  it('keeps nothing of an answer or a body in clear, and opens no row that was tampered with', async () => {
    const app = await start();
    const key = randomUUID();
    const first = await order(app, key);
    await app.close();
    const { rows } = await database.pool.query<{ text: string; sealed: Buffer }>(
      'select row_to_json(k)::text as text, sealed from idempotency_keys k',
    );
    expect(rows).toHaveLength(1);
    const stored = `${rows[0]?.text} ${rows[0]?.sealed.toString('latin1')}`;
    for (const secret of [cookieOf(first).cookie, first.body, '/orders/1', 'set-cookie', '"n":1']) expect(stored).not.toContain(secret);
    // Somebody who can write to the table makes himself the owner of the answer.
    const stranger = await order(await start(), randomUUID());
    await database.pool.query('update idempotency_keys set owner = $1', [stranger.json().visitor]);
    const stolen = await order(await start(), key, 1, cookieOf(stranger));
    expect(stolen.json().visitor).toBe(stranger.json().visitor);
  });

  it('runs again after the secret changed, as the same command', async () => {
    const key = randomUUID();
    const before = await start();
    await order(before, key);
    await before.close();
    const after = await testApp({ routes: [routes], pool: database.pool, env: { SESSION_SECRET: 'another-secret-of-the-same-length-00' } });
    apps.push(after);
    const again = await order(after, key);
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(runs).toEqual([runs[0], runs[0]]);
  });

  it('is of one method and path; without a key, or where it is off, every call runs', async () => {
    const app = await start();
    const key = randomUUID();
    await order(app, key);
    await app.inject({ method: 'DELETE', url: '/api/items/1', headers: { 'idempotency-key': key } });
    await app.inject({ method: 'DELETE', url: '/api/items/2', headers: { 'idempotency-key': key } });
    await app.inject({ method: 'POST', url: '/api/price', headers: { 'idempotency-key': key }, payload: { n: 1 } });
    await app.inject({ method: 'POST', url: '/api/price', headers: { 'idempotency-key': key }, payload: { n: 1 } });
    expect(runs).toHaveLength(5);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(201), 'schlüssel'])('must be 1 to 200 visible characters: %j', async (key) => {
    const app = await start();
    expect((await order(app, key)).json()).toMatchObject({ status: 400, code: 'IDEMPOTENCY_KEY_INVALID' });
  });

  it('answers 503 when the keys cannot be read, and runs nothing', async () => {
    const app = await testApp({
      routes: [routes],
      pool: { query: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })) } as never,
    });
    apps.push(app);
    const key = randomUUID();
    const answers = await Promise.all([order(app, key), order(app, key)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
    expect(runs).toEqual([]);
  });

  it('costs few statements under load', async () => {
    let statements = 0;
    const pool = { query: (...args: [never]) => (statements++, database.pool.query(...args)) } as never;
    const app = await testApp({ routes: [routes], pool });
    apps.push(app);
    const answers = await Promise.all(Array.from({ length: 300 }, () => order(app, randomUUID())));
    expect(answers.every(({ statusCode }) => statusCode === 201)).toBe(true);
    await app.close();
    expect(statements).toBeLessThan(60);
    const { rows } = await database.pool.query('select count(*)::int as n from idempotency_keys where sealed is not null');
    expect(rows[0].n).toBe(300);
  });
});

describe('what is known of a keyed request later', () => {
  const known = async (commandId = '') => (await keyedRequests(database.pool, [commandId])).get(commandId);
  it('has each repeat with its own id and time, also of those that waited, and the end of the kept answer', async () => {
    const app = await start();
    const key = randomUUID();
    const first = await order(app, key);
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) await order(app, key, 1, { ...cookieOf(first), 'x-correlation-id': id });
    await order(app, key, 2, cookieOf(first));
    await app.close();
    const request = await known(runs[0]);
    expect(request?.attempts.map(({ requestId }) => requestId)).toEqual(ids);
    expect(request?.answerUntil?.getTime()).toBeGreaterThan(Date.now());
    // Another body is no repeat.
    expect(request?.attempts).toHaveLength(2);
    expect(await known(randomUUID())).toBeUndefined();
  });
  it('has each attempt that failed, with its status, also those that waited for it; a success after them is no repeat', async () => {
    const app = await start();
    const key = randomUUID();
    const ids = Array.from({ length: 4 }, () => randomUUID());
    const gate = Promise.withResolvers<void>();
    hold = gate.promise;
    fail = new Error('down');
    const both = Promise.all(ids.slice(0, 2).map((id) => order(app, key, 1, { 'x-correlation-id': id })));
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    gate.resolve();
    expect((await both).map(({ statusCode }) => statusCode)).toEqual([500, 500]);
    fail = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    await order(app, key, 1, { 'x-correlation-id': ids[2] ?? '' });
    fail = undefined;
    expect((await order(app, key, 1, { 'x-correlation-id': ids[3] ?? '' })).statusCode).toBe(201);
    await app.close();
    const recorded = (await known(runs[0]))?.attempts.map(({ requestId, outcome, status }) => [requestId, outcome, status]);
    expect(recorded?.toSorted()).toEqual(
      [
        [ids[0], 'failed', 500],
        [ids[1], 'failed', 500],
        [ids[2], 'failed', 503],
      ].toSorted(),
    );
  });
  it('has a request that ran again and got the first outcome', async () => {
    const app = await start();
    const key = randomUUID();
    const first = await order(app, key);
    await app.close();
    await database.pool.query('truncate idempotency_keys');
    const other = await start();
    const again = randomUUID();
    ranBefore = true;
    expect((await order(other, key, 1, { ...cookieOf(first), 'x-correlation-id': again })).statusCode).toBe(201);
    await other.close();
    expect((await known(runs.at(-1)))?.attempts).toMatchObject([{ requestId: again, outcome: 'again', status: 201 }]);
  });
  it('keeps the first twenty repeats of a command, for half a year', async () => {
    const app = await start();
    const gate = Promise.withResolvers<void>();
    hold = gate.promise;
    const key = randomUUID();
    const answers = Promise.all(Array.from({ length: 50 }, () => order(app, key)));
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    gate.resolve();
    await answers;
    await app.close();
    expect((await known(runs[0]))?.attempts).toHaveLength(20);
    const store = keyStore(database.pool, seal);
    await store.sweep(new Date(Date.now() + 179 * 86_400_000));
    expect((await known(runs[0]))?.attempts).toHaveLength(20);
    expect((await known(runs[0]))?.answerUntil).toBeNull();
    await store.sweep(new Date(Date.now() + 181 * 86_400_000));
    expect(await known(runs[0])).toBeUndefined();
  });
});

describe('the key store', () => {
  const bodyHash = Buffer.from('same');
  const question = (commandId: string) => ({ commandId, anonymousId: commandId, visitor: undefined, bodyHash });
  const completion = (commandId: string, body: string) => ({
    commandId,
    owner: undefined,
    bodyHash,
    answer: { status: 200, headers: {}, body },
  });
  it('lets two processes keep answers for the same keys without a deadlock; one of them stays', async () => {
    const [a, b] = [keyStore(database.pool, seal), keyStore(database.pool, seal)];
    const ids = Array.from({ length: 300 }, () => randomUUID());
    await Promise.all([
      ...ids.map((id) => a.complete(completion(id, 'a'))),
      ...ids.toReversed().map((id) => b.complete(completion(id, 'b'))),
    ]);
    const known = await Promise.all(ids.map((id) => a.find(question(id))));
    expect(known.every((one) => typeof one === 'object' && ['a', 'b'].includes(one.answer.body))).toBe(true);
  });
  it('keeps the first of two answers', async () => {
    const store = keyStore(database.pool, seal);
    const id = randomUUID();
    expect(await store.find(question(id))).toBeUndefined();
    await store.complete(completion(id, 'first'));
    await store.complete(completion(id, 'second'));
    expect(await store.find(question(id))).toMatchObject({ answer: { body: 'first' } });
    expect(await store.find({ ...question(id), bodyHash: Buffer.from('other') })).toBe('other-body');
  });
  it('forgets after 24 hours', async () => {
    const store = keyStore(database.pool, seal);
    const [old, young] = [randomUUID(), randomUUID()];
    await store.complete(completion(old, 'old'));
    await database.pool.query("update idempotency_keys set created_at = now() - interval '25 hours'");
    await store.complete(completion(young, 'young'));
    expect(await store.sweep(new Date())).toBe(1);
    expect(await kept(young, bodyHash)).toMatchObject({ answer: { body: 'young' } });
    expect(await kept(old, bodyHash)).toBeUndefined();
  });
});
