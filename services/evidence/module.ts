import { ConfigError } from '@nordhaut/platform/config';
import type { Engine } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import { originOf } from './checkpoint.ts';
import { eventIds } from './checks/event-ids.ts';
import { recordedTimes } from './checks/recorded-times.ts';
import { EvidenceConfig, signerFor } from './config.ts';
import { publicKeyText } from './note.ts';
import { evidenceRole } from './role.ts';
import { evidenceMigrations, newestNote } from './tables.ts';
import { type Deliver, writeCheckpoint } from './write-checkpoint.ts';

/**
 * The name of the log comes from PUBLIC_URL, and by hand the job is easily started without it. Its checkpoint would not fit the public
 * key that was noted outside.
 * @throws ConfigError
 */
async function refuseAnotherName({ pool, config }: Pick<Engine, 'pool' | 'config'>, name: string): Promise<void> {
  const newest = await newestNote(pool);
  if (newest === undefined || config.of(EvidenceConfig).CHECKPOINT_ORIGIN !== undefined) return;
  const known = originOf(newest.note);
  if (known === name) return;
  throw new ConfigError([
    `The checkpoints of this history have the name ${known}, and this process would sign as ${name}: set PUBLIC_URL (or PORT) as the running shop has it. To change the name, set CHECKPOINT_ORIGIN.`,
  ]);
}

/** Makes the history of any shop evidence: signed checkpoints, receipts, and the checks of `npm run verify`. */
export const evidence: Module<{ messaging?: { mailCheckpoint: Deliver } }> = {
  name: 'evidence',
  config: EvidenceConfig,
  migrations: evidenceMigrations,
  roles: [
    { name: 'evidence', join: async (engine, { messaging }) => [await evidenceRole(engine, messaging ? [messaging.mailCheckpoint] : [])] },
  ],
  jobs: [
    {
      name: 'checkpoint',
      async run({ config, open }) {
        const { engine } = await open();
        const signer = await signerFor(config);
        await refuseAnotherName(engine, signer.name);
        const note = await writeCheckpoint(engine, signer);
        return note === undefined ? 'There is no event yet, so there is no checkpoint.' : `${note}\nPublic key: ${publicKeyText(signer)}`;
      },
    },
  ],
  checks: () => [eventIds(), recordedTimes()],
};
