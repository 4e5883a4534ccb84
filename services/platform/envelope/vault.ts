import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { PersonalData, Purpose } from '../event-store/decider.ts';
import type { JsonObject } from '../event-store/port.ts';
import { inTransaction, listen } from '../database/index.ts';
import type { OuterKeys } from './outer-keys.ts';
import { type KeptPart, loadParts, type Part, splitSubject } from './parts.ts';
import { type KeyScope, open, seal } from './seal.ts';
import { createKeyMaker, destroyKeys, FORGOTTEN_CHANNEL, loadKeys, nameOfKey, type SubjectKey } from './subject-keys.ts';

/** `purpose`: `all` for a text of an earlier release, when a subject had one key. */
export type Sealed = { subject: string; purpose: KeyScope; eventId: string; sealed: string };

/**
 * Encrypts personal data with one key per data subject and purpose (design: *Trust in the history*). To forget a purpose,
 * the shop destroys its key; the events and their hashes stay. The keys are stored wrapped by a key outside the database.
 * Logs contain neither subjects nor keys.
 */
export type Vault = ReturnType<typeof createVault>;

/** keys held in memory */
const MOST_KEYS = 50_000;

type VaultOptions = {
  pool: pg.Pool;
  outer: OuterKeys;
  /** how long a key is cached, ms; this bounds the effect of a lost message; default 10,000 */
  keyTtlMs?: number;
  /** Gets the first error of each outage in which messages about forgotten subjects may be lost; `keyTtlMs` bounds it. */
  onError?: (error: Error) => void;
};

export function createVault({ pool, outer, keyTtlMs = 10_000, onError }: VaultOptions) {
  const keys = new LRUCache<string, { key: SubjectKey }>({ max: MOST_KEYS, ttl: keyTtlMs });
  const listeners: (() => void)[] = [];
  const makeKey = createKeyMaker(pool, outer);
  /** grows with each forgotten subject */
  let generation = 0;
  /**
   * by `performance.now()`; then the keys whose time is over leave the memory, because they are not used again. A timer of the cache for
   * each key costs 10 µs more.
   */
  let purgesAt = 0;

  const dropAll = (): void => {
    generation++;
    keys.clear();
    for (const listener of listeners) listener();
  };
  const listening = listen(pool.options, FORGOTTEN_CHANNEL, dropAll, {
    onError: (error, failures) => failures === 1 && onError?.(error),
  });

  // `before`: the generation when the key was requested. A key that was requested before a forget must not be cached after it.
  const keep = (name: string, key: SubjectKey, before: number): void => {
    if (before !== generation) return;
    if (performance.now() >= purgesAt) {
      keys.purgeStale();
      purgesAt = performance.now() + keyTtlMs;
    }
    // A key that was destroyed stays so, without a limit of time.
    keys.set(name, { key }, { ttl: key === null ? 0 : keyTtlMs });
  };

  /** Decrypts, in the given order; undefined for a destroyed key. One query loads all keys that are not in the cache. @throws Error on a text that was changed */
  async function openMany(items: readonly Sealed[]): Promise<(JsonObject | undefined)[]> {
    const found = new Map<string, SubjectKey>();
    const missing = new Set<string>();
    for (const { subject, purpose } of items) {
      const name = nameOfKey(subject, purpose);
      const held = keys.get(name);
      if (held) found.set(name, held.key);
      else missing.add(subject);
    }
    const before = generation;
    for (const [name, key] of await loadKeys(pool, outer, [...missing])) {
      found.set(name, key);
      keep(name, key, before);
    }
    return items.map(({ subject, purpose, eventId, sealed }) => {
      const key = found.get(nameOfKey(subject, purpose));
      return key ? open(key, subject, purpose, eventId, sealed) : undefined;
    });
  }

  return {
    /** The encrypted text; undefined if the purpose was forgotten, so that no new personal data is stored. */
    async seal(subject: string, purpose: Purpose, eventId: string, personal: JsonObject): Promise<string | undefined> {
      const name = nameOfKey(subject, purpose);
      let key = keys.get(name)?.key;
      if (key === undefined) {
        const before = generation;
        key = await makeKey(subject, purpose);
        keep(name, key, before);
      }
      return key === null ? undefined : seal(key, subject, purpose, eventId, personal);
    },

    openMany,

    /**
     * Destroys the keys of these purposes permanently: their parts of the subject's events cannot be decrypted any more. May
     * be repeated. A subject that never existed gets tombstones, too. @throws Error if the subject was not split (see `split`)
     */
    async forget(subject: string, purposes: readonly Purpose[]): Promise<void> {
      await inTransaction(pool, (client) => destroyKeys(client, subject, purposes));
      dropAll();
    },

    /**
     * Replaces the subject's one key of an earlier release by keys per purpose. The events cannot change, so their decrypted
     * parts are sealed again in a table beside the history, and the old key is destroyed in the same transaction. After that,
     * each purpose can be forgotten alone. `parts`: of all old events of the subject; a missing one is lost.
     */
    async split(subject: string, parts: readonly Part[]): Promise<void> {
      await splitSubject(pool, outer, subject, parts);
      dropAll();
    },

    /** The parts that `split` kept of these events, decrypted, by event id. */
    async partsOf(eventIds: readonly string[]): Promise<Map<string, { schemaVersion: number; personal: PersonalData }>> {
      const kept: KeptPart[] = await loadParts(pool, eventIds);
      const opened = await openMany(kept);
      const parts = new Map<string, { schemaVersion: number; personal: PersonalData }>();
      for (const [index, { eventId, purpose, schemaVersion }] of kept.entries()) {
        const personal = opened[index];
        const before = parts.get(eventId)?.personal ?? {};
        if (personal) parts.set(eventId, { schemaVersion, personal: { ...before, [purpose]: personal } });
      }
      return parts;
    },

    /** Called when a person was forgotten, in this process or another, and after an outage in which such a message may be lost. */
    onForgotten: (listener: () => void) => void listeners.push(listener),
    close: () => listening.stop(),
  };
}
