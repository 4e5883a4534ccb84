import { keepingSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

export const DataApiConfig = z.object({
  /** years for which the audit entries of the data API are kept (decisions.md 85) */
  KEEP_AUDIT_YEARS: keepingSetting(5, { max: 30, because: 'the record of who changed what is kept for five years' }),
  /** days for which a record of the error log is kept (decisions.md 84) */
  KEEP_ERRORS_DAYS: keepingSetting(90, { max: 3_650, because: 'support reads what failed for 90 days' }),
});
