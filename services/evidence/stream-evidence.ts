import type { Engine } from '@nordhaut/platform/engine';
import type { RecordedEvent, StreamName } from '@nordhaut/platform/event-store';
import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { signerFor } from './config.ts';
import type { Hash } from './merkle.ts';
import { NotSigned, publicKeyText, type Signer, signNote } from './note.ts';
import { type Inclusion, proveEvents } from './prove.ts';
import { newestSent } from './tables.ts';
import { writeCheckpoint } from './write-checkpoint.ts';

/** A checkpoint that left the shop, and the proof that a newer one continues it. */
export type SentCheckpoint = { note: string; size: number; sentAt: Date; consistency: Hash[] };
export type StreamEvidence = {
  events: RecordedEvent[];
  /** signed; it covers all of `events` */
  checkpoint: Checkpoint & { note: string };
  inclusions: Inclusion[];
  /** undefined: none left the shop yet under this key */
  sent: SentCheckpoint | undefined;
  /** `NAME+ID+KEY` */
  publicKey: string;
  /** Signs another text with the key of the checkpoints. Its first line needs a space, so that it is no checkpoint. */
  sign: (text: string) => string;
};

type Stores = Pick<Engine, 'pool' | 'store' | 'categories' | 'config'>;

/**
 * The events of a stream with what proves them to somebody who has neither the store nor the network.
 * @returns undefined if the stream has no event
 * @throws TreeBroken, StoreUnavailable, ConfigError
 */
export async function evidenceOf(engine: Stores, stream: StreamName): Promise<StreamEvidence | undefined> {
  const { config, store, pool } = engine;
  const signer = await signerFor(config);
  // The checkpoint is made after both, so it covers the events and continues what was sent. A store that has lost events of
  // what was sent can make no proof.
  const earlier = await lastSent(pool, signer);
  const events = await store.read(stream);
  const note = events.length === 0 ? undefined : await writeCheckpoint(engine, signer);
  if (note === undefined) return undefined;
  const checkpoint = openCheckpoint(note, signer);
  const { inclusions, consistency } = await proveEvents(engine, {
    checkpoint,
    events,
    earlier: earlier?.checkpoint,
    contiguous: config.EVENTSTORE_URL === undefined,
  });
  return {
    events,
    checkpoint: { ...checkpoint, note },
    inclusions,
    sent: earlier && { note: earlier.note, size: earlier.checkpoint.size, sentAt: earlier.sentAt, consistency },
    publicKey: publicKeyText(signer),
    sign: (text) => signNote(text, signer),
  };
}

/** Undefined also if another key signed it: the key was changed since. */
async function lastSent(pool: Stores['pool'], signer: Signer): Promise<{ note: string; sentAt: Date; checkpoint: Checkpoint } | undefined> {
  const sent = await newestSent(pool);
  if (sent === undefined) return undefined;
  try {
    return { ...sent, checkpoint: openCheckpoint(sent.note, signer) };
  } catch (error) {
    if (error instanceof NotSigned) return undefined;
    throw error;
  }
}
