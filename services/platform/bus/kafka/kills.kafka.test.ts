import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Broker, startBroker } from '../../../../scripts/kafka/broker.ts';
import { testProcess } from '../../testing/process.ts';
import { sleep } from '../../timing.ts';
import { stepOf } from '../testing/conformance.ts';
import { firstRevisions, type KafkaShop, kafkaShop, readTopic } from './testing/fixture.ts';
import { testTopic } from './testing/topic.ts';

/** Bounds a test that waits for a broker's restart on a busy machine. */
const PATIENCE = { timeout: 120_000 };

describe('a broker that is killed under appends', () => {
  const directory = mkdtempSync(join(tmpdir(), 'nordhaut-kafka-killed-'));
  let broker: Broker;
  let here: KafkaShop;
  beforeAll(async () => {
    broker = await startBroker({ directory });
    here = await kafkaShop(await testTopic(broker.brokers));
  });
  afterAll(async () => {
    await here?.drop();
    await broker?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('loses nothing and keeps the order of each stream, also when it is killed again right after its recovery', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `order-S${index}` as const);
    const relay = here.relay();
    await relay.start();
    const seen: string[] = [];
    const handler = async (events: Parameters<typeof stepOf>[0][]): Promise<void> => void seen.push(...events.map(stepOf));
    const consumption = await here.bus().consume({ name: 'passing', filter: { categories: ['order'] }, handler });
    let step = 0;
    let isAppending = true;
    const writing = (async () => {
      while (isAppending) {
        step += 1;
        await Promise.all(names.map((stream) => here.publish(stream, step)));
        await sleep(20);
      }
    })();
    const arrived = (newest: number) => names.every((name) => seen.includes(`${name.slice(6)}:${newest}`));
    try {
      await expect.poll(() => seen.length, PATIENCE).toBeGreaterThan(100);
      await broker.kill();
      const cannotBeReached = new RegExp(`^Kafka cannot be reached at ${broker.brokers}`);
      await expect.poll(() => relay.notReady(), PATIENCE).toMatch(cannotBeReached);
      await expect.poll(() => consumption.trouble(), PATIENCE).toMatch(cannotBeReached);
      for (const kill of ['first', 'second']) {
        await broker.restart();
        const newest = step;
        await expect.poll(() => arrived(newest), PATIENCE).toBe(true);
        if (kill === 'first') await broker.kill();
      }
      await expect.poll(() => consumption.trouble(), PATIENCE).toBeUndefined();
      await expect.poll(() => relay.notReady(), PATIENCE).toBeUndefined();
    } finally {
      isAppending = false;
      await writing;
    }
    const all = Array.from({ length: step }, (_, index) => index + 1);
    const stepsOf = (name: string) => seen.filter((line) => line.startsWith(`${name.slice(6)}:`)).map((line) => Number(line.split(':')[1]));
    await expect.poll(() => names.map((name) => stepsOf(name).at(-1)), PATIENCE).toEqual(names.map(() => step));
    for (const name of names) expect([...new Set(stepsOf(name))]).toEqual(all);
    await consumption.stop();
    await relay.stop();
    const revisions = all.map((one) => one - 1);
    expect(firstRevisions(await readTopic(here.kafka))).toEqual(new Map(names.map((name) => [name, revisions])));
  }, 600_000);
});

describe.runIf(process.platform === 'linux')('a process that is killed', () => {
  const directory = mkdtempSync(join(tmpdir(), 'nordhaut-kafka-orphan-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('ends its broker', async () => {
    const owner = testProcess(new URL('../../../../scripts/kafka/broker.fixture.ts', import.meta.url), [JSON.stringify({ directory })]);
    await expect.poll(() => owner.lines.length, PATIENCE).toBe(1);
    const pid = Number(owner.lines[0]);
    const runs = (): boolean => {
      try {
        // A zombie has ended.
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
