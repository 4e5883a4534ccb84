import type { ParcelReport, ReportOutcome, StoreChange } from '@nordhaut/logistics';
import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import type pg from 'pg';
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
  log: { warn(data: object, message: string): void };
};

/** The commands for messages of a carrier. Logistics gets them through ordering's face. */
export function parcelCommands({ commands, pool, clock, log }: ParcelCommandsOptions): ParcelCommands {
  async function handle(orderNo: string, command: OrderCommand, context: CommandContext): Promise<ReportOutcome> {
    const outcome = await commands.handle(orderStream(orderNo), orderDecider, command, context);
    if (!outcome.ok) return 'unknown-parcel';
    return outcome.events.length > 0 ? 'recorded' : 'unchanged';
  }

  return {
    report: (report, context) =>
      handle(orderNoOfShipment(report.tradeNo), { type: 'ReportParcelStatus', at: clock().toISOString(), ...report }, context),

    async reportStoreProblem(change, context) {
      const orderNo = await orderNoOfParcel(pool, change.logisticsId);
      if (orderNo === undefined) return 'unknown-parcel';
      const recorded = await handle(orderNo, { type: 'ReportStoreProblem', at: clock().toISOString(), ...change }, context);
      if (recorded === 'recorded') log.warn({ orderNo, change }, 'the carrier cannot use a store; support has to name another one');
      return recorded;
    },
  };
}
