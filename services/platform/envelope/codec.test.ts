import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPosition, type JsonObject, type RecordedEvent } from '../event-store/index.ts';
import { asStored } from './canonical.ts';
import { canonical, chainHash, createCodec, createVault, eventId, GENESIS, splitHash } from './index.ts';
import { testContext, testShop, type TestShop } from './testing.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.drop());

const recorded = (events: { id: string; type: string; data: string; metadata: string }[]): RecordedEvent[] =>
  events.map((event, index) => ({ ...event, stream: 'order-1', revision: index, position: asPosition(index) }));
const placed = {
  type: 'OrderPlaced',
  data: { total: 980, lines: [{ sku: 'a', quantity: 2 }] },
  subject: 'guest:1',
  personal: { name: '王小明', phone: '0912345678' },
};
const encode = (events = [placed], context = testContext()) =>
  shop.codec.encode({ stream: 'order-1', previousHash: GENESIS, events, context });

describe('canonical', () => {
  it('is the same text whatever the order of the keys, and reads back as the same value (property)', () => {
    const shuffled = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shuffled)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, member]) => [key, shuffled(member)]),
            )
          : value;
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false } as never), (value) => {
        expect(canonical(shuffled(value))).toBe(canonical(value));
        expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
  it('leaves out what is undefined and refuses what JSON cannot hold', () => {
    expect(canonical({ b: 1, a: undefined })).toBe('{"b":1}');
    for (const value of [Number.NaN, Infinity, 1n, new Date(), () => 1, new Map()]) expect(() => canonical({ value })).toThrow(TypeError);
  });
  it('tells beforehand how a value will read back (property)', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          fc.jsonValue(),
        ),
        (value) => {
          fc.pre(!JSON.stringify(value).includes('"__proto__"'));
          const stored = asStored(value as JsonObject);
          expect(stored).toStrictEqual(JSON.parse(canonical(value)));
          expect(canonical(stored)).toBe(canonical(value));
        },
      ),
    );
    expect(asStored({ b: 1, a: undefined as never, 10: [-0], 9: 'x' })).toStrictEqual({ 9: 'x', 10: [0], b: 1 });
    expect(canonical({ 10: 1, 9: 2 })).toBe('{"10":1,"9":2}');
  });
});

describe('codec', () => {
  it('gives back what it was given, with nothing personal in the clear', async () => {
    const { events } = await encode();
    expect(events[0]?.data).not.toMatch(/王|0912/);
    expect(Object.keys(JSON.parse(events[0]?.data ?? ''))).toEqual(['lines', 'personal', 'total']);
    const [opened] = await shop.codec.decode(recorded(events));
    expect(opened).toMatchObject({ ...placed, revision: 0, recordedAt: '2026-03-01T04:00:00.000Z', id: events[0]?.id });
    const [closed] = await shop.codec.decode(recorded(events), { personal: false });
    expect(closed?.personal).toBeUndefined();
    expect(closed?.data).toEqual(placed.data);
  });

  it('says the same of the same command: same ids, same bytes, same hash', async () => {
    const context = testContext();
    const [first, second] = [await encode([placed, placed], context), await encode([placed, placed], context)];
    expect(second).toEqual(first);
    expect(first.events.map(({ id }) => id)).toEqual([eventId('order-1', context.commandId, 0), eventId('order-1', context.commandId, 1)]);
    expect(eventId('order-2', context.commandId, 0)).not.toBe(first.events[0]?.id);
    expect(first.hash).toBe(
      first.events.reduce((hash, event) => chainHash(hash, { ...event, metadata: splitHash(event.metadata)?.metadata ?? '' }), GENESIS),
    );
  });

  it('refuses a sealed field that was moved to another event or changed', async () => {
    const { events } = await encode([placed, placed]);
    const [one, two] = recorded(events) as [RecordedEvent, RecordedEvent];
    await expect(shop.codec.decode([{ ...one, data: two.data }])).rejects.toThrow(`event ${one.id} does not open`);
    const bent = JSON.parse(one.data) as { personal: { sealed: string } };
    bent.personal.sealed = bent.personal.sealed.replace(/.(?=.{8}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    await expect(shop.codec.decode([{ ...one, data: JSON.stringify(bent) }])).rejects.toThrow('does not open');
  });

  it('refuses personal data that names no subject, and the reserved name', async () => {
    await expect(
      shop.codec.encode({
        stream: 'a-1',
        previousHash: GENESIS,
        context: testContext(),
        events: [{ type: 'A', data: {}, personal: { name: 'x' } }],
      }),
    ).rejects.toThrow('without saying whose');
    await expect(
      shop.codec.encode({ stream: 'a-1', previousHash: GENESIS, context: testContext(), events: [{ type: 'A', data: { personal: 1 } }] }),
    ).rejects.toThrow('is taken');
  });

  it('brings old events up to date, step by step', async () => {
    const { events } = await encode([{ type: 'Priced', data: { price: 10 } } as never]);
    const codec = createCodec({
      vault: shop.vault,
      upcasters: [
        { type: 'Priced', fromVersion: 2, up: ({ data }) => ({ data: { ...data, currency: 'TWD' } }) },
        { type: 'Priced', fromVersion: 1, up: ({ data: { price } }) => ({ data: { amount: price ?? null } }) },
      ],
    });
    expect((await codec.decode(recorded(events)))[0]?.data).toEqual({ amount: 10, currency: 'TWD' });
    const today = await codec.encode({
      stream: 'a-1',
      previousHash: GENESIS,
      context: testContext(),
      events: [{ type: 'Priced', data: { amount: 1, currency: 'TWD' } }],
    });
    expect(today.metadata[0]?.schemaVersion).toBe(3);
    expect((await codec.decode(recorded(today.events)))[0]?.data).toEqual({ amount: 1, currency: 'TWD' });
    expect(() => createCodec({ vault: shop.vault, upcasters: [{ type: 'Priced', fromVersion: 2, up: (shape) => shape }] })).toThrow(
      'leave a version out',
    );
  });
});

describe('vault', () => {
  it('makes the keys of a rush in few statements, one for each subject, in all processes the same', async () => {
    const subjects = Array.from({ length: 500 }, (_, index) => `guest:rush-${index}`);
    const vaults = [shop.vault, shop.another().vault];
    let statements = 0;
    const { pool } = shop.database;
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    pool.query = ((...args: unknown[]) => (statements++, query(...args))) as never;
    const sealed = await Promise.all(subjects.flatMap((subject) => vaults.map((vault) => vault.seal(subject, 'event', { name: subject }))));
    pool.query = query as never;
    expect(statements).toBeLessThan(20);
    // The nonce comes from key and text: equal texts prove equal keys.
    for (let index = 0; index < sealed.length; index += 2) expect(sealed[index]).toBe(sealed[index + 1]);
    const opened = await shop
      .another()
      .vault.openMany(subjects.map((subject, index) => ({ subject, eventId: 'event', sealed: sealed[2 * index] as string })));
    expect(opened).toEqual(subjects.map((name) => ({ name })));
  });

  it('makes keys that go to disk with the events, and leaves the connection as it was', async () => {
    const { pool } = shop.database;
    const soon = createVault({ pool, keysDurable: 'with the events' });
    const id = eventId('order-soon', 'c', 0);
    const sealed = await soon.seal('guest:soon', id, { name: '王小明' });
    expect(await shop.vault.openMany([{ subject: 'guest:soon', eventId: id, sealed: sealed as string }])).toEqual([{ name: '王小明' }]);
    await Promise.all(
      Array.from({ length: 5 }, async () =>
        expect((await pool.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]),
      ),
    );
    await soon.close();
  });

  it('reports an outage of its listener once', async () => {
    const errors: Error[] = [];
    const unreachable = { ...shop.database.pool, options: { connectionString: 'postgres://127.0.0.1:1/none' } } as never;
    const vault = createVault({ pool: unreachable, onError: (error) => errors.push(error) });
    await expect.poll(() => errors.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(errors).toHaveLength(1);
    await vault.close();
  });

  it('forgets for good, in every process, also where the message was lost', async () => {
    const deaf = createVault({ pool: shop.database.pool, keyTtlMs: 50 });
    const other = shop.another().vault;
    const sealed = (await shop.vault.seal('guest:gone', 'event', { name: 'x' })) as string;
    const item = { subject: 'guest:gone', eventId: 'event', sealed };
    for (const vault of [deaf, other]) expect(await vault.openMany([item])).toEqual([{ name: 'x' }]);
    await deaf.close();
    await shop.vault.forget('guest:gone');
    await shop.vault.forget('guest:gone');
    await shop.vault.forget('guest:never-seen');
    expect(await shop.vault.openMany([item])).toEqual([undefined]);
    for (const vault of [deaf, other]) await expect.poll(() => vault.openMany([item])).toEqual([undefined]);
    for (const vault of [shop.vault, other]) expect(await vault.seal('guest:gone', 'later', { name: 'x' })).toBeUndefined();
    expect(await shop.vault.seal('guest:never-seen', 'later', { name: 'x' })).toBeUndefined();
    expect((await shop.database.pool.query("select key from subject_keys where subject = 'guest:gone'")).rows).toEqual([{ key: null }]);
  });
});
