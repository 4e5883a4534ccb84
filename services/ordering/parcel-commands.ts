import type { ParcelReport, ReportOutcome, StoreChange } from '@nordhaut/logistics';
import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import type pg from 'pg';
import { PARCEL_FACTS } from './order-causes.ts';
import { orderDecider, type OrderCommand } from './order.decide.ts';
import { orderNoOfParcel } from './projections/open-parcels.ts';
import { orderNoOfShipment } from './shipment-number.ts';
import { orderStream } from './stream.ts';

export type ParcelCommands = {
  /** Records a carrier's report about a parcel. `unknown-parcel`: no order has it under these numbers. */
  report(report: ParcelReport, context: CommandContext): Promise<ReportOutcome>;
  /** Records that the carrier cannot use a store of an open parcel. The log asks support for another store. */
  reportStoreProblem(change: StoreChange, context: CommandContext): Promise<ReportOutcome>;
};

export type ParcelCommandsOptions = {
  commands: Pick<Commands, 'handle'>;
  pool: pg.Pool;
  clock: () => Date;
  /** waits a bounded time until the read model of the parcels has the events of this moment */
  caughtUp: () => Promise<unknown>;
  log: { warn(data: object, message: string): void };
};

/** The commands for messages of a carrier. Logistics gets them through ordering's face. */
export function parcelCommands({ commands, pool, clock, caughtUp, log }: ParcelCommandsOptions): ParcelCommands {
  async function handle(orderNo: string, command: OrderCommand, context: CommandContext): Promise<ReportOutcome> {
    const outcome = await commands.handle(orderStream(orderNo), orderDecider, command, context);
    if (!outcome.ok) return 'unknown-parcel';
    return outcome.events.length > 0 ? 'recorded' : 'unchanged';
  }

  return {
    report: (report, context) =>
      handle(
        orderNoOfShipment(report.tradeNo),
        { type: 'ReportParcelStatus', at: clock().toISOString(), ...report },
        // The poller has no request. It asks about the parcel because of what is known of it.
        context.causationId === undefined ? { ...context, because: PARCEL_FACTS } : context,
      ),

    async reportStoreProblem(change, context) {
      const find = () => orderNoOfParcel(pool, change.logisticsId);
      // The notice names the carrier's number, and a parcel of this moment is not in the read model yet.
      const orderNo = (await find()) ?? (await caughtUp().then(find));
      if (orderNo === undefined) return 'unknown-parcel';
      const recorded = await handle(orderNo, { type: 'ReportStoreProblem', at: clock().toISOString(), ...change }, context);
      const { logisticsId, side, status } = change;
      if (recorded === 'recorded')
        log.warn({ orderNo, logisticsId, side, status }, 'the carrier cannot use a store; support has to name another one');
      return recorded;
    },
  };
}
