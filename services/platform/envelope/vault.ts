import type pg from 'pg';
import type { JsonObject } from '../event-store/port.ts';
import { listen } from '../database/index.ts';
import { Lru } from './lru.ts';
import { open, seal } from './seal.ts';
import { createKeyMaker, destroyKey, FORGOTTEN_CHANNEL, type KeyDurability, loadKeys, type SubjectKey } from './subject-keys.ts';

export type Sealed = { subject: string; eventId: string; sealed: string };

/**
 * Encrypts personal data with one key per data subject (design: *Trust in the history*). Logs contain neither subjects nor
 * keys.
 */
export type Vault = {
  /** The sealed text; undefined if the subject was forgotten, because nothing of it may be stored any more. */
  seal(subject: string, eventId: string, personal: JsonObject): Promise<string | undefined>;
  /** One query for all keys that are not in the cache. Undefined if the subject was forgotten. @throws SealBroken */
  openMany(items: readonly Sealed[]): Promise<(JsonObject | undefined)[]>;
  /** Destroys the key permanently, and with it every copy of the data. May be repeated. */
  forget(subject: string): Promise<void>;
  /** Called when a subject was forgotten, in this process or another, and when such a message may have been lost. */
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
  const keys = new Lru<string, { key: SubjectKey; until: number }>(cacheSize);
  const listeners: (() => void)[] = [];
  const makeKey = createKeyMaker(pool, keysDurable);
  let generation = 0;

  const dropAll = (): void => {
    generation++;
    keys.clear();
    for (const listener of listeners) listener();
  };
  const listening = listen(pool, FORGOTTEN_CHANNEL, dropAll, onError);

  const atHand = (subject: string): SubjectKey | undefined => {
    const held = keys.get(subject);
    return held && (held.key === null || held.until > Date.now()) ? held.key : undefined;
  };
  // A key that was requested before a forget must not enter the cache after it.
  const keep = (subject: string, key: SubjectKey, asked: number): void => {
    if (asked === generation) keys.set(subject, { key, until: Date.now() + keyTtlMs });
  };

  return {
    async seal(subject, eventId, personal) {
      let key = atHand(subject);
      if (key === undefined) {
        const asked = generation;
        key = await makeKey(subject);
        keep(subject, key, asked);
      }
      return key === null ? undefined : seal(key, subject, eventId, personal);
    },

    async openMany(items) {
      const found = new Map<string, SubjectKey>();
      const missing = new Set<string>();
      for (const { subject } of items) {
        const key = atHand(subject);
        if (key === undefined) missing.add(subject);
        else found.set(subject, key);
      }
      const asked = generation;
      for (const [subject, key] of await loadKeys(pool, [...missing])) {
        found.set(subject, key);
        keep(subject, key, asked);
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
