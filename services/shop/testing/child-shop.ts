import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type ChildShop = {
  pid: number;
  /** resolves with the signal or the code that the process ended with */
  ended: Promise<NodeJS.Signals | number | null>;
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** Starts `shop-process.ts`; resolves when it answers. @throws with what it wrote, where it ends before */
export async function childShop(env: Record<string, string>): Promise<ChildShop> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./shop-process.ts', import.meta.url))], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const ended = once(child, 'exit').then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => (signal ?? code) as NodeJS.Signals | number | null,
  );
  const opened = once(child.stdout, 'data').then(() => true);
  if ((await Promise.race([opened, ended.then(() => false)])) !== true) throw new Error(`the shop's process ended: ${words}`);
  return {
    pid: child.pid ?? 0,
    ended,
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
