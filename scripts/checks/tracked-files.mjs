// Part of lint: tracked files must not depend on one machine.
//  - the lock file names no registry host, so that every machine uses its own
//  - the lock file has an entry for every optional package; `npm ci` requires it
//  - no file contains an absolute path of one machine
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from '../lib/paths.mjs';

const problems = [...lockFileProblems(), ...machinePaths()];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function lockFileProblems() {
  const packages = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')).packages;
  const paths = Object.keys(packages);
  const names = new Set(paths.map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)));
  return paths.flatMap((path) => {
    const { resolved, optionalDependencies = {} } = packages[path];
    const missing = Object.keys(optionalDependencies).filter((name) => !names.has(name));
    return [
      ...(/^[a-z+]+:/i.test(resolved ?? '') ? [`package-lock.json: ${path} is resolved to ${resolved}`] : []),
      ...missing.map((name) => `package-lock.json: ${path || 'the root'} has the optional package ${name}, which has no entry`),
    ];
  });
}

function machinePaths() {
  // In pieces, so that the check does not find this file.
  const roots = ['work', 'root', 'home/[a-z]', 'Users/[A-Za-z]'].map((name) => `/${name}`);
  // Only at the start of a word, because a route such as `/x/work/` is no path of a machine.
  const path = `(^|[[:space:]"'\`(=:])(file://)?(${roots.map((name) => `${name}[^[:space:]/]*/`).join('|')})`;
  try {
    const hits = execFileSync('git', ['grep', '-nIE', '--untracked', path, '--', '.', ':!package-lock.json'], {
      cwd: root,
      encoding: 'utf8',
    });
    return hits
      .trim()
      .split('\n')
      .map((hit) => `a path of one machine: ${hit.slice(0, 200)}`);
  } catch (error) {
    if (error.status === 1) return [];
    throw error;
  }
}
