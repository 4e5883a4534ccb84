import type { SealedParts } from '../envelope/opening.ts';
import type { KeyScope } from '../envelope/seal.ts';
import { PURPOSES } from '../event-store/decider.ts';

const SCOPES: readonly KeyScope[] = ['all', ...PURPOSES];
type Needed = { subject: string; scopes: readonly string[] };

/** The beginning of personal data in an event. Most events have none, and a search costs less than a parse. */
const PERSONAL = '"personal":{';
const SEALED = '"sealed":{"';
const SUBJECT = '},"subject":"';

/** A key that sealed texts need, with the first of these texts. A key that replaced a lost one opens only later texts. */
export type SealedKey = { subject: string; scope: KeyScope; eventId: string; sealed: string };

/** The keys that the sealed texts of a history need. One small number for each subject: a history has millions of them. */
export class SealedKeys {
  readonly #scopes = new Map<string, number>();
  #fresh: SealedKey[] = [];

  take({ id, data }: { id: string; data: string }): void {
    const at = data.indexOf(PERSONAL);
    const needed = at === -1 ? undefined : (fromText(data, at + PERSONAL.length) ?? fromJson(data));
    if (needed === undefined) return;
    const before = this.#scopes.get(needed.subject) ?? 0;
    let scopes = before;
    for (const [index, scope] of SCOPES.entries()) {
      const bit = 1 << index;
      if ((scopes & bit) !== 0 || !needed.scopes.includes(scope)) continue;
      scopes |= bit;
      this.#fresh.push({ subject: needed.subject, scope, eventId: id, sealed: textOf(data, scope) });
    }
    if (scopes !== before) this.#scopes.set(needed.subject, scopes);
  }

  /** The keys that are new since the last call, once there are so many; else undefined. */
  next(least: number): SealedKey[] | undefined {
    if (this.#fresh.length < least) return undefined;
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}

/** Reads the form that this release writes: sealed texts are base64, so they have neither quotes nor braces. */
function fromText(data: string, at: number): Needed | undefined {
  const end = data.indexOf(SUBJECT, at);
  if (end === -1 || !data.startsWith(SEALED, at) || data.slice(at + SEALED.length, end).includes('{')) return undefined;
  const [from, until] = [end + SUBJECT.length, data.indexOf('"', end + SUBJECT.length)];
  const subject = data.slice(from, until);
  if (subject.includes('\\')) return undefined;
  const sealed = data.slice(at, end);
  return { subject, scopes: PURPOSES.filter((purpose) => sealed.includes(`"${purpose}":`)) };
}

const textOf = (data: string, scope: KeyScope): string => {
  const { sealed } = (JSON.parse(data) as { personal: { sealed: SealedParts } }).personal;
  return (typeof sealed === 'string' || scope === 'all' ? sealed : sealed[scope]) as string;
};

/** Reads every form, also that of earlier releases. */
function fromJson(data: string): Needed | undefined {
  const { personal } = JSON.parse(data) as { personal?: { subject: string; sealed?: SealedParts } };
  if (personal?.sealed === undefined) return undefined;
  return { subject: personal.subject, scopes: typeof personal.sealed === 'string' ? ['all'] : Object.keys(personal.sealed) };
}
