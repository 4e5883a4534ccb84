import {
  keepingSetting,
  listIn,
  numberSetting,
  providerUrlSetting,
  readAs,
  sandboxSetting,
  secretSetting,
} from '@nordhaut/platform/config';
import * as z from 'zod/mini';

const Address = z.string().check(z.regex(/^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/, 'must be an e-mail address'));

/** Mails by SureNotify (providers §7). Production refuses the sandbox key, which only the simulator accepts. */
export const MessagingConfig = z.object({
  /** the sandbox is the simulators' address: SureNotify itself has none */
  SURENOTIFY_BASE_URL: providerUrlSetting('http://localhost:4001'),
  SURENOTIFY_API_KEY: secretSetting({ sandbox: 'sk_test_surenotify' }),
  /** the secret part of the address for the provider's webhooks: letters, digits, dashes */
  SURENOTIFY_WEBHOOK_SECRET: secretSetting({ sandbox: 'development-only-mail-events-secret-0', minLength: 32 }),
  /** ms; a mail whose call takes longer is in doubt */
  SURENOTIFY_TIMEOUT: numberSetting(10_000, { min: 100, max: 60_000 }),
  /** mails per second */
  MAIL_RATE: numberSetting(10, { min: 0.01, max: 1_000, whole: false }),
  MAIL_CONCURRENCY: numberSetting(8, { min: 1, max: 64 }),
  /** ms before the first retry; each further one waits twice as long, up to an hour */
  MAIL_RETRY: numberSetting(30_000, { min: 1, max: 3_600_000 }),
  /** tries after which a mail is listed for support */
  MAIL_TRIES: numberSetting(10, { min: 1, max: 100 }),
  /** ms after the end of a call in doubt until the provider's events are believed to be complete */
  MAIL_SETTLE: numberSetting(60_000, { min: 1, max: 3_600_000 }),
  /** ms that the confirmation of an order waits for its parcel, so that an order that fails at once gets none */
  MAIL_ORDER_WAIT: numberSetting(60_000, { min: 0, max: 3_600_000 }),
  /** years for which a mail is kept as it was sent, with the provider's reports; less where its person is forgotten (decisions.md 85) */
  KEEP_MAILS_YEARS: keepingSetting(2, { max: 30, because: 'a bank may ask for 540 days what the buyer of a disputed charge was told' }),
  /** sender; on a domain that is verified at SureNotify */
  MAIL_FROM_ADDRESS: sandboxSetting('service@nordhaut.example', (text) => Address.safeParse(text).success, 'must be an e-mail address'),
  MAIL_FROM_NAME: z._default(z.string().check(z.minLength(1)), 'Nordhaut'),
  /** addresses that get the daily checkpoint, separated by commas; they should belong to two people outside operations */
  MAIL_CHECKPOINTS_TO: z._default(
    readAs('must be e-mail addresses, separated by commas', (text) => {
      const addresses = listIn(text);
      return addresses.every((one) => Address.safeParse(one).success) ? addresses : undefined;
    }),
    [],
  ),
});
export type MessagingConfig = z.infer<typeof MessagingConfig>;

/**
 * How the shop names itself and how customers reach it (decisions.md 25). `SELLER_…`: the company that sells, which the Consumer Protection
 * Act §18 wants to be told before an order; without a name, pages and mails say nothing about it.
 */
export const ContactConfig = z.object({
  BRAND_NAME: z._default(z.string(), 'Nordhaut'),
  BRAND_EMAIL: sandboxSetting('support@nordhaut.example', (text) => Address.safeParse(text).success, 'must be an e-mail address'),
  BRAND_PHONE: sandboxSetting('+886 2 0000 0000'),
  BRAND_HOURS: z._default(z.string(), '09:00-18:00'),
  SELLER_NAME: z._default(z.string(), ''),
  SELLER_REPRESENTATIVE: z._default(z.string(), ''),
  /** 統一編號 */
  SELLER_TAX_ID: z._default(z.string(), ''),
  SELLER_ADDRESS: z._default(z.string(), ''),
});
