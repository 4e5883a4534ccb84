import type { Role } from '../role.ts';
import { consumeDurably, type DurableOptions } from './durable.ts';
import { heldRemark } from './held-streams.ts';
import type { Consumer, Consumption } from './port.ts';

/** What a role does beside its consumer. */
type Beside = {
  /** Begins the work, once the consumer runs. */
  begin: () => { stop(): Promise<void> };
  /** the reader of what is due (`passOver`), if the work has one */
  reader?: string;
  /** why the work cannot go on, for the operator */
  trouble?: () => string | undefined;
  /** gives back what both need, after their end */
  close?: () => Promise<void>;
};

/**
 * A role with a durable consumer of its name, and maybe with work beside it. It is unready while it cannot read the event store. No order
 * depends on it, so what holds up its own work is a remark.
 * @param waits the remark while the consumer waits; the consumer's own words name the event's stream, and with it an order
 */
export function consumerRole(options: DurableOptions, consumer: Consumer, waits: string, beside?: Beside): Role {
  const { name } = consumer;
  const readers = [name, ...(beside?.reader === undefined ? [] : [beside.reader])];
  let consumption: Consumption | undefined;
  let work: { stop(): Promise<void> } | undefined;
  return {
    name,
    async start() {
      consumption = await consumeDurably(options, consumer);
      work = beside?.begin();
    },
    notReady: () => Promise.resolve(consumption ? options.store.trouble() : `the role ${name} is starting`),
    async remarks() {
      const held = await Promise.all(readers.map((reader) => heldRemark(options.pool, reader)));
      return [consumption?.trouble() && waits, beside?.trouble?.(), ...held].filter((one) => one !== undefined);
    },
    async stop() {
      await Promise.all([work?.stop(), consumption?.stop()]);
      await beside?.close?.();
    },
  };
}
