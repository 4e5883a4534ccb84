import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript, as every launcher's part
import { demandedBy, Missing, readModel, substituted, variablesOf } from './compose-model.mjs';
// @ts-expect-error plain JavaScript
import { dependencyProblems, imageProblems, mountProblems, serviceProblems, shapeProblems } from './compose-rules.mjs';
// @ts-expect-error plain JavaScript
import { ignoring, pairsOf } from './dockerfile.mjs';

describe('variables', () => {
  test.each([
    ['${A}', { A: 'a' }, 'a'],
    ['$A-${A}x', { A: 'a' }, 'a-ax'],
    ['${A}', {}, ''],
    ['${A:-b}', { A: '' }, 'b'],
    ['${A-b}', { A: '' }, ''],
    ['${A-b}', {}, 'b'],
    ['http://${A:-shop:${B:-3000}}/', { B: '1' }, 'http://shop:1/'],
    ['${A:--Xmx1m -Xms1m}', {}, '-Xmx1m -Xms1m'],
    ['5$$', {}, '5$'],
    ['${A?say}', { A: '' }, ''],
  ])('%s', (text, env, expected) => {
    expect(substituted(text, env)).toBe(expected);
  });

  test('demands are told by name', () => {
    expect(() => substituted('${A:?because}', { A: '' })).toThrow(Missing);
    expect(() => substituted('${A?}', {})).toThrow('A is missing');
    expect([...demandedBy(['a: ${A:?x}\nb: ${B?y}\nc: ${C:-z}'])]).toEqual(['A', 'B']);
  });

  test('a slip is told', () => {
    expect(() => substituted('${A', {})).toThrow('without an end');
    expect(() => substituted('${A:+b}', {})).toThrow('no form of a variable');
    expect(() => substituted('5$', {})).toThrow('begins no variable');
  });

  test('what is handed on counts as mentioned', () => {
    expect([...variablesOf('x-environment:\n  A:\n  B: ${C:-1}\nservices:\n  s: { deploy: }')]).toEqual(['C', 'A']);
  });
});

describe('files', () => {
  const below =
    'services:\n  a: { image: "a:1.0", ports: ["1:1"], environment: { A: "1", B: "2" }, depends_on: { b: { condition: service_started } } }';
  test('are laid over one another', () => {
    const above = 'services:\n  a: { ports: ["2:2"], environment: { B: "3" } }';
    expect(readModel([below, above]).services.a).toMatchObject({ image: 'a:1.0', ports: ['1:1', '2:2'], environment: { A: '1', B: '3' } });
  });
  test('replace and take away where they say so', () => {
    const above = 'services:\n  a: { ports: !override ["2:2"], depends_on: !reset {} }';
    expect(readModel([below, above]).services.a).toEqual({ image: 'a:1.0', ports: ['2:2'], environment: { A: '1', B: '2' } });
  });
  test('tell where they are no YAML', () => {
    expect(() => readModel(['a: [1'])).toThrow(/line 1/);
    expect(() => readModel(['a: 1\na: 2'])).toThrow(/unique/);
  });
});

describe('the rules', () => {
  const check = { test: ['CMD', 'true'] };
  const model = () => ({
    services: {
      a: {
        image: 'a:1.0',
        restart: 'always',
        healthcheck: check,
        logging: { driver: 'json-file' },
        depends_on: { b: { condition: 'service_healthy' }, job: { condition: 'service_completed_successfully' } },
        volumes: ['data:/data', './a.conf:/a.conf:ro'],
      } as Record<string, unknown>,
      b: { image: 'b:1.0', restart: 'always', healthcheck: check, logging: { driver: 'json-file' } } as Record<string, unknown>,
      job: { image: 'a:1.0', command: ['--job', 'x'] } as Record<string, unknown>,
    },
    volumes: { data: null } as Record<string, null>,
  });
  type Model = ReturnType<typeof model>;
  const all = (one: Model): string[] => [
    ...shapeProblems(one),
    ...dependencyProblems(one),
    ...mountProblems(one, (path: string) => path === './a.conf'),
    ...imageProblems(one),
    ...serviceProblems(one),
  ];
  const changed = (change: (one: Model['services'], whole: Model) => void): string => {
    const one = model();
    change(one.services, one);
    return all(one).join('; ');
  };

  test('have nothing to say where all is well', () => {
    expect(all(model())).toEqual([]);
  });
  test.each<[string, (one: Model['services'], whole: Model) => void]>([
    ['there is no "servces"', (_, whole) => Object.assign(whole, { servces: {} })],
    ['a service has no "helthcheck"', ({ a }) => Object.assign(a, { helthcheck: check })],
    ['"ports" is not of its shape', ({ a }) => (a['ports'] = ['3000'])],
    ['"healthcheck" is not of its shape', ({ a }) => (a['healthcheck'] = { test: ['true'] })],
    ['"healthcheck" is not of its shape', ({ a }) => (a['healthcheck'] = { ...check, interval: '5' })],
    ['"depends_on" is not of its shape', ({ a }) => (a['depends_on'] = { b: { condition: 'healthy' } })],
    ['depends on c, which there is not', ({ a }) => (a['depends_on'] = { c: { condition: 'service_started' } })],
    ['b has no health check of its own', ({ b }) => delete b['healthcheck']],
    ['which its profiles leave out', ({ b }) => (b['profiles'] = ['x'])],
    ['is started again whenever it ends', ({ job }) => (job['restart'] = 'always')],
    ['does not wait for the job', ({ b }) => (b['depends_on'] = { job: { condition: 'service_started' } })],
    ['waits for itself', ({ b }) => (b['depends_on'] = { a: { condition: 'service_started' } })],
    ['mounts ./b.conf, which there is not', ({ a }) => (a['volumes'] = ['data:/data', './b.conf:/b.conf'])],
    ['other is used and not declared', ({ a }) => (a['volumes'] = ['data:/data', 'other:/x'])],
    ['data is declared and not used', ({ a }) => delete a['volumes']],
    ['a:latest is not pinned', ({ a }) => (a['image'] = 'a:latest')],
    ['not pinned', ({ a }) => (a['image'] = 'a')],
    ['b has no health check', ({ a, b }) => (delete b['healthcheck'], delete a['depends_on'])],
    ['may fill the disk', ({ b }) => delete b['logging']],
  ])('say so: %s', (sentence, change) => {
    expect(changed(change)).toContain(sentence);
  });
});

test('Postgres has connections for every process that compose starts, by the rule for sizing', () => {
  const at = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const { services } = readModel([at('docker-compose.yml')]) as {
    services: Record<string, { command?: string[]; deploy?: { replicas: string } }>;
  };
  const processes = Object.values(services)
    .filter(({ command }) => command?.[0] === '--role')
    .reduce((sum, { deploy }) => sum + Number(deploy?.replicas ?? 1), 0);
  const most = Number(/^max_connections = (\d+)$/m.exec(at('infra/postgres/postgresql.conf'))?.[1]);
  expect(processes).toBeGreaterThan(10);
  expect(most).toBeGreaterThanOrEqual(25 * processes + 20);
});

test('the image has every file that its own files import', () => {
  const at = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  // From the project itself: the pages and the packages come from other stages.
  const lines = [...at('infra/Dockerfile').matchAll(/^COPY (?!--)(.*) \S+$/gm)].map(([, paths = '']) => paths.split(' '));
  const files = lines.flat().filter((path) => path.endsWith('.ts'));
  expect(files).toContain('web/server.ts');
  const imported = files.flatMap((path) =>
    [...at(path).matchAll(/^import (?!type )[^;]*? from '(\.[^']+)';$/gm)].map(([, to = '']) => join(dirname(path), to)),
  );
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((path) => !files.includes(path) && !path.startsWith('services/'))).toEqual([]);
});

test('an ENV of the image may have spaces in a value', () => {
  expect(pairsOf('A=1 B="--x=2 --y=3" C= D=a=b')).toEqual({ A: '1', B: '--x=2 --y=3', C: '', D: 'a=b' });
});

test('what .dockerignore keeps out is kept out, with its exceptions', () => {
  const ignored = ignoring(new URL('../../.dockerignore', import.meta.url).pathname);
  for (const path of [
    '.git',
    '.git/HEAD',
    '.env',
    '.env.production',
    'node_modules/x',
    'services/a/node_modules/x',
    'a/b.test.ts',
    'infra/production.md',
    'services/a/testing/x.ts',
  ])
    expect(ignored(path), path).toBe(true);
  for (const path of [
    'infra',
    'infra/healthcheck.mjs',
    'services/shop/main.ts',
    'web/server.ts',
    'package.json',
    'services/platform/projections/testing.ts',
  ])
    expect(ignored(path), path).toBe(false);
});
