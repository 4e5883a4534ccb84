import type { SealedParts } from '../envelope/opening.ts';
import type { KeyScope } from '../envelope/seal.ts';
import { PURPOSES } from '../event-store/decider.ts';

const SCOPES: readonly KeyScope[] = ['all', ...PURPOSES];
/** The beginning of sealed data in an event; most events have none, and a search costs less than a parse. */
const PERSONAL = '"personal":{';

/** The keys that the sealed texts of a history need. One small number for each subject: a history has millions of them. */
export class SealedKeys {
  readonly #scopes = new Map<string, number>();

  take({ data }: { data: string }): void {
    if (!data.includes(PERSONAL)) return;
    const { personal } = JSON.parse(data) as { personal?: { subject: string; sealed?: SealedParts } };
    if (personal?.sealed === undefined) return;
    let scopes = this.#scopes.get(personal.subject) ?? 0;
    for (const scope of typeof personal.sealed === 'string' ? ['all'] : Object.keys(personal.sealed))
      scopes |= 1 << SCOPES.indexOf(scope as KeyScope);
    this.#scopes.set(personal.subject, scopes);
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
