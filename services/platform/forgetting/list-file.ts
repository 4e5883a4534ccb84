import { hash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ConfigError } from '../config.ts';
import { canonical } from '../envelope/canonical.ts';
import type { StreamName } from '../event-store/port.ts';
import type { PersonalDataForgotten } from './event.ts';

/** One forgetting: the event as it was recorded first. */
export type Forgotten = { stream: StreamName; subject: string; data: PersonalDataForgotten['data'] };

/** The end of the list as the database knows it. `bytes`: length of the file; `lastLine`: where its last line begins. */
export type Tail = { lines: number; bytes: number; lastLine: number; hash: string };

/** One file for each database: the lineage is in the database, and a restored database has the one of its backup. */
export const listPath = (folder: string, lineage: string): string => join(folder, `${lineage}.jsonl`);

/** The list that the database knows is not there. @param what the middle of a sentence: what is there */
const wrongList = (path: string, what: string): ConfigError =>
  new ConfigError([
    `The list of forgotten subjects ${path} ${what}. Put the newest list back (infra/production.md, "Restore"): without it, data that was forgotten could be read again.`,
  ]);

/** Lines of JSON; the first one names the lineage. `sum`: SHA-256 of the line without it. */
type Content = Forgotten | { lineage: string };

const sumOf = (content: Content): string => hash('sha256', canonical(content), 'hex');
const textOf = (content: Content): string => `${canonical({ ...content, sum: sumOf(content) })}\n`;

/**
 * Creates the file with its first line. The file and its folder are on disk when it returns. An existing file is left as it is.
 * @throws ConfigError if the folder cannot be written
 */
export async function createList(folder: string, lineage: string): Promise<void> {
  const text = textOf({ lineage });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await using file = await open(listPath(folder, lineage), 'a', 0o600);
    // A process that died here may have left a part of the first line.
    if ((await file.stat()).size < Buffer.byteLength(text)) {
      await file.truncate(0);
      await file.write(text);
    }
    await file.sync();
    await using entries = await open(folder, 'r');
    await entries.sync();
  } catch (error) {
    throw new ConfigError([
      `The list of forgotten subjects cannot be created in ${folder} (${(error as Error).message}). FORGOTTEN_LIST must name a folder that this process can write.`,
    ]);
  }
}

/**
 * Reads what the list has after `known`, and checks that the line is there that `known` ends with. A line without a valid
 * checksum is the rest of a write that did not finish. Nobody was told that it was written, so it is skipped.
 * @throws ConfigError if the list is missing, shorter than the database knows, or another one
 */
export async function readAfter(folder: string, lineage: string, known: Tail): Promise<{ news: Forgotten[]; tail: Tail }> {
  const path = listPath(folder, lineage);
  await using file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    throw isMissing ? wrongList(path, `is missing, and this database knows ${Math.max(0, known.lines - 1)} entries of it`) : error;
  });
  const { size } = await file.stat();
  if (size < known.bytes) throw wrongList(path, `is shorter than the database knows: ${size} bytes instead of ${known.bytes}`);
  // One character for each byte, because the offsets count bytes.
  const text = (await buffer(file.createReadStream({ start: known.lastLine, autoClose: false }))).toString('latin1');
  let tail: Tail = { ...known, bytes: known.lastLine };
  const news: Forgotten[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const [begins, ends] = [tail.bytes, tail.bytes + line.length + 1];
    const { sum, content } = parseLine(line);
    if (begins === known.lastLine && known.lines > 0 && sum !== known.hash)
      throw wrongList(path, `does not have the line ${known.lines} that the database knows`);
    if (begins === 0 && (content as { lineage?: string } | undefined)?.lineage !== lineage)
      throw wrongList(path, 'does not begin with the name of this database');
    const isNews = content !== undefined && begins >= known.bytes;
    if (isNews && begins > 0) news.push(content as Forgotten);
    tail = isNews ? { lines: tail.lines + 1, bytes: ends, lastLine: begins, hash: sum } : { ...tail, bytes: ends };
  }
  if (tail.bytes < known.bytes || tail.lines === 0) throw wrongList(path, 'has no complete line');
  return { news, tail };
}

/** Appends a line. It is on disk when it returns. Never overwrites, so a process that lost its lock destroys no line. */
export async function appendLine(folder: string, lineage: string, before: Tail, entry: Forgotten): Promise<Tail> {
  await using file = await open(listPath(folder, lineage), 'a');
  const { size } = await file.stat();
  // The rest of a write that did not finish becomes a line of its own.
  const rest = size > before.bytes ? '\n' : '';
  const line = textOf(entry);
  await file.appendFile(rest + line);
  await file.sync();
  const lastLine = size + rest.length;
  return { lines: before.lines + 1, bytes: lastLine + Buffer.byteLength(line), lastLine, hash: sumOf(entry) };
}

/** @param line one character for each byte */
export function parseLine(line: string): { sum: string; content?: Content } {
  try {
    const { sum, ...content } = JSON.parse(Buffer.from(line, 'latin1').toString()) as Content & { sum: string };
    return sumOf(content as Content) === sum ? { sum, content: content as Content } : { sum: '' };
  } catch {
    return { sum: '' };
  }
}
