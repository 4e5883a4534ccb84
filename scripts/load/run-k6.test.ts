import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CannotRun, readArguments } from './arguments.ts';
import { filesOf, runK6 } from './run-k6.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nordhaut-k6-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in the place of k6, and stops it as soon as it has written the journal. */
async function stopped(name: string, code: string) {
  const command = join(folder, name);
  writeFileSync(command, `#!${process.execPath}\n${code}`);
  chmodSync(command, 0o755);
  const files = { ...filesOf(folder), log: join(folder, `${name}.log`) };
  const stopping = new AbortController();
  const options = readArguments(['smoke', '--target', 'http://127.0.0.1:1']);
  if (!options) throw new Error('no options');
  let pid: number | undefined;
  const ended = runK6({ command, args: [], version: '2.0.0' }, options, {
    target: 'http://127.0.0.1:1',
    simulators: undefined,
    members: 0,
    files,
    stopped: stopping.signal,
    seconds: 20,
    began: (id) => (pid = id),
    patience: { stop: 300, dump: 300 },
  });
  ended.catch(() => undefined);
  await expect.poll(() => readFileSync(files.log, { encoding: 'utf8', flag: 'a+' })).toContain('began');
  stopping.abort();
  return { ended, isAlive: () => pid !== undefined && isAlive(pid), log: () => readFileSync(files.log, 'utf8') };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const STAYS = `process.on('SIGINT', () => console.error('interrupted')); setInterval(() => {}, 1000);`;
const BEGAN = `console.error('began');`;

test('k6 that ends after its signal has a result', async () => {
  const { ended } = await stopped('obeys', `process.on('SIGINT', () => process.exit(105)); setInterval(() => {}, 1000); ${BEGAN}`);
  expect(await ended).toEqual({ code: 105, wasStopped: true });
});

test('k6 that does not end after its signal is asked what it waits for, and the failure names the log with the answer', async () => {
  const dumps = `process.on('SIGQUIT', () => { console.error('goroutine 1 waits'); process.exit(2); });`;
  const { ended, isAlive: alive, log } = await stopped('waits', `${STAYS} ${dumps} ${BEGAN}`);
  await expect(ended).rejects.toThrow(CannotRun);
  await expect(ended).rejects.toThrow(
    `k6 did not end within 0.3 s after it got the signal to stop, and was killed. For what it waited is in ${join(folder, 'waits.log')}.`,
  );
  expect(log()).toBe('began\ninterrupted\ngoroutine 1 waits\n');
  expect(alive()).toBe(false);
});

test('k6 that ignores every signal is killed', async () => {
  const { ended, isAlive: alive } = await stopped('hangs', `process.on('SIGQUIT', () => {}); ${STAYS} ${BEGAN}`);
  await expect(ended).rejects.toThrow(CannotRun);
  expect(alive()).toBe(false);
});

test('a k6 that cannot be started ends the launcher with one sentence', async () => {
  const shop = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  // It is gone as soon as it has told its version.
  writeFileSync(join(folder, 'k6'), '#!/bin/sh\nrm "$0"\necho "k6 v2.2.0"\n');
  chmodSync(join(folder, 'k6'), 0o755);
  const target = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const launcher = fileURLToPath(new URL('run.ts', import.meta.url));
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [launcher, 'smoke', '--target', target, '--out', join(folder, 'out')],
      { env, timeout: 20_000, killSignal: 'SIGKILL' },
      (error, _, said) => resolve({ code: error?.code, stderr: said }),
    );
  });
  shop.close();
  expect({ code, last: stderr.trim().split('\n').at(-1) }).toEqual({
    code: 2,
    last: expect.stringMatching(/^k6 could not be started: spawn k6 ENOENT\.$/),
  });
});
