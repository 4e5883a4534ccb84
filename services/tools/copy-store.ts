import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ConfigError } from '@nordhaut/platform/config';
import { createOwnerPool, createPool, holdingLock, migrateAt, startEmbeddedPostgres } from '@nordhaut/platform/database';
import { databaseUsers } from '@nordhaut/platform/engine';
import { createPostgresEventStore, checkEventStoreConnection, START, type EventStore, type Position } from '@nordhaut/platform/event-store';
import { createEventStoreDb } from '@nordhaut/platform/event-store/eventstoredb';
import { addressOf } from '@nordhaut/platform/event-store/event-location';
import { readShopConfig } from '@nordhaut/shop/config';
import { migrations } from '@nordhaut/shop/modules';
import { say, tell, type ToolProcess, WrongUsage } from '@nordhaut/shop/tool';
import { checkMovable, finishMove, hasMoved, reopen, seal, shopConnections } from './event-move.ts';
import { type CopyFigures, NotACopy, StoreCopy } from './store-copy.ts';

type Options = ReturnType<typeof read>;
type Pool = ReturnType<typeof createPool>;

/** The combinations that `scripts/copy-store.mjs`, which has the usage, cannot refuse. @throws WrongUsage */
function read(args: string[], env: NodeJS.ProcessEnv) {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: 'string', default: env['COPY_STORE_TO'] ?? '' },
      follow: { type: 'boolean', default: false },
      final: { type: 'boolean', default: false },
      'verify-only': { type: 'boolean', default: false },
      reopen: { type: 'boolean', default: false },
      patience: { type: 'string', default: '60' },
    },
  });
  const modes = [values.follow, values.final, values['verify-only'], values.reopen].filter(Boolean).length;
  if (modes > 1) throw new WrongUsage('--follow, --final, --verify-only and --reopen exclude each other.');
  if (!values.reopen && values.to === '') throw new WrongUsage('--to is missing: --to esdb://host:port');
  return values;
}

type Print = (line: string) => void;

/**
 * @param self the process whose arguments these are
 * @param signal stops the copy; what was copied stays
 */
export async function copyStore(args: string[], self: ToolProcess = process, signal = new AbortController().signal): Promise<void> {
  const print: Print = (line) => say(line, self);
  try {
    const options = read(args, self.env);
    const { owner, pool, url, close } = await openDatabase(self.env);
    try {
      if (options.reopen) {
        await reopen(owner, pool);
        print('Taken back: the shop goes on with its events in Postgres, without EVENTSTORE_URL.');
        return;
      }
      // Two at once would do no harm, but each would take the other's appends for its own.
      const busy = (): Error => new ConfigError(['Another copy of this store is under way.']);
      await holdingLock({ url, name: 'copy-store', busy, patienceMs: 2_000 }, () =>
        copy({ options, owner, pool, databaseUrl: url, signal, print }),
      );
    } catch (error) {
      if (!signal.aborted) throw error;
      print('Stopped. What was copied stays; started again, it goes on from there.');
    } finally {
      await close();
    }
  } catch (error) {
    tell(error, self);
  }
}

/** `owner` closes the events table and records the move; everything else is done by the shop user. */
type Pools = { owner: Pool; pool: Pool };

async function openDatabase(env: NodeJS.ProcessEnv): Promise<Pools & { url: string; close(): Promise<void> }> {
  const config = readShopConfig(env);
  const embedded = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ directory: join(config.DATA_DIR, 'postgres') });
  const { url, ownerUrl } = await databaseUsers(config, embedded);
  const pool = createPool({ url, name: 'copy-store', queryTimeoutMs: 0 });
  const owner = createOwnerPool(ownerUrl ?? url, 'copy-store owner');
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), owner.end()]);
    await embedded?.stop();
  };
  try {
    await migrateAt({ url, ownerUrl }, migrations);
  } catch (error) {
    await close();
    throw error;
  }
  return { owner, pool, url, close };
}

type Copying = Pools & { options: Options; databaseUrl: string; signal: AbortSignal; print: Print };

async function copy({ options, owner, pool, databaseUrl, signal, print }: Copying): Promise<void> {
  if (!options['verify-only']) await checkMovable(pool, options.to);
  const source = createPostgresEventStore({ url: databaseUrl });
  const target = createEventStoreDb({ url: options.to, confirmAppends: false });
  try {
    await checkEventStoreConnection(target, '--to');
    const copying = new StoreCopy({ source, target, signal, onProgress: progress(print) });
    const began = performance.now();
    print(`${options['verify-only'] ? 'Comparing' : 'Copying'} to ${addressOf(options.to)} …`);
    if (options['verify-only']) return await compare({ pool, copying, began, print });
    let figures = await copying.catchUp();
    sayFigures(figures, began, print);
    if (options.final) {
      figures = await final({ options, owner, pool, source, target, copying, signal, print });
      sayFigures(figures, began, print);
      print(`The shop's events are kept in ${addressOf(options.to)} from now on: start it with EVENTSTORE_URL.`);
    }
    while (options.follow) {
      await sleep(500, undefined, { signal });
      const { events } = figures;
      figures = await copying.catchUp();
      if (figures.events > events) print(`${count(figures.events)} events`);
    }
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

type Comparing = { pool: Pool; copying: StoreCopy; began: number; print: Print };

/** After the move, the target has newer events of the shop. Before it, newer events are an error. */
async function compare({ pool, copying, began, print }: Comparing): Promise<void> {
  const { ahead, ...figures } = await copying.compare();
  sayFigures(figures, began, print);
  if (!ahead) return;
  if (!(await hasMoved(pool))) throw new NotACopy('it continues after the end of the source');
  print('The target continues with what the shop has sold since the move.');
}

type Final = Pools & { options: Options; source: EventStore; target: EventStore; copying: StoreCopy; signal: AbortSignal; print: Print };

/** Events that may be left to copy when the old store is closed: a few seconds' work. */
const SMALL_REST = 2_000;

/** The shop cannot sell after the seal, so everything that takes long is done before it. */
async function final({ options, owner, pool, source, target, copying, signal, print }: Final): Promise<CopyFigures> {
  for (let { events } = copying.figures, before = -1, passes = 0; events - before > SMALL_REST && passes < 5; passes++) {
    before = events;
    ({ events } = await copying.catchUp());
  }
  await seal(owner, options.to);
  try {
    print('The old store takes no more events. Stop the shop now, if it still runs.');
    await shopStopped(pool, Number(options.patience) * 1_000, signal);
    const figures = await copying.catchUp();
    await finishMove(owner, pool, {
      events: figures.events,
      last: figures.last,
      newPosition: (old) => newPosition(source, target, old),
    });
    return figures;
  } catch (error) {
    // Nothing has moved, so the shop continues with the old store.
    await reopen(owner, pool).catch(() => undefined);
    throw error;
  }
}

async function shopStopped(pool: Pool, ms: number, signal: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + ms; ; ) {
    const connections = await shopConnections(pool);
    if (connections.length === 0) return;
    if (Date.now() >= deadline) {
      throw new ConfigError([
        `The shop still runs: ${connections.length} of its connections are open (${[...new Set(connections)].slice(0, 5).join(', ')}). Nothing was changed and it goes on as before; stop it, then try again.`,
      ]);
    }
    await sleep(250, undefined, { signal });
  }
}

async function newPosition(source: EventStore, target: EventStore, old: Position): Promise<Position> {
  if (old < 0n) return START;
  const { events } = await source.readAll({ after: (old - 1n) as Position, limit: 1 });
  const [event] = events;
  const [copied] = event ? await target.read(event.stream, { from: event.revision, limit: 1 }) : [];
  if (event?.position !== old || copied?.id !== event.id) throw new Error(`a consumer stands at position ${old}, which is no event's`);
  return copied.position;
}

const count = (value: number): string => value.toLocaleString('en');

/** A line every two seconds. */
function progress(print: Print): (figures: CopyFigures) => void {
  let at = performance.now();
  let before = 0;
  return ({ events, known }) => {
    const ms = performance.now() - at;
    if (ms < 2_000) return;
    print(`  ${count(events)} of ${count(known)} events, ${count(Math.round(((events - before) * 1_000) / ms))}/s`);
    at = performance.now();
    before = events;
  };
}

function sayFigures({ events, written, streams, digests }: CopyFigures, began: number, print: Print): void {
  const ms = performance.now() - began;
  print(`${count(events)} events in ${count(streams)} streams are the same on both sides, and every hash chain is whole.`);
  print(`  source  sha256 ${digests.source}`);
  print(`  target  sha256 ${digests.target}`);
  print(`  ${count(written)} written by this run; ${(ms / 1_000).toFixed(1)} s, ${count(Math.round((events * 1_000) / ms))} events/s`);
}

if (import.meta.main) {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  await copyStore(process.argv.slice(2), process, stopping.signal);
}
