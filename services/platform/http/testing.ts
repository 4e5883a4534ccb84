import { type PlatformConfig, PlatformConfig as Schema, readConfig } from '../config.ts';
import { createMetrics, silentLogger } from '../telemetry/index.ts';
import { type AppOptions, buildApp } from './app.ts';
import type { App } from './types.ts';

/** The platform's configuration for tests: no rate limits, and answers are checked against their schemas. */
export const testConfig = (env: Record<string, string> = {}): PlatformConfig =>
  readConfig(Schema, { NODE_ENV: 'test', RATE_LIMITS: 'off', CHECK_ANSWERS: 'on', LOG_LEVEL: 'silent', ...env });

/** An application for `app.inject`. Close it after use. */
export const testApp = ({ env, ...options }: Partial<AppOptions> & { env?: Record<string, string> }): Promise<App> =>
  buildApp({
    config: testConfig(env),
    logger: silentLogger(),
    metrics: createMetrics(),
    routes: [],
    ...options,
  });
