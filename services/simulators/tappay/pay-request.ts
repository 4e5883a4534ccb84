import { isRecord, isWebUrl, wordOf } from '../http.ts';

/** A pay-by-prime body that passed every field check of providers §2.3. Amount in NT$. */
export type PayRequest = {
  prime: string;
  merchantId: string;
  amount: number;
  currency: string;
  orderNumber: string;
  bankTransactionId: string;
  details: string;
  cardholder: Record<string, string>;
  threeDomainSecure: boolean;
  resultUrl?: { frontend: string; backend: string; goBack?: string };
};

const isText = (value: unknown, longest = 500): value is string => typeof value === 'string' && value !== '' && value.length <= longest;
const isUrl = (value: unknown): value is string => isText(value, 2000) && isWebUrl(value);

/** Whether the shop's own id is missing, or a text that TapPay takes: not empty, and not too long. */
export const isId = (value: unknown, longest: number): boolean => value === undefined || isText(value, longest);

/** Returns the request, or TapPay's status for the first invalid field. */
export function readPayRequest(body: Record<string, unknown>): PayRequest | number {
  const { prime, amount, details, cardholder } = body;
  const merchantId = body.merchant_id ?? body.merchant_group_id;
  const currency = body.currency ?? 'TWD';
  if (!isText(prime, 71)) return 503;
  if (!isText(merchantId, 50)) return 502;
  if (typeof amount !== 'number' || !Number.isInteger(amount)) return 510;
  if (amount < 1 || amount > 20_000_000) return 513;
  if (typeof currency !== 'string') return 504;
  if (currency !== 'TWD') return 89;
  if (!isText(details, Number.POSITIVE_INFINITY)) return 505;
  if (details.length > 100) return 515;
  if (body.instalment !== undefined && !Number.isInteger(body.instalment)) return 511;
  if (body.delay_capture_in_days !== undefined && !Number.isInteger(body.delay_capture_in_days)) return 512;
  if (!isId(body.order_number, 50) || !isId(body.bank_transaction_id, 40)) return 514;
  const holder = readCardholder(cardholder);
  if (typeof holder === 'number') return holder;
  const resultUrl = readResultUrl(body);
  if (typeof resultUrl === 'number') return resultUrl;
  return {
    prime,
    merchantId,
    amount,
    currency,
    orderNumber: wordOf(body.order_number),
    bankTransactionId: wordOf(body.bank_transaction_id),
    details,
    cardholder: holder,
    threeDomainSecure: body.three_domain_secure === true,
    ...(resultUrl ? { resultUrl } : {}),
  };
}

function readCardholder(value: unknown): Record<string, string> | number {
  if (!isRecord(value)) return 501;
  if (!isText(value.phone_number) || !/^\+?\d{8,15}$/.test(value.phone_number)) return 507;
  if (!isText(value.name)) return 508;
  if (!isText(value.email) || !/^[^\s@]+@[^\s@]+$/.test(value.email)) return 509;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, typeof field === 'string' ? field : '']));
}

function readResultUrl(body: Record<string, unknown>): PayRequest['resultUrl'] | number {
  const urls = body.result_url;
  if (!isRecord(urls)) return body.three_domain_secure === true ? 629 : undefined;
  if (!isUrl(urls.frontend_redirect_url)) return 630;
  if (!isUrl(urls.backend_notify_url)) return 631;
  return {
    frontend: urls.frontend_redirect_url,
    backend: urls.backend_notify_url,
    ...(isUrl(urls.go_back_url) ? { goBack: urls.go_back_url } : {}),
  };
}
