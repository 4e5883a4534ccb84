import type { ProductFactsOf } from '@nordhaut/cart';
import type { ProductCard } from '@nordhaut/contracts';
import {
  cashLimit,
  createCheckoutProcess,
  loadSnapshot,
  type CashLimit,
  type CheckoutDeps,
  type CheckoutProcess,
} from '@nordhaut/checkout';
import { createEcpay, replyUrls, type Carrier, type ParcelReport, type Recorded, type StoreChange } from '@nordhaut/logistics';
import { orderDecider, orderNoOfShipment, orderStream } from '@nordhaut/ordering';
import { createTapPay, notifyUrl, type CardProcessor } from '@nordhaut/payments';
import type { CommandContext } from '@nordhaut/platform/envelope';
import { deriveKey } from '@nordhaut/platform/http';
import type { PricedProduct } from '@nordhaut/promotions';
import type { Engine } from './engine.ts';

/** The capabilities of the way from cart to doorstep, joined. */
export type Buying = {
  processor: CardProcessor;
  carrier: Carrier;
  process: CheckoutProcess;
  /** undefined where CASH_LIMIT is off */
  cashLimit: CashLimit | undefined;
  product: (productId: number) => PricedProduct | undefined;
  factsOf: ProductFactsOf;
  /** records what a carrier says about a parcel; `unknown-parcel` where no order has it */
  report: (report: ParcelReport, context: CommandContext) => Promise<Recorded>;
  /** records that the carrier cannot use a store of the order's parcel, and tells support in the log */
  reportStoreProblem: (orderNo: string, change: StoreChange, context: CommandContext) => Promise<Recorded>;
  close(): Promise<void>;
};

export type Providers = { processor: CardProcessor; carrier: Carrier };
type BuyingOptions = { afterStep?: CheckoutDeps['afterStep']; around?: (providers: Providers) => Providers };

export function joinBuying(engine: Engine, { afterStep, around = (providers) => providers }: BuyingOptions = {}): Buying {
  const { config, commands, clock, logger, catalogue, pool, metrics } = engine;
  const refused = metrics.counter('carrier_reports_refused_total', 'Reports of carriers that the shop did not believe', [
    'source',
    'reason',
  ]);
  const { processor, carrier } = around({
    processor: createTapPay(config),
    carrier: createEcpay({
      config,
      urls: replyUrls(config.PUBLIC_URL),
      clock,
      refused: (source, { reason, about }) => {
        refused.inc({ source, reason });
        // The route logs a refused callback itself.
        if (source === 'poll') logger.warn({ reason, ...about }, 'the answer of a carrier to a query was refused');
      },
    }),
  });
  const process = createCheckoutProcess({
    commands,
    processor,
    carrier,
    reservations: [],
    paymentUrls: {
      redirect: `${config.PUBLIC_URL}/result`,
      notify: notifyUrl(config.PUBLIC_URL, config),
      merchantId: config.TAPPAY_MERCHANT_ID,
    },
    paymentPatienceMs: config.PAYMENT_PATIENCE,
    clock,
    log: logger,
    ...(afterStep && { afterStep }),
  });

  return {
    processor,
    carrier,
    process,
    cashLimit: config.CASH_LIMIT
      ? cashLimit({
          pool,
          key: deriveKey(config.SESSION_SECRET, 'cash-limit'),
          clock,
          load: (orderNo) => loadSnapshot({ commands }, orderNo),
        })
      : undefined,
    product: (productId) => {
      const card = catalogue.byId(productId);
      return card && priced(card, catalogue.samples(productId));
    },
    factsOf: (productId, tier) => {
      const card = catalogue.byId(productId);
      return { known: card !== undefined, available: card?.available ?? false, hasTier: card?.prices[tier] != null };
    },
    report: async (report, context) => {
      const { tradeNo, logisticsId, subtype, code, carrierAt, source } = report;
      const outcome = await commands.handle(
        // The order refuses a number that is not its shipment's.
        orderStream(orderNoOfShipment(tradeNo)),
        orderDecider,
        { type: 'ReportParcelStatus', at: clock().toISOString(), tradeNo, logisticsId, subtype, code, carrierAt, source },
        context,
      );
      return recordedOf(outcome);
    },
    reportStoreProblem: async (orderNo, change, context) => {
      const command = { type: 'ReportStoreProblem', at: clock().toISOString(), ...change } as const;
      const outcome = await commands.handle(orderStream(orderNo), orderDecider, command, context);
      if (outcome.ok && outcome.events.length > 0)
        logger.warn({ orderNo, change }, 'the carrier cannot use a store; support has to name another one');
      return recordedOf(outcome);
    },
    close: async () => {
      await Promise.all([processor.close(), carrier.close()]);
    },
  };
}

const recordedOf = (outcome: { ok: true; events: readonly unknown[] } | { ok: false }): Recorded =>
  outcome.ok ? (outcome.events.length > 0 ? 'recorded' : 'unchanged') : 'unknown-parcel';

const priced = (
  { productId, nameZh, nameEn, images, available, prices }: ProductCard,
  samples: PricedProduct['samples'],
): PricedProduct => ({
  productId,
  nameZh,
  nameEn,
  images,
  available,
  prices,
  samples,
});
