import type { Module } from '@nordhaut/platform/module';
import { eventIds } from './checks/event-ids.ts';
import { recordedTimes } from './checks/recorded-times.ts';
import { EvidenceConfig, signerFor } from './config.ts';
import { publicKeyText } from './note.ts';
import { evidenceRole } from './role.ts';
import { evidenceMigrations } from './tables.ts';
import { type Deliver, writeCheckpoint } from './write-checkpoint.ts';

/** Makes the history of any shop evidence: signed checkpoints, receipts, and the checks of `npm run verify`. */
export const evidence: Module<{ messaging?: { mailCheckpoint: Deliver } }> = {
  name: 'evidence',
  config: EvidenceConfig,
  migrations: evidenceMigrations,
  roles: [{ name: 'evidence', join: (engine, { messaging }) => [evidenceRole(engine, messaging ? [messaging.mailCheckpoint] : [])] }],
  jobs: [
    {
      name: 'checkpoint',
      async run({ config, open }) {
        const { engine } = await open();
        const signer = await signerFor(config);
        const note = await writeCheckpoint(engine, signer);
        return note === undefined ? 'There is no event yet, so there is no checkpoint.' : `${note}\nPublic key: ${publicKeyText(signer)}`;
      },
    },
  ],
  checks: () => [eventIds(), recordedTimes()],
};
