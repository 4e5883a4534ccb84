import { cartRoutes } from '@nordhaut/cart';
import { catalogueRoutes } from '@nordhaut/catalogue';
import { checkoutRoutes, orderNumbers } from '@nordhaut/checkout';
import { createStoreChoice, createStoreDirectory, createZipLookup, logisticsRoutes } from '@nordhaut/logistics';
import { createGuesses, displayStatus, orderingRoutes, orderProofs, orderQueries } from '@nordhaut/ordering';
import { paymentRoutes, type PaymentRef } from '@nordhaut/payments';
import type { CommandContext } from '@nordhaut/platform/envelope';
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

  async function confirm(payment: PaymentRef, context: CommandContext): Promise<'done' | 'later'> {
    if ('orderNo' in payment) return process.confirm(payment.orderNo, context);
    const found = await buying.processor.find(payment);
    if (found.kind === 'unknown') return 'later';
    return found.kind === 'found' ? process.confirm(found.record.orderNo, context) : 'done';
  }

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
        confirm,
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
        parcelOf: queries.parcelOf,
        report: buying.report,
        storeChanged: buying.reportStoreProblem,
      }),
      ...(options.more ?? []),
    ],
  });
  return { app, close: () => zips.close() };
}
