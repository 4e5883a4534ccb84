import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The files of a table's row. A name without a folder is in the folder of a file before it, or in the capability's. */
function missing(row: string): string[] {
  const folders: string[] = [];
  return [...row.matchAll(/`([\w./-]+(?:\.ts|\.tsx|\.mjs|\/))`/g)].flatMap(([, name = '']) => {
    const own = /^(web|scripts|infra)\//.test(name) ? name : `services/${name}`;
    const found = [own, ...folders.map((folder) => `${folder}/${name}`)].find((path) => existsSync(`${root}/${path}`));
    if (found === undefined) return [name];
    folders.push(found.endsWith('/') ? found.slice(0, -1) : dirname(found), found.split('/').slice(0, 2).join('/'));
    return [];
  });
}

test('the page about the code names files that exist', () => {
  const rows = readFileSync(`${root}/infra/code.md`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.flatMap(missing)).toEqual([]);
});

const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> };
const decisions = new Set(readdirSync(`${root}/infra/decisions`).map((name) => name.slice(0, 3)));
/** Files of the operator, which the page for operators explains. */
const OWN = /^infra\/(prometheus\/jobs|certificates)\//;

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** What a document names and the repository lacks: links, scripts of npm, decisions, paths from the root. */
function unknownIn(document: string): string[] {
  const text = readFileSync(`${root}/${document}`, 'utf8');
  const links = namesIn(text, /\]\(([^)#\s]+)/g).filter((link) => !link.includes(':') && !existsSync(join(root, dirname(document), link)));
  const commands = namesIn(text, /npm run ([\w:-]+)/g).filter((name) => scripts[name] === undefined);
  const pages = namesIn(text, /infra\/decisions\/(\d{3})/g).filter((number) => !decisions.has(number));
  const paths = namesIn(text, /(?<![\w./-])((?:services|web|infra|scripts)\/[\w./-]*\w)/g).filter(
    (path) => !OWN.test(path) && !/^infra\/decisions\/\d{3}$/.test(path) && !existsSync(`${root}/${path}`),
  );
  return [...links, ...commands, ...pages, ...paths].map((name) => `${document}: ${name}`);
}

test('documents name only files, commands and decisions that exist', () => {
  const below = readdirSync(`${root}/infra`, { recursive: true, encoding: 'utf8' });
  const documents = ['README.md', ...below.filter((path) => path.endsWith('.md')).map((path) => `infra/${path}`)];
  expect(documents.length).toBeGreaterThan(90);
  expect(documents.flatMap(unknownIn)).toEqual([]);
});
