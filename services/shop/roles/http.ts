import { cartRoutes } from '@nordhaut/cart';
import { catalogueRoutes } from '@nordhaut/catalogue';
import { checkoutRoutes, confirmPayment, orderNumbers } from '@nordhaut/checkout';
import { createStoreChoice, createStoreDirectory, createZipLookup, DEFAULT_CODE, logisticsRoutes } from '@nordhaut/logistics';
import { createGuesses, displayStatus, orderingRoutes, orderNoOfShipment, orderProofs, orderQueries } from '@nordhaut/ordering';
import { paymentRoutes } from '@nordhaut/payments';
import { buildApp, deriveKey, type App, type Readiness, type Routes } from '@nordhaut/platform/http';
import type { PositionWaiter } from '@nordhaut/platform/projections';
import type { Buying } from '../buying.ts';
import type { Engine } from '../engine.ts';
import { pageOrigins } from '../page-origins.ts';

export type HttpOptions = {
  waitFor: PositionWaiter['waitFor'];
  ready: Readiness;
  /** what is served beside the API: the pages */
  more?: readonly Routes[];
};

/** The shop's HTTP application: every capability's routes, joined. */
export async function buildShopApp(engine: Engine, buying: Buying, options: HttpOptions): Promise<{ app: App; close(): Promise<void> }> {
  const { config, commands, catalogue, clock, pool } = engine;
  const { carrier, process, product } = buying;
  const proofs = orderProofs(config.SESSION_SECRET, clock);
  const queries = orderQueries(pool, commands, options.waitFor);
  const numbers = orderNumbers(deriveKey(config.SESSION_SECRET, 'order-number'));
  const directory = createStoreDirectory({ carrier, clock });
  const zips = createZipLookup({ url: config.ZIP_LOOKUP_URL, clock });
  const secureCookies = config.PUBLIC_URL.startsWith('https:');
  const { TRACKING_URL_TCAT: TCAT, TRACKING_URL_UNIMARTC2C: UNIMARTC2C, TRACKING_URL_FAMIC2C: FAMIC2C } = config;

  const app = await buildApp({
    config,
    logger: engine.logger,
    metrics: engine.metrics,
    pool,
    clock,
    ready: options.ready,
    pageOrigins: pageOrigins(config),
    routes: [
      catalogueRoutes(catalogue),
      cartRoutes({ commands, factsOf: buying.factsOf }),
      checkoutRoutes({
        process,
        orderNumbers: numbers,
        product,
        refreshProducts: () => catalogue.refresh(),
        findStore: async (subtype, id) => {
          const verdict = await directory.validateStore(id, subtype);
          if (verdict.kind === 'unverified') return undefined;
          return verdict.kind === 'known' ? verdict.store : 'unknown-store';
        },
        cashLimit: buying.cashLimit,
        log: engine.logger,
        clock,
        graceMs: config.CHECKOUT_GRACE,
        proofs,
        secureCookies,
      }),
      orderingRoutes({
        commands,
        queries,
        proofs,
        isOurs: numbers.isOurs,
        guesses: config.RATE_LIMITS ? createGuesses({ pool, key: deriveKey(config.SESSION_SECRET, 'proof-guesses'), clock }) : undefined,
        trackingUrls: { TCAT, UNIMARTC2C, FAMIC2C },
        clock,
        secureCookies,
      }),
      paymentRoutes({
        config,
        confirm: (payment, context) => confirmPayment(buying, payment, context),
        statusOf: async (orderNo) => {
          const { order } = await process.load(orderNo);
          return order ? displayStatus(order) : undefined;
        },
      }),
      logisticsRoutes({
        carrier,
        directory,
        choice: createStoreChoice({ pool, clock }),
        publicUrl: config.PUBLIC_URL,
        zipLookup: zips,
        clock,
        parcelOf: async (number) => {
          const { order } = await process.load(orderNoOfShipment(number));
          const tradeNo = order?.shipment?.tradeNo;
          if (!order || tradeNo === undefined || (number !== tradeNo && number !== order.terms.orderNo)) return undefined;
          return { tradeNo, subtype: order.terms.delivery.subtype, code: order.parcel?.code ?? DEFAULT_CODE };
        },
        report: buying.report,
        storeChanged: async (change, context) => {
          const orderNo = await queries.orderNoOfParcel(change.logisticsId);
          return orderNo === undefined ? 'unknown-parcel' : buying.reportStoreProblem(orderNo, change, context);
        },
      }),
      ...(options.more ?? []),
    ],
  });
  return { app, close: () => zips.close() };
}
