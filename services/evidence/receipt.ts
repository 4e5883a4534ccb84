import { hash } from 'node:crypto';
import type { StreamName } from '@nordhaut/platform/event-store';

/** What a receipt says about a stream: the chain hash (hex) of its event `revision`, which covers all events up to it. */
export type Receipt = { revision: number; tag: string; head: string };

/** Crockford's base 32, without look-alikes: people read receipts aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 40 bits identify a stream in one shop. A stream's random name has more bits, so nobody can compute it from them. */
const TAG = { bytes: 5, letters: 8 };
/** 125 bits: two histories with one receipt cost 2^62 attempts, also for somebody who chooses both. */
const HEAD_LETTERS = 25;
/** 25 bits: a mistyped receipt must not look like a changed history. */
const CHECK_LETTERS = 5;

/** The letters of the first bytes of a digest. */
function letters(bytes: Uint8Array, count: number): string {
  let [text, bits, held] = ['', 0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5 && text.length < count; bits -= 5) text += ALPHABET.charAt((held >> (bits - 5)) & 31);
    if (text.length === count) return text;
  }
  return text;
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Eight letters that stand for a stream in its receipts. */
export const tagOf = (stream: StreamName): string => letters(digest(`receipt\n${stream}`).subarray(0, TAG.bytes), TAG.letters);

/** Whether a receipt can be of this stream. */
export const isReceiptOf = ({ tag }: Receipt, stream: StreamName): boolean => tag === tagOf(stream);

/** The letters that stand for a chain hash. @param head hex */
export const headOf = (head: string): string => letters(Buffer.from(head, 'hex'), HEAD_LETTERS);

const checkOf = (receipt: string): string => letters(digest(`receipt check\n${receipt}`), CHECK_LETTERS);

/**
 * The receipt of a stream: `TAG-REVISION-HEAD`, at most 45 characters. Who holds it can show later that the events up to
 * this revision were changed or removed. It reveals neither the stream's name nor what the events hold.
 * @param hash chain hash of the event `revision`, hex
 */
export function receiptOf(stream: StreamName, revision: number, hash: string): string {
  const text = `${tagOf(stream)}-${revision}-${headOf(hash)}`;
  return text + checkOf(text);
}

const FORM = new RegExp(
  `^([${ALPHABET}]{${TAG.letters}})-(0|[1-9]\\d{0,8})-([${ALPHABET}]{${HEAD_LETTERS}})([${ALPHABET}]{${CHECK_LETTERS}})$`,
);

/** Reads a receipt as a person typed it. Undefined if it is none, or was mistyped. */
export function readReceipt(typed: string): Receipt | undefined {
  const text = typed.toUpperCase().replaceAll(/\s/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1').replaceAll(/[–—−]/g, '-');
  const [, tag, revision, head, check] = FORM.exec(text) ?? [];
  if (tag === undefined || revision === undefined || head === undefined) return undefined;
  return checkOf(`${tag}-${revision}-${head}`) === check ? { tag, revision: Number(revision), head } : undefined;
}
