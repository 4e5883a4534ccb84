import { join } from 'node:path';
import { ConfigError, numberSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';
import { settingNames } from '@nordhaut/shop/config';
import { say } from '@nordhaut/shop/tool';
import { startCluster } from './cluster.ts';

/** `npm run cluster`: the distributed shop on this machine, until Ctrl-C. */
const directory = join(process.env['DATA_DIR'] || '.data', 'cluster');
const port = z.safeParse(numberSetting(3000, { min: 0, max: 65_535 }), process.env['PORT'] || undefined);
if (!port.success) throw new ConfigError(['PORT must be a whole number from 0 to 65535.']);

/** Settings that the cluster gives each process; all others are passed on. */
const GIVEN = new Set([
  'PORT',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'KAFKA_BROKERS',
  'DATA_DIR',
  'PUBLIC_URL',
  'SIMULATORS_PORT',
  'SIMULATORS_URL',
  'SIMULATORS',
  'TRUST_PROXY',
  'ROLES',
]);

function passedOn(env: NodeJS.ProcessEnv): Record<string, string> {
  const passes = (name: string): boolean => !GIVEN.has(name) && (settingNames.includes(name) || name.startsWith('OTEL_'));
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => passes(entry[0]) && Boolean(entry[1])));
}

const starting = startCluster({
  directory,
  port: port.data,
  simulatorsPort: Number(process.env['SIMULATORS_PORT'] || 4001),
  env: passedOn(process.env),
  onProgress: (what) => say(`  ${what} …`),
});
let stopping: Promise<void> | undefined;
const stop = (): void => {
  stopping ??= (async () => {
    say('Stopping …');
    await (await starting).stop();
    process.exit(0);
  })();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

const cluster = await starting;
const width = Math.max(...cluster.processes.map(({ name }) => name.length));
say(
  [
    '',
    `  The distributed shop is open at ${cluster.url}`,
    `  Simulated card bank and carriers: ${cluster.simulatorsUrl}`,
    '',
    ...cluster.processes.map(({ name, url, pid }) => `  ${name.padEnd(width)}  pid ${pid()}  ${url}/readyz`),
    `  ${'kafka'.padEnd(width)}  pid ${cluster.broker.pid()}  ${cluster.broker.brokers}`,
    `  ${'postgres'.padEnd(width)}  pid ${cluster.database.pid()}`,
    '',
    `  A killed process is started again, and another one takes over meanwhile. Logs are in ${directory}/. Ctrl-C stops everything.`,
    '',
  ].join('\n'),
);
