import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HEAP_LIMIT, HEAP_OPTIONS, withHeapLimit, YOUNG_HALF } from './heap.mjs';
import { inRoot } from './paths.mjs';

test.each([
  [undefined, HEAP_OPTIONS],
  ['', HEAP_OPTIONS],
  ['--enable-source-maps', `--enable-source-maps ${HEAP_OPTIONS}`],
  ['--max-old-space-size=1000', '--max-old-space-size=1000'],
  ['--max_old_space_size=1000 --enable-source-maps', '--max_old_space_size=1000 --enable-source-maps'],
  ['--max-heap-size=900', '--max-heap-size=900'],
])('NODE_OPTIONS %s becomes %s', (given, expected) => {
  expect(withHeapLimit(given)).toBe(expected);
});

test('Node takes the limit from there', () => {
  const limitOf = (options: string): number =>
    Number(
      execFileSync(process.execPath, ['-p', 'v8.getHeapStatistics().heap_size_limit'], {
        env: { ...process.env, NODE_OPTIONS: withHeapLimit(options) },
        encoding: 'utf8',
      }),
    ) / 1_048_576;
  const own = HEAP_LIMIT + 1_000;
  expect(limitOf('')).toBeGreaterThanOrEqual(HEAP_LIMIT);
  // Both include the young generation.
  const young = `--max-semi-space-size=${YOUNG_HALF}`;
  expect(limitOf(`--max-old-space-size=${own} ${young}`) - limitOf('')).toBe(own - HEAP_LIMIT);
});

test('the image and the compose file give the same', () => {
  expect(readFileSync(inRoot('infra', 'Dockerfile'), 'utf8')).toContain(`NODE_OPTIONS="${HEAP_OPTIONS}"\n`);
  expect(readFileSync(inRoot('docker-compose.yml'), 'utf8')).toContain(`NODE_OPTIONS: \${NODE_OPTIONS:-${HEAP_OPTIONS}}\n`);
});
