import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../whole-shop/fixtures/free-port.ts';
import { isReady, memoryMb } from './processes.ts';
import type { Figure } from './table.ts';

const MAIN = fileURLToPath(new URL('../../services/shop/main.ts', import.meta.url));
/** ms without load before memory is read */
const REST = 20_000;

/** `npm start` on a new and on an existing data folder: time to ready, and memory at rest including Postgres. */
export async function benchStart(dataFolder: string, port: number): Promise<Figure[]> {
  const first = await startOnce(dataFolder, port, () => Promise.resolve());
  const again = await startOnce(dataFolder, port, () => sleep(REST));
  const memory = again.memory ?? Number.NaN;
  return [
    { what: 'ready, on an empty data folder', value: `${first.seconds.toFixed(1)} s`, aim: '< 10 s', met: first.seconds < 10 },
    { what: 'ready, started again', value: `${again.seconds.toFixed(1)} s` },
    { what: 'memory at rest, shop and Postgres', value: `${Math.round(memory)} MB`, aim: '< 400 MB', met: memory < 400 },
  ];
}

/** Runs `work` on a whole shop with its pages, started as `npm start` starts it. */
export async function withPages<T>(
  dataFolder: string,
  port: number,
  work: (url: string) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> {
  let result: T | undefined;
  await startOnce(
    dataFolder,
    port,
    async () => {
      result = await work(`http://localhost:${port}`);
    },
    more,
  );
  return result as T;
}

async function startOnce(
  dataFolder: string,
  port: number,
  meanwhile: () => Promise<unknown>,
  more: Record<string, string> = {},
): Promise<{ seconds: number; memory: number | undefined }> {
  const began = performance.now();
  const shop = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataFolder,
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      SIMULATORS_PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      ...more,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = new Promise((resolve) => shop.once('exit', resolve));
  try {
    while (!(await isReady(`http://127.0.0.1:${port}`))) {
      if (shop.exitCode !== null) throw new Error(`the shop ended with code ${shop.exitCode}`);
      await sleep(50);
    }
    const seconds = (performance.now() - began) / 1000;
    await meanwhile();
    return { seconds, memory: memoryMb(shop.pid ?? 0) };
  } finally {
    shop.kill('SIGTERM');
    await exit;
  }
}
