import fc from 'fast-check';
import { testDatabase, type TestDatabase } from '../database/testing.ts';
import {
  createPostgresEventStore,
  eventStoreMigrations,
  type EventStore,
  type Json,
  type JsonObject,
  pagesOf,
  type RecordedEvent,
} from '../event-store/index.ts';
import { busMigrations } from '../bus/migrations.ts';
import { projectionMigrations } from '../projections/migrations.ts';
import { Chains } from './chains.ts';
import { type Codec, type CommandContext, createCodec } from './codec.ts';
import { envelopeMigrations } from './migrations.ts';
import { outerKeys } from './outer-keys.ts';
import { secret } from '../config.ts';
import type { Upcaster } from './upcasters.ts';
import { createVault, type Vault } from './vault.ts';

const BEFORE_SURROGATES = { min: 0, max: 0xd7_ff };
const AFTER_SURROGATES = { min: 0xe0_00, max: 0x10_ff_ff };
const counted = ({ min, max }: { min: number; max: number }) => ({ weight: max - min + 1, arbitrary: fc.integer({ min, max }) });

/**
 * Any character of Unicode. fast-check's own unit `binary` is the same, and makes a map of all 1.1 million characters first: a second
 * of processor time and 100 MB in each process that draws one.
 */
export const anyCharacter = fc.oneof(counted(BEFORE_SURROGATES), counted(AFTER_SURROGATES)).map((point) => String.fromCodePoint(point));

/** For tests and benches; a whole shop gets it as the setting PERSONAL_DATA_KEYS. */
export const TEST_DATA_KEYS = `test:${Buffer.alloc(32, 'outer key of the tests').toString('base64')}`;
export const TEST_OUTER_KEYS = outerKeys(secret(TEST_DATA_KEYS));

/** A shop's database as one process uses it. */
export type Shop = { database: TestDatabase; store: EventStore; vault: Vault; codec: Codec };
export type TestShop = Shop & {
  /** Another process on the same database, with its own caches and connections. `close` gives these back before the end of the test file. */
  another(): Shop & { close(): Promise<void> };
  drop(): Promise<void>;
};

/** A new database with the platform's tables, and a store, vault and codec on it. */
export async function testShop(upcasters: readonly Upcaster[] = []): Promise<TestShop> {
  const database = await testDatabase([...eventStoreMigrations, ...envelopeMigrations, ...projectionMigrations, ...busMigrations]);
  const open = new Set<Shop>();
  const close = async (shop: Shop): Promise<void> => {
    if (open.delete(shop)) await Promise.all([shop.store.close(), shop.vault.close()]);
  };
  const make = (): Shop => {
    const vault = createVault({ pool: database.pool, outer: TEST_OUTER_KEYS });
    const shop = { database, store: createPostgresEventStore({ url: database.url }), vault, codec: createCodec({ vault, upcasters }) };
    open.add(shop);
    return shop;
  };
  return {
    ...make(),
    another() {
      const shop = make();
      return { ...shop, close: () => close(shop) };
    },
    async drop() {
      await Promise.all([...open].map(close));
      await database.drop();
    },
  };
}

type ChainsOfStore = { ok: true; events: number; streams: number } | { ok: false; fault: { event: RecordedEvent; reason: string } };

/** Checks the hash chains of a store, up to the first event that does not fit. */
export async function checkChains(store: EventStore): Promise<ChainsOfStore> {
  const chains = new Chains();
  let events = 0;
  for await (const page of pagesOf(store))
    for (const event of page) {
      const { reason } = chains.take(event);
      if (reason !== undefined) return { ok: false, fault: { event, reason } };
      events++;
    }
  return { ok: true, events, streams: chains.streams };
}

/** JSON objects that an event can hold: no integer-like keys, no −0, no integers above 2^53. */
export const storable = (): fc.Arbitrary<JsonObject> => {
  const key = fc.string().filter((name) => name !== '__proto__' && name !== 'personal' && !/^\d+$/.test(name));
  const number = fc.oneof(
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, min: -1e15, max: 1e15 }).map((value) => (Object.is(value, -0) ? 0 : value)),
  );
  const { value } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
    object: fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: anyCharacter }),
      number,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('object'),
    ),
  }));
  return fc.dictionary(key, value, { maxKeys: 6 });
};

let commands = 0;
/** A new context for each call; `now` is fixed unless given. */
export const testContext = (values: Partial<CommandContext> = {}): CommandContext & { correlationId: string } => {
  const commandId = values.commandId ?? `command-${++commands}`;
  return { commandId, correlationId: commandId, actor: { kind: 'system', id: 'test' }, now: new Date('2026-03-01T04:00:00Z'), ...values };
};
