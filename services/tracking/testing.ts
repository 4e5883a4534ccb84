export { TrackingConfig } from './config.ts';
export { createConsents } from './consents.ts';
export { hashedCountry, hashedEmail, hashedPhone } from './hashing.ts';
export { CATEGORIES, intake, TYPES } from './intake.ts';
export { openProviders } from './providers.ts';
export { dueReports } from './purchases.ts';
export { report, type ReportDeps } from './report.ts';
