import { join } from 'node:path';
import { SimulatorsConfig } from '@nordhaut/simulators';
import { readShopConfig, settingNames } from '@nordhaut/shop/config';
import { say, tell } from '@nordhaut/shop/tool';
import { type Cluster, startCluster } from './cluster.ts';

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

/** `npm run cluster`: the distributed shop on this machine, until Ctrl-C. */
async function main(): Promise<void> {
  const { DATA_DIR, PORT, of } = readShopConfig();
  const directory = join(DATA_DIR, 'cluster');
  const starting = startCluster({
    directory,
    port: PORT,
    simulatorsPort: of(SimulatorsConfig).SIMULATORS_PORT,
    brief: process.env['NODE_ENV'] === 'test',
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
  say(welcome(await starting, directory));
}

function welcome(cluster: Cluster, directory: string): string {
  const width = Math.max(...cluster.processes.map(({ name }) => name.length));
  return [
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
  ].join('\n');
}

try {
  await main();
} catch (error) {
  tell(error);
  process.exit();
}
