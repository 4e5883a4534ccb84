import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRoot } from './paths.mjs';
import { runQuietly } from './run.mjs';

const OLDEST_JAVA = 17;

/** Path of a Java that is new enough. Rejects with one sentence that says what is missing. */
export async function findJava() {
  const home = process.env['JAVA_HOME'];
  const java = home ? join(home, 'bin', 'java') : 'java';
  const version = await promisify(execFile)(java, ['-version']).then(
    // Java prints its version on standard error.
    ({ stderr }) => Number(/version "(?:1\.)?(\d+)/.exec(stderr)?.[1]),
    () => undefined,
  );
  if (version === undefined)
    throw new Error(`The Kafka broker needs Java ${OLDEST_JAVA} or newer, and there is none ${home ? 'in JAVA_HOME' : 'on PATH'}.`);
  if (!(version >= OLDEST_JAVA)) throw new Error(`The Kafka broker needs Java ${OLDEST_JAVA} or newer; ${java} is version ${version}.`);
  return java;
}

/**
 * The reason why this machine cannot start a Kafka broker, in one sentence, or undefined. Maven downloads the broker's
 * jars the first time (scripts/kafka).
 */
export async function missingForKafka() {
  try {
    await findJava();
  } catch (error) {
    return error.message;
  }
  const target = inRoot('infra', 'kafka', 'target');
  if (existsSync(target) && readdirSync(target).some((name) => name.startsWith('jars-'))) return undefined;
  return (await runQuietly('mvn', ['-v'])).code === 0 ? undefined : 'Maven is needed once to fetch the Kafka broker';
}
