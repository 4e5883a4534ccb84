import type { Carrier, ParcelReport, ReportOutcome } from '@nordhaut/logistics';
import type { Order } from '@nordhaut/ordering';
import type { CommandContext } from '@nordhaut/platform/envelope';

/** `news`: the carrier had a new state. `same`: it had none. `no-parcel`: there is nothing to ask about. */
export type CarrierAnswer = 'news' | 'same' | 'no-parcel' | 'no-answer';

export type Errands = {
  carrier: Pick<Carrier, 'query'>;
  /** records what the carrier said, as the poller does */
  report(report: ParcelReport, context: CommandContext): Promise<ReportOutcome>;
};

/** Asks the carrier about an order's parcel now, instead of at the next poll. The order's rules decide what the answer changes. */
export async function askCarrier({ carrier, report }: Errands, order: Order, context: CommandContext): Promise<CarrierAnswer> {
  const { subtype } = order.terms.delivery;
  const { shipment } = order;
  if (!shipment || subtype === 'INTERNATIONAL') return 'no-parcel';
  const { tradeNo } = shipment;
  const answer = await carrier.query({ tradeNo, subtype });
  if (answer.kind !== 'status') return 'no-answer';
  const { code, logisticsId } = answer;
  return (await report({ tradeNo, logisticsId, subtype, code, carrierAt: null, source: 'poll' }, context)) === 'recorded' ? 'news' : 'same';
}
