import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

/** Digits of a commit that are kept. */
const COMMIT_DIGITS = 12;

/** The running release: the version of the package, and the commit where it is known, as `0.1.0+8ab9aec0c1d2`. */
export const releaseOf = (commit: string | undefined): string =>
  commit === undefined ? version : `${version}+${commit.slice(0, COMMIT_DIGITS)}`;
