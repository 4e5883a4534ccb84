import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRoot } from '../lib/paths.mjs';

const run = promisify(execFile);

/** infra/kafka: the pom that names the jars, and the broker's configuration */
export const infra = inRoot('infra', 'kafka');

/**
 * The folder with the broker's jars (43 MB), which Maven fetches the first time. Several processes may fetch at the same time.
 * @throws Error with one sentence where Maven is missing or cannot fetch them
 */
export async function findJars(): Promise<string> {
  const pom = join(infra, 'pom.xml');
  const target = join(infra, 'target');
  // The name changes with the pom.
  const jars = join(target, `jars-${createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12)}`);
  if (existsSync(jars)) return jars;
  mkdirSync(target, { recursive: true });
  const fresh = mkdtempSync(join(target, 'fetching-'));
  try {
    const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${fresh}`];
    await run('mvn', args, { maxBuffer: 16 * 1024 * 1024 }).catch((error: Error & { code?: unknown; stdout?: string; stderr?: string }) => {
      if (error.code === 'ENOENT')
        throw new Error('Maven is needed once, to fetch the Kafka broker, and there is no mvn on PATH.', { cause: error });
      const said = /^\[ERROR\] (.*)/m.exec(`${error.stdout ?? ''}${error.stderr ?? ''}`)?.[1] ?? error.message;
      throw new Error(`Maven could not fetch the Kafka broker: ${said.slice(0, 300)}`, { cause: error });
    });
    if (!readdirSync(fresh).some((name) => name.startsWith('kafka_'))) throw new Error('Maven fetched no Kafka broker.');
    try {
      renameSync(fresh, jars);
    } catch (error) {
      if (!existsSync(jars)) throw error;
    }
    return jars;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
