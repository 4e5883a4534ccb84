import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only its owner may read, unless it exists. The text is written beside it and linked: of the processes that
 * start together one makes the file, and none reads half of it.
 * @returns whether this call made it
 */
export function writeOnce(file: string, text: string): boolean {
  if (existsSync(file)) return false;
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft);
  }
}
