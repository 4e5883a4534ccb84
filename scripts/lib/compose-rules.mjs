/** The rules of the Compose file format that this project's files use. Each function returns sentences. */

const text = (value) => typeof value === 'string';
const flag = (value) => typeof value === 'boolean';
const listOf = (one) => (value) => Array.isArray(value) && value.every(one);
const mapOf = (one) => (value) => isMap(value) && Object.values(value).every(one);
const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const shaped = (shape) => (value) =>
  isMap(value) && Object.entries(value).every(([key, one]) => Object.hasOwn(shape, key) && shape[key](one));
const either =
  (...shapes) =>
  (value) =>
    shapes.some((shape) => shape(value));
const duration = (value) => text(value) && /^(\d+(h|m|s|ms|us))+$/.test(value);
const scalar = (value) => ['string', 'number', 'boolean'].includes(typeof value) || value === null;
const condition = (value) => ['service_started', 'service_healthy', 'service_completed_successfully'].includes(value);

const HEALTHCHECK = shaped({
  test: (value) =>
    listOf(text)(value) && ['CMD', 'CMD-SHELL', 'NONE'].includes(value[0]) && (value[0] !== 'CMD-SHELL' || value.length === 2),
  interval: duration,
  timeout: duration,
  start_period: duration,
  start_interval: duration,
  retries: Number.isInteger,
  disable: flag,
});

const PORT = /^(?:(?:\d{1,3}\.){3}\d{1,3}:)?\d{1,5}:\d{1,5}(?:\/(?:tcp|udp))?$/;
const VOLUME = /^(?:\.{1,2}\/[^:]+|[a-zA-Z0-9][\w.-]*):\/[^:]*(?::(?:ro|rw))?$/;

const SERVICE = {
  image: text,
  build: shaped({ context: text, dockerfile: text, target: text, args: mapOf(scalar) }),
  command: either(text, listOf(text)),
  entrypoint: either(text, listOf(text)),
  environment: mapOf(scalar),
  env_file: either(text, listOf(text)),
  ports: listOf((value) => text(value) && PORT.test(value)),
  volumes: listOf((value) => text(value) && VOLUME.test(value)),
  networks: mapOf(either((value) => value === null, shaped({ aliases: listOf(text) }))),
  configs: listOf(shaped({ source: text, target: text, mode: scalar })),
  secrets: listOf(either(text, shaped({ source: text, target: text }))),
  depends_on: mapOf(shaped({ condition, required: flag, restart: flag })),
  healthcheck: HEALTHCHECK,
  deploy: shaped({ replicas: (value) => /^\d+$/.test(String(value)), resources: isMap }),
  profiles: listOf(text),
  restart: (value) => text(value) && /^(no|always|unless-stopped|on-failure(:\d+)?)$/.test(value),
  read_only: flag,
  init: flag,
  tmpfs: either(text, listOf(text)),
  cap_drop: listOf(text),
  cap_add: listOf(text),
  security_opt: listOf(text),
  stop_grace_period: duration,
  shm_size: text,
  mem_limit: text,
  user: text,
  logging: shaped({ driver: text, options: mapOf(text) }),
  labels: mapOf(scalar),
};

const FILE = {
  name: (value) => text(value) && /^[a-z0-9][a-z0-9_-]*$/.test(value),
  services: isMap,
  volumes: mapOf(either((value) => value === null, isMap)),
  networks: mapOf(either((value) => value === null, isMap)),
  configs: mapOf(shaped({ content: text, file: text, name: text })),
  secrets: mapOf(shaped({ file: text, environment: text })),
};

export function shapeProblems(model) {
  const problems = [];
  for (const [key, value] of Object.entries(model)) {
    if (key.startsWith('x-')) continue;
    if (!Object.hasOwn(FILE, key)) problems.push(`there is no "${key}" in a Compose file`);
    else if (!FILE[key](value)) problems.push(`"${key}" is not of its shape`);
  }
  for (const [name, service] of Object.entries(model.services ?? {})) {
    if (!/^[a-zA-Z0-9._-]+$/.test(name)) problems.push(`${name} is no name of a service`);
    if (!isMap(service)) problems.push(`${name} is no service`);
    else {
      for (const [key, value] of Object.entries(service)) {
        if (key.startsWith('x-')) continue;
        if (!Object.hasOwn(SERVICE, key)) problems.push(`${name}: a service has no "${key}"`);
        else if (!SERVICE[key](value)) problems.push(`${name}: "${key}" is not of its shape: ${JSON.stringify(value)}`);
      }
      if (!service.image && !service.build) problems.push(`${name} has neither image nor build`);
    }
  }
  return problems;
}

/** Dependencies that can never be fulfilled. */
export function dependencyProblems({ services }) {
  const problems = [];
  for (const [name, { depends_on = {}, profiles = [] }] of Object.entries(services)) {
    for (const [on, { condition: awaited, required = true }] of Object.entries(depends_on)) {
      const other = services[on];
      if (!other) {
        problems.push(`${name} depends on ${on}, which there is not`);
        continue;
      }
      const missing = (other.profiles ?? []).filter((profile) => !profiles.includes(profile));
      if (required && (other.profiles ?? []).length > 0 && missing.length === other.profiles.length)
        problems.push(`${name} depends on ${on}, which its profiles leave out`);
      const { healthcheck } = other;
      if (awaited === 'service_healthy' && (!healthcheck?.test || healthcheck.disable === true))
        problems.push(`${name} waits for ${on} to be healthy, and ${on} has no health check of its own`);
      if (awaited === 'service_completed_successfully' && /^(always|unless-stopped)$/.test(other.restart ?? ''))
        problems.push(`${name} waits for ${on} to end, and ${on} is started again whenever it ends`);
      if (awaited !== 'service_completed_successfully' && (other.command ?? []).includes('--job'))
        problems.push(`${name} does not wait for the job ${on} to end`);
    }
  }
  for (const name of Object.keys(services)) if (reaches(services, name, name, new Set())) problems.push(`${name} waits for itself`);
  return problems;
}

const reaches = (services, from, to, seen) =>
  Object.keys(services[from]?.depends_on ?? {}).some((next) => {
    if (next === to) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return reaches(services, next, to, seen);
  });

/** Each used volume, config and bound file must exist, and each declared one must be used. `exists` is relative to the file's folder. */
export function mountProblems(model, exists) {
  const problems = [];
  const used = { volumes: new Set(), configs: new Set(), secrets: new Set() };
  for (const [name, service] of Object.entries(model.services)) {
    for (const volume of service.volumes ?? []) {
      const source = volume.split(':')[0];
      if (!source.startsWith('.')) used.volumes.add(source);
      else if (!exists(source)) problems.push(`${name} mounts ${source}, which there is not`);
    }
    for (const kind of ['configs', 'secrets']) for (const one of service[kind] ?? []) used[kind].add(one.source ?? one);
    const { context, dockerfile = 'Dockerfile' } = service.build ?? {};
    if (context && !exists(`${context}/${dockerfile}`)) problems.push(`${name} is built from ${dockerfile}, which there is not`);
  }
  for (const [kind, names] of Object.entries(used)) {
    const declared = Object.keys(model[kind] ?? {});
    for (const name of names) if (!declared.includes(name)) problems.push(`${kind}: ${name} is used and not declared`);
    for (const name of declared) if (!names.has(name)) problems.push(`${kind}: ${name} is declared and not used`);
  }
  return problems;
}

/** An image without a version may change after the tests. */
export const imageProblems = ({ services }) =>
  Object.entries(services).flatMap(([name, { image = '' }]) =>
    /:v?\d+\.\d+[\w.-]*$/.test(image) ? [] : [`${name}: ${image || 'its image'} is not pinned to a version`],
  );

/** A service that runs permanently needs a health check and a limit for its log. */
export function serviceProblems({ services }, { withoutHealthCheck = [] } = {}) {
  return Object.entries(services).flatMap(([name, { restart, healthcheck, logging }]) => {
    const runsOn = /^(always|unless-stopped)$/.test(restart ?? '');
    return [
      ...(runsOn && !healthcheck?.test && !withoutHealthCheck.includes(name) ? [`${name} has no health check`] : []),
      ...(runsOn && !logging ? [`${name} may fill the disk with its log`] : []),
    ];
  });
}
