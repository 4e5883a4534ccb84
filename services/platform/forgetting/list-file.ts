import { hash } from 'node:crypto';
import { mkdir, open, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonical } from '../envelope/canonical.ts';
import type { StreamName } from '../event-store/port.ts';
import type { PersonalDataForgotten } from './event.ts';

/** One forgetting: the event as it was recorded first. */
export type Forgotten = { stream: StreamName; subject: string; data: PersonalDataForgotten['data'] };

/** The end of the list as the database knows it. `bytes`: length of the file; `lastLine`: where its last line begins. */
export type Tail = { lines: number; bytes: number; lastLine: number; hash: string };

/** The list that was found is not the one that the database knows. The message is the end of a sentence. */
export class WrongList extends Error {}

/** One file for each database: the lineage is in the database, and a restored database has the one of its backup. */
export const listPath = (folder: string, lineage: string): string => join(folder, `${lineage}.jsonl`);

/** Lines of JSON; the first one names the lineage. `sum`: SHA-256 of the line without it. */
type Content = Forgotten | { lineage: string };

const sumOf = (content: Content): string => hash('sha256', canonical(content), 'hex');
const textOf = (content: Content): string => `${canonical({ ...content, sum: sumOf(content) })}\n`;

/** Creates the file with its first line. The file and its folder are on disk when it returns. An existing file is left as it is. */
export async function createList(folder: string, lineage: string): Promise<void> {
  const path = listPath(folder, lineage);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = textOf({ lineage });
  const file = await open(path, 'a', 0o600);
  try {
    // A process that died here may have left a part of the first line.
    if ((await file.stat()).size < Buffer.byteLength(text)) {
      await file.truncate(0);
      await file.write(text);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(dirname(path));
}

export const exists = (folder: string, lineage: string): Promise<boolean> =>
  stat(listPath(folder, lineage)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );

/**
 * Reads what the list has after `known`, and checks that the line is there that `known` ends with. A line without a valid
 * checksum is the rest of a write that did not finish. Nobody was told that it was written, so it is skipped.
 * @throws WrongList
 */
export async function readAfter(folder: string, lineage: string, known: Tail): Promise<{ news: Forgotten[]; tail: Tail }> {
  const file = await open(listPath(folder, lineage), 'r');
  try {
    const { size } = await file.stat();
    if (size < known.bytes) throw new WrongList(`is shorter than the database knows: ${size} bytes instead of ${known.bytes}`);
    const text = await readText(file, known.lastLine, size);
    let tail: Tail = { ...known, bytes: known.lastLine };
    const news: Forgotten[] = [];
    for (const line of text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .slice(0, -1)) {
      const [begins, ends] = [tail.bytes, tail.bytes + line.length + 1];
      const { sum, content } = parseLine(line);
      if (begins === known.lastLine && known.lines > 0 && sum !== known.hash)
        throw new WrongList(`does not have the line ${known.lines} that the database knows`);
      if (begins === 0 && (content as { lineage?: string } | undefined)?.lineage !== lineage)
        throw new WrongList('does not begin with the name of this database');
      const isNews = content !== undefined && begins >= known.bytes;
      if (isNews && begins > 0) news.push(content as Forgotten);
      tail = isNews ? { lines: tail.lines + 1, bytes: ends, lastLine: begins, hash: sum } : { ...tail, bytes: ends };
    }
    if (tail.bytes < known.bytes || tail.lines === 0) throw new WrongList('has no complete line');
    return { news, tail };
  } finally {
    await file.close();
  }
}

/** Appends lines. They are on disk when it returns. Never overwrites, so a process that lost its lock destroys no line. */
export async function appendLines(folder: string, lineage: string, before: Tail, entries: readonly Forgotten[]): Promise<Tail> {
  const file = await open(listPath(folder, lineage), 'a');
  try {
    const { size } = await file.stat();
    // The rest of a write that did not finish becomes a line of its own.
    const rest = size > before.bytes ? '\n' : '';
    let [text, tail] = [rest, { ...before, bytes: size + rest.length }];
    for (const entry of entries) {
      const line = textOf(entry);
      text += line;
      tail = { lines: tail.lines + 1, bytes: tail.bytes + Buffer.byteLength(line), lastLine: tail.bytes, hash: sumOf(entry) };
    }
    await file.appendFile(text);
    await file.sync();
    return tail;
  } finally {
    await file.close();
  }
}

/** One character for each byte, because the offsets count bytes. */
async function readText(file: FileHandle, from: number, to: number): Promise<string> {
  const buffer = Buffer.alloc(to - from);
  let at = 0;
  while (at < buffer.length) {
    const { bytesRead } = await file.read(buffer, at, buffer.length - at, from + at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return buffer.toString('latin1', 0, at);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
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
