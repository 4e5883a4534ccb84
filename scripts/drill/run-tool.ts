import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Cluster } from '../cluster/cluster.ts';

/** Runs a tool of the shop on the cluster's stores. @returns its output if it is not as expected, otherwise an empty list */
export async function runTool({ env }: Cluster, entry: string, expected: RegExp, args: readonly string[] = []): Promise<string[]> {
  const file = fileURLToPath(new URL(`../../services/tools/${entry}`, import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number | null]>]);
  return code === 0 && expected.test(output) ? [] : [output.trim() || `${entry} ended with code ${code}`];
}
