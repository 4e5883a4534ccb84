import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Holds about 40 MB of small objects and replaces all of them ten times. */
const PROGRAM = `
  const held = [];
  for (let turn = 0; turn < 4_000_000; turn++) held[turn % 400_000] = { turn, text: [turn, turn + 1, turn + 2] };`;

/** how often the old generation is collected meanwhile */
function collections(setUp: string): number {
  const script = `${setUp}${PROGRAM}`;
  const args = ['--trace-gc', '--input-type=module', '--disable-warning=ExperimentalWarning', '--eval', script];
  const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=16' };
  return execFileSync(process.execPath, args, { env, encoding: 'utf8' }).split('Mark-Compact').length - 1;
}

test('a process with a small heap collects its old generation less often', () => {
  const heap = JSON.stringify(pathToFileURL(resolve(import.meta.dirname, 'heap.ts')).href);
  expect(collections(`import { collectLessOften } from ${heap}; collectLessOften();`)).toBeLessThan(collections(''));
});
