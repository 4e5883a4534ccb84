import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { exclusively } from './lock.mjs';
import { inRoot } from './paths.mjs';
import { npm, runQuietly } from './run.mjs';
import { say, Trouble } from './say.mjs';

const stampFile = inRoot('node_modules', '.nordhaut-stamp');

/** Installs the packages of the lock file, unless node_modules already holds exactly these. */
export async function ensureDependencies() {
  if (isStamped()) return;
  await exclusively(async () => {
    if (isStamped()) return;
    if (!agreesWithLock()) await install();
    writeFileSync(stampFile, wanted());
  });
}

const wanted = () =>
  `${process.platform}-${process.arch} ${createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')}\n`;

const isStamped = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted();

/**
 * Whether npm's own record of node_modules has every package of the lock file in its version. Spares the wiping
 * `npm ci` after a plain `npm install`, which leaves the right packages but no stamp. Packages that npm may leave out
 * (other platforms, unused peers) are not missed.
 */
function agreesWithLock() {
  const record = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const there = installed[path];
    if (there === undefined) return mayBeAbsent(entry);
    return there.version === entry.version && existsSync(inRoot(path));
  });
}

function mayBeAbsent(entry) {
  if (entry.peer) return true;
  if (!entry.optional && !entry.devOptional) return false;
  // A package without a platform that belongs to a package of another platform.
  if (entry.os === undefined || entry.libc !== undefined) return true;
  return !(entry.os.includes(process.platform) && (entry.cpu ?? [process.arch]).includes(process.arch));
}

async function install() {
  say('Installing packages (once; a minute or two) …');
  const { command, args } = npm('ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional');
  const { code, output } = await runQuietly(command, args);
  if (code !== 0) {
    // The reason comes first. After it npm may print how to use `npm ci`.
    const reasons = output.split('\n').filter((line) => line.startsWith('npm error'));
    const why = reasons.slice(0, 20).join('\n') || output;
    throw new Trouble(`The packages could not be installed: npm ci ended with code ${code}.\n${why}`);
  }
}
