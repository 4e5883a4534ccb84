import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { serve } from './http/serve.ts';
import { testApp } from './http/testing.ts';
import { startRoles } from './life-cycle.ts';
import type { Role } from './role.ts';
import { silentLogger } from './telemetry/index.ts';

const logger = silentLogger();
const role = (name: string, log: string[], more: Partial<Role> = {}): Role => ({
  name,
  start: async () => void log.push(`${name} starts`),
  notReady: async () => undefined,
  stop: async () => void log.push(`${name} stops`),
  ...more,
});

describe('startRoles', () => {
  it('starts in order and stops in reverse, once', async () => {
    const log: string[] = [];
    const running = await startRoles([role('a', log), role('b', log)], logger);
    await Promise.all([running.stop(), running.stop()]);
    expect(log).toEqual(['a starts', 'b starts', 'b stops', 'a stops']);
  });
  it('stops the started roles when a start fails, also if one of them fails to stop', async () => {
    const log: string[] = [];
    const roles = [
      role('a', log),
      role('b', log, { stop: () => Promise.reject(new Error('stuck')) }),
      role('c', log, { start: () => Promise.reject(new Error('no port')) }),
    ];
    await expect(startRoles(roles, logger)).rejects.toThrow('no port');
    expect(log).toEqual(['a starts', 'b starts', 'a stops']);
  });
});

describe('serve', () => {
  it('reports a busy port in one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const app = await testApp({});
    await expect(serve(app, { host: '127.0.0.1', port }).start()).rejects.toThrow(
      `Port ${port} is in use, by this shop running already or by another program: stop that one, or set PORT to a free port.`,
    );
    await app.close();
    other.close();
  });
  it('answers the requests in progress before it stops', async () => {
    const held = Promise.withResolvers<void>();
    const app = await testApp({
      routes: [(scope) => void scope.get('/api/slow', { config: { access: 'public' } }, () => held.promise.then(() => ({ ok: true })))],
    });
    const role = serve(app, { host: '127.0.0.1', port: 0 });
    await role.start();
    expect(await role.notReady()).toBeUndefined();
    const { port } = app.server.address() as { port: number };
    const answer = fetch(`http://127.0.0.1:${port}/api/slow`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const stopped = role.stop();
    held.resolve();
    expect((await answer).status).toBe(200);
    await stopped;
    await expect(fetch(`http://127.0.0.1:${port}/api/slow`)).rejects.toThrow();
  });
});

describe('runRoles', () => {
  const run = async (
    script: string,
    act?: (child: ReturnType<typeof spawn>) => void,
  ): Promise<{ code: number | null; out: string; err: string }> => {
    const here = fileURLToPath(new URL('.', import.meta.url));
    const prelude = `import { runRoles } from '${here}life-cycle.ts'; import { silentLogger } from '${here}telemetry/index.ts';
      const role = (name, more) => ({ name, start: async () => console.log(name, 'starts'), notReady: async () => undefined, stop: async () => console.log(name, 'stops'), ...more });
      const logger = silentLogger(); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', `${prelude}${script}`], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stderr.on('data', (chunk) => (err += chunk));
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (out.includes('up\n')) act?.(child);
    });
    const [code] = await once(child, 'close');
    return { code, out, err };
  };
  const two = "[role('a'), role('b')]";

  it('stops the roles in reverse order on SIGTERM', async () => {
    const ended = await run(
      `await runRoles(${two}, { logger, onStarted: () => console.log('up'), onStopped: async () => console.log('pool ends') })`,
      (child) => void child.kill('SIGTERM'),
    );
    expect(ended).toMatchObject({ code: 0, out: 'a starts\nb starts\nup\nb stops\na stops\npool ends\n' });
  });
  it('ends with an error after an uncaught error', async () => {
    const ended = await run(`await runRoles(${two}, { logger }); setTimeout(() => { throw new Error('x') }, 20)`);
    expect(ended).toMatchObject({ code: 1, out: 'a starts\nb starts\nb stops\na stops\n' });
  });
  it('ends at the deadline if a role does not stop', async () => {
    const ended = await run(
      `await runRoles([role('a', { stop: () => new Promise(() => {}) })], { logger, deadline: 200, onStarted: () => console.log('up') })`,
      (child) => void child.kill('SIGINT'),
    );
    expect(ended.code).toBe(1);
  });
  it('prints why it does not start, in one line for an expected error', async () => {
    const ended = await run(
      `await runRoles([role('a'), role('b', { start: () => { throw Object.assign(new Error('Port 3000 is in use.'), { name: 'CannotListen' }) } })], { logger })`,
    );
    expect(ended).toMatchObject({ code: 1, out: 'a starts\na stops\n', err: 'Port 3000 is in use.\n' });
  });
});
