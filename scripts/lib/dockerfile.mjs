import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { findNode } from './node.mjs';
import { say, Trouble } from './say.mjs';

/**
 * Executes the steps of a Dockerfile in plain folders, one folder for each stage. Its limits: every base image is this
 * machine, a RUN with an absolute path is reported and skipped, and USER and EXPOSE are ignored. Returns the last stage's
 * folder and the image's configuration.
 */
export async function buildStages(file, { context, folder }) {
  const ignored = ignoring(join(context, '.dockerignore'));
  const args = {};
  const stages = new Map();
  let current;
  for (const { name, rest } of instructions(readFileSync(file, 'utf8'))) {
    const text = name === 'RUN' ? rest : rest.replace(/\$\{(\w+)\}/g, (_, arg) => args[arg] ?? current?.env[arg] ?? '');
    switch (name) {
      case 'ARG': {
        const [key, value = ''] = text.split('=');
        args[key] = value;
        break;
      }
      case 'FROM': {
        const [base, , as] = text.split(/\s+/);
        const parent = stages.get(base);
        const root = join(folder, as);
        if (parent) cpSync(parent.root, root, { recursive: true, verbatimSymlinks: true });
        else mkdirSync(root);
        current = { root, workdir: '/', env: {}, ...(parent && { workdir: parent.workdir, env: { ...parent.env } }) };
        stages.set(as, current);
        break;
      }
      case 'WORKDIR':
        current.workdir = join(current.workdir, text);
        mkdirSync(join(current.root, current.workdir), { recursive: true });
        break;
      case 'ENV':
        Object.assign(current.env, pairsOf(text));
        break;
      case 'COPY':
        copy(text.split(/\s+/), current, { stages, context, ignored });
        break;
      case 'RUN':
        await run(rest, current);
        break;
      case 'HEALTHCHECK':
        current.healthcheck = JSON.parse(text.slice(text.indexOf('CMD') + 3));
        break;
      case 'ENTRYPOINT':
        current.entrypoint = JSON.parse(text);
        break;
      case 'USER':
      case 'EXPOSE':
        break;
      default:
        throw new Trouble(`${file}: this check does not know ${name}`);
    }
  }
  const { root, env, entrypoint, healthcheck } = current;
  return { stage: root, image: { env, entrypoint, healthcheck } };
}

/** The variables of an ENV; a value with spaces stands in quotes. */
export const pairsOf = (text) =>
  Object.fromEntries([...text.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)].map(([, name, quoted, plain]) => [name, quoted ?? plain]));

function instructions(text) {
  return text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => {
      const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line.trim());
      return { name: name.toUpperCase(), rest };
    });
}

function copy(words, stage, { stages, context, ignored }) {
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.pop();
  const source = from === undefined ? context : stages.get(from).root;
  const to = join(stage.root, isAbsolute(target) ? target : join(stage.workdir, target));
  for (const path of paths) {
    const what = join(source, path);
    if (!existsSync(what)) throw new Trouble(`COPY ${path}: there is nothing of that name`);
    const into = statSync(what).isDirectory() || !target.endsWith('/') ? to : join(to, path.split('/').at(-1));
    const filter = from === undefined ? (one) => !ignored(relative(context, one)) : undefined;
    mkdirSync(dirname(into), { recursive: true });
    cpSync(what, into, { recursive: true, verbatimSymlinks: true, ...(filter && { filter }) });
  }
}

function run(command, { root, workdir, env }) {
  if (/(^|\s)\/\w/.test(command)) {
    say(`· not repeated here: RUN ${command}`);
    return undefined;
  }
  say(`· RUN ${command}`);
  const path = [dirname(findNode()), process.env['PATH']].join(delimiter);
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-ec', command], { cwd: join(root, workdir), env: { ...process.env, ...env, PATH: path } });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (said = (said + chunk).slice(-4_000)));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Trouble(`RUN ${command} ended with ${code}:\n${said}`))));
  });
}

/** By the rules of .dockerignore: the last pattern that fits a path, or a folder above it, decides. */
export function ignoring(file) {
  const patterns = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isException = line.startsWith('!');
      const pattern = (isException ? line.slice(1) : line).replace(/^\/|\/$/g, '');
      return { isException, pattern, regex: regexOf(pattern) };
    });
  const exceptions = patterns.filter(({ isException }) => isException);
  return (path) => {
    if (path === '') return false;
    const parts = path.split('/');
    const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
    const isIgnored = patterns.reduce((so, { regex, isException }) => (above.some((one) => regex.test(one)) ? !isException : so), false);
    // An excluded folder with an exception below it is still read.
    return isIgnored && !exceptions.some(({ pattern }) => pattern.startsWith(`${path}/`));
  };
}

const regexOf = (pattern) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('**/', '\u0001')
      .replaceAll('**', '\u0002')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')
      .replaceAll('\u0001', '(?:.*/)?')
      .replaceAll('\u0002', '.*')}$`,
  );
