import { chained, GENESIS } from '@nordhaut/platform/envelope';
import { asPosition, type EventStore, type RecordedEvent } from '@nordhaut/platform/event-store';
import { testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growTree, TreeBroken } from './grow.ts';
import { includes, isConsistent } from './proofs.ts';
import { proveEvents } from './prove.ts';
import { evidenceMigrations } from './tables.ts';
import { eventLeaf, TILE } from './tree.ts';

const categories = ['order'];
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  for (const { sql } of evidenceMigrations) await shop.database.pool.query(sql);
});
afterAll(() => shop.drop());

/** `foreign`: every fifth event is another program's, so that places in the tree are not positions. */
function storeOf(size: number, foreign: boolean) {
  const events = Array.from({ length: size }, (_, index): RecordedEvent => {
    const stream = foreign && index % 5 === 4 ? (`bill-${index}` as const) : (`order-${index}` as const);
    const event = { stream, revision: 0, id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, type: 'Stepped', data: '{}' };
    const { metadata } = chained(GENESIS, { ...event, metadata: { hashVersion: 2 } });
    return { ...event, metadata, position: asPosition(index) };
  });
  let read = 0;
  const store = {
    head: async () => events.at(-1)?.position ?? asPosition(-1),
    read: async (stream: string) => events.filter((event) => event.stream === stream),
    readAll: async ({ after, limit }: { after: bigint; limit: number }) => {
      const page = events.filter(({ position }) => position > after).slice(0, limit);
      read += page.length;
      return { events: page, upTo: page.at(-1)?.position ?? after };
    },
  } as unknown as EventStore;
  return { store, events, read: () => read };
}

const leafOf = ({ stream, revision, metadata }: RecordedEvent): Buffer =>
  Buffer.from(eventLeaf(stream, revision, (JSON.parse(metadata) as { hash: string }).hash), 'latin1');

describe.each([false, true])('with foreign events: %s', (foreign) => {
  const SIZE = 12 * TILE + 77;
  const EARLIER = 5 * TILE + 3;

  it('every event has a proof that leads to the signed root, and the tree continues an earlier one', async () => {
    const { pool } = shop.database;
    await pool.query('truncate evidence_tiles; update evidence_tree set tiles = 0, stream = null, revision = null, hash = null');
    const earlier = await growTree({ pool, store: storeOf(EARLIER, foreign).store, categories });
    const { store, events, read } = storeOf(SIZE, foreign);
    const growing = { pool, store, categories };
    const checkpoint = await growTree(growing);
    const own = events.filter(({ stream }) => stream.startsWith('order-'));
    const asked = [own[0], own[TILE - 1], own[TILE], own[7 * TILE + 9], own.at(-1)].flatMap((event) => event ?? []);
    const before = read();
    const { inclusions, consistency } = await proveEvents(growing, { checkpoint, events: asked, earlier, contiguous: true });
    for (const [at, { index, path }] of inclusions.entries()) {
      const event = asked[at] as RecordedEvent;
      expect(own[index]?.id).toBe(event.id);
      expect(includes({ leaf: leafOf(event), index, ...checkpoint }, path)).toBe(true);
    }
    expect(isConsistent(earlier, checkpoint, consistency)).toBe(true);
    if (!foreign) expect(read() - before, 'only the tiles of the events').toBeLessThan(SIZE / 2);

    const changed = { ...(asked[2] as RecordedEvent), metadata: '{"hash":"00"}' };
    await expect(proveEvents(growing, { checkpoint, events: [changed], earlier: undefined, contiguous: true })).rejects.toThrow(TreeBroken);
  });
});
