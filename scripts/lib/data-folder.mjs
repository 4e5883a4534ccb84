import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './lock.mjs';
import { root } from './paths.mjs';
import { Trouble } from './say.mjs';

const folder = resolve(root, process.env['DATA_DIR'] || '.data');

/**
 * Records that a shop runs on this data, so that another process with `--fresh` does not delete the data. Several may run at
 * the same time, and end in any order, so each has a record of its own.
 */
export async function whileRunning(work) {
  const runningFile = join(folder, `launcher-${process.pid}.pid`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(runningFile, String(process.pid));
  } catch (error) {
    throw new Trouble(`The data folder ${folder} cannot be written (${error.code}); name another one in DATA_DIR.`);
  }
  try {
    return await work();
  } finally {
    rmSync(runningFile, { force: true });
  }
}

/** Deletes the shop's data. Refuses while a shop runs on it; stops a database server that a killed shop left running. */
export async function emptyDataFolder() {
  if (process.env['DATABASE_URL']) throw new Trouble('--fresh empties the embedded database only, and DATABASE_URL names another one.');
  const inside = relative(root, folder);
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) {
    throw new Trouble(`--fresh deletes only inside the checkout; please empty ${folder} yourself.`);
  }
  const launcher = launcherThere();
  if (launcher !== undefined)
    throw new Trouble(`The shop is running on this data (process ${launcher}); stop it first, then start with --fresh.`);
  for (const file of serverFiles(folder, 3)) await endServer(file);
  rmSync(folder, { recursive: true, force: true });
}

/** The process id of a launcher that runs a shop on this data. Earlier releases wrote `launcher.pid`. */
function launcherThere() {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder).filter((name) => /^launcher(-\d+)?\.pid$/.test(name));
  return files.map((name) => Number(readFileSync(join(folder, name), 'utf8'))).find((pid) => isProcess(pid, 'start.mjs'));
}

function serverFiles(path, depth) {
  if (depth === 0 || !existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return serverFiles(join(path, entry.name), depth - 1);
    return entry.name === 'postmaster.pid' ? [join(path, entry.name)] : [];
  });
}

async function endServer(file) {
  const [pid, cluster = ''] = readFileSync(file, 'utf8').split('\n');
  for (const signal of ['SIGINT', 'SIGQUIT']) {
    if (!isProcess(Number(pid), cluster)) return;
    process.kill(Number(pid), signal);
    for (let waited = 0; waited < 5_000 && isProcess(Number(pid), cluster); waited += 50) await sleep(50);
  }
}

/** Whether the process lives and, where the system shows it, has `word` in its command line, because ids are reused. */
function isProcess(pid, word) {
  if (!pid || !isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
  } catch {
    return false;
  }
}
