import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error plain JavaScript
import { runLoudly } from './run.mjs';

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a command over its limit is ended, with the processes that it started', async () => {
  const note = join(mkdtempSync(join(tmpdir(), 'nordhaut-run-')), 'pid');
  let limits = 0;
  const code = await runLoudly('sh', ['-c', 'sleep 600 & echo $! > "$0"; wait', note], { limit: 1_000, onLimit: () => (limits += 1) });
  expect(code).not.toBe(0);
  expect(limits).toBe(1);
  await expect.poll(() => isAlive(Number(readFileSync(note, 'utf8')))).toBe(false);
});

test('a command within its limit ends with its own code', async () => {
  let limits = 0;
  expect(await runLoudly('sh', ['-c', 'exit 3'], { limit: 60_000, onLimit: () => (limits += 1) })).toBe(3);
  expect(limits).toBe(0);
});
