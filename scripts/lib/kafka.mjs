import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';
import { runQuietly } from './run.mjs';

/**
 * The reason why this machine cannot start a Kafka broker, in one sentence, or undefined. Maven downloads the broker's
 * jars the first time (services/platform/bus/kafka/testing).
 */
export async function missingForKafka() {
  const java = process.env['JAVA_HOME'] ? join(process.env['JAVA_HOME'], 'bin', 'java') : 'java';
  const { code, tail } = await runQuietly(java, ['-version']);
  const version = Number(/version "(?:1\.)?(\d+)/.exec(tail)?.[1]);
  if (code !== 0 || !(version >= 17)) return 'a Kafka broker needs Java 17 or newer';
  const target = inRoot('infra', 'kafka', 'target');
  if (existsSync(target) && readdirSync(target).some((name) => name.startsWith('jars-'))) return undefined;
  return (await runQuietly('mvn', ['-v'])).code === 0 ? undefined : 'Maven is needed once to fetch the Kafka broker';
}
