import type { Engine } from '@nordhaut/platform/engine';
import { deriveKey } from '@nordhaut/platform/http';
import { sleep, tokenBucket } from '@nordhaut/platform/timing';
import type * as z from 'zod/mini';
import { ContactConfig, MessagingConfig } from './config.ts';
import type { MemberTokens } from './letters.ts';
import type { SendDeps } from './send.ts';
import { createMailer } from './surenotify.ts';
import { newestTemplate } from './template-store.ts';

export type SenderOptions = { tokens: Partial<MemberTokens> } & Pick<SendDeps, 'afterStep'>;

/** Pure: the company that sells, as mails name it. */
export const sellerLine = ({ SELLER_NAME: name, SELLER_TAX_ID: taxId, SELLER_ADDRESS: address }: z.infer<typeof ContactConfig>): string =>
  name === '' ? '' : [name, taxId && `統一編號 ${taxId}`, address].filter((part) => part !== '').join('　');

/** What sending needs of the engine. The caller closes its mailer. */
export function openSender(
  { config, pool, clock, logger, commands, vault, metrics }: Engine,
  { tokens, afterStep }: SenderOptions,
): SendDeps {
  const settings = config.of(MessagingConfig);
  const contact = config.of(ContactConfig);
  const { MAIL_RATE: rate } = settings;
  const bucket = tokenBucket({ size: Math.max(1, rate), refillMs: rate < 1 ? 1_000 / rate : 1_000 });
  const outcomes = metrics.counter('mails_total', 'Mails by kind and outcome', ['kind', 'outcome']);
  return {
    pool,
    vault,
    commands,
    tokens,
    mailer: createMailer(settings),
    clock,
    sender: {
      brand: contact.BRAND_NAME,
      email: contact.BRAND_EMAIL,
      phone: contact.BRAND_PHONE,
      hours: contact.BRAND_HOURS,
      shopUrl: config.PUBLIC_URL,
      seller: sellerLine(contact),
    },
    template: (id) => newestTemplate(pool, id),
    key: deriveKey(config.SESSION_SECRET, 'mail-recipient'),
    factor: config.RATE_LIMITS ? config.RATE_LIMIT_FACTOR : null,
    config: settings,
    turn: () => sleep(bucket.take()),
    log: logger,
    finished: (kind, outcome) => outcomes.inc({ kind, outcome }),
    ...(afterStep && { afterStep }),
  };
}
