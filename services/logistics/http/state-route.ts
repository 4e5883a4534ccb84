import { type CommandContext, UnreadableHistory } from '@nordhaut/platform/envelope';
import type { Routes } from '@nordhaut/platform/http';
import type { DeliverySubtype } from '@nordhaut/contracts';
import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import * as z from 'zod/mini';
import type { Carrier, ParcelReport } from '../carrier.ts';
import { messageId } from '../message-id.ts';
import { isFinished } from '../status-codes.ts';

export type StateRoute = {
  carrier: Pick<Carrier, 'query'>;
  /** The parcel with this number at the carrier, or the parcel of the order with this number. */
  parcelOf(number: string): Promise<{ tradeNo: string; subtype: DeliverySubtype; code: string } | undefined>;
  report(report: ParcelReport, context: CommandContext): Promise<unknown>;
  clock: () => Date;
};

const MAX_ORDERS = 50;
const CONCURRENCY = 4;
/** ms between two queries about one parcel */
const FRESH = 30_000;
const REMEMBERED = 10_000;

/** The specification's page sends `TimeStamp`. It is ignored, because each query has its own time stamp. */
const StatesRequest = z.object({
  orders: z
    .array(
      z.object({
        MerchantTradeNo: z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/)),
        TimeStamp: z.optional(z.union([z.string().check(z.maxLength(20)), z.number()])),
      }),
    )
    .check(z.maxLength(MAX_ORDERS)),
});
const ParcelState = z.object({ MerchantTradeNo: z.string(), LogisticsType: z.string(), LogisticsStatus: z.string() });
const StatesAnswer = z.object({ response: z.array(ParcelState) });

/** `CVS_UNIMARTC2C`, `HOME_TCAT`: the carrier's own notation (providers §1.7). */
const combined = (subtype: DeliverySubtype): string =>
  subtype === 'INTERNATIONAL' ? subtype : `${subtype === 'TCAT' ? 'HOME' : 'CVS'}_${subtype}`;

/**
 * The states of several parcels (spec/3-purchase-flow §7). The route queries the carrier about parcels that are not
 * finished and were not queried in the last 30 s. It omits unknown numbers. Without an answer the recorded state counts.
 */
export function stateRoute({ carrier, parcelOf, report, clock }: StateRoute): Routes {
  const asked = new LRUCache<string, true>({ max: REMEMBERED, ttl: FRESH, ttlResolution: 0, perf: { now: () => clock().getTime() } });

  async function stateOf(number: string, requestId: string): Promise<z.infer<typeof ParcelState> | undefined> {
    const known = await parcelOf(number);
    if (known === undefined) return undefined;
    const { tradeNo, subtype } = known;
    let { code } = known;
    const now = clock();
    if (subtype !== 'INTERNATIONAL' && !isFinished(subtype, code) && !asked.has(tradeNo)) {
      asked.set(tradeNo, true);
      const answer = await carrier.query({ tradeNo, subtype });
      if (answer.kind === 'status' && answer.code !== code) {
        const commandId = messageId('asked', tradeNo, answer.code, now.toISOString());
        await report(
          { tradeNo, logisticsId: answer.logisticsId, subtype, code: answer.code, carrierAt: null, source: 'poll' },
          { commandId, causationId: requestId, actor: { kind: 'carrier', id: 'ecpay' }, now },
        );
        code = (await parcelOf(tradeNo))?.code ?? answer.code;
      }
    }
    return { MerchantTradeNo: number, LogisticsType: combined(subtype), LogisticsStatus: code };
  }

  /** An order whose history cannot be read takes no state from the others. It is omitted like an unknown number. */
  const readableState: typeof stateOf = (number, requestId) =>
    stateOf(number, requestId).catch((error: unknown) => {
      if (error instanceof UnreadableHistory) return undefined;
      throw error;
    });

  return (app) => {
    app.post(
      '/api/ecpay/getLogisticsState/',
      {
        schema: { body: StatesRequest, response: { 200: StatesAnswer }, summary: 'States of several parcels', tags: ['delivery'] },
        config: { access: 'public', form: 'json', idempotency: 'off', limit: 'expensive' },
      },
      async (request) => {
        const numbers = [...new Set(request.body.orders.map(({ MerchantTradeNo }) => MerchantTradeNo))];
        const states = await pMap(numbers, (number) => readableState(number, request.id), { concurrency: CONCURRENCY });
        return { response: states.filter((state) => state !== undefined) };
      },
    );
  };
}
