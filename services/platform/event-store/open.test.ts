import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEventStore } from './open.ts';

it('opens the store that the addresses name', async () => {
  const databaseUrl = 'postgres://127.0.0.1:1/none';
  for (const eventStoreUrl of [undefined, 'esdb://127.0.0.1:1?tls=false']) {
    const store = await openEventStore({ databaseUrl, eventStoreUrl });
    expect(store.kind).toBe(eventStoreUrl ? 'eventstoredb' : undefined);
    await store.close();
  }
  await expect(openEventStore({ databaseUrl, eventStoreUrl: 'kurrentdb://127.0.0.1:2113' })).rejects.toThrow('write esdb://');
});

it('does not load the gRPC client for events in Postgres', () => {
  const look = `
    const store = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))});
    const opened = await store.openEventStore({ databaseUrl: 'postgres://127.0.0.1:1/none', ...(process.argv[1] && { eventStoreUrl: process.argv[1] }) });
    const { default: { _cache } } = await import('node:module');
    console.log(Object.keys(_cache).some((path) => path.includes('grpc-js')));
    await opened.close();`;
  const loaded = (...args: string[]): string =>
    execFileSync(process.execPath, ['--input-type=module', '-e', look, ...args], { encoding: 'utf8' }).trim();
  expect(loaded()).toBe('false');
  expect(loaded('esdb://127.0.0.1:1?tls=false')).toBe('true');
});
