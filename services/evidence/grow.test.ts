import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chained, GENESIS } from '@nordhaut/platform/envelope';
import { testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import { asPosition, type EventStore, type RecordedEvent } from '@nordhaut/platform/event-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCheckpoint } from './checkpoint.ts';
import { toFolder } from './deliver.ts';
import { growTree, TreeBroken } from './grow.ts';
import { signerOf } from './note.ts';
import { evidenceMigrations, loadTiles, newestCheckpoint } from './tables.ts';
import { eventLeaf, EventTree, TILE } from './tree.ts';
import { sendDaily, writeCheckpoint } from './write-checkpoint.ts';

const signer = signerOf('shop.example/history', 'the key lies outside the database');
const categories = ['order'];
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  for (const { sql } of evidenceMigrations) await shop.database.pool.query(sql);
});
afterAll(() => shop.drop());
beforeEach(async () => {
  await shop.database.pool.query(
    'truncate evidence_tiles, evidence_checkpoints; update evidence_tree set tiles = 0, stream = null, revision = null, hash = null',
  );
});

/** A store with `size` events, one stream each; every fifth event belongs to another program. */
function storeOf(size: number, step = 1n) {
  const events = Array.from({ length: size }, (_, index): RecordedEvent => {
    const stream = index % 5 === 4 ? (`bill-${index}` as const) : (`order-${index}` as const);
    const event = { stream, revision: 0, id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, type: 'Stepped', data: '{}' };
    const { metadata } = chained(GENESIS, { ...event, metadata: { hashVersion: 2 } });
    return { ...event, metadata, position: asPosition(BigInt(index) * step) };
  });
  let reads = 0;
  const store = {
    head: async () => events.at(-1)?.position ?? asPosition(-1),
    read: async (stream: string, { from = 0 } = {}) =>
      events.filter((event) => event.stream === stream && event.revision >= from).slice(0, 1),
    readAll: async ({ after, limit }: { after: bigint; limit: number }) => {
      const page = events.filter(({ position }) => position > after).slice(0, limit);
      reads += page.length;
      return { events: page, upTo: page.at(-1)?.position ?? after };
    },
  } as unknown as EventStore;
  return { store, events, reads: () => reads };
}

function rootOf(events: readonly RecordedEvent[]): Buffer {
  const tree = new EventTree();
  for (const { stream, revision, metadata } of events)
    if (stream.startsWith('order-')) tree.add(eventLeaf(stream, revision, (JSON.parse(metadata) as { hash: string }).hash));
  return tree.root();
}

const keptTiles = async (): Promise<number> => (await loadTiles(shop.database.pool)).tiles.length;

describe('the kept tree', () => {
  it('has the same root in steps as at once, and reads only the events after its tiles', async () => {
    const { pool } = shop.database;
    const all = storeOf(45 * TILE + 30);
    for (const size of [1, 100, 321, 40 * TILE, 45 * TILE + 30]) {
      const part = storeOf(size);
      const grown = await growTree({ pool, store: part.store, categories });
      expect(grown).toEqual({ size: size - Math.floor(size / 5), root: rootOf(all.events.slice(0, size)) });
      expect(await keptTiles()).toBe(Math.floor(grown.size / TILE));
    }
    const again = storeOf(45 * TILE + 30);
    await growTree({ pool, store: again.store, categories });
    expect(again.reads()).toBeLessThan((TILE * 5) / 4 + 2);
  });

  it('has each tile once if several processes grow it at once', async () => {
    const { pool } = shop.database;
    const { store, events } = storeOf(20 * TILE);
    const grown = await Promise.all([1, 2, 3, 4].map(() => growTree({ pool, store, categories })));
    for (const { root } of grown) expect(root).toEqual(rootOf(events));
    expect((await growTree({ pool, store, categories })).root).toEqual(rootOf(events));
    expect(await keptTiles()).toBe(16);
  });

  it('continues in a store with other positions, to which the events were moved', async () => {
    const { pool } = shop.database;
    const [before, after] = [storeOf(10 * TILE), storeOf(12 * TILE, 731n)];
    await growTree({ pool, store: before.store, categories });
    expect((await growTree({ pool, store: after.store, categories })).root).toEqual(rootOf(after.events));
    expect(after.reads()).toBeLessThan(4 * TILE);
  });

  it('refuses a store without the last event of its tiles, or with another one in its place', async () => {
    const { pool } = shop.database;
    const { store, events } = storeOf(10 * TILE);
    await growTree({ pool, store, categories });
    const { last } = await loadTiles(pool);
    await expect(growTree({ pool, store: storeOf(TILE).store, categories })).rejects.toThrow(TreeBroken);
    const place = events.findIndex(({ stream }) => stream === last?.stream);
    events[place] = { ...(events[place] as RecordedEvent), metadata: '{"hash":"0"}' };
    await expect(growTree({ pool, store, categories })).rejects.toThrow(TreeBroken);
  });
});

describe('checkpoints', () => {
  it('are not written of a store that lost events, so that the one that shows the loss stays the newest', async () => {
    const { pool } = shop.database;
    await writeCheckpoint({ pool, store: storeOf(20).store, categories }, signer);
    for (const left of [10, 0])
      await expect(writeCheckpoint({ pool, store: storeOf(left).store, categories }, signer)).rejects.toThrow(TreeBroken);
    expect(await newestCheckpoint(pool)).toMatchObject({ size: 16 });
  });

  it('are signed, and kept once per size', async () => {
    const { pool } = shop.database;
    expect(await writeCheckpoint({ pool, store: storeOf(0).store, categories }, signer)).toBeUndefined();
    const { store, events } = storeOf(2 * TILE);
    const note = (await writeCheckpoint({ pool, store, categories }, signer)) ?? '';
    expect(openCheckpoint(note, signer)).toEqual({ origin: 'shop.example/history', size: 410, root: rootOf(events) });
    await writeCheckpoint({ pool, store, categories }, signer);
    expect((await pool.query('select size, note from evidence_checkpoints')).rows).toEqual([{ size: 410n, note }]);
  });

  it('go outside once a day, and again after a failure', async () => {
    const { pool } = shop.database;
    const folder = await mkdtemp(join(tmpdir(), 'checkpoints-'));
    try {
      const sent: number[] = [];
      const toList = async ({ size }: { size: number }): Promise<void> => void sent.push(size);
      const failing = (): Promise<void> => Promise.reject(new Error('the folder is full'));
      const note = (await writeCheckpoint({ pool, store: storeOf(10).store, categories }, signer)) ?? '';
      await expect(sendDaily({ pool }, [failing, toList])).rejects.toThrow('the folder is full');
      await sendDaily({ pool }, [toList, toFolder(folder)]);
      await writeCheckpoint({ pool, store: storeOf(20).store, categories }, signer);
      await sendDaily({ pool }, [toList, toFolder(folder)]);
      expect(sent).toEqual([8, 8]);
      const [file, ...more] = await readdir(folder);
      expect([file, more]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d-8\.txt$/), []]);
      expect(await readFile(join(folder, file ?? ''), 'utf8')).toBe(note);

      await toFolder(folder)({ size: 9, note, writtenAt: new Date('2026-11-22T16:00:00Z') });
      expect(await readdir(folder), 'the day in Taipei').toContain('2026-11-23-9.txt');

      await pool.query("update evidence_checkpoints set sent_at = sent_at - interval '25 hours' where sent_at is not null");
      await sendDaily({ pool }, [toList]);
      expect(sent).toEqual([8, 8, 16]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
