import { createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Secret, secret } from '../config.ts';
import { writeOnce } from '../write-once.ts';
import { decrypt, encrypt } from './aes.ts';

/**
 * The keys outside the database that encrypt ("wrap") the keys of personal data. A copy of the database without them
 * opens no personal data. The first key wraps; each one unwraps, so that the key can be rotated (`--job rewrap-keys`).
 */
export type OuterKeys = {
  /** of the key that wraps */
  current: string;
  ids: readonly string[];
  /** The wrapped key is bound to `name`, so it opens only in its own row. */
  wrap(key: Buffer, name: string): Buffer;
  /** @param id of the outer key that wrapped it @throws Error if this process lacks that key, another key has its id, or the row was changed */
  unwrap(wrapped: Buffer, id: string, name: string): Buffer;
  /** Identifies the key without revealing it. */
  fingerprint(id: string): Buffer;
};

type OuterKey = { wrapping: KeyObject; fingerprint: Buffer };

const KEY_BYTES = 32;

function outerKey(raw: Buffer): OuterKey {
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', raw, 'nordhaut', `personal data: ${use}`, KEY_BYTES));
  return { wrapping: createSecretKey(derive('wrapping')), fingerprint: createHash('sha256').update(derive('fingerprint')).digest() };
}

/** @param setting `id:base64,id:base64` (PERSONAL_DATA_KEYS) @throws ConfigError if two keys have one id */
export function outerKeys(setting: Secret): OuterKeys {
  const pairs = setting
    .reveal()
    .split(',')
    .map((pair) => pair.split(':') as [id: string, key: string]);
  const keys = new Map(pairs.map(([id, key]) => [id, outerKey(Buffer.from(key, 'base64'))]));
  if (keys.size !== pairs.length) throw new ConfigError(['PERSONAL_DATA_KEYS names two keys with the same id.']);
  const ids = [...keys.keys()];
  const [current = ''] = ids;
  const keyOf = (id: string): OuterKey => {
    const key = keys.get(id);
    if (!key) throw new Error(`the outer key ${id} is not in PERSONAL_DATA_KEYS`);
    return key;
  };
  return {
    current,
    ids,
    wrap: (key, name) => encrypt(keyOf(current).wrapping, Buffer.from(name), key),
    unwrap(wrapped, id, name) {
      const { wrapping } = keyOf(id);
      try {
        return decrypt(wrapping, Buffer.from(name), wrapped);
      } catch (cause) {
        throw new Error(`a key of personal data does not open with the outer key ${id}`, { cause });
      }
    },
    fingerprint: (id) => keyOf(id).fingerprint,
  };
}

const FILE = 'personal-data-key';

/**
 * The outer keys of a process: those of the setting, else the key of the data folder, which the first process makes.
 * Production has the setting, because the configuration requires it there.
 */
export const openOuterKeys = (setting: Secret | undefined, dataFolder: string): OuterKeys => outerKeys(setting ?? keyOfFolder(dataFolder));

function keyOfFolder(folder: string): Secret {
  const file = join(folder, FILE);
  mkdirSync(folder, { recursive: true });
  writeOnce(file, `development:${randomBytes(KEY_BYTES).toString('base64')}`);
  return secret(readFileSync(file, 'utf8'));
}
