import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from './paths.mjs';
import { say } from './say.mjs';

const lockFile = inRoot('.set-up.lock');

/**
 * Runs `work` while no other launcher of this checkout does: two `npm ci` at once destroy each other's node_modules.
 * The lock contains its owner's process id, so that a launcher does not wait for the lock of a killed one.
 */
export async function exclusively(work) {
  const mine = `${lockFile}.${process.pid}`;
  // A link to a complete file creates the lock and its owner in one step, so no process sees a lock without an owner.
  writeFileSync(mine, String(process.pid));
  try {
    let told = false;
    while (!take(mine)) {
      if (!told) say('Waiting for another start of this checkout to finish its set-up …');
      told = true;
      await sleep(200);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function take(mine) {
  try {
    linkSync(mine, lockFile);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = owner(lockFile);
  if (holder !== undefined && !isAlive(holder)) removeDead(holder);
  return false;
}

// Renames the lock first and then reads it. Of two processes that find the same dead lock, the slower one may rename the
// new lock of the faster one, and then restores it.
function removeDead(holder) {
  const grave = `${lockFile}.dead.${process.pid}`;
  try {
    renameSync(lockFile, grave);
    if (owner(grave) !== holder) linkSync(grave, lockFile);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(grave, { force: true });
  }
}

function owner(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a process with this id lives, also one of another user. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
