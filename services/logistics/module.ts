import type { Engine } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import type { Carrier } from './carrier.ts';
import { LogisticsConfig } from './config.ts';
import { createEcpay } from './ecpay/ecpay.ts';
import { logisticsRoutes, type LogisticsHttp } from './http/index.ts';
import { replyUrls } from './http/paths.ts';
import { pollerRole, type PolledOrders } from './poller/role.ts';
import { createZipLookup } from './postal/zip-lookup.ts';
import { chosenStores, createStoreChoice, forgetChoices, sealedChoices } from './stores/store-choice.ts';
import { createStoreDirectory } from './stores/store-directory.ts';
import { logisticsMigrations } from './tables.ts';

export function openCarrier({ config, clock, metrics, logger }: Pick<Engine, 'config' | 'clock' | 'metrics' | 'logger'>): Carrier {
  const refused = metrics.counter('carrier_reports_refused_total', 'Reports of carriers that the shop did not believe', [
    'source',
    'reason',
  ]);
  // Prometheus does not see the step to 1 of a series that begins with 1.
  for (const source of ['callback', 'poll'] as const)
    for (const reason of ['wrong-merchant', 'foreign-code'] as const) refused.inc({ source, reason }, 0);
  return createEcpay({
    config: config.of(LogisticsConfig),
    urls: replyUrls(config.PUBLIC_URL),
    clock,
    refused: (source, { reason, about }) => {
      refused.inc({ source, reason });
      // The route logs a refused callback itself.
      if (source === 'poll') logger.warn({ reason, ...about }, 'the answer of a carrier to a query was refused');
    },
  });
}

export type LogisticsFace = ReturnType<typeof openLogistics>;

export function openLogistics({ config, clock, pool, outer }: Pick<Engine, 'config' | 'clock' | 'pool' | 'outer'>, carrier: Carrier) {
  const zipLookup = createZipLookup({ url: config.of(LogisticsConfig).ZIP_LOOKUP_URL, clock });
  const choice = createStoreChoice({ pool, outer, clock });
  return { carrier, choice, directory: createStoreDirectory({ carrier, clock }), zipLookup, close: () => zipLookup.close() };
}

type Orders = PolledOrders & {
  queries: Pick<LogisticsHttp, 'parcelOf'>;
  reportStoreProblem: LogisticsHttp['storeChanged'];
};

export const logistics: Module<{ logistics: LogisticsFace; ordering: Orders }> = {
  name: 'logistics',
  config: LogisticsConfig,
  simulated: (url) => ({ ECPAY_LOGISTICS_BASE_URL: url, ZIP_LOOKUP_URL: `${url}/zip5json.py` }),
  migrations: logisticsMigrations,
  sealed: [sealedChoices],
  forgets: {
    keeps: [chosenStores],
    async erase({ pool, clock }, { data: { purposes, requester }, visitors }) {
      // The calendar is about an order of long ago. The browser may choose a store for another one now.
      if (purposes.includes('contact')) await forgetChoices(pool, visitors, requester === 'CALENDAR' ? clock() : undefined);
    },
  },
  roles: [{ name: 'poller', join: (engine, { logistics: { carrier }, ordering }) => [pollerRole(engine, carrier, ordering)] }],
  routes: ({ config, clock }, { logistics: { carrier, choice, directory, zipLookup }, ordering }) => [
    logisticsRoutes({
      carrier,
      directory,
      choice,
      publicUrl: config.PUBLIC_URL,
      zipLookup,
      clock,
      parcelOf: ordering.queries.parcelOf,
      report: ordering.report,
      storeChanged: ordering.reportStoreProblem,
    }),
  ],
  // The carrier's store map.
  pageOrigins: (settings) => ({ formAction: [new URL(settings(LogisticsConfig).ECPAY_LOGISTICS_BASE_URL).origin] }),
};
