import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { JsonObject } from '../event-store/port.ts';
import { listen } from '../database/index.ts';
import { open, seal } from './seal.ts';
import { createKeyMaker, destroyKey, FORGOTTEN_CHANNEL, type KeyDurability, loadKeys, type SubjectKey } from './subject-keys.ts';

export type Sealed = { subject: string; eventId: string; sealed: string };

/**
 * Encrypts personal data with one key per data subject (design: *Trust in the history*). To forget a person, the shop
 * destroys the key; the events and their hashes stay. Logs contain neither subjects nor keys.
 */
export type Vault = {
  /** The encrypted text; undefined if the subject was forgotten, so that no new personal data is stored. */
  seal(subject: string, eventId: string, personal: JsonObject): Promise<string | undefined>;
  /** Decrypts, in the given order; undefined for a forgotten subject. One query loads all keys that are not in the cache. @throws SealBroken */
  openMany(items: readonly Sealed[]): Promise<(JsonObject | undefined)[]>;
  /**
   * Destroys the key permanently: no event of the subject can be decrypted any more. May be repeated. Data that was
   * decrypted before, for example in a row of a read model, is not deleted here.
   */
  forget(subject: string): Promise<void>;
  /** Called when a subject was forgotten, in this process or another, and after an outage in which such a message may be lost. */
  onForgotten(listener: () => void): void;
  close(): Promise<void>;
};

export type VaultOptions = {
  pool: pg.Pool;
  /** keys held in memory at most; default 20,000 */
  cacheSize?: number;
  /** how long a key is cached, ms; this bounds the effect of a lost message; default 10,000 */
  keyTtlMs?: number;
  /** default `at once`, which is correct for every event store */
  keysDurable?: KeyDurability;
  /** Gets the first error of each outage in which messages about forgotten subjects may be lost; `keyTtlMs` bounds it. */
  onError?: (error: Error) => void;
};

export function createVault({ pool, cacheSize = 20_000, keyTtlMs = 10_000, keysDurable = 'at once', onError }: VaultOptions): Vault {
  const keys = new LRUCache<string, { key: SubjectKey; until: number }>({ max: cacheSize });
  const listeners: (() => void)[] = [];
  const makeKey = createKeyMaker(pool, keysDurable);
  /** grows with each forgotten subject */
  let generation = 0;

  const dropAll = (): void => {
    generation++;
    keys.clear();
    for (const listener of listeners) listener();
  };
  const listening = listen(pool, FORGOTTEN_CHANNEL, dropAll, onError);

  const cachedKey = (subject: string): SubjectKey | undefined => {
    const held = keys.get(subject);
    return held && (held.key === null || held.until > Date.now()) ? held.key : undefined;
  };
  // `before`: the generation when the key was requested. A key that was requested before a forget must not be cached after it.
  const keep = (subject: string, key: SubjectKey, before: number): void => {
    if (before === generation) keys.set(subject, { key, until: Date.now() + keyTtlMs });
  };

  return {
    async seal(subject, eventId, personal) {
      let key = cachedKey(subject);
      if (key === undefined) {
        const before = generation;
        key = await makeKey(subject);
        keep(subject, key, before);
      }
      return key === null ? undefined : seal(key, subject, eventId, personal);
    },

    async openMany(items) {
      const found = new Map<string, SubjectKey>();
      const missing = new Set<string>();
      for (const { subject } of items) {
        const key = cachedKey(subject);
        if (key === undefined) missing.add(subject);
        else found.set(subject, key);
      }
      const before = generation;
      for (const [subject, key] of await loadKeys(pool, [...missing])) {
        found.set(subject, key);
        keep(subject, key, before);
      }
      return items.map(({ subject, eventId, sealed }) => {
        const key = found.get(subject);
        return key ? open(key, subject, eventId, sealed) : undefined;
      });
    },

    async forget(subject) {
      await destroyKey(pool, subject);
      dropAll();
    },

    onForgotten: (listener) => void listeners.push(listener),
    close: () => listening.stop(),
  };
}
