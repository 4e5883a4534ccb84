import type { Engine } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import { consentRoutes } from './consent-routes.ts';
import { type Consents, createConsents } from './consents.ts';
import { trackingMigrations } from './tables.ts';

export type TrackingFace = ReturnType<typeof openTracking>;

/** What visitors agreed to, for the routes that ask. */
export function openTracking({ pool, clock, config }: Pick<Engine, 'pool' | 'clock' | 'config'>): { consents: Consents } {
  return { consents: createConsents({ pool, clock, publicUrl: config.PUBLIC_URL }) };
}

/** Consent, and what is reported to analysis, advertising and the CRM for those who agreed (decisions.md 80 to 83). */
export const tracking: Module<{ tracking: TrackingFace }> = {
  name: 'tracking',
  migrations: trackingMigrations,
  routes: (_engine, { tracking: { consents } }) => [consentRoutes(consents)],
};
