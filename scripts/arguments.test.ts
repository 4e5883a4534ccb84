import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { JOBS } from '@nordhaut/shop/jobs';
import { ROLES } from '@nordhaut/shop/roles';
import { beforeAll, describe, expect, test } from 'vitest';
import { runForget } from './whole-shop/fixtures/npm-run-forget.ts';
import { runProgram } from './whole-shop/fixtures/run-program.ts';

const scripts = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.mjs'));

async function run(name: string, ...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(name, import.meta.url)), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<(number | null)[]>,
  ]);
  return { code: code ?? null, out, err };
}

describe.each(scripts)('%s', (name) => {
  let help: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    help = await run(name, '--help');
  });

  test('prints its usage for --help', () => {
    expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/^npm (run )?[a-z-]+ .*\n[^]*--help/), err: '' });
  });

  test('ends a wrong argument with one line, the usage and exit code 2', async () => {
    const { code, out, err } = await run(name, '--nonsense');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^[^\n]*--nonsense[^\n]*\n\n/);
    expect(err.slice(err.indexOf('\n\n') + 2)).toBe(help.out);
  });
});

test.each([
  ['start.mjs', ['--role', 'nobody'], '"nobody"'],
  ['start.mjs', ['--job', 'nothing'], '"nothing"'],
  ['start.mjs', ['now'], '"now"'],
  ['start.mjs', ['--job', 'migrate', '--role', 'http'], 'not both'],
  ['bench.mjs', ['--only', 'nothing'], '"nothing"'],
  ['bench.mjs', ['--against', '/nowhere'], '/nowhere'],
  ['drill.mjs', ['--rate', 'fast'], '"fast"'],
  ['rebuild.mjs', ['nothing'], '"nothing"'],
  ['forget.mjs', [], '--order'],
  ['forget.mjs', ['--order', 'A', '--scope', 'all'], '"all"'],
  ['forget.mjs', ['--order', 'A', '--reason', 'WISH'], '"WISH"'],
  ['forget.mjs', ['A'], '"A"'],
  ['verify.mjs', ['order-1', 'order-2'], '"order-2"'],
  ['import-pack.mjs', [], 'missing'],
  ['import-pack.mjs', ['/nowhere.zip'], 'nowhere.zip'],
  ['copy-store.mjs', ['--final', '--follow'], '--final'],
  ['copy-store.mjs', ['--patience', 'some'], '"some"'],
  ['test.mjs', ['--only', 'nothing'], '"nothing"'],
  ['load.mjs', ['nothing'], '"nothing"'],
])('%s refuses %j', async (name, args, words) => {
  const { code, err } = await run(name, ...args);
  expect([code, err]).toEqual([2, expect.stringMatching(/^[^\n]+\n\nnpm /)]);
  expect(err.split('\n', 1)[0]).toContain(words);
});

// `forget.mjs` without arguments shows above that the usage follows what the tool itself refuses.
test.each([
  [['--order', 'A', '--member', 'B'], '--order'],
  [['--plan', '--scope', 'contact'], '--plan'],
  [['--order', 'A', '--hold', 'DISPUTE', '--lift-hold', 'DISPUTE'], 'exclude each other'],
])('forget.ts refuses %j', async (args, words) => {
  const { code, out, err } = await runForget({}, args);
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^[^\n]+\n$/)]);
  expect(err).toContain(words);
});

// What only the program itself can refuse. Some launchers would build the pages first.
test.each([
  ['drill/main.ts', ['--only', 'nothing'], {}, 2, /^No case has "nothing" in its name; there are: [^\n]+\.\n$/],
  [
    '../services/shop/main.ts',
    ['--job', 'topics'],
    { KAFKA_BROKERS: '127.0.0.1:1' },
    1,
    /^Kafka cannot be reached at 127\.0\.0\.1:1: [^\n]+\n$/,
  ],
  ['cluster/main.ts', [], { PORT: 'abc' }, 1, /^PORT must be a whole number from 0 to 65535\.\n$/],
  ['cluster/main.ts', [], { SIMULATORS_PORT: 'abc' }, 1, /^SIMULATORS_PORT must be a whole number from 0 to 65535\.\n$/],
])('%s refuses %j and %j', async (name, args, env, code, sentence) => {
  const ended = await runProgram(new URL(name, import.meta.url).href, args, { env });
  expect(ended).toEqual({ code, out: '', err: expect.stringMatching(sentence) });
});

test('start.mjs says in one sentence that it cannot write its data folder', async () => {
  const folder = fileURLToPath(new URL('start.mjs/data', import.meta.url));
  const { code, out, err } = await runProgram(new URL('start.mjs', import.meta.url).href, ['--job', 'migrate'], {
    env: { DATA_DIR: folder },
  });
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^The data folder .*start\.mjs\/data cannot be written \(ENOTDIR\); name another one in DATA_DIR\.\n$/);
});

const { scripts: commands } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};

test('a signal to npm reaches the program: npm passes it to its shell, which has to become the program', () => {
  const programs = Object.values(commands).filter((command) => /\bnode scripts\//.test(command));
  expect(programs.length).toBeGreaterThan(10);
  expect(programs.filter((command) => !command.startsWith('exec node '))).toEqual([]);
});

test('`npm run timing` prints a usage of its own, not that of the benchmark whose part it is', async () => {
  const [, , script = '', ...args] = (commands['timing'] ?? '').split(' ');
  expect((await run(script.replace('scripts/', ''), ...args, '--help')).out).toMatch(/^npm run timing /);
});

const program = new URL('../services/shop/main.ts', import.meta.url).href;

test("the image's program prints its usage, with every role and every job, without any setting", async () => {
  const { code, out, err } = await runProgram(program, ['--help'], { env: { NODE_ENV: 'production' } });
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^docker run nordhaut .*\n[^]*--help/);
  for (const name of [...ROLES, ...JOBS]) expect(out).toContain(name);
});

test("the image's program ends a wrong argument with one line, the usage and exit code 2", async () => {
  const { code, out, err } = await runProgram(program, ['--role', 'htpp']);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^There is no role "htpp"[^\n]+\n\ndocker run nordhaut /);
});

test('start.mjs names every role and every job', async () => {
  const { out } = await run('start.mjs', '--help');
  for (const name of [...ROLES, ...JOBS]) expect(out).toContain(name);
});
