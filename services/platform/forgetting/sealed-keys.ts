import type { SealedParts } from '../envelope/opening.ts';
import type { KeyScope } from '../envelope/seal.ts';
import { PURPOSES } from '../event-store/decider.ts';

const SCOPES: readonly KeyScope[] = ['all', ...PURPOSES];

/** The beginning of personal data in an event. Most events have none, and a search costs less than a parse. */
const PERSONAL = '"personal":{';

/** A key that sealed texts need, with the first of these texts. A key that replaced a lost one opens only later texts. */
export type SealedKey = { subject: string; scope: KeyScope; eventId: string; sealed: string };

/** The keys that the sealed texts of a history need. One small number for each subject: a history has millions of them. */
export class SealedKeys {
  readonly #scopes = new Map<string, number>();
  #fresh: SealedKey[] = [];

  take({ id, data }: { id: string; data: string }): void {
    if (!data.includes(PERSONAL)) return;
    const { personal } = JSON.parse(data) as { personal?: { subject: string; sealed?: SealedParts } };
    if (personal?.sealed === undefined) return;
    const { subject, sealed: parts } = personal;
    const texts: { [scope in KeyScope]?: string } = typeof parts === 'string' ? { all: parts } : parts;
    const before = this.#scopes.get(subject) ?? 0;
    let scopes = before;
    for (const [index, scope] of SCOPES.entries()) {
      const [bit, sealed] = [1 << index, texts[scope]];
      if ((scopes & bit) !== 0 || sealed === undefined) continue;
      scopes |= bit;
      this.#fresh.push({ subject, scope, eventId: id, sealed });
    }
    if (scopes !== before) this.#scopes.set(subject, scopes);
  }

  /** The keys that are new since the last call, once there are so many; else undefined. */
  next(least: number): SealedKey[] | undefined {
    if (this.#fresh.length < least) return undefined;
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}
