import type { Logger } from 'pino';
import { withLeadership } from '../database/index.ts';
import type { Role } from '../role.ts';
import { consumeDurably, type DurableOptions } from './durable.ts';
import { heldRemark } from './held-streams.ts';
import type { Consumer, Consumption } from './port.ts';
import type { Report } from './troubles.ts';

/** What a role does beside its consumer. */
type Beside = {
  /** Begins the work, once the consumer runs. `report` gets why it cannot go on, for the operator. */
  begin: (report: Report) => { stop(): Promise<void> };
  /** the reader of what is due (`passOver`), if the work has one */
  reader?: string;
  /** gives back what both need, after their end */
  close?: () => Promise<void>;
};

/**
 * Work that one process does at a time. `says`: the remark while it cannot go on. `lead` calls `works` when it can. A process that stands
 * by has no remark.
 */
export const underLock =
  (
    { databaseUrl: url, logger }: { databaseUrl: string; logger: Pick<Logger, 'warn'> },
    lockName: string,
    says: string,
    lead: (lost: AbortSignal, works: () => void) => Promise<void>,
  ): Beside['begin'] =>
  (report) =>
    withLeadership({
      url,
      lockName,
      lead: ({ lost }) => lead(lost, () => report(undefined)),
      onStandBy: () => report(undefined),
      onError({ message: reason }) {
        report(`${says}: ${reason}`);
        logger.warn({ lockName, reason }, 'the work of a role lost its lock, cannot request it, or failed; it tries again');
      },
    });

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
  let trouble: string | undefined;
  return {
    name,
    async start() {
      consumption = await consumeDurably(options, consumer);
      work = beside?.begin((reason) => (trouble = reason));
    },
    notReady: () => Promise.resolve(consumption ? options.store.trouble() : `the role ${name} is starting`),
    async remarks() {
      const held = await Promise.all(readers.map((reader) => heldRemark(options.pool, reader)));
      return [consumption?.trouble() && waits, trouble, ...held].filter((one) => one !== undefined);
    },
    async stop() {
      await Promise.all([work?.stop(), consumption?.stop()]);
      await beside?.close?.();
    },
  };
}
