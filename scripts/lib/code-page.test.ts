import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
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
