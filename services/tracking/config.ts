import { httpsInProduction, numberSetting, secret, type Settings, urlSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

const Id = (form: RegExp, message: string) => z._default(z.string().check(z.regex(form, message)), '');
const OptionalSecret = z.optional(z.pipe(z.string().check(z.minLength(1)), z.transform(secret)));

/** Each provider is off unless its id or address is set (providers §8, 8b, 11). */
export const TrackingConfig = z.object({
  META_CAPI_URL: httpsInProduction(urlSetting('https://graph.facebook.com')),
  META_API_VERSION: z._default(z.string().check(z.regex(/^v\d{1,3}\.\d$/, 'must be like v24.0')), 'v24.0'),
  META_PIXEL_ID: Id(/^\d{0,20}$/, 'must be digits'),
  META_ACCESS_TOKEN: OptionalSecret,
  GA_COLLECT_URL: httpsInProduction(urlSetting('https://www.google-analytics.com')),
  GA_MEASUREMENT_ID: Id(/^(G-[A-Z0-9]{4,16})?$/, 'must be like G-XXXXXXXXXX'),
  GA_API_SECRET: OptionalSecret,
  ACCUHIT_URL: z.optional(httpsInProduction(urlSetting(''))),
  ACCUHIT_TOKEN: OptionalSecret,
  ACCUHIT_SECRET: OptionalSecret,
  /** ms for one call of a provider */
  CONVERSIONS_TIMEOUT: numberSetting(5_000, { min: 100, max: 60_000 }),
  /** ms before the first retry */
  CONVERSIONS_RETRY: numberSetting(60_000, { min: 1, max: 3_600_000 }),
});
export type TrackingConfig = z.infer<typeof TrackingConfig>;

/** The keys that only the simulators accept. */
export const simulatedProviders = (url: string): Record<string, string> => ({
  META_CAPI_URL: url,
  META_PIXEL_ID: '1000000000000001',
  META_ACCESS_TOKEN: 'sandbox-meta-token',
  GA_COLLECT_URL: url,
  GA_MEASUREMENT_ID: 'G-SANDBOX01',
  GA_API_SECRET: 'sandbox-ga-secret',
  ACCUHIT_URL: `${url}/accuhit`,
  ACCUHIT_TOKEN: 'sandbox-accuhit-token',
  ACCUHIT_SECRET: 'sandbox-accuhit-secret',
});

/** A provider that is named but has no secret cannot work. */
export function missingSecret(settings: Settings): string | undefined {
  const { META_PIXEL_ID, META_ACCESS_TOKEN, GA_MEASUREMENT_ID, GA_API_SECRET, ACCUHIT_URL, ACCUHIT_TOKEN, ACCUHIT_SECRET } =
    settings(TrackingConfig);
  if (META_PIXEL_ID !== '' && !META_ACCESS_TOKEN) return 'META_PIXEL_ID needs META_ACCESS_TOKEN.';
  if (GA_MEASUREMENT_ID !== '' && !GA_API_SECRET) return 'GA_MEASUREMENT_ID needs GA_API_SECRET.';
  if (ACCUHIT_URL && !(ACCUHIT_TOKEN && ACCUHIT_SECRET)) return 'ACCUHIT_URL needs ACCUHIT_TOKEN and ACCUHIT_SECRET.';
  return undefined;
}
