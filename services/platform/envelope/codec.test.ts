import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPosition, type JsonObject, type RecordedEvent } from '../event-store/index.ts';
import { asStored, parseCanonical } from './canonical.ts';
import { checkHash } from './hash-chain.ts';
import { canonical, chained, createCodec, createVault, GENESIS } from './index.ts';
import { storable, TEST_OUTER_KEYS as outer, testContext, testShop, type TestShop } from './testing.ts';

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
  personal: { contact: { name: '王小明', phone: '0912345678' }, invoice: { uniformNumber: '04595257' } },
};
const encode = (events = [placed], context = testContext()) =>
  shop.codec.encode({ stream: 'order-1', revision: 0, previousHash: GENESIS, events, context });

describe('canonical', () => {
  it('is the same text for every order of the keys, and parses to the same value (property)', () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, member]) => [key, reversed(member)]),
            )
          : value;
    fc.assert(
      fc.property(storable(), (value) => {
        const text = canonical(value);
        expect(canonical(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        // A client that parses the text and writes it again:
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
        expect(asStored(value)).toStrictEqual(JSON.parse(text));
        expect(parseCanonical(text)).toStrictEqual(asStored(value));
        expect(parseCanonical(` ${text}`)).toBeUndefined();
      }),
    );
  });

  it('sorts many members as it sorts few', () => {
    const names = Array.from({ length: 200 }, (_, at) => `m${(at * 37) % 200}`);
    const sorted = names.toSorted();
    for (const count of [2, 50, 51, 200]) {
      const some = names.slice(0, count);
      const text = canonical(Object.fromEntries(some.map((name) => [name, 1])));
      expect(Object.keys(JSON.parse(text) as object)).toEqual(sorted.filter((name) => some.includes(name)));
    }
  });

  it('gives the results that RFC 8785 prints', () => {
    // The samples of sections 3.2.2 and 3.2.3, without 1E30: an event holds no such integer.
    const sample = {
      numbers: [333333333.3333333, 4.5, 2e-3, 1e-27],
      string: '\u20ac$\u000f\u000aA\'B"\\\\"/',
      literals: [null, true, false],
    };
    expect(canonical(sample)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
    const order = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '\ud83d\ude00': 'Emoji',
      '\u0080': 'Control',
      ö: 'Latin Small Letter O With Diaeresis',
    };
    expect(Object.values(JSON.parse(canonical(order)) as object)).toEqual([
      'Carriage Return',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('leaves out what is undefined and refuses what JSON cannot hold', () => {
    expect(canonical({ b: 1, a: undefined })).toBe('{"b":1}');
    expect(canonical({ list: [{ a: 1 }, { b: 2, a: 1 }] })).toBe('{"list":[{"a":1},{"a":1,"b":2}]}');
    for (const text of ['[]', '1', 'null', '"x"', '{"b":1,"a":1}', '{']) expect(parseCanonical(text)).toBeUndefined();
    for (const value of [Number.NaN, Infinity, 1n, new Date(), () => 1, new Map()]) expect(() => canonical({ value })).toThrow(TypeError);
  });

  it('refuses every value that another reader would change (property)', async () => {
    const odd = fc.oneof(
      fc.constant(-0),
      fc.maxSafeInteger().map((value) => (value < 0 ? value - 2 ** 53 : value + 2 ** 53)),
      fc.double({ min: 2 ** 53, noDefaultInfinity: true }),
      fc.nat().map((key) => ({ [key]: 1 })),
      fc.constant(JSON.parse('{"__proto__":1}') as object),
    );
    await fc.assert(
      fc.asyncProperty(storable(), odd, fc.boolean(), async (data, value, isNested) => {
        const bad = { ...data, value: isNested ? [{ in: value }] : value } as JsonObject;
        expect(() => asStored(bad)).toThrow(TypeError);
        await expect(encode([{ type: 'Odd', data: bad } as never])).rejects.toThrow(TypeError);
      }),
    );
  });
});

describe('codec', () => {
  it('decodes what it encoded, and encrypts all personal data', async () => {
    const { events } = await encode();
    expect(events[0]?.data).not.toMatch(/王|0912|04595257/);
    expect(Object.keys(JSON.parse(events[0]?.data ?? ''))).toEqual(['lines', 'personal', 'total']);
    const [opened] = await shop.codec.decode(recorded(events));
    expect(opened).toMatchObject({ ...placed, revision: 0, recordedAt: '2026-03-01T04:00:00.000Z', id: events[0]?.id });
    const [closed] = await shop.codec.decode(recorded(events), { personal: false });
    expect(closed?.personal).toBeUndefined();
    expect(closed?.data).toEqual(placed.data);
  });

  it('creates new event ids for every append and chains the hashes', async () => {
    const context = testContext();
    const [first, second] = [await encode([placed, placed], context), await encode([placed, placed], context)];
    expect(new Set([...first.events, ...second.events].map(({ id }) => id)).size).toBe(4);
    let hash = GENESIS;
    for (const [revision, { metadata, ...event }] of first.events.entries()) {
      const { hash: stored, ...own } = JSON.parse(metadata) as JsonObject & { hashVersion: number };
      expect(metadata).toBe(canonical({ hash: stored, ...own }));
      ({ hash } = chained(hash, { ...event, stream: 'order-1', revision, metadata: own }));
      expect(stored).toBe(hash);
    }
    expect(first.hash).toBe(hash);
  });

  it('hashes a text that is not canonical as it is stored; the thorough check refuses it, because another reader may write it again', async () => {
    const { events } = await encode([placed]);
    const [event] = recorded(events) as [RecordedEvent];
    const { hash: _, ...metadata } = JSON.parse(event.metadata) as JsonObject & { hashVersion: number };
    const check = (data: string, isThorough: boolean) =>
      checkHash({ ...event, data, metadata: chained(GENESIS, { ...event, data, metadata }).metadata }, GENESIS, isThorough).reason;
    const loose = '{"total":1,"lines":[]}';
    expect([check(canonical(JSON.parse(loose)), false), check(canonical(JSON.parse(loose)), true)]).toEqual([undefined, undefined]);
    expect([check(loose, false), check(loose, true)]).toEqual([undefined, expect.stringContaining('its hash is not that')]);
  });

  it('rejects a sealed field that was moved to another event or changed', async () => {
    const { events } = await encode([placed, placed]);
    const [one, two] = recorded(events) as [RecordedEvent, RecordedEvent];
    await expect(shop.codec.decode([{ ...one, data: two.data }])).rejects.toThrow(`event ${one.id} does not open`);
    const bent = JSON.parse(one.data) as { personal: { sealed: { contact: string } } };
    bent.personal.sealed.contact = bent.personal.sealed.contact.replace(/.(?=.{8}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    await expect(shop.codec.decode([{ ...one, data: JSON.stringify(bent) }])).rejects.toThrow('does not open');
  });

  it('refuses personal data that names no subject, and the reserved name', async () => {
    await expect(
      shop.codec.encode({
        stream: 'a-1',
        revision: 0,
        previousHash: GENESIS,
        context: testContext(),
        events: [{ type: 'A', data: {}, personal: { contact: { name: 'x' } } }],
      }),
    ).rejects.toThrow('has personal data but no subject');
    await expect(
      shop.codec.encode({
        stream: 'a-1',
        revision: 0,
        previousHash: GENESIS,
        context: testContext(),
        events: [{ type: 'A', data: { personal: 1 } }],
      }),
    ).rejects.toThrow('is reserved');
  });

  it('upcasts old events version by version', async () => {
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
      revision: 0,
      previousHash: GENESIS,
      context: testContext(),
      events: [{ type: 'Priced', data: { amount: 1, currency: 'TWD' } }],
    });
    expect(today.decoded[0]?.metadata.schemaVersion).toBe(3);
    expect((await codec.decode(recorded(today.events)))[0]?.data).toEqual({ amount: 1, currency: 'TWD' });
    expect(() => createCodec({ vault: shop.vault, upcasters: [{ type: 'Priced', fromVersion: 2, up: (shape) => shape }] })).toThrow(
      'leave a version out',
    );
  });
});

describe('vault', () => {
  it('creates many keys in few statements, one for each subject, equal in all processes', async () => {
    const subjects = Array.from({ length: 500 }, (_, index) => `guest:rush-${index}`);
    const vaults = [shop.vault, shop.another().vault];
    let statements = 0;
    const { pool } = shop.database;
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    pool.query = ((...args: unknown[]) => (statements++, query(...args))) as never;
    const sealed = await Promise.all(
      subjects.flatMap((subject) => vaults.map((vault) => vault.seal(subject, 'contact', 'event', { name: subject }))),
    );
    pool.query = query as never;
    expect(statements).toBeLessThan(20);
    const items = sealed.map((text, index) => ({
      subject: subjects[index >> 1] as string,
      purpose: 'contact' as const,
      eventId: 'event',
      sealed: text as string,
    }));
    expect(await shop.another().vault.openMany(items)).toEqual(items.map(({ subject }) => ({ name: subject })));
  });

  it('waits until a new key is on disk: what it sealed may be appended after a crash of the database', async () => {
    const { pool } = shop.database;
    await pool.query(`
      create table key_commits (waits text);
      create function note_key_commit() returns trigger language plpgsql as $$
        begin insert into key_commits values (current_setting('synchronous_commit')); return null; end $$;
      create trigger note_key_commit after insert on subject_keys execute function note_key_commit()`);
    try {
      await shop.vault.seal('guest:disk', 'contact', 'event', { name: '王小明' });
      expect((await pool.query('select waits from key_commits')).rows).toEqual([{ waits: 'on' }]);
    } finally {
      await pool.query('drop table key_commits; drop function note_key_commit cascade');
    }
  });

  it('reports an outage of its listener once', async () => {
    const errors: Error[] = [];
    const unreachable = { ...shop.database.pool, options: { connectionString: 'postgres://127.0.0.1:1/none' } } as never;
    const vault = createVault({ pool: unreachable, outer, onError: (error) => errors.push(error) });
    await expect.poll(() => errors.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(errors).toHaveLength(1);
    await vault.close();
  });

  it('forgets permanently, in every process, also when the message was lost', async () => {
    const deaf = createVault({ pool: shop.database.pool, outer, keyTtlMs: 50 });
    const other = shop.another().vault;
    const sealed = (await shop.vault.seal('guest:gone', 'contact', 'event', { name: 'x' })) as string;
    const item = { subject: 'guest:gone', purpose: 'contact', eventId: 'event', sealed } as const;
    for (const vault of [deaf, other]) expect(await vault.openMany([item])).toEqual([{ name: 'x' }]);
    await deaf.close();
    await shop.vault.forget('guest:gone', ['contact']);
    await shop.vault.forget('guest:gone', ['contact']);
    await shop.vault.forget('guest:never-seen', ['contact']);
    expect(await shop.vault.openMany([item])).toEqual([undefined]);
    for (const vault of [deaf, other]) await expect.poll(() => vault.openMany([item])).toEqual([undefined]);
    for (const vault of [shop.vault, other]) expect(await vault.seal('guest:gone', 'contact', 'later', { name: 'x' })).toBeUndefined();
    expect(await shop.vault.seal('guest:never-seen', 'contact', 'later', { name: 'x' })).toBeUndefined();
    expect((await shop.database.pool.query("select key from subject_keys where subject = 'guest:gone'")).rows).toEqual([{ key: null }]);
  });
});
