import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storyFiles } from './draw-story.ts';
import { keptDrawings, keyOf } from './kept-drawings.ts';

const PATH = 'usage/07-1-320.webp';
const bytesOf = (text: string) => Buffer.from(text.padEnd(1_000, text));
const unexpected = (error: unknown) => {
  throw error;
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const kept = (limit?: number) => keptDrawings({ folder, trouble: unexpected, ...(limit && { limit }) });

describe('a drawing on the disk', () => {
  it('is drawn once: the next process reads it, with the same bytes and tag', async () => {
    const first = await storyFiles({ onDisk: kept() })(PATH);
    const [name = ''] = await readdir(folder);
    expect(first?.bytes.length).toBeGreaterThan(0);
    let written = 0;
    const onDisk = kept();
    const next = storyFiles({ onDisk: { ...onDisk, write: async () => void (written += 1) } });
    expect(await next(PATH)).toEqual(first);
    expect(written).toBe(0);
    expect(await readdir(folder)).toEqual([name]);
  });

  it('has another name for another drawing, size or format', () => {
    const keys = [keyOf('<svg/>', '320 webp'), keyOf('<svg />', '320 webp'), keyOf('<svg/>', '640 webp'), keyOf('<svg/>', '320 avif')];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyOf('<svg/>', '320 webp')).toBe(keys[0]);
  });

  it('is absent where a crash left half of it, and is then drawn again', async () => {
    const whole = await storyFiles({ onDisk: kept() })(PATH);
    const [name = ''] = await readdir(folder);
    const file = await readFile(join(folder, name));
    for (const broken of [Buffer.alloc(0), file.subarray(0, 20), file.subarray(0, file.length - 1), Buffer.alloc(file.length)]) {
      await writeFile(join(folder, name), broken);
      expect(await kept().read(name)).toBeUndefined();
      expect(await storyFiles({ onDisk: kept() })(PATH)).toEqual(whole);
      expect(await readFile(join(folder, name))).toEqual(file);
    }
  });

  it('is whole for every reader while two processes write it', async () => {
    const [one, other] = [kept(), kept()];
    const bytes = bytesOf('same');
    const reads: (Buffer | undefined)[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        await (turn % 2 ? one : other).write('key', bytes);
        reads.push(await (turn % 2 ? other : one).read('key'));
      }),
    );
    expect(reads).toHaveLength(20);
    for (const read of reads) expect(read).toEqual(bytes);
    expect(await readdir(folder)).toEqual(['key']);
  });
});

describe('the folder', () => {
  it('stays within its limit: the files that were written first go', async () => {
    const before = kept();
    for (const [place, key] of ['a', 'b', 'c', 'd'].entries()) {
      await before.write(key, bytesOf(key));
      await utimes(join(folder, key), place + 1, place + 1);
    }
    await kept(2_500).write('e', bytesOf('e'));
    expect((await readdir(folder)).toSorted()).toEqual(['c', 'd', 'e']);
  });

  it('loses what a dead process left unfinished, not what another one writes now', async () => {
    await writeFile(join(folder, 'old.tmp'), 'half');
    await utimes(join(folder, 'old.tmp'), 1, 1);
    await writeFile(join(folder, 'new.tmp'), 'half');
    await kept().write('a', bytesOf('a'));
    expect((await readdir(folder)).toSorted()).toEqual(['a', 'new.tmp']);
  });

  it('need not be there, nor be writable: then it is said once and the drawing is served', async () => {
    const below = join(folder, 'not', 'yet');
    await keptDrawings({ folder: below, trouble: unexpected }).write('a', bytesOf('a'));
    expect(await readdir(below)).toEqual(['a']);

    await writeFile(join(folder, 'file'), '');
    const troubles: unknown[] = [];
    const onDisk = keptDrawings({ folder: join(folder, 'file'), trouble: (error) => troubles.push(error) });
    const file = storyFiles({ onDisk });
    expect((await file(PATH))?.bytes.length).toBeGreaterThan(0);
    expect((await file('usage/07-1-640.webp'))?.bytes.length).toBeGreaterThan(0);
    expect(troubles).toHaveLength(1);
  });
});
