import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PlatformConfig, readConfig } from './config.ts';
import { releaseOf } from './release.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

test('the release is the version of the package, with the first twelve digits of the commit where it is known', () => {
  expect(releaseOf(undefined)).toBe(version);
  expect(releaseOf('8ab9aec0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6')).toBe(`${version}+8ab9aec0c1d2`);
  expect(releaseOf('8ab9aec')).toBe(`${version}+8ab9aec`);
});

test('a commit is a hexadecimal number, and may be missing in production', () => {
  expect(readConfig(PlatformConfig, { RELEASE_COMMIT: '8ab9aec' }).RELEASE_COMMIT).toBe('8ab9aec');
  expect(readConfig(PlatformConfig, { RELEASE_COMMIT: '' }).RELEASE_COMMIT).toBeUndefined();
  expect(() => readConfig(PlatformConfig, { RELEASE_COMMIT: 'main' })).toThrow('RELEASE_COMMIT must be 7 to 64 hexadecimal digits.');
});
