import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type TestProcess = {
  pid: number;
  /** its output so far */
  lines: string[];
  kill(): Promise<void>;
};

/** Runs a fixture beside this file in its own process: `name.fixture.ts` with the settings as its argument. */
export function testProcess(name: string, settings: object): TestProcess {
  const file = fileURLToPath(new URL(`${name}.fixture.ts`, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => lines.push(line));
  return {
    pid: child.pid ?? 0,
    lines,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
