import { mkdir, readFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ConfigError, numberSetting, secretInProduction } from '@nordhaut/platform/config';
import type { EngineConfig } from '@nordhaut/platform/engine';
import { writeOnce } from '@nordhaut/platform/write-once';
import * as z from 'zod/mini';
import { isKeyName, type Signer, signerOf } from './note.ts';

export const EvidenceConfig = z.object({
  /** the Ed25519 key that signs checkpoints derives from this text; without it development makes one in DATA_DIR */
  CHECKPOINT_KEY: secretInProduction({ minLength: 32, published: 'development-only-checkpoint-key-00000000' }),
  /** the name of the log in its checkpoints; default: the host of PUBLIC_URL and /history */
  CHECKPOINT_ORIGIN: z.optional(z.string().check(z.refine(isKeyName, 'must have neither white space nor a plus'))),
  /** a folder outside the shop's reach that gets one checkpoint a day; default: in development DATA_DIR/checkpoints, else none */
  CHECKPOINT_FOLDER: z.optional(z.string()),
  /** ms between two checkpoints */
  CHECKPOINT_INTERVAL: numberSetting(600_000, { min: 100, max: 86_400_000 }),
});

type Config = Pick<EngineConfig, 'of' | 'DATA_DIR' | 'NODE_ENV' | 'PUBLIC_URL'>;

export const originFor = (config: Config): string =>
  config.of(EvidenceConfig).CHECKPOINT_ORIGIN ?? `${new URL(config.PUBLIC_URL).host}/history`;

export const folderFor = (config: Config): string | undefined =>
  config.of(EvidenceConfig).CHECKPOINT_FOLDER ?? (config.NODE_ENV === 'development' ? join(config.DATA_DIR, 'checkpoints') : undefined);

const keyFile = (config: Config): string => join(config.DATA_DIR, 'checkpoint.key');

/** The text from which the key derives; undefined if neither the setting nor development's file has one. */
export async function keyText(config: Config): Promise<string | undefined> {
  const set = config.of(EvidenceConfig).CHECKPOINT_KEY?.reveal();
  return set ?? readFile(keyFile(config), 'utf8').catch(() => undefined);
}

/** The signer of this shop's checkpoints. Several processes may make development's key at once: the first file counts. @throws ConfigError */
export async function signerFor(config: Config): Promise<Signer> {
  const known = await keyText(config);
  if (known !== undefined) return signerOf(originFor(config), known);
  try {
    await mkdir(config.DATA_DIR, { recursive: true });
    writeOnce(keyFile(config), randomBytes(32).toString('base64'));
  } catch (error) {
    throw new ConfigError([`CHECKPOINT_KEY is missing, and ${keyFile(config)} cannot be written: ${(error as Error).message}.`]);
  }
  return signerOf(originFor(config), await readFile(keyFile(config), 'utf8'));
}
