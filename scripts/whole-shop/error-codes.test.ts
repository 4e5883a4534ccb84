import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@nordhaut/contracts';
import { expect, test } from 'vitest';

const services = join(import.meta.dirname, '../../services');
/** The shop's own sources: no tests, no simulated providers, not the list itself. */
const sources = globSync('*/**/*.ts', { cwd: services, exclude: ['**/node_modules', 'simulators', '**/testing', '**/*.test.ts'] })
  .filter((file) => file !== join('contracts', 'error-codes.ts'))
  .map((file) => readFileSync(join(services, file), 'utf8'));

test('every code of the list is used by a service', () => {
  expect(ERROR_CODES.filter((code) => !sources.some((source) => source.includes(`'${code}'`)))).toEqual([]);
});

test('every code that a service refuses with is in the list', () => {
  const refused = sources.flatMap((source) => [
    ...source.matchAll(/(?:reject|refuse|rejected)\(\s*\d{3},\s*'([A-Z][A-Z_]+)'/g),
    ...source.matchAll(/status: (?:\d{3}|http),\s*code: '([A-Z][A-Z_]+)'/g),
    ...source.matchAll(/\bcode: '([A-Z][A-Z_]+)',\s*message:/g),
  ]);
  const codes = new Set(refused.map(([, code]) => code));
  expect(codes.size).toBeGreaterThan(30);
  expect([...codes].filter((code) => !ERROR_CODES.some((known) => known === code))).toEqual([]);
});

test('no code stands twice in the list', () => expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length));
