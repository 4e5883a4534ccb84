import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { inRoot, root } from './paths.mjs';
import { Trouble } from './say.mjs';

/** The first Node that runs TypeScript as written without a warning. */
const oldest = [24, 12];

/** A Node that can run the services: the machine's own when it is new enough, else the one that npm installed here. */
export function findNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return process.execPath;
  const carried = ['node', 'node-bin']
    .map((name) => inRoot('node_modules', `${name}-${process.platform}-${process.arch}`, 'bin', 'node'))
    .find((file) => existsSync(file));
  if (carried !== undefined) return carried;
  throw new Trouble(
    `The services need Node ${oldest.join('.')} or newer; this is ${process.versions.node}, and npm carries no newer one for ` +
      `${process.platform}-${process.arch}. Please install it from https://nodejs.org and start again.`,
  );
}

/**
 * Node options for every TypeScript entry of this project. DEP0123: the gRPC library sends the host as the TLS server name, also an IP
 * address, and certificates are still checked against the address.
 */
const nodeOptions = ['--disable-warning=ExperimentalWarning', '--disable-warning=DEP0123', '--enable-source-maps'];

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
const sameStrokeMs = 1_000;

/**
 * Runs a TypeScript entry and returns its exit code. The entry has its own process group and gets signals only from this
 * process. At a Ctrl-C the terminal signals the whole group and npm signals this process again. A shop that got both
 * signals would take the second for "stop at once". A second Ctrl-C of a person is passed on.
 */
export function runTypeScript(entry, args, env = {}) {
  const file = inRoot(entry);
  if (!existsSync(file)) throw new Trouble(`${entry} is missing from this checkout.`);
  const node = findNode();
  const child = spawn(node, [...nodeOptions, '--import', new URL('follow-launcher.mjs', import.meta.url).href, file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    // The child ends when the fourth channel closes (see follow-launcher.mjs).
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });

  let lastAt = 0;
  const forward = (signal) => {
    const now = Date.now();
    if (now - lastAt < sameStrokeMs) return;
    lastAt = now;
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of forwarded) process.on(signal, forward);

  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Trouble(`${node} could not be started: ${error.message}`)));
    child.on('exit', (code, signal) => {
      for (const name of forwarded) process.off(name, forward);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
