import { createCipheriv, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainEvent, PersonalData } from '../event-store/decider.ts';
import { asPosition, type RecordedEvent } from '../event-store/index.ts';
import { canonical, createCodec, createVault, GENESIS, type Upcaster, type Vault } from './index.ts';
import { TEST_OUTER_KEYS as outer, testContext, testShop, type TestShop } from './testing.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.drop());

const personal = { contact: { phone: '0912345678' }, invoice: { uniformNumber: '04595257' }, support: { note: '來電' } };
const placed = (subject: string): DomainEvent => ({ type: 'Placed', data: { total: 980 }, subject, personal });

const recorded = (events: readonly { id: string; type: string; data: string; metadata: string }[]): RecordedEvent[] =>
  events.map((event, index) => ({ ...event, stream: 'order-1', revision: index, position: asPosition(index) }));
const encode = async (...events: DomainEvent[]): Promise<RecordedEvent[]> =>
  recorded((await shop.codec.encode({ stream: 'order-1', revision: 0, previousHash: GENESIS, events, context: testContext() })).events);

const forgotten = async (subject: string, purpose: string): Promise<unknown[]> =>
  (
    await shop.database.pool.query(
      'select key, outer_key, forgotten_at is not null as gone from subject_keys where subject = $1 and purpose = $2',
      [subject, purpose],
    )
  ).rows;

describe('a key per purpose', () => {
  it('forgets one purpose and keeps the others, in past and new events', async () => {
    const events = await encode(placed('guest:part'));
    await shop.vault.forget('guest:part', ['contact']);
    const { contact: _, ...rest } = personal;
    expect((await shop.codec.decode(events))[0]?.personal).toEqual(rest);
    const later = await encode(placed('guest:part'));
    expect(Object.keys((JSON.parse(later[0]?.data ?? '') as { personal: { sealed: object } }).personal.sealed)).toEqual([
      'invoice',
      'support',
    ]);
    expect(await forgotten('guest:part', 'contact')).toEqual([{ key: null, outer_key: null, gone: true }]);
    await shop.vault.forget('guest:part', ['invoice', 'support']);
    expect((await shop.codec.decode([...events, ...later])).map((event) => event.personal)).toEqual([undefined, undefined]);
  });

  it('makes all keys of an order in one statement, and opens a list with one query', async () => {
    const statements: unknown[] = [];
    const { pool } = shop.database;
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    pool.query = ((...args: unknown[]) => (statements.push(args), query(...args))) as never;
    try {
      const events = await encode(placed('guest:one'), placed('guest:one'), placed('guest:two'));
      expect(statements).toHaveLength(1);
      const { codec } = shop.another();
      await codec.decode(events);
      expect(statements).toHaveLength(2);
      const copies = (await shop.codec.decode(events, { personal: false })).flatMap(({ sealed }) => sealed ?? []);
      expect(await shop.another().codec.openSealed(copies)).toEqual([personal, personal, personal]);
      expect(statements).toHaveLength(3);
    } finally {
      pool.query = query as never;
    }
  });

  it('opens no part under another purpose, subject or event', async () => {
    const [event] = await encode(placed('guest:bound'));
    const { sealed } = (JSON.parse(event?.data ?? '') as { personal: { sealed: Record<'contact' | 'invoice', string> } }).personal;
    const item = { subject: 'guest:bound', purpose: 'contact', eventId: event?.id ?? '', sealed: sealed.contact } as const;
    expect(await shop.vault.openMany([item])).toEqual([personal.contact]);
    for (const more of [{ purpose: 'invoice' }, { eventId: randomUUID() }, { sealed: sealed.invoice }] as const)
      await expect(shop.vault.openMany([{ ...item, ...more }])).rejects.toThrow('does not open');
  });

  it('refuses a purpose that has no key', async () => {
    const odd = { type: 'A', data: {}, subject: 'guest:odd', personal: { hobby: { name: 'x' } } as PersonalData };
    await expect(encode(odd)).rejects.toThrow('"hobby" is no purpose');
  });
});

describe('the one key of an earlier release', () => {
  const subject = 'guest:old';
  const divide: Upcaster = {
    type: 'Placed',
    fromVersion: 1,
    up: ({ data: { store = null, ...data }, personal: whole }) =>
      whole === undefined
        ? { data }
        : { data, personal: { contact: { phone: whole['phone'] ?? null, store }, invoice: whole['invoice'] ?? null } },
  };
  /** A later release adds to the divided parts. */
  const extend: Upcaster = {
    type: 'Placed',
    fromVersion: 2,
    up: ({ data, personal: parts }) =>
      parts?.['contact']
        ? { data, personal: { ...parts, contact: { ...(parts['contact'] as object), area: '' } } }
        : { data, personal: parts },
  };
  const codecOf = (vault: Vault, ...upcasters: Upcaster[]) => createCodec({ vault, upcasters });
  let event: RecordedEvent;

  beforeAll(async () => {
    const raw = randomBytes(32);
    await shop.database.pool.query('insert into subject_keys (subject, key) values ($1, $2)', [subject, raw]);
    const id = randomUUID();
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', createSecretKey(raw), nonce).setAAD(Buffer.from(`${subject}\n${id}`));
    const text = Buffer.concat([cipher.update(canonical({ phone: '0912345678', invoice: { uniformNumber: '04595257' } })), cipher.final()]);
    const sealed = Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), text]).toString('base64');
    const data = canonical({ total: 1, store: { id: '006598' }, personal: { subject, sealed } });
    [event] = recorded([{ id, type: 'Placed', data, metadata: '{"schemaVersion":1}' }]) as [RecordedEvent];
  });

  it('opens an old event by purpose, and cannot forget one purpose of it', async () => {
    const [decoded] = await codecOf(shop.vault, divide).decode([event]);
    expect(decoded).toMatchObject({
      data: { total: 1 },
      personal: { contact: { phone: '0912345678', store: { id: '006598' } }, invoice: { uniformNumber: '04595257' } },
    });
    await expect(shop.vault.forget(subject, ['contact'])).rejects.toThrow('split its old events first');
    expect((await codecOf(shop.vault, divide).decode([event]))[0]?.personal).toEqual(decoded?.personal);
  });

  it('is replaced by a key per purpose, so that one purpose can be forgotten and the other one stays, also in later releases', async () => {
    const codec = codecOf(shop.vault, divide);
    await codec.splitSubjects([event]);
    await codec.splitSubjects([event]);
    expect(await forgotten(subject, 'all')).toMatchObject([{ key: null }]);
    const both = { contact: { phone: '0912345678', store: { id: '006598' } }, invoice: { uniformNumber: '04595257' } };
    expect((await codec.decode([event]))[0]).toMatchObject({ data: { total: 1 }, personal: both });
    const later = codecOf(shop.another().vault, divide, extend);
    expect((await later.decode([event]))[0]?.personal).toEqual({ ...both, contact: { ...both.contact, area: '' } });
    await shop.vault.forget(subject, ['contact']);
    for (const one of [codec, codecOf(shop.another().vault, divide)])
      expect((await one.decode([event]))[0]).toMatchObject({ data: { total: 1 }, personal: { invoice: both.invoice } });
    expect((await codec.decode([event]))[0]?.personal).not.toHaveProperty('contact');
    await codec.splitSubjects([event]);
    expect((await codec.decode([event]))[0]?.personal).not.toHaveProperty('contact');
  });

  it('is destroyed with all purposes at once', async () => {
    await shop.database.pool.query("insert into subject_keys (subject, key) values ('guest:whole', $1)", [randomBytes(32)]);
    await shop.vault.forget('guest:whole', ['support', 'contact', 'invoice']);
    for (const purpose of ['all', 'contact', 'invoice', 'support'])
      expect(await forgotten('guest:whole', purpose)).toMatchObject([{ key: null, gone: true }]);
    const vault = createVault({ pool: shop.database.pool, outer });
    expect(await vault.seal('guest:whole', 'invoice', 'event', { x: 1 })).toBeUndefined();
    await vault.close();
  });
});
