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
import { createEcpay, replyUrls, type Carrier } from '@nordhaut/logistics';
import { parcelCommands, type ParcelCommands } from '@nordhaut/ordering';
import { createTapPay, notifyUrl, type CardProcessor } from '@nordhaut/payments';
import { deriveKey } from '@nordhaut/platform/http';
import type { PricedProduct } from '@nordhaut/promotions';
import type { Engine } from './engine.ts';

/** The capabilities of the way from cart to doorstep, joined. */
export type Buying = ParcelCommands & {
  processor: CardProcessor;
  carrier: Carrier;
  process: CheckoutProcess;
  /** undefined where CASH_LIMIT is off */
  cashLimit: CashLimit | undefined;
  product: (productId: number) => PricedProduct | undefined;
  factsOf: ProductFactsOf;
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
    ...parcelCommands({ commands, pool, clock, log: logger }),
    close: async () => {
      await Promise.all([processor.close(), carrier.close()]);
    },
  };
}

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
