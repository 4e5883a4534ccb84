import type { SealedParts } from '../envelope/opening.ts';
import type { KeyScope } from '../envelope/seal.ts';
import { PURPOSES } from '../event-store/decider.ts';

const SCOPES: readonly KeyScope[] = ['all', ...PURPOSES];
type Needed = { subject: string; scopes: readonly string[] };

/** The beginning of personal data in an event. Most events have none, and a search costs less than a parse. */
const PERSONAL = '"personal":{';
const SEALED = '"sealed":{"';
const SUBJECT = '},"subject":"';

/** The keys that the sealed texts of a history need. One small number for each subject: a history has millions of them. */
export class SealedKeys {
  readonly #scopes = new Map<string, number>();

  take({ data }: { data: string }): void {
    const at = data.indexOf(PERSONAL);
    const needed = at === -1 ? undefined : (fromText(data, at + PERSONAL.length) ?? fromJson(data));
    if (needed === undefined) return;
    let scopes = this.#scopes.get(needed.subject) ?? 0;
    for (const scope of needed.scopes) scopes |= 1 << SCOPES.indexOf(scope as KeyScope);
    this.#scopes.set(needed.subject, scopes);
  }

  *pages(size: number): Generator<[subject: string, scopes: KeyScope[]][]> {
    let page: [string, KeyScope[]][] = [];
    for (const [subject, scopes] of this.#scopes) {
      page.push([subject, SCOPES.filter((_, index) => (scopes & (1 << index)) !== 0)]);
      if (page.length < size) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
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

/** Reads every form, also that of earlier releases. */
function fromJson(data: string): Needed | undefined {
  const { personal } = JSON.parse(data) as { personal?: { subject: string; sealed?: SealedParts } };
  if (personal?.sealed === undefined) return undefined;
  return { subject: personal.subject, scopes: typeof personal.sealed === 'string' ? ['all'] : Object.keys(personal.sealed) };
}
