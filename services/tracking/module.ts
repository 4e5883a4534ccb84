import type { Engine } from '@nordhaut/platform/engine';
import { deriveKey } from '@nordhaut/platform/http';
import type { Module } from '@nordhaut/platform/module';
import { missingSecret, simulatedProviders, TrackingConfig } from './config.ts';
import { consentRoutes } from './consent-routes.ts';
import { createConsents } from './consents.ts';
import { sealedContexts } from './browser-context.ts';
import { trackingForgetting } from './forgets.ts';
import { noteOrder } from './note-order.ts';
import { pageReports } from './page-reports.ts';
import { purchaseRoute } from './purchase-route.ts';
import { configuredPurposes, openProviders } from './providers.ts';
import { reportRoutes } from './report-routes.ts';
import { trackingRole } from './role.ts';
import { trackingMigrations } from './tables.ts';

export type TrackingFace = ReturnType<typeof openTracking>;

/** What visitors agreed to, and the note of an order that checkout takes. */
export function openTracking(engine: Pick<Engine, 'pool' | 'clock' | 'config' | 'outer' | 'logger'>) {
  const { pool, clock, config } = engine;
  const consents = createConsents({ pool, clock, publicUrl: config.PUBLIC_URL });
  return { consents, noteOrder: noteOrder(engine, consents, configuredPurposes(config.of(TrackingConfig))) };
}

type Faces = {
  tracking: TrackingFace;
  catalogue: {
    contentId(productId: number): string | undefined;
    byId(productId: number): { prices: Readonly<Record<string, number | null>> } | undefined;
  };
};

/** Consent, and what is reported to analysis, advertising and the CRM for those who agreed (decisions.md 80 to 83). */
export const tracking: Module<Faces> = {
  name: 'tracking',
  config: TrackingConfig,
  contradiction: missingSecret,
  simulated: simulatedProviders,
  migrations: trackingMigrations,
  forgets: trackingForgetting,
  sealed: [sealedContexts],
  roles: [{ name: 'tracking', join: (engine, { catalogue }) => [trackingRole(engine, { contentId: catalogue.contentId })] }],
  routes({ config, pool, clock, logger, commands, metrics }, { tracking: { consents }, catalogue }) {
    const outcomes = metrics.counter('page_reports_total', 'Events of pages by provider and outcome', ['provider', 'outcome']);
    const finished = (provider: string, outcome: string): void => outcomes.inc({ provider, outcome });
    const reports = pageReports(openProviders(config.of(TrackingConfig)), { consents, log: logger, finished });
    const key = deriveKey(config.SESSION_SECRET, 'crm-member-key');
    return [
      consentRoutes(consents),
      purchaseRoute({ consents, pool, commands, clock }),
      reportRoutes({
        consents,
        reports,
        commands,
        key,
        clock,
        publicUrl: config.PUBLIC_URL,
        product(productId) {
          const card = catalogue.byId(productId);
          return card && { contentId: catalogue.contentId(productId) ?? String(productId), prices: card.prices };
        },
      }),
    ];
  },
};
