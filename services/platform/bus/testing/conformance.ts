import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DecodedEvent, UnreadableHistory } from '../../envelope/index.ts';
import { accept, type Decider, type DomainEvent } from '../../event-store/decider.ts';
import { sleep } from '../../timing.ts';
import { PoisonEvent } from '../held-streams.ts';
import type { Bus, Consumer } from '../port.ts';

/** Limits the waits on a busy machine. */
export const PATIENCE = { timeout: 60_000 };

export type BusUnderTest = {
  bus: Bus;
  /** the same bus in another process */
  another(): Bus;
  /** Appends one event of type `Stepped` with data `{ step }`; resolves when it is durable. */
  publish(stream: `${string}-${string}`, step: number): Promise<void>;
  drop(): Promise<void>;
};

/** One event of type `Stepped` for each step. */
export const steps: Decider<null, number, DomainEvent> = {
  initial: null,
  decide: (step) => accept({ type: 'Stepped', data: { step } }),
  evolve: (state) => state,
};

/** `a:1` for step 1 of a stream whose id is `a`. */
export const stepOf = ({ stream, data }: DecodedEvent): string => `${stream.split('-')[1]}:${data['step'] as number}`;

/** The promises of the bus, which every implementation keeps. */
export function busConformance(name: string, create: () => Promise<BusUnderTest>): void {
  describe(`bus: ${name}`, () => {
    let test: BusUnderTest;
    let consumers = 0;
    let categories = 0;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.drop());

    /** A consumer of a new category that records what it receives. */
    function recording(more: Partial<Consumer> = {}): { consumer: Consumer; category: string; seen: string[] } {
      const category = `kind${++categories}`;
      const seen: string[] = [];
      const handler = async (events: DecodedEvent[]): Promise<void> => void seen.push(...events.map(stepOf));
      return { category, seen, consumer: { name: `consumer ${++consumers}`, filter: { categories: [category] }, handler, ...more } };
    }

    it('delivers the wanted events that are appended after the start, each stream in its order', async () => {
      const { consumer, category, seen } = recording();
      await test.publish(`${category}-a`, 1);
      const consumption = await test.bus.consume(consumer);
      for (const step of [2, 3]) await test.publish(`${category}-a`, step);
      await expect.poll(() => seen, PATIENCE).toEqual(['a:2', 'a:3']);
      await Promise.all([test.publish(`${category}-a`, 4), test.publish('unwanted-a', 4), test.publish(`${category}-b`, 1)]);
      await expect.poll(() => seen.toSorted(), PATIENCE).toEqual(['a:2', 'a:3', 'a:4', 'b:1']);
      await consumption.stop();
    });

    it('delivers every event to each consumer of each process', async () => {
      const { consumer, category, seen } = recording();
      const consumptions = await Promise.all([test.bus, test.another()].map((bus) => bus.consume(consumer)));
      for (const step of [1, 2, 3]) await test.publish(`${category}-a`, step);
      await expect.poll(() => seen.toSorted(), PATIENCE).toEqual(['a:1', 'a:1', 'a:2', 'a:2', 'a:3', 'a:3']);
      await Promise.all(consumptions.map((consumption) => consumption.stop()));
    });

    it('waits for the handler: one batch at a time', async () => {
      let running = 0;
      const { consumer, category, seen } = recording({
        batch: 2,
        async handler(events) {
          expect(++running).toBe(1);
          await sleep(20);
          running--;
          seen.push(...events.map(stepOf));
        },
      });
      const consumption = await test.bus.consume(consumer);
      const all = Array.from({ length: 10 }, (_, index) => index);
      for (const step of all) await test.publish(`${category}-a`, step);
      await expect.poll(() => seen, PATIENCE).toEqual(all.map((step) => `a:${step}`));
      await consumption.stop();
    });

    it('delivers an event again until it is handled, reports it, and delivers no later event of its stream before', async () => {
      let isBroken = true;
      const { consumer, category, seen } = recording({
        async handler(events) {
          for (const event of events) {
            if (event.data['step'] === 2 && isBroken) throw new Error('not now');
            seen.push(stepOf(event));
          }
        },
      });
      const consumption = await test.bus.consume(consumer);
      for (const step of [1, 2, 3]) await test.publish(`${category}-a`, step);
      await expect.poll(() => consumption.trouble(), PATIENCE).toContain(`Stepped`);
      expect(seen).not.toContain('a:3');
      isBroken = false;
      await expect.poll(() => seen.at(-1), PATIENCE).toBe('a:3');
      expect(new Set(seen)).toEqual(new Set(['a:1', 'a:2', 'a:3']));
      await expect.poll(() => consumption.trouble(), PATIENCE).toBeUndefined();
      await consumption.stop();
    });

    it('holds back only the stream of an event that the handler cannot take, or whose handler needs a history that cannot be read', async () => {
      const { consumer, category, seen } = recording({
        async handler(events) {
          for (const event of events) {
            const one = stepOf(event);
            if (one === 'a:1') throw new PoisonEvent(new TypeError('no such code'));
            if (one === 'b:1') throw new UnreadableHistory({ ...event, data: '', metadata: '' } as never, new Error('no JSON'));
            seen.push(one);
          }
        },
      });
      const consumption = await test.bus.consume(consumer);
      for (const id of ['a', 'b', 'c']) for (const step of [1, 2]) await test.publish(`${category}-${id}`, step);
      await expect.poll(() => seen.toSorted(), PATIENCE).toEqual(['c:1', 'c:2']);
      await expect.poll(() => consumption.trouble(), PATIENCE).toBeUndefined();
      await consumption.stop();
    });
  });
}
