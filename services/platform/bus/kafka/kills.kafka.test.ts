import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Broker, startBroker } from './testing/broker.ts';
import { testProcess } from './testing/process.ts';
import { testTopic } from './testing/topic.ts';
import { firstRevisions, readTopic, testWorld, told, type World } from './testing/world.ts';

describe('a broker that is killed under appends', () => {
  const directory = mkdtempSync(join(tmpdir(), 'nordhaut-kafka-killed-'));
  let broker: Broker;
  let here: World;
  beforeAll(async () => {
    broker = await startBroker({ directory });
    here = await testWorld(await testTopic(broker.brokers));
  });
  afterAll(async () => {
    await here?.drop();
    await broker?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('loses nothing, keeps the order of each stream, and is told while it is away', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `order-S${index}` as const);
    const relay = here.relay();
    await relay.start();
    const seen = { durable: [] as string[], ephemeral: [] as string[] };
    const filter = { categories: ['order'] };
    const consumptions = [
      await here.bus().consume({ name: 'lasting', filter, handler: async (events) => void seen.durable.push(...events.map(told)) }),
      await here
        .bus()
        .consume({ name: 'passing', kind: 'ephemeral', filter, handler: async (events) => void seen.ephemeral.push(...events.map(told)) }),
    ];
    let step = 0;
    let appending = true;
    const writing = (async () => {
      while (appending) {
        step += 1;
        await Promise.all(names.map((stream) => here.publish(stream, step)));
        await sleep(5);
      }
    })();
    try {
      await expect.poll(() => Math.min(seen.durable.length, seen.ephemeral.length)).toBeGreaterThan(100);
      await broker.kill();
      const cannotBeReached = new RegExp(`^Kafka cannot be reached at ${broker.brokers}`);
      await expect.poll(() => relay.notReady(), { timeout: 30_000 }).toMatch(cannotBeReached);
      for (const one of consumptions) await expect.poll(() => one.trouble(), { timeout: 30_000 }).toMatch(cannotBeReached);
      await broker.restart();
      const backAt = Date.now();
      const newest = step;
      const done = (lines: string[]) => names.every((name) => lines.includes(`${name.slice(6)}:${newest}`));
      const arrived = async (lines: string[]): Promise<number> => {
        await expect.poll(() => done(lines), { timeout: 60_000, interval: 20 }).toBe(true);
        return Date.now() - backAt;
      };
      const [durable, ephemeral] = await Promise.all([arrived(seen.durable), arrived(seen.ephemeral)]);
      process.stdout.write(`after the broker was back, everything arrived in ${durable} ms (durable) and ${ephemeral} ms (ephemeral)\n`);
      for (const one of consumptions) await expect.poll(() => one.trouble()).toBeUndefined();
      expect(await relay.notReady()).toBeUndefined();
    } finally {
      appending = false;
      await writing;
    }
    const all = Array.from({ length: step }, (_, index) => index + 1);
    for (const lines of [seen.durable, seen.ephemeral]) {
      const stepsOf = (name: string) =>
        lines.filter((line) => line.startsWith(`${name.slice(6)}:`)).map((line) => Number(line.split(':')[1]));
      await expect.poll(() => names.map((name) => stepsOf(name).at(-1))).toEqual(names.map(() => step));
      for (const name of names) expect([...new Set(stepsOf(name))]).toEqual(all);
    }
    await Promise.all(consumptions.map((one) => one.stop()));
    await relay.stop();
    const revisions = all.map((one) => one - 1);
    expect(firstRevisions(await readTopic(here.kafka))).toEqual(new Map(names.map((name) => [name, revisions])));
  }, 180_000);
});

describe.runIf(process.platform === 'linux')('a process that is killed with a broker running', () => {
  const directory = mkdtempSync(join(tmpdir(), 'nordhaut-kafka-orphan-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('takes the broker with it', async () => {
    const owner = testProcess('broker', { directory });
    await expect.poll(() => owner.lines.length, { timeout: 60_000 }).toBe(1);
    const pid = Number(owner.lines[0]);
    const runs = (): boolean => {
      try {
        // A dead process that nobody has buried yet is dead all the same.
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    };
    expect(runs()).toBe(true);
    await owner.kill();
    await expect.poll(runs).toBe(false);
  });
});
