import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type TestProcess = {
  pid: number;
  /** its output so far */
  lines: string[];
  signal(name: NodeJS.Signals): void;
  /** Resolves when it has ended and all its output was read. */
  kill(): Promise<void>;
};

/**
 * Runs a file in a process of its own, which a test can kill.
 * @param lines gets the output; several processes may share it
 */
export function testProcess(file: URL, args: readonly string[], lines: string[] = []): TestProcess {
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fileURLToPath(file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => lines.push(line));
  const closed = once(child, 'close');
  return {
    pid: child.pid ?? 0,
    lines,
    signal: (name) => void child.kill(name),
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
