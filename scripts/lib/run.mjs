import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { inRoot, root } from './paths.mjs';

/** How to call npm: the one that started us, where there is one, so that two versions never mix in one checkout. */
export function npm(...args) {
  const self = process.env['npm_execpath'];
  return self?.endsWith('.js')
    ? { command: process.execPath, args: [self, ...args] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args };
}

/** The environment in which tools find the given Node first and then what is installed here. */
export function toolEnvironment(node, extra = {}) {
  const path = [dirname(node), inRoot('node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  return { ...process.env, ...extra, PATH: path };
}

/**
 * Runs a command with its output kept back; answers its exit code and the last lines of what it said.
 * For steps of which nobody wants to read anything unless they fail.
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let said = '';
    const keep = (chunk) => {
      said = (said + chunk).slice(-20_000);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const tail = () => said.trimEnd().split('\n').slice(-25).join('\n');
    child.on('error', (error) => resolve({ code: 127, tail: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, tail: tail() }));
  });
}

/** Runs a command that talks to the terminal itself; answers its exit code. */
export function runLoudly(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}
