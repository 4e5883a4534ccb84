import { LogisticsConfig } from '@nordhaut/logistics';
import { TapPayConfig } from '@nordhaut/payments';
import { KafkaConfig } from '@nordhaut/platform/bus';
import { ConfigError, numberSetting, PlatformConfig, readConfig, secret, switchSetting, urlSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

/** The shop's own piece. Durations in ms. */
const ShopSettings = z.object({
  /** the events live there instead of in Postgres; may hold a password */
  EVENTSTORE_URL: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.regex(
            /^esdb(\+discover)?:\/\//,
            'must be an esdb:// or esdb+discover:// address (for kurrentdb:// write esdb://, the server is the same)',
          ),
        ),
      z.transform(secret),
    ),
  ),
  /** the outside world of a machine without internet; off in production */
  SIMULATORS: switchSetting(false),
  SIMULATORS_PORT: numberSetting(4001, { min: 0, max: 65_535 }),
  /** the simulators' address as browsers reach it; elsewhere than in this process where it is set */
  SIMULATORS_URL: z.optional(urlSetting('')),
  /** whether parcels move by themselves */
  SIMULATORS_PACE: z._default(z.enum(['gentle', 'off'], 'must be gentle or off'), 'gentle'),
  /** decisions.md #25 */
  BRAND_NAME: z._default(z.string(), 'Nordhaut'),
  BRAND_EMAIL: z._default(z.string(), 'support@nordhaut.example'),
  BRAND_PHONE: z._default(z.string(), '+886 2 0000 0000'),
  BRAND_HOURS: z._default(z.string(), '09:00-18:00'),
  /** carriers' tracking pages (providers §1.8) */
  TRACKING_URL_TCAT: urlSetting('https://www.t-cat.com.tw/inquire/trace.aspx'),
  TRACKING_URL_UNIMARTC2C: urlSetting('https://eservice.7-11.com.tw/E-Tracking/search.aspx'),
  TRACKING_URL_FAMIC2C: urlSetting('https://fmec.famiport.com.tw/FP_Entrance/QueryBox'),
  /** a checkout nobody has touched for so long is picked up; longer than a charge may take */
  CHECKOUT_GRACE: numberSetting(45_000, { min: 100, max: 3_600_000 }),
  CHECKOUT_SWEEP_INTERVAL: numberSetting(5_000, { min: 50, max: 600_000 }),
  /** how long a buyer may stay at the bank's page */
  PAYMENT_PATIENCE: numberSetting(30 * 60_000, { min: 1_000, max: 86_400_000 }),
  /** whether cash orders are limited by phone number (decisions.md 71); off for load tests, whose shoppers share a number */
  CASH_LIMIT: switchSetting(true),
  /** processes that play the role http on this machine, on one port */
  WEB_CONCURRENCY: numberSetting(1, { min: 1, max: 64 }),
  /** with WEB_CONCURRENCY: where the process above them tells its health, its metrics and the sum of theirs */
  OPS_PORT: z.optional(numberSetting(0, { min: 0, max: 65_535 })),
  /** sockets may begin as polling; off where a port's processes are no sticky ones, as those of WEB_CONCURRENCY */
  SOCKET_POLLING: switchSetting(true),
  SOCKETS_PER_ADDRESS: numberSetting(100, { min: 1, max: 1_000_000 }),
});

const ShopConfig = z.object({
  ...PlatformConfig.shape,
  ...KafkaConfig.shape,
  ...TapPayConfig.shape,
  ...LogisticsConfig.shape,
  ...ShopSettings.shape,
});
export type ShopConfig = z.infer<typeof ShopConfig>;

/** Every environment variable that the shop reads, but for those of OpenTelemetry. */
export const settingNames: readonly string[] = Object.keys(ShopConfig.shape);

/**
 * Reads the whole configuration. With simulators the providers' addresses point to them, unless one is named.
 * @throws ConfigError
 */
export function readShopConfig(env: NodeJS.ProcessEnv = process.env): ShopConfig {
  const set = (name: string, fallback: string): string => env[name] || fallback;
  const isProduction = env['NODE_ENV'] === 'production';
  const defaults: Record<string, string> = {
    SIMULATORS: isProduction ? 'off' : 'on',
    // Production has to be told: cookies, callbacks and links depend on it.
    ...(!isProduction && { PUBLIC_URL: `http://localhost:${set('PORT', '3000')}` }),
  };
  const simulators = set('SIMULATORS_URL', `http://localhost:${set('SIMULATORS_PORT', '4001')}`);
  if (/^(on|true|1|yes)$/i.test(set('SIMULATORS', defaults['SIMULATORS'] as string)))
    Object.assign(defaults, simulatedAddresses(simulators));
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const config = readConfig(ShopConfig, { ...defaults, ...given });
  if (config.CHECKOUT_GRACE <= config.TAPPAY_TIMEOUT) {
    throw new ConfigError(['CHECKOUT_GRACE must be longer than TAPPAY_TIMEOUT: a charge that is under way must not be given up.']);
  }
  return config;
}

/** Which address of the simulators stands for which provider. */
export const simulatedAddresses = (url: string): Record<string, string> => ({
  TAPPAY_BASE_URL: url,
  TAPPAY_SDK_URL: `${url}/sdk/tpdirect/v5.24.0`,
  ECPAY_LOGISTICS_BASE_URL: url,
  ZIP_LOOKUP_URL: `${url}/zip5json.py`,
});
