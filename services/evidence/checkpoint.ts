import type { Hash } from './merkle.ts';
import { NotSigned, openNote, type Signer, signNote, type Verifier } from './note.ts';

/** What a signed checkpoint says: the log's name, the number of its leaves and the root of the tree over them. */
export type Checkpoint = { origin: string; size: number; root: Hash };

const BODY = /^(\S+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n/;

/** A checkpoint as a note (c2sp.org/tlog-checkpoint). */
export const signCheckpoint = ({ origin, size, root }: Checkpoint, signer: Signer): string =>
  signNote(`${origin}\n${size}\n${root.toString('base64')}\n`, signer);

/** The name of the log that a note names, before its signature is checked. */
export const originOf = (note: string): string => note.split('\n', 1)[0] ?? '';

/** Reads a checkpoint that this key signed. Lines after the third are signed, and ignored. @throws NotSigned */
export function openCheckpoint(note: string, verifier: Verifier): Checkpoint {
  const [, origin, size, root] = BODY.exec(openNote(note, verifier)) ?? [];
  if (origin === undefined || size === undefined || root === undefined) throw new NotSigned('its text is no checkpoint');
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}
