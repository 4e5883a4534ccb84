import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { inRoot, root } from './paths.mjs';

/** How to call npm: the npm that started this process, if any, so that two versions never mix in one checkout. */
export function npm(...args) {
  const self = process.env['npm_execpath'];
  return self?.endsWith('.js')
    ? { command: process.execPath, args: [self, ...args] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args };
}

/** The environment in which tools find the given Node first, and then the packages that are installed here. */
export function toolEnvironment(node, extra = {}) {
  // Each process of the shop that a test starts reads compiled code instead of stripping types and compiling again.
  const NODE_COMPILE_CACHE = process.env['NODE_COMPILE_CACHE'] ?? inRoot('node_modules', '.cache', 'compiled');
  const path = [dirname(node), inRoot('node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  return { ...process.env, NODE_COMPILE_CACHE, ...extra, PATH: path };
}

/**
 * Runs a command without printing its output. Returns its exit code, its output (the last 20,000 characters) and the
 * last lines of it. For steps whose output is of interest only when they fail.
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const tail = () => output.trimEnd().split('\n').slice(-25).join('\n');
    child.on('error', (error) => resolve({ code: 127, output: error.message, tail: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output, tail: tail() }));
  });
}

/**
 * Runs a command that prints to the terminal itself. Returns its exit code. After `limit` milliseconds the command and
 * every process that it started are ended, and `onLimit` is called.
 */
export function runLoudly(command, args, { limit, onLimit, ...options } = {}) {
  return new Promise((resolve) => {
    // A process group of its own can be ended as a whole. The terminal's signals do not reach it, so they are handed on.
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', detached: limit !== undefined, ...options });
    const signalGroup = (signal) => {
      try {
        process.kill(-Number(child.pid), signal);
      } catch {
        // The group has ended by itself.
      }
    };
    const stop = (signal) => {
      child.once('close', () => process.exit(130));
      signalGroup(signal);
    };
    const end = () => {
      onLimit?.();
      signalGroup('SIGTERM');
      setTimeout(signalGroup, 10_000, 'SIGKILL');
    };
    const timer = limit !== undefined && setTimeout(end, limit);
    if (limit !== undefined) process.once('SIGINT', stop).once('SIGTERM', stop);
    const finish = (code) => {
      clearTimeout(timer);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(code);
    };
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}
