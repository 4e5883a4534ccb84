import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf } from '@nordhaut/contracts';
import type { Logger } from '@nordhaut/platform/telemetry';
import type { Deliver } from './write-checkpoint.ts';

/** A file per day in Taipei and size, e.g. `2026-11-22-18230.txt`. */
export const toFolder =
  (folder: string): Deliver =>
  async ({ size, note, writtenAt }) => {
    const file = join(folder, `${dayOf(writtenAt)}-${size}.txt`);
    await mkdir(folder, { recursive: true });
    // A reader never finds half a file.
    await writeFile(`${file}.part`, note);
    await rename(`${file}.part`, file);
  };

/** One line of the log, which usually goes to another machine. */
export const toLog =
  (logger: Pick<Logger, 'info'>): Deliver =>
  ({ size, note }) => {
    logger.info({ size, checkpoint: note }, "today's checkpoint of the history");
    return Promise.resolve();
  };
