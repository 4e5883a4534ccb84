import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DecodedEvent } from '../envelope/index.ts';
import { accept, type Decider, type DomainEvent } from '../event-store/decider.ts';
import type { Bus, Consumer } from './port.ts';

export type BusUnderTest = {
  bus: Bus;
  /** the same bus as another process sees it */
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

/** The promises of the bus; every implementation has to keep them. */
export function busConformance(name: string, create: () => Promise<BusUnderTest>): void {
  describe(`bus: ${name}`, () => {
    let test: BusUnderTest;
    let consumers = 0;
    let categories = 0;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.drop());

    /** A consumer that notes what it gets, of a category of its own. */
    function noting(more: Partial<Consumer> = {}): { consumer: Consumer; category: string; seen: string[] } {
      const category = `kind${++categories}`;
      const seen: string[] = [];
      const handler = async (events: DecodedEvent[]): Promise<void> => void seen.push(...events.map(told));
      return { category, seen, consumer: { name: `consumer ${++consumers}`, filter: { categories: [category] }, handler, ...more } };
    }
    const told = ({ stream, data }: DecodedEvent): string => `${stream.split('-')[1]}:${data['step'] as number}`;

    it('hands over what is there and what comes, in the order of each stream, and nothing else', async () => {
      const { consumer, category, seen } = noting();
      for (const step of [1, 2]) await test.publish(`${category}-a`, step);
      const consumption = await test.bus.consume(consumer);
      await expect.poll(() => seen).toEqual(['a:1', 'a:2']);
      await Promise.all([test.publish(`${category}-a`, 3), test.publish('unwanted-a', 3), test.publish(`${category}-b`, 1)]);
      await expect.poll(() => seen.toSorted()).toEqual(['a:1', 'a:2', 'a:3', 'b:1']);
      await consumption.stop();
    });

    it('goes on where it stopped, in another process', async () => {
      const { consumer, category, seen } = noting();
      const first = await test.bus.consume(consumer);
      await test.publish(`${category}-a`, 1);
      await expect.poll(() => seen).toEqual(['a:1']);
      await first.stop();
      await test.publish(`${category}-a`, 2);
      const second = await test.another().consume(consumer);
      await expect.poll(() => seen).toEqual(['a:1', 'a:2']);
      await second.stop();
    });

    it('spares a consumer the past that asks for it, but nothing that comes after', async () => {
      for (const more of [{ kind: 'ephemeral' }, { begin: 'now' }] as const) {
        const { consumer, category, seen } = noting(more);
        await test.publish(`${category}-a`, 1);
        const consumption = await test.bus.consume(consumer);
        await test.publish(`${category}-a`, 2);
        await expect.poll(() => seen).toEqual(['a:2']);
        await consumption.stop();
      }
    });

    it('gives every event to each ephemeral consumer, but once to the processes of a durable one', async () => {
      const [everywhere, once] = [noting({ kind: 'ephemeral' }), noting()];
      const consumptions = await Promise.all(
        [test.bus, test.another()].flatMap((bus) => [bus.consume(everywhere.consumer), bus.consume(once.consumer)]),
      );
      for (const step of [1, 2, 3]) await Promise.all([everywhere, once].map(({ category }) => test.publish(`${category}-a`, step)));
      await expect.poll(() => everywhere.seen).toHaveLength(6);
      await expect.poll(() => once.seen).toEqual(['a:1', 'a:2', 'a:3']);
      await sleep(200);
      expect(once.seen).toHaveLength(3);
      await Promise.all(consumptions.map((consumption) => consumption.stop()));
    });

    it('waits for the handler: one batch at a time', async () => {
      let running = 0;
      const { consumer, category, seen } = noting({
        batch: 2,
        async handler(events) {
          expect(++running).toBe(1);
          await sleep(20);
          running--;
          seen.push(...events.map(told));
        },
      });
      const consumption = await test.bus.consume(consumer);
      const steps = Array.from({ length: 10 }, (_, index) => index);
      for (const step of steps) await test.publish(`${category}-a`, step);
      await expect.poll(() => seen, { timeout: 5_000 }).toEqual(steps.map((step) => `a:${step}`));
      await consumption.stop();
    });

    it('brings an event again until it is handled, names it, and lets nothing of its stream past', async () => {
      let broken = true;
      const { consumer, category, seen } = noting({
        async handler(events) {
          for (const event of events) {
            if (event.data['step'] === 2 && broken) throw new Error('not now');
            seen.push(told(event));
          }
        },
      });
      for (const step of [1, 2, 3]) await test.publish(`${category}-a`, step);
      const consumption = await test.bus.consume(consumer);
      await expect.poll(() => consumption.trouble()).toContain(`Stepped`);
      expect(seen).not.toContain('a:3');
      broken = false;
      await expect.poll(() => seen.at(-1), { timeout: 5_000 }).toBe('a:3');
      expect(new Set(seen)).toEqual(new Set(['a:1', 'a:2', 'a:3']));
      await expect.poll(() => consumption.trouble()).toBeUndefined();
      await consumption.stop();
    });
  });
}
