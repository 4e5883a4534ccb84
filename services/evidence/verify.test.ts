import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asPosition, type EventStore, type RecordedEvent, type StreamName } from '@nordhaut/platform/event-store';
import { chainHashOfVersion1, Chains, GENESIS, withHashOfVersion1 } from '@nordhaut/platform/envelope';
import { storable, testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import { verifyStore, verifyStream } from './verify.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  for (const stream of ['order-a', 'order-b'] as StreamName[]) {
    const events = [1, 2, 3].map((step) => ({ type: 'Stepped', data: { step, stream } }));
    await shop.store.append(
      stream,
      -1,
      (await shop.codec.encode({ stream, revision: 0, previousHash: GENESIS, events, context: testContext() })).events,
    );
  }
});
afterAll(() => shop.drop());

/** Changes rows with the trigger switched off, as only the server's administrator can. */
async function tamper(statement: string): Promise<void> {
  const { pool } = shop.database;
  await pool.query(
    `begin; alter table event_store.events disable trigger append_only; ${statement}; alter table event_store.events enable always trigger append_only; commit`,
  );
}

describe('verify', () => {
  let undo = '';
  afterEach(async () => {
    if (undo) await tamper(undo);
    undo = '';
  });

  it('finds an untouched store in order', async () => {
    expect(await verifyStore(shop.another().store, { contiguous: true })).toEqual({ ok: true, events: 6, streams: 2, foreign: 0 });
    expect(await verifyStream(shop.store, 'order-a')).toEqual({ ok: true, events: 3, streams: 1, foreign: 0 });
    expect(await verifyStream(shop.store, 'order-none')).toEqual({ ok: true, events: 0, streams: 0, foreign: 0 });
  });

  it.each([
    ['content', 'data', `replace(data, '2', '9')`],
    ['type', 'type', `'Leapt'`],
    ['hash', 'metadata', `replace(metadata, '"hash":"', '"hash":"0')`],
    ['metadata', 'metadata', `'nonsense'`],
    ['actor', 'metadata', `replace(metadata, '"kind":"system"', '"kind":"support"')`],
    ['hash version', 'metadata', `replace(metadata, '"hashVersion":2', '"hashVersion":3')`],
    ['time', 'metadata', `regexp_replace(metadata, '"recordedAt":"....', '"recordedAt":"1999')`],
  ])('names the event whose %s was edited', async (_, column, value) => {
    const [, , , , edited] = (await shop.store.readAll({ after: asPosition(-1), limit: 10 })).events;
    await tamper(`update event_store.events set ${column} = ${value} where position = 4`);
    undo = `update event_store.events set ${column} = $undo$${edited?.[column as 'data']}$undo$ where position = 4`;
    for (const verified of [await verifyStore(shop.another().store), await verifyStream(shop.store, 'order-b')]) {
      expect(verified).toMatchObject({ ok: false, fault: { event: { id: edited?.id, stream: 'order-b', revision: 1 } } });
    }
    expect(await verifyStream(shop.store, 'order-a')).toMatchObject({ ok: true });
  });

  it('names the first event of a stream that got another name', async () => {
    await tamper("update event_store.events set stream = 'order-c' where stream = 'order-b'");
    undo = "update event_store.events set stream = 'order-b' where stream = 'order-c'";
    expect(await verifyStore(shop.another().store)).toMatchObject({ ok: false, fault: { event: { stream: 'order-c', revision: 0 } } });
  });

  it('accepts events of earlier releases, whose hash covers the text, before and after others', async () => {
    const given = [{ type: 'Stepped', data: { step: 1 } }];
    const encode = (revision: number, previousHash: string) =>
      shop.codec.encode({ stream: 'order-old', revision, previousHash, events: given, context: testContext() });
    const old = { id: randomUUID(), type: 'Stepped', data: '{"10":1.50,  "2":-0}', metadata: '{"schemaVersion":1,"commandId":"c"}' };
    const first = chainHashOfVersion1(GENESIS, old);
    const second = await encode(1, first);
    const third = chainHashOfVersion1(second.hash, { ...old, id: old.id.replace(/^./, 'f') });
    const events = [
      { ...old, metadata: withHashOfVersion1(old.metadata, first) },
      ...second.events,
      { ...old, id: old.id.replace(/^./, 'f'), metadata: withHashOfVersion1(old.metadata, third) },
    ];
    await shop.store.append('order-old', -1, events);
    expect(await verifyStream(shop.store, 'order-old')).toEqual({ ok: true, events: 3, streams: 1, foreign: 0 });
    await tamper('update event_store.events set data = \'{"10":1.5,  "2":-0}\' where stream = \'order-old\' and revision = 0');
    expect(await verifyStream(shop.store, 'order-old')).toMatchObject({ ok: false, fault: { event: { revision: 0 } } });
    await tamper("delete from event_store.events where stream = 'order-old'");
  });

  it('counts events of other programs, but no stream with a name of the shop', async () => {
    const foreign = (id = randomUUID()) => ({ id, type: 'Billed', data: '{"total":1}', metadata: '{}' });
    const categories = ['order'];
    const events = (
      await shop.codec.encode({
        stream: 'coupon-1',
        revision: 0,
        previousHash: GENESIS,
        events: [{ type: 'New', data: {} }],
        context: testContext(),
      })
    ).events;
    await shop.store.append('coupon-1', -1, events);
    await shop.store.append('bill-1', -1, [foreign(), foreign()]);
    expect(await verifyStore(shop.another().store, { categories })).toEqual({ ok: true, events: 7, streams: 3, foreign: 2 });
    expect(await verifyStore(shop.another().store)).toMatchObject({ ok: false, fault: { event: { stream: 'bill-1', revision: 0 } } });
    await shop.store.append('order-foreign', -1, [foreign()]);
    expect(await verifyStore(shop.another().store, { categories })).toMatchObject({
      ok: false,
      foreign: 2,
      fault: { event: { stream: 'order-foreign', revision: 0 } },
    });
    await tamper("delete from event_store.events where stream in ('coupon-1', 'bill-1', 'order-foreign')");
  });

  it('names the event after a deleted one, also if the revisions were made consecutive again', async () => {
    await tamper(
      `create table event_store.kept as select * from event_store.events; delete from event_store.events where position = 4; update event_store.events set revision = 1 where position = 5`,
    );
    undo = 'delete from event_store.events; insert into event_store.events select * from event_store.kept; drop table event_store.kept';
    expect(await verifyStore(shop.another().store, { contiguous: true })).toMatchObject({
      ok: false,
      fault: { event: { position: 5n }, reason: expect.stringContaining('position 4 is missing') },
    });
    expect(await verifyStream(shop.store, 'order-b')).toMatchObject({
      ok: false,
      fault: { event: { revision: 1 }, reason: expect.stringContaining('hash') },
    });
  });
});

it('notices every changed character of the metadata of an event that is hashed as stored', async () => {
  const events = [1, 2].map((step) => ({ type: 'Stepped', data: { step } }));
  const request = { stream: 'any-1', revision: 0, previousHash: GENESIS, events, context: testContext() } as const;
  const { events: encoded } = await shop.codec.encode(request);
  const [first, second] = encoded.map(
    (event, revision): RecordedEvent => ({ ...event, stream: 'any-1', revision, position: asPosition(revision) }),
  );
  const { metadata } = second as RecordedEvent;
  for (let at = 0; at < metadata.length; at++) {
    for (const letter of ['~', '"', ',', '0', '}']) {
      if (metadata[at] === letter) continue;
      const chains = new Chains();
      chains.take(first as RecordedEvent);
      const bent = { ...(second as RecordedEvent), metadata: metadata.slice(0, at) + letter + metadata.slice(at + 1) };
      expect(chains.take(bent), `${letter} at ${at}`).toHaveProperty('reason', expect.any(String));
    }
  }
});

it('notices any change to any event of a stream (property)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          type: fc.string({ minLength: 1 }),
          data: storable(),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      async (events, which, where, inData) => {
        const { events: encoded } = await shop.codec.encode({
          stream: 'any-1',
          revision: 0,
          previousHash: GENESIS,
          events: events as never,
          context: testContext(),
        });
        const records: RecordedEvent[] = encoded.map((event, revision) => ({
          ...event,
          stream: 'any-1',
          revision,
          position: asPosition(revision),
        }));
        const reading = (list: RecordedEvent[]) =>
          ({ read: async (_: string, { from = 0 } = {}) => list.slice(from) }) as unknown as EventStore;
        expect(await verifyStream(reading(records), 'any-1')).toMatchObject({ ok: true, events: events.length });
        const victim = records[which % records.length] as RecordedEvent;
        const part = inData ? 'data' : 'metadata';
        const text = victim[part];
        const at = where % text.length;
        const bent = { ...victim, [part]: `${text.slice(0, at)}${text[at] === '~' ? '!' : '~'}${text.slice(at + 1)}` };
        expect(await verifyStream(reading(records.with(victim.revision, bent)), 'any-1')).toMatchObject({
          ok: false,
          fault: { event: { revision: victim.revision } },
        });
      },
    ),
    { numRuns: 100 },
  );
});
