import type { Engine } from '@nordhaut/platform/engine';
import { signCheckpoint } from './checkpoint.ts';
import { growTree, TreeBroken } from './grow.ts';
import type { Signer } from './note.ts';
import { dueCheckpoint, keepCheckpoint, markSent, newestCheckpoint } from './tables.ts';

type Stores = Pick<Engine, 'pool' | 'store' | 'categories'>;

/**
 * A signed checkpoint of the store as it is now; undefined if the store has no event. It is kept in the database. A store that lost events
 * gets none: a smaller checkpoint would take the place of the one that shows the loss.
 * @throws TreeBroken, StoreUnavailable
 */
export async function writeCheckpoint(stores: Stores, signer: Signer, signal?: AbortSignal): Promise<string | undefined> {
  // Read first: another process may keep a larger one meanwhile.
  const before = (await newestCheckpoint(stores.pool))?.size ?? 0;
  const { size, root } = await growTree(stores, signal);
  if (size < before)
    throw new TreeBroken(
      `the store has ${size} events, and the newest kept checkpoint covers ${before}. Verify the store with a checkpoint from outside.`,
    );
  if (size === 0) return undefined;
  const note = signCheckpoint({ origin: signer.name, size, root }, signer);
  await keepCheckpoint(stores.pool, size, note);
  return note;
}

/**
 * Sends a checkpoint to a place where the shop cannot change it. It may be called again with the same checkpoint after a
 * failure or a crash.
 *
 * Example: `toFolder` in `deliver.ts`. Messaging brings another one, which plans mails to two addresses.
 */
export type Deliver = (checkpoint: { size: number; note: string; writtenAt: Date }) => Promise<void>;

/** Once a day, sends the newest checkpoint to all places. If a place fails, all get it again at the next call. */
export async function sendDaily({ pool }: Pick<Engine, 'pool'>, places: readonly Deliver[]): Promise<void> {
  const due = await dueCheckpoint(pool);
  if (due === undefined) return;
  const checkpoint = { size: Number(due.size), note: due.note, writtenAt: due.written_at };
  // A place that fails must not keep the checkpoint from the others.
  const sent = await Promise.allSettled(places.map((deliver) => deliver(checkpoint)));
  const failure = sent.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
  await markSent(pool, due);
}
