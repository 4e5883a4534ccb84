import { type Consumption, consumeDurably } from '@nordhaut/platform/bus';
import { type Leadership, withLeadership } from '@nordhaut/platform/database';
import { consumerMetrics, type Engine } from '@nordhaut/platform/engine';
import { deriveKey } from '@nordhaut/platform/http';
import type { Role } from '@nordhaut/platform/role';
import { sleep, tokenBucket } from '@nordhaut/platform/timing';
import { CAUSES } from './causes.ts';
import { ContactConfig, MessagingConfig } from './config.ts';
import { webhookUrl } from './http.ts';
import { intake } from './intake.ts';
import type { MemberTokens } from './letters.ts';
import { dueMails } from './outbox.ts';
import { advance, type SendDeps } from './send.ts';
import { createMailer, type Mailer } from './surenotify.ts';
import { newestTemplate } from './template-store.ts';

/** ms between two looks for due mails */
const PAUSE = 500;
const BATCH = 100;
/** providers §7: delivery, bounce, complaint */
const REPORTS = [3, 6, 7];

export type MessagingOptions = { tokens: Partial<MemberTokens>; mailer?: Mailer } & Pick<SendDeps, 'afterStep'>;

/** Writes the mails that events cause, and sends them. One process at a time does each of the two. */
export function messagingRole(engine: Engine, { tokens, mailer: given, afterStep }: MessagingOptions): Role {
  const { config, pool, clock, logger, commands, vault, databaseUrl, metrics } = engine;
  const settings = config.of(MessagingConfig);
  const contact = config.of(ContactConfig);
  const mailer = given ?? createMailer(settings);
  const bucket = tokenBucket({ size: Math.max(1, settings.MAIL_RATE), refillMs: settings.MAIL_RATE < 1 ? 1_000 / settings.MAIL_RATE : 1_000 });
  const outcomes = metrics.counter('mails_total', 'Mails by kind and outcome', ['kind', 'outcome']);
  const deps: SendDeps = {
    pool,
    vault,
    commands,
    tokens,
    mailer,
    clock,
    sender: {
      brand: contact.BRAND_NAME,
      email: contact.BRAND_EMAIL,
      phone: contact.BRAND_PHONE,
      hours: contact.BRAND_HOURS,
      shopUrl: config.PUBLIC_URL,
    },
    template: (id) => newestTemplate(pool, id),
    key: deriveKey(config.SESSION_SECRET, 'mail-recipient'),
    config: settings,
    turn: async () => sleep(bucket.take()),
    log: logger,
    settled: (kind, outcome) => outcomes.inc({ kind, outcome }),
    ...(afterStep && { afterStep }),
  };
  let consumer: Consumption | undefined;
  let leadership: Leadership | undefined;
  let trouble: string | undefined;

  async function lead({ lost }: { lost: AbortSignal }): Promise<void> {
    let registered = false;
    while (!lost.aborted) {
      registered ||= await register();
      const rows = await dueMails(pool, clock(), BATCH);
      trouble = undefined;
      await inParallel(rows, settings.MAIL_CONCURRENCY, async (row) => {
        if (!lost.aborted) await advance(deps, row);
      });
      if (rows.length < BATCH) await sleep(PAUSE, lost, { ref: false });
    }
  }

  /** Asks for reports of delivery. Mails do not depend on it, so a failure is repeated only by the next leader. */
  async function register(): Promise<true> {
    for (const type of REPORTS) {
      if (!(await mailer.register(type, webhookUrl(config.PUBLIC_URL, settings))))
        logger.warn({ type }, 'SureNotify did not take the address for its reports; there will be no statistics of delivery');
    }
    return true;
  }

  return {
    name: 'messaging',
    async start() {
      consumer = await consumeDurably(
        { ...engine, metrics: consumerMetrics(metrics) },
        {
          name: 'messaging',
          filter: { categories: ['order', 'member'], types: [...CAUSES] },
          handler: (events) => intake({ pool, clock, waitMs: settings.MAIL_ORDER_WAIT }, events),
        },
      );
      leadership = withLeadership({
        url: databaseUrl,
        lockName: 'mailer',
        lead,
        onError(error) {
          trouble = `mails are not sent: ${error.message}`;
          logger.warn({ reason: error.message }, 'the sender of mails lost its lock, cannot request it, or failed; it tries again');
        },
      });
    },
    notReady: () => Promise.resolve(consumer ? undefined : 'messaging is starting'),
    // No order depends on a mail.
    remarks: () => Promise.resolve([consumer?.trouble(), trouble].filter((one) => one !== undefined)),
    async stop() {
      await consumer?.stop();
      await leadership?.stop();
      await mailer.close();
    },
  };
}

/** @throws the first error after all calls have ended */
async function inParallel<T>(items: readonly T[], count: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const results = await Promise.allSettled(
    Array.from({ length: Math.min(count, queue.length) }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}
