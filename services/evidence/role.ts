import { leadingRole } from '@nordhaut/platform/database';
import type { Engine } from '@nordhaut/platform/engine';
import type { Role } from '@nordhaut/platform/role';
import { backoff, repeat } from '@nordhaut/platform/timing';
import { EvidenceConfig, folderFor, signerFor } from './config.ts';
import { toFolder, toLog } from './deliver.ts';
import { type Deliver, sendDaily, writeCheckpoint } from './write-checkpoint.ts';

/** A checkpoint that failed does not wait for the next interval. */
const RETRY = { first: 1_000, most: 60_000 };

/** Writes a checkpoint at each interval, and sends one a day outside. One process of all that play this role does it. `further`: places beside the folder and the log. */
export async function evidenceRole(engine: Engine, further: readonly Deliver[] = []): Promise<Role> {
  const { config, logger, databaseUrl } = engine;
  const { CHECKPOINT_INTERVAL: interval } = config.of(EvidenceConfig);
  const folder = folderFor(config);
  const places = [...(folder === undefined ? [] : [toFolder(folder)]), toLog(logger), ...further];
  const written = engine.metrics.gauge(
    'evidence_checkpoint_time_seconds',
    'When this process wrote its last checkpoint, in seconds since 1970',
  );
  const signer = await signerFor(config);
  let trouble: string | undefined;
  async function write(lost: AbortSignal): Promise<void> {
    await writeCheckpoint(engine, signer, lost);
    await sendDaily(engine, places);
    written.set(engine.clock().getTime() / 1_000);
    trouble = undefined;
  }
  function onError(error: Error): void {
    trouble = `no checkpoint of the history was written: ${error.message}`;
    logger.error({ err: error }, 'no checkpoint of the history was written or sent; it tries again');
  }
  const restMs = (failures: number): number => (failures === 0 ? interval : Math.min(interval, backoff(failures, RETRY)));
  return {
    ...leadingRole('evidence', {
      url: databaseUrl,
      lockName: 'evidence',
      onError: (error) =>
        logger.warn({ reason: error.message }, 'the writer of checkpoints lost its lock or cannot request it; it tries again'),
      lead: ({ lost }) => repeat(write, { restMs, ref: false, onError }, lost),
    }),
    // Orders do not depend on it.
    remarks: () => Promise.resolve(trouble === undefined ? [] : [trouble]),
  };
}
