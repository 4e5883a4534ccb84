import type { Engine } from '@nordhaut/platform/engine';
import type { EventMetadata, Position } from '@nordhaut/platform/event-store';
import { openCheckpoint } from './checkpoint.ts';
import { signerFor } from './config.ts';
import { NotSigned, publicKeyText, type Signer } from './note.ts';
import { newestNote, newestSent } from './tables.ts';

/**
 * What a checkpoint does not cover. `since`: when the first such event was recorded, ISO; null: there is none. The number is
 * an upper bound, because events of other programs count in it. `lost`: so many events at least were signed and are not in the store any
 * more. `unknown`: the store's positions are no numbers of events.
 */
export type Gap = { events: number; since: string | null; lost: number } | 'unknown';
/** `root`: base64; null if another key signed it */
export type StatedCheckpoint = { size: number; root: string | null; note: string; at: Date; gap: Gap };
export type HistoryState = {
  /** `NAME+ID+KEY` */
  publicKey: string;
  /** newest one in the database: the shop alone speaks for it */
  newest: StatedCheckpoint | undefined;
  /** newest one that left the shop */
  sent: StatedCheckpoint | undefined;
};

type Stores = Pick<Engine, 'pool' | 'store' | 'config'>;

/** How far signed checkpoints cover the history now. @throws ConfigError, StoreUnavailable */
export async function historyState({ pool, store, config }: Stores): Promise<HistoryState> {
  const signer = await signerFor(config);
  const gapAfter = async (size: number): Promise<Gap> => {
    if (config.EVENTSTORE_URL !== undefined) return 'unknown';
    // Positions begin at 0 and have no gap, so the event after a checkpoint has its size as position.
    const { events } = await store.readAll({ after: (BigInt(size) - 1n) as Position, limit: 1 });
    const since = events[0] && (JSON.parse(events[0].metadata) as EventMetadata).recordedAt;
    const more = Number((await store.head()) + 1n) - size;
    return { events: Math.max(0, more), since: since ?? null, lost: Math.max(0, -more) };
  };
  const state = async (kept: { note: string; at: Date } | undefined): Promise<StatedCheckpoint | undefined> => {
    if (kept === undefined) return undefined;
    // The second line of a checkpoint is its size, also under another key.
    const size = Number(kept.note.split('\n', 2)[1]);
    return { ...kept, size, root: rootIn(kept.note, signer), gap: await gapAfter(size) };
  };
  const sent = await newestSent(pool);
  return {
    publicKey: publicKeyText(signer),
    newest: await state(await newestNote(pool)),
    sent: await state(sent && { note: sent.note, at: sent.sentAt }),
  };
}

function rootIn(note: string, signer: Signer): string | null {
  try {
    return openCheckpoint(note, signer).root.toString('base64');
  } catch (error) {
    if (error instanceof NotSigned) return null;
    throw error;
  }
}
