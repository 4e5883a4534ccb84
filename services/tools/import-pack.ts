import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPool, type EmbeddedPostgres, migrateAt, startEmbeddedPostgres } from '@nordhaut/platform/database';
import { createCodec, type Vault } from '@nordhaut/platform/envelope';
import { type EventStore, eventStoreMigrations, openEventStore, pagesOf } from '@nordhaut/platform/event-store';
import { ORDER_CATEGORY } from '@nordhaut/ordering';
import { importPack } from '@nordhaut/support';
import { upcasters } from '@nordhaut/shop/modules';
import { say, tell, WrongUsage } from '@nordhaut/shop/tool';

// `scripts/import-pack.mjs` has the usage.

/** An examiner has no keys: nothing is decrypted, and nothing is sealed. */
const noVault: Vault = {
  seal: () => Promise.resolve(undefined),
  openMany: (items) => Promise.resolve(items.map(() => undefined)),
  forget: () => Promise.resolve(),
  split: () => Promise.resolve(),
  partsOf: () => Promise.resolve(new Map()),
  onForgotten: () => {},
  close: () => Promise.resolve(),
};
const codec = createCodec({ vault: noVault, upcasters });

const ofShop = (): WrongUsage =>
  new WrongUsage('--to names the store of a shop, whose processes would act on the order. Name an empty store.');

/** The keys of people's data are in a shop's database, and in no examiner's. */
async function hasKeys(url: string): Promise<boolean> {
  await using pool = createPool({ url, max: 1, name: 'import-pack' });
  const { rows } = await pool.query<{ found: boolean }>("select to_regclass('subject_keys') is not null as found");
  return rows[0]?.found === true;
}

/** @throws WrongUsage where the store has events beside orders, as the store of a shop has */
async function refuseShops(store: EventStore): Promise<void> {
  for await (const events of pagesOf(store)) if (events.some(({ stream }) => !stream.startsWith(`${ORDER_CATEGORY}-`))) throw ofShop();
}

/** @param opened closes afterwards what this opens */
async function openTarget(to: string | undefined, opened: AsyncDisposableStack): Promise<EventStore> {
  if (to !== undefined && !/^(postgres(ql)?|esdb):\/\//.test(to))
    throw new WrongUsage('--to is an address that begins with postgres:// or esdb://.');
  const eventStoreUrl = to?.startsWith('esdb:') ? to : undefined;
  const users = to === undefined ? await throwAway(opened) : { url: to };
  if (eventStoreUrl === undefined) {
    if (to !== undefined && (await hasKeys(to))) throw ofShop();
    await migrateAt(users, eventStoreMigrations);
  }
  return opened.adopt(await openEventStore({ databaseUrl: users.url, eventStoreUrl }), (store) => store.close());
}

async function throwAway(opened: AsyncDisposableStack): Promise<EmbeddedPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'import-pack-'));
  opened.defer(() => rm(directory, { recursive: true, force: true }));
  return opened.adopt(await startEmbeddedPostgres({ directory }), (postgres) => postgres.stop());
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
  if (positionals.length === 0) throw new WrongUsage('The file of an evidence pack is missing.');
  const packs = await Promise.all(
    positionals.map(async (name) => ({
      name,
      zip: await readFile(name).catch((error: Error) => Promise.reject(new WrongUsage(`${name} cannot be read: ${error.message}`))),
    })),
  );
  await using opened = new AsyncDisposableStack();
  const store = await openTarget(values.to, opened);
  await refuseShops(store);
  process.exitCode = 0;
  for (const { name, zip } of packs) if (!(await imported(name, zip, store))) process.exitCode = 1;
}

/** @returns whether the state is identical */
async function imported(name: string, zip: Uint8Array, store: EventStore): Promise<boolean> {
  try {
    const { stream, events, isSame } = await importPack(zip, { store, codec });
    say(`${name}: ${stream}, ${events} events with a whole hash chain; the state is ${isSame ? 'identical' : 'NOT the one in the pack'}.`);
    return isSame;
  } catch (error) {
    if (!(error instanceof Error) || !['PackBroken', 'WrongExpectedRevision', 'PartialDuplicate'].includes(error.name)) throw error;
    say(`${name}: NOT IMPORTED: ${error.message}`);
    return false;
  }
}

await main().catch(tell);
