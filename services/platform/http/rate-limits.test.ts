import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LimitKind } from './rate-limits.ts';
import { testApp } from './testing.ts';
import type { App, Routes } from './types.ts';

const KINDS: readonly LimitKind[] = ['static', 'picture', 'page', 'read', 'write', 'expensive', 'guess', 'provider'];

const routes: Routes = (app) => {
  for (const kind of KINDS) {
    for (const nth of [1, 2]) app.get(`/api/${kind}/${nth}`, { config: { access: 'public', limit: kind } }, () => ({}));
  }
  app.get('/api/undeclared', { config: { access: 'public' } }, () => ({}));
  app.post('/api/undeclared', { config: { access: 'public' } }, () => ({}));
  app.post('/api/callback', { config: { access: 'provider' } }, () => ({}));
  app.get('/api/unlimited', { config: { access: 'public', rateLimit: false } }, () => ({}));
};

let app: App;
beforeAll(async () => {
  app = await testApp({ routes: [routes], env: { RATE_LIMITS: 'on', RATE_LIMIT_FACTOR: '0.02' } });
});
afterAll(() => app.close());

const ask = async (url: string, remoteAddress: string, method: 'GET' | 'POST' = 'GET'): Promise<number> =>
  (await app.inject({ method, url, remoteAddress })).statusCode;
/** Repeats the request until it is refused. @returns the number of accepted requests */
async function flood(url: string, remoteAddress: string, method?: 'GET' | 'POST'): Promise<number> {
  for (let count = 0; count < 10_000; count++) if ((await ask(url, remoteAddress, method)) === 429) return count;
  return Number.POSITIVE_INFINITY;
}

describe('limits by kind', () => {
  it.each(KINDS.map((kind, index) => [kind, `10.1.0.${index + 1}`] as const))(
    'a flood of %s does not affect the other kinds',
    async (kind, network) => {
      expect(await flood(`/api/${kind}/1`, network)).toBeLessThan(10_000);
      // One counter for all routes of the kind.
      expect(await ask(`/api/${kind}/2`, network)).toBe(429);
      for (const other of KINDS.filter((one) => one !== kind)) expect([other, await ask(`/api/${other}/1`, network)]).toEqual([other, 200]);
      expect(await ask('/api/unlimited', network)).toBe(200);
      expect(await ask(`/api/${kind}/1`, '10.2.0.1')).toBe(200);
    },
  );
  it('expensive kinds have lower limits than cheap ones, and files have the highest', async () => {
    const counted: Record<string, number> = {};
    for (const kind of KINDS) counted[kind] = await flood(`/api/${kind}/1`, '10.3.0.1');
    const { static: files, picture, page, read, write, expensive, guess } = counted as Record<LimitKind, number>;
    expect([guess, expensive, write, read, files]).toEqual([guess, expensive, write, read, files].toSorted((a, b) => a - b));
    expect(expensive).toBeLessThan(page);
    expect(files).toBeGreaterThanOrEqual(10 * Math.max(picture, page, read, write));
    expect(picture).toBeLessThan(read);
  });
  it('count routes without a kind as reads, writes or calls of providers', async () => {
    const network = '10.4.0.1';
    await flood('/api/read/1', network);
    expect(await ask('/api/undeclared', network)).toBe(429);
    expect(await ask('/api/not-there', network)).toBe(429);
    expect(await ask('/api/undeclared', network, 'POST')).toBe(200);
    await flood('/api/write/1', network);
    expect(await ask('/api/undeclared', network, 'POST')).toBe(429);
    expect(await ask('/api/callback', network, 'POST')).toBe(200);
    await flood('/api/provider/1', network);
    expect(await ask('/api/callback', network, 'POST')).toBe(429);
  });
  it('count an IPv6 /64 as one network', async () => {
    await flood('/api/guess/1', '2001:db8:1:1::1');
    expect(await ask('/api/guess/1', '2001:db8:1:1:ffff::2')).toBe(429);
    expect(await ask('/api/guess/1', '2001:db8:1:2::1')).toBe(200);
  });
  it('leave a whole IPv6 /48 ten times as much as one network, and others what they have', async () => {
    const most = await flood('/api/expensive/1', '2001:db8:2::1');
    let accepted = most;
    for (let network = 1; network <= 20; network++) accepted += await flood('/api/expensive/1', `2001:db8:2:${network.toString(16)}::1`);
    expect(accepted).toBe(10 * most);
    expect([await ask('/api/expensive/2', '2001:db8:2:ffff::1'), await ask('/api/read/1', '2001:db8:2:ffff::1')]).toEqual([429, 200]);
    expect([await ask('/api/expensive/1', '2001:db8:3::1'), await ask('/api/expensive/1', '10.5.0.1')]).toEqual([200, 200]);
  });
});
