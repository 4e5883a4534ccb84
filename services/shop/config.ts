import { ContactConfig } from '@nordhaut/messaging';
import { ConfigError, numberSetting, readConfig, type Settings, urlSetting } from '@nordhaut/platform/config';
import { EngineConfig } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import * as z from 'zod/mini';
import { modules, type Faces } from './modules.ts';

const ShopSettings = z.object({
  ...EngineConfig.shape,
  ...ContactConfig.shape,
  /** decisions.md 110; empty: BRAND_EMAIL */
  BRAND_BUSINESS_EMAIL: z._default(z.string(), ''),
  BRAND_PROCUREMENT_EMAIL: z._default(z.string(), ''),
  /** the hours of the help centre and of the chat account (spec/1-catalogue-and-content §9) */
  BRAND_HELP_HOURS: z._default(z.string(), '週一至週五 10:00–12:00、14:00–17:00'),
  BRAND_CHAT_HOURS: z._default(z.string(), '週一至週五 9:00–19:00'),
  /** https addresses of the chat account and the social pages; empty: no link */
  BRAND_CHAT_URL: urlSetting(''),
  BRAND_FACEBOOK_URL: urlSetting(''),
  BRAND_INSTAGRAM_URL: urlSetting(''),
  /** processes with the role http on this machine, on one port */
  WEB_CONCURRENCY: numberSetting(1, { min: 1, max: 64 }),
  /** with WEB_CONCURRENCY: the port of the parent process for its health, its metrics and the sum of the workers' metrics */
  OPS_PORT: z.optional(numberSetting(0, { min: 0, max: 65_535 })),
});
export type ShopConfig = z.infer<typeof ShopSettings> & { of: Settings };

/** What development shows. Production has no such defaults: its pages would lead customers to accounts of somebody else. */
const INVENTED = {
  BRAND_BUSINESS_EMAIL: 'business@nordhaut.example',
  BRAND_PROCUREMENT_EMAIL: 'procurement@nordhaut.example',
  BRAND_CHAT_URL: 'https://line.me/R/ti/p/@nordhaut',
  BRAND_FACEBOOK_URL: 'https://www.facebook.com/nordhaut.example',
  BRAND_INSTAGRAM_URL: 'https://www.instagram.com/nordhaut.example',
};

const wholeSchema = (parts: readonly Module<Faces>[]) =>
  z.object(
    Object.fromEntries([ShopSettings, ...parts.flatMap(({ config }) => config ?? [])].flatMap(({ shape }) => Object.entries(shape))),
  );

/** Every environment variable that the shop reads, except those of OpenTelemetry. */
export const settingNames: readonly string[] = Object.keys(wholeSchema(modules).shape);

/**
 * Reads the whole configuration. Without any setting, the shop runs for development: with simulators, with the sandbox
 * values of each setting, and without TLS. With `NODE_ENV=production`, simulators are off and each sandbox value is refused
 * (`config.ts` of the platform). With simulators, the providers' addresses point to them unless they are set.
 * @throws ConfigError with all mistakes of all modules
 */
export function readShopConfig(env: NodeJS.ProcessEnv = process.env, parts: readonly Module<Faces>[] = modules): ShopConfig {
  const set = (name: string, fallback: string): string => env[name] || fallback;
  const isProduction = env['NODE_ENV'] === 'production';
  const SIMULATORS = set('SIMULATORS', isProduction ? 'off' : 'on');
  // A wrong port or address is one mistake, and not one more in each address that is made of it.
  const firstAddress = (...texts: string[]): string => texts.find((text) => URL.canParse(text)) ?? '';
  const local = (port: string, fallback: string): string =>
    firstAddress(`http://localhost:${set(port, fallback)}`, `http://localhost:${fallback}`);
  const simulators = firstAddress(set('SIMULATORS_URL', ''), local('SIMULATORS_PORT', '4001'));
  const values = {
    // No default in production, because cookies, callbacks and links depend on it.
    ...(!isProduction && { ...INVENTED, PUBLIC_URL: local('PORT', '3000') }),
    ...(/^(on|true|1|yes)$/i.test(SIMULATORS) && Object.assign({}, ...parts.map(({ simulated }) => simulated?.(simulators)))),
    ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== '')),
    SIMULATORS,
  };
  // Only to report all mistakes at once. `of` then reads the settings of one module.
  readConfig(wholeSchema(parts), values);
  const of: Settings = (schema) => readConfig(schema, values);
  const contradictions = parts.flatMap(({ contradiction }) => contradiction?.(of) ?? []);
  if (contradictions.length > 0) throw new ConfigError(contradictions);
  const settings = of(ShopSettings);
  const { BRAND_EMAIL, BRAND_BUSINESS_EMAIL, BRAND_PROCUREMENT_EMAIL } = settings;
  return {
    ...settings,
    BRAND_BUSINESS_EMAIL: BRAND_BUSINESS_EMAIL || BRAND_EMAIL,
    BRAND_PROCUREMENT_EMAIL: BRAND_PROCUREMENT_EMAIL || BRAND_EMAIL,
    of,
  };
}
