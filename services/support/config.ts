import { httpsInProduction, keepingSetting, numberSetting, type Settings, urlSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

export const SupportConfig = z.object({
  /** Origin of the support console, where it is not PUBLIC_URL; passkeys belong to its host name. */
  CONSOLE_URL: httpsInProduction(urlSetting('')),
  /** address of a trace for people, with `{traceId}` in it; without it the console shows the trace's id to copy */
  TRACE_URL: z.optional(z.string().check(z.regex(/^https?:\/\/\S*\{traceId\}\S*$/, 'must be an http or https address with {traceId}'))),
  /**
   * NT$ of goodwill of one order, of a return that one person approves and receives, or of credit without an order of one member, that one
   * person decides alone; above it a second person approves
   */
  REFUND_ALONE_MAX: numberSetting(3_000, { min: 0, max: 1_000_000 }),
  /** such decisions of one person alone on one day in Taipei */
  REFUNDS_ALONE_A_DAY: numberSetting(5, { min: 0, max: 1_000 }),
  /** years for which the name of a member of the staff is kept after they left */
  KEEP_STAFF_YEARS: keepingSetting(5, { max: 30, because: 'the log of views names them for five years' }),
  /** years for which the log of views is kept (decisions.md 85) */
  KEEP_VIEWS_YEARS: keepingSetting(5, { max: 30, because: 'the record of who saw whose data is kept for five years' }),
  /** years for which the requests of people about their data are kept, erasures too (decisions.md 85) */
  KEEP_REQUESTS_YEARS: keepingSetting(5, { max: 30, because: 'the record of what was erased is kept for five years' }),
});

/** Every entry of the log can be read with a name (infra/decisions/075). */
export function namesEndBeforeTheLog(settings: Settings): string | undefined {
  const { KEEP_STAFF_YEARS: names, KEEP_VIEWS_YEARS: views } = settings(SupportConfig);
  return names < views ? 'KEEP_STAFF_YEARS must not be less than KEEP_VIEWS_YEARS: the log of views needs the names.' : undefined;
}
