import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  // Inside the checkout: elsewhere nothing is deleted.
  mkdirSync(join(root, '.data'), { recursive: true });
  folder = mkdtempSync(join(root, '.data', 'test-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** `code` in a process whose command line is that of `npm start`. It can use what the module of the data folder exports. */
function launcher(code: string): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const program = `import { emptyDataFolder, whileRunning } from ${JSON.stringify(new URL('data-folder.mjs', import.meta.url).href)}; ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, 'start.mjs'], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

/** Runs until its standard input ends. */
async function running() {
  const child = launcher(
    "await whileRunning(() => new Promise((end) => { process.stdin.on('end', end).resume(); console.log('runs'); }));",
  );
  await once(child.stdout, 'data');
  return {
    pid: child.pid,
    async stop() {
      child.stdin?.end();
      await once(child, 'exit');
    },
  };
}

async function fresh(): Promise<string> {
  const child = launcher("console.log(await emptyDataFolder().then(() => 'empty', ({ message }) => message));");
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  return answer.toString().trim();
}

test('no data is deleted while one of two shops on it runs, also where the first one has ended', async () => {
  const first = await running();
  const second = await running();
  await first.stop();
  expect(await fresh()).toMatch(new RegExp(`^The shop is running on this data \\(process ${second.pid}\\);`));
  await second.stop();
  expect(await fresh()).toBe('empty');
  expect(existsSync(folder)).toBe(false);
});
