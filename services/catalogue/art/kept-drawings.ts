import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Bytes that the files on the disk may take: the whole set in all formats, and the set of the release before. */
const KEPT_BYTES = 128 * 1024 * 1024;
/** The folder's size is looked at before the first file, and again after this number of files. */
const BETWEEN_LOOKS = 64;
/** ms after which an unfinished file belongs to a process that died. */
const UNFINISHED_FOR = 60 * 60_000;
/** Increase this when the settings of the encoders or the size of the paintings change. */
const SETTINGS = 2;

/** `trouble`: is called once if the folder cannot be written. `limit`: in bytes */
type Options = { folder: string; trouble: (error: unknown) => void; limit?: number };

export type KeptDrawings = ReturnType<typeof keptDrawings>;

/** The name of a file: the same drawing, size, format and encoder give the same bytes, so it is never changed. */
export const keyOf = (svg: string, what: string): string =>
  createHash('sha256').update(`${SETTINGS} ${sharp.versions.sharp} ${sharp.versions.vips} ${what}\n${svg}`).digest('hex');

const sumOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const SUM_BYTES = 32;

/**
 * Drawn files on the disk, so that a picture is drawn once and not after each start. Several processes may use one folder:
 * a file appears by renaming, and a second process writes the same bytes. A file begins with the checksum of its bytes,
 * so a file that a crash of the machine left incomplete counts as absent.
 */
export function keptDrawings({ folder, trouble, limit = KEPT_BYTES }: Options) {
  let untilLook = 0;
  let broken = false;

  /** Never fails: without the file it is drawn again after the next start. */
  async function write(key: string, bytes: Buffer): Promise<void> {
    if (broken) return;
    const unfinished = join(folder, `${key}.${randomUUID()}.tmp`);
    try {
      await mkdir(folder, { recursive: true });
      if (untilLook-- <= 0) {
        untilLook = BETWEEN_LOOKS;
        await makeRoom(folder, limit);
      }
      await writeFile(unfinished, Buffer.concat([sumOf(bytes), bytes]));
      await rename(unfinished, join(folder, key));
    } catch (error) {
      // A container may have a read-only disk. One report is enough; the drawings stay in memory.
      broken = true;
      trouble(error);
      await rm(unfinished, { force: true }).catch(() => {});
    }
  }

  /** The file made from this drawing; undefined if it is not there, or cannot be read whole. */
  async function read(key: string): Promise<Buffer | undefined> {
    const file = await readFile(join(folder, key)).catch(() => undefined);
    if (!file || file.length <= SUM_BYTES) return undefined;
    const bytes = file.subarray(SUM_BYTES);
    return sumOf(bytes).equals(file.subarray(0, SUM_BYTES)) ? bytes : undefined;
  }

  return { read, write };
}

/** Removes the files that were written first until the others fit, and what a process left unfinished. */
async function makeRoom(folder: string, limit: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      // Another process may have removed it.
      const found = await stat(path).catch(() => undefined);
      return { path, unfinished: name.endsWith('.tmp'), bytes: found?.size ?? 0, at: found?.mtimeMs ?? 0 };
    }),
  );
  const left = files.filter(({ unfinished, at }) => unfinished && at < Date.now() - UNFINISHED_FOR);
  const whole = files.filter(({ unfinished }) => !unfinished).toSorted((one, other) => one.at - other.at);
  let size = whole.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes } of whole) {
    if (size <= limit) break;
    size -= bytes;
    left.push({ path, unfinished: false, bytes, at: 0 });
  }
  for (const { path } of left) await rm(path, { force: true });
}
