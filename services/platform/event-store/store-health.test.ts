import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMetrics, silentLogger } from '../telemetry/index.ts';
import { valueOf } from '../telemetry/testing.ts';
import { StoreUnavailable } from './port.ts';
import { StoreHealth } from './store-health.ts';

const PATIENCE = 2_500;
const away = new StoreUnavailable('away');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store whose probe answers as `answers` says; the test answers `pending` probes. */
function watched() {
  const log: string[] = [];
  let probes = 0;
  let underWay = 0;
  let most = 0;
  const server = { answers: true as boolean | 'silent' };
  const waiting: (() => void)[] = [];
  const metrics = createMetrics();
  const health = new StoreHealth({
    patienceMs: PATIENCE,
    metrics,
    logger: Object.assign(silentLogger(), { warn: () => log.push('went'), info: () => log.push('came') }),
    probe: async () => {
      probes++;
      most = Math.max(most, ++underWay);
      try {
        if (server.answers === 'silent') await new Promise<void>((resolve) => waiting.push(resolve));
        if (!server.answers) throw away;
      } finally {
        underWay--;
      }
    },
  });
  const failed = () => health.during(Promise.reject(away)).catch(() => undefined);
  return {
    health,
    metrics,
    log,
    server,
    failed,
    wake: () => waiting.splice(0).forEach((resolve) => resolve()),
    probes: () => probes,
    most: () => most,
  };
}

describe('the health of the store', () => {
  test('a failed call is a doubt, which one answered probe ends', async () => {
    const { health, failed, log } = watched();
    await failed();
    await vi.advanceTimersByTimeAsync(PATIENCE * 2);
    expect([health.state, log, health.signal.aborted]).toEqual(['answering', [], false]);
  });

  test('the store is unreachable when nothing was answered for the time of an election', async () => {
    const { health, server, failed, log } = watched();
    server.answers = false;
    await failed();
    await vi.advanceTimersByTimeAsync(PATIENCE - 1);
    expect(health.state).toBe('in-doubt');
    await vi.advanceTimersByTimeAsync(1);
    expect([health.state, log, health.signal.aborted]).toEqual(['unreachable', ['went'], true]);
  });

  test('a call without an answer counts from its start', async () => {
    const { health, server } = watched();
    server.answers = 'silent';
    void health.during(new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(PATIENCE - 1);
    expect(health.state).toBe('in-doubt');
    await vi.advanceTimersByTimeAsync(1);
    expect(health.state).toBe('unreachable');
  });

  test('there is one probe at a time, for any number of failures', async () => {
    const { server, failed, most, probes } = watched();
    server.answers = 'silent';
    await Promise.all(Array.from({ length: 100 }, failed));
    await vi.advanceTimersByTimeAsync(PATIENCE * 10);
    expect([most(), probes()]).toEqual([1, 1]);
  });

  test('the probe ends the outage, and the next signal is new', async () => {
    const { health, server, failed, log, wake } = watched();
    server.answers = 'silent';
    await failed();
    await vi.advanceTimersByTimeAsync(60_000);
    const { signal } = health;
    server.answers = true;
    wake();
    await vi.advanceTimersByTimeAsync(0);
    expect([health.state, log, signal.aborted, health.signal.aborted]).toEqual(['answering', ['went', 'came'], true, false]);
  });

  test('any answer ends the outage, also that of a reader', async () => {
    for (const answer of [
      (health: StoreHealth) => health.during(Promise.resolve()),
      (health: StoreHealth) => Promise.resolve(health.readers.recovered?.('feed', 1)),
    ]) {
      const { health, server, failed } = watched();
      server.answers = false;
      await failed();
      await vi.advanceTimersByTimeAsync(PATIENCE);
      expect(health.state).toBe('unreachable');
      await answer(health);
      expect(health.state).toBe('answering');
    }
  });

  test('a reader that fails is a doubt; a rule that refuses is none', async () => {
    const { health, server } = watched();
    server.answers = false;
    await health.during(Promise.reject(new Error('a rule'))).catch(() => undefined);
    expect(health.state).toBe('answering');
    health.readers.failed?.('feed', away, true);
    expect(health.state).toBe('in-doubt');
  });

  test('a process that stood still for seconds probes before it decides', async () => {
    const { health } = watched();
    const call = Promise.withResolvers<void>();
    const during = health.during(call.promise);
    vi.setSystemTime(Date.now() + 60_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(health.state).toBe('answering');
    call.resolve();
    await during;
  });
});

test('each failed read is counted, and the log has the first one', async () => {
  const { health, log, metrics } = watched();
  health.readers.failed?.('feed', away, true);
  health.readers.failed?.('feed', away, false);
  expect(await valueOf(metrics, 'event_store_reader_failures_total', { reader: 'feed' })).toBe(2);
  expect(log).toEqual(['went']);
});
