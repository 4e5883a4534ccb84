import { randomUUID } from 'node:crypto';
import { canonical, chained, GENESIS, type HistoryCheck } from '@nordhaut/platform/envelope';
import { testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import type { RecordedEvent, StreamName } from '@nordhaut/platform/event-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCheckpoint } from './checkpoint.ts';
import { AgainstCheckpoints } from './checks/against-checkpoints.ts';
import { againstReceipts } from './checks/against-receipts.ts';
import { earlierEventId, eventIds } from './checks/event-ids.ts';
import { recordedTimes } from './checks/recorded-times.ts';
import { signerOf } from './note.ts';
import { readReceipt, receiptOf } from './receipt.ts';
import { evidenceMigrations } from './tables.ts';
import { inEventStoreDb, inPostgres, rehashed, type Stored, withMetadata, type Written } from './testing.ts';
import { verifyStore } from './verify.ts';
import { writeCheckpoint } from './write-checkpoint.ts';

const signer = signerOf('shop.example/history', 'the key lies outside the database');
const [FIRST, LATER]: [StreamName, StreamName] = ['order-010', 'order-120'];
/** events that the outside checkpoint covers: orders 0 to 99, three events each, in rounds */
const COVERED = 300;

let shop: TestShop;
/** 420 events: 100 orders before the checkpoint, 40 after it */
let honest: RecordedEvent[];
let checkpoints: { half: string; whole: string };
let receipts: { first: string; later: string };

const orderOf = (index: number): StreamName => `order-${String(index).padStart(3, '0')}`;

beforeAll(async () => {
  shop = await testShop();
  for (const { sql } of evidenceMigrations) await shop.database.pool.query(sql);
  const minute = (count: number): Date => new Date(Date.UTC(2026, 10, 1, 0, count));
  const events: Stored[] = [];
  for (const [from, to] of [
    [0, 50],
    [50, 100],
    [100, 140],
  ] as const) {
    for (const type of ['Placed', 'Paid', 'Sent']) {
      for (let index = from; index < to; index++) {
        const now = minute(events.length);
        const event = { type, data: { order: index, at: now.toISOString() } };
        const encoded = await shop.codec.encode({
          stream: orderOf(index),
          revision: 0,
          previousHash: GENESIS,
          events: [event],
          context: testContext({ now }),
        });
        events.push({ ...(encoded.events[0] as Stored), stream: orderOf(index) });
      }
    }
  }
  honest = rehashed(events);
  checkpoints = { half: await checkpointOf(honest.slice(0, COVERED / 2)), whole: await checkpointOf(honest.slice(0, COVERED)) };
  receipts = { first: receiptAt(FIRST, 2), later: receiptAt(LATER, 1) };
});
afterAll(() => shop.drop());

const hashOf = ({ metadata }: RecordedEvent): string => (JSON.parse(metadata) as { hash: string }).hash;

function receiptAt(stream: StreamName, revision: number): string {
  const event = honest.find((one) => one.stream === stream && one.revision === revision) as RecordedEvent;
  return receiptOf(stream, revision, hashOf(event));
}

/** Removes the kept tiles, as a forger does, and computes them again from the store. */
async function checkpointWith({ store }: Written): Promise<string> {
  const { pool } = shop.database;
  await pool.query(
    'truncate evidence_tiles, evidence_checkpoints; update evidence_tree set tiles = 0, stream = null, revision = null, hash = null',
  );
  return (await writeCheckpoint({ pool, store, categories: ['order'] }, signer)) ?? '';
}

async function checkpointOf(events: readonly RecordedEvent[]): Promise<string> {
  const written = await inPostgres(shop.database.pool, shop.database.url, events);
  const note = await checkpointWith(written);
  await written.close();
  return note;
}

const receiptWith = (code: string) => ({ ...(readReceipt(code) as NonNullable<ReturnType<typeof readReceipt>>), code });

type Evidence = { checkpoints?: string[]; receipts?: string[] };

/** All that `npm run verify` does, on a store with these events. */
async function verified(kind: Kind, events: readonly RecordedEvent[], evidence: Evidence = {}) {
  const written = await stores[kind](events);
  try {
    // The forger's own tiles fit the forged history.
    await checkpointWith(written);
    const outside = (evidence.checkpoints ?? []).map((note, index) => ({
      name: `checkpoint ${index + 1}`,
      checkpoint: openCheckpoint(note, signer),
    }));
    const tree = new AgainstCheckpoints(outside);
    const checks: HistoryCheck[] = [tree, againstReceipts((evidence.receipts ?? []).map(receiptWith)), eventIds(), recordedTimes()];
    const chains = await verifyStore(written.store, { contiguous: kind === 'postgres', categories: ['order'], checks });
    expect(chains, 'every hash was computed again').toMatchObject({ ok: true, events: events.length });
    const verdicts = await Promise.all(checks.map(async (check) => check.verdict()));
    return {
      faults: verdicts.flatMap(({ faults }) => faults),
      proven: verdicts.flatMap(({ proven = [] }) => proven),
      uncovered: verdicts.flatMap(({ uncovered = [] }) => uncovered),
    };
  } finally {
    await written.close();
  }
}

const stores = {
  postgres: (events: readonly RecordedEvent[]) => inPostgres(shop.database.pool, shop.database.url, events),
  eventstoredb: inEventStoreDb,
};
type Kind = keyof typeof stores;

const isOf = (stream: StreamName) => (event: Stored) => event.stream === stream;
const support = (event: Stored): Stored => withMetadata(event, { actor: { id: 'somebody', kind: 'support' } });

/** A new event at the end of a stream, recorded a day before the others. */
const backdated = (): Stored => {
  const metadata = {
    commandId: 'c',
    correlationId: 'c',
    causationId: 'c',
    actor: { id: 'x', kind: 'support' as const },
    recordedAt: '2026-10-31T00:00:00.000Z',
    schemaVersion: 1,
    hashVersion: 2,
  };
  const event = { stream: FIRST, revision: 3, id: randomUUID(), type: 'Refunded', data: canonical({ total: 1 }), metadata };
  return { ...event, metadata: chained(GENESIS, event).metadata };
};

const first = (count: number): RegExp => new RegExp(`^The first ${count} events are not those of checkpoint`);
const receipt = (words: string) => expect.stringMatching(new RegExp(`^Receipt [0-9A-Z-]+: .*${words}`));

/** In the covered part, with an event index where the change is. */
const FORGERIES: Record<string, { forge: () => readonly Stored[]; byCheckpoint: unknown[]; byReceipt: unknown[] }> = {
  'a stream rewritten with another actor': {
    forge: () => honest.map((event) => (isOf(FIRST)(event) ? support(event) : event)),
    byCheckpoint: [expect.stringMatching(first(150)), expect.stringMatching(first(300))],
    byReceipt: [receipt(`${FIRST} up to revision 2 are not those`)],
  },
  'the histories of two orders exchanged': {
    forge: () => {
      const other = 'order-020';
      const names: Record<string, StreamName> = { [FIRST]: other, [other]: FIRST };
      return honest.map((event) => ({ ...event, stream: names[event.stream] ?? event.stream }));
    },
    byCheckpoint: [expect.stringMatching(first(150)), expect.stringMatching(first(300))],
    byReceipt: [receipt(`${FIRST} up to revision 2 are not those`)],
  },
  'the newest events cut off': {
    forge: () => honest.slice(0, 105),
    byCheckpoint: [
      expect.stringMatching(/^checkpoint 1 covers 150 events, and the store has 105: at least 45 events were removed/),
      expect.stringMatching(/^checkpoint 2 covers 300 events, and the store has 105: at least 195 events were removed/),
    ],
    byReceipt: [receipt(`${FIRST} ends at revision 1, and the receipt covers revision 2`), receipt('its order is not in this store')],
  },
  'an order removed and positions closed up': {
    forge: () => honest.filter((event) => !isOf(FIRST)(event)),
    byCheckpoint: [expect.stringMatching(first(150)), expect.stringMatching(first(300))],
    byReceipt: [receipt('its order is not in this store')],
  },
  'the order between streams changed': {
    forge: () => [...honest.slice(0, 160), ...[honest[161], honest[160]].map((event) => event as RecordedEvent), ...honest.slice(162)],
    byCheckpoint: [
      expect.stringMatching(
        /^The first 300 events are not those of checkpoint 2: one of the events 151 to 300 \(Placed .* order-050, .* to Sent .* order-099, .*\) was/,
      ),
    ],
    byReceipt: [],
  },
  'a backdated event put where its time fits': {
    forge: () => [...honest.slice(0, 150), withMetadata(backdated(), { recordedAt: '2026-11-01T02:29:30.000Z' }), ...honest.slice(150)],
    byCheckpoint: [expect.stringMatching(first(300))],
    byReceipt: [],
  },
};

describe.each(['postgres', 'eventstoredb'] as const)('on %s', (kind) => {
  it('an untouched history is proven up to the checkpoint, and the rest is said to be uncovered', async () => {
    const { faults, proven, uncovered } = await verified(kind, honest, {
      checkpoints: [checkpoints.half, checkpoints.whole],
      receipts: Object.values(receipts),
    });
    expect(faults).toEqual([]);
    expect(proven).toEqual([
      expect.stringMatching(/^The first 150 events, up to 2026-11-01T02:29:00.000Z, stand unchanged, complete and in their order/),
      expect.stringMatching(/^The first 300 events, up to 2026-11-01T04:59:00.000Z, stand unchanged/),
      receipt(`${FIRST} up to revision 2 stand unchanged`),
      receipt(`${LATER} up to revision 1 stand unchanged`),
    ]);
    expect(uncovered).toEqual([
      expect.stringMatching(
        /^Not covered since event 301 \(Placed .* order-100, position \d+, recorded at 2026-11-01T05:00:00.000Z\): 120 events\./,
      ),
      expect.stringMatching(`^Not covered by this receipt since revision 3 of ${FIRST}: the store has none`),
      expect.stringMatching(`^Not covered by this receipt since revision 2 of ${LATER}: 1 event`),
      expect.stringMatching(/^420 event ids are random/),
    ]);
  });

  it.each(Object.entries(FORGERIES))('%s is named by the checkpoints and the receipts', async (_, { forge, byCheckpoint, byReceipt }) => {
    const forged = rehashed(forge());
    const { faults } = await verified(kind, forged, {
      checkpoints: [checkpoints.half, checkpoints.whole],
      receipts: Object.values(receipts),
    });
    expect(faults).toEqual([...byCheckpoint, ...byReceipt]);
  });

  it.each(Object.entries(FORGERIES))('%s is not called unchanged where nothing from outside covers it', async (_, { forge }) => {
    const { faults, proven, uncovered } = await verified(kind, rehashed(forge()));
    expect([faults, proven]).toEqual([[], []]);
    expect(uncovered[0]).toMatch(/^Not covered since event 1 \(Placed .* order-000, /);
  });

  it('a backdated event at the end is named, beside an event that the checkpoint covers', async () => {
    const { faults, proven } = await verified(kind, rehashed([...honest, backdated()]), { checkpoints: [checkpoints.whole] });
    expect(proven).toHaveLength(1);
    expect(faults).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Refunded .* revision 3 of ${FIRST}, .* recorded at 2026-10-31T00:00:00.000Z, 1,859 minutes before an event that precedes it`,
        ),
      ),
    ]);
  });

  it('events cut off behind the checkpoint are never called complete, and a receipt names them', async () => {
    const cut = honest.slice(0, COVERED);
    const { faults, proven, uncovered } = await verified(kind, cut, { checkpoints: [checkpoints.whole], receipts: [receipts.first] });
    expect(faults).toEqual([]);
    expect(proven).toHaveLength(2);
    expect(uncovered.slice(0, 2)).toEqual([
      'Not covered since event 301: the store has none, and no checkpoint from outside shows whether it had more events.',
      expect.stringMatching(`^Not covered by this receipt since revision 3 of ${FIRST}: the store has none`),
    ]);
    expect((await verified(kind, cut, { receipts: [receipts.later] })).faults).toEqual([receipt('its order is not in this store')]);
  });

  it('a later change to uncovered events is reported as uncovered', async () => {
    const { faults, proven, uncovered } = await verified(kind, rehashed(honest.map((event, at) => (at === 350 ? support(event) : event))), {
      checkpoints: [checkpoints.whole],
    });
    expect(faults).toEqual([]);
    expect(proven).toEqual([expect.stringMatching(/^The first 300 events/)]);
    expect(uncovered[0]).toMatch(/^Not covered since event 301 .*: 120 events/);
  });
});

it('the root is the same in both stores', async () => {
  const written = await inEventStoreDb(honest.slice(0, COVERED));
  expect(await checkpointWith(written)).toBe(checkpoints.whole);
  await written.close();
});

it('event ids that stream, command and place determine are recomputed', async () => {
  const old = (stream: StreamName, commandId: string, index: number): Stored => ({
    ...withMetadata(honest[0] as RecordedEvent, { commandId }),
    stream,
    id: earlierEventId(stream, commandId, index),
  });
  const events = [old('order-a', 'one', 0), old('order-a', 'one', 1), old('order-b', 'one', 0), old('order-a', 'two', 0)];
  const { faults, proven } = await verified('postgres', rehashed(events));
  expect([faults, proven]).toEqual([[], [expect.stringMatching(/^4 event ids of earlier releases fit/)]]);
  const exchanged = events.map((event) => ({ ...event, stream: event.stream === 'order-a' ? ('order-b' as const) : ('order-a' as const) }));
  expect((await verified('postgres', rehashed(exchanged))).faults).toHaveLength(4);
});
