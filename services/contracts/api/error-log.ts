import * as z from 'zod/mini';

/** The codes of the error log (spec/3-purchase-flow §8), each with the call that failed. */
export const ERROR_LOG_APIS = {
  ORDER_TAPPAY_DIRECT_PAY_FAIL: '/api/tappay/',
  ORDER_TAPPAY_NO_RESPONSE: '/api/tappay/',
  ORDER_PRICE_CHECK: '/api/getPrice/',
  ORDER_LOGISTICS: '/api/ecpay/',
  ORDER_UID: '/api/genUid/',
} as const;
export type ErrorLogCode = keyof typeof ERROR_LOG_APIS;
export const apiOfError = (code: string): string => (Object.hasOwn(ERROR_LOG_APIS, code) ? ERROR_LOG_APIS[code as ErrorLogCode] : '');

/** What only the browser can see: no answer came. It sends the code alone (decisions.md 84). */
export const ErrorReport = z.strictObject({ code: z.enum(['ORDER_TAPPAY_NO_RESPONSE', 'ORDER_UID']) });
export const ErrorReported = z.object({ state: z.int() });
/** The caller's own network address. */
export const AddressAnswer = z.object({ ip: z.string() });
