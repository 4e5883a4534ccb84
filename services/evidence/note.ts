import { createPrivateKey, createPublicKey, hash, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';

/** Signed notes of C2SP (c2sp.org/signed-note): a text, an empty line, and signature lines. Ed25519 keys only. */
const ED25519 = 1;
const SIGNATURE = /^— (\S+) ([A-Za-z0-9+/]+=*)$/;

/** A name has neither white space nor a plus. */
export const isKeyName = (name: string): boolean => /^[^\s+]+$/.test(name);

export type Verifier = { name: string; id: Buffer; key: KeyObject };
export type Signer = Verifier & { secret: KeyObject };

/** The note is not signed by this key, or it is no note. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

// PKCS #8 of an Ed25519 seed, and SPKI of an Ed25519 public key (RFC 8410).
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

const rawOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(SPKI.length);

function verifierOf(name: string, key: KeyObject): Verifier {
  if (!isKeyName(name)) throw new TypeError('the name of a key has neither white space nor a plus');
  const id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(ED25519), rawOf(key)]), 'buffer').subarray(0, 4);
  return { name, id, key };
}

/** The key pair that belongs to a secret text. The same text and name give the same pair. */
export function signerOf(name: string, text: string): Signer {
  const seed = Buffer.from(hkdfSync('sha256', text, 'nordhaut', 'checkpoint', 32));
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  return { ...verifierOf(name, createPublicKey(secret)), secret };
}

/** `name+id+key`, the form in which C2SP publishes a public key. */
export const publicKeyText = ({ name, id, key }: Verifier): string =>
  `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(ED25519), rawOf(key)]).toString('base64')}`;

/** @throws TypeError if the text is no public key, or its id is not that of its key */
export function readPublicKey(text: string): Verifier {
  const [, name = '', id = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== 33 || bytes[0] !== ED25519) throw new TypeError('not a public key of the form NAME+ID+KEY');
  const key = createPublicKey({ key: Buffer.concat([SPKI, bytes.subarray(1)]), format: 'der', type: 'spki' });
  const verifier = verifierOf(name, key);
  if (verifier.id.toString('hex') !== id) throw new TypeError('the id in the public key is not that of the key');
  return verifier;
}

/** @param text ends with a line feed @returns the signed note */
export function signNote(text: string, { name, id, secret }: Signer): string {
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), secret)]).toString('base64');
  return `${text}\n— ${name} ${signature}\n`;
}

/** The text of a note that this key signed. Signatures of other keys are ignored. @throws NotSigned */
export function openNote(note: string, { name, id, key }: Verifier): string {
  const end = note.lastIndexOf('\n\n');
  if (end === -1 || !note.endsWith('\n')) throw new NotSigned('it is no signed note');
  const text = note.slice(0, end + 1);
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const [, signedBy, encoded = ''] = SIGNATURE.exec(line) ?? [];
    if (signedBy === undefined) throw new NotSigned('it is no signed note');
    const bytes = Buffer.from(encoded, 'base64');
    if (signedBy !== name || !bytes.subarray(0, 4).equals(id)) continue;
    if (!verify(null, Buffer.from(text), key, bytes.subarray(4))) throw new NotSigned(`the signature of ${name} is not valid`);
    return text;
  }
  throw new NotSigned(`it has no signature of ${name}+${id.toString('hex')}`);
}
