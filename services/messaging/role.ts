import { consumerRole, underLock } from '@nordhaut/platform/bus';
import type { Engine } from '@nordhaut/platform/engine';
import type { Role } from '@nordhaut/platform/role';
import { backoff, sleep } from '@nordhaut/platform/timing';
import { WALLET_CATEGORY } from '@nordhaut/promotions';
import pMap from 'p-map';
import { CAUSES } from './causes.ts';
import { MessagingConfig } from './config.ts';
import { webhookUrl } from './http.ts';
import { CONSUMER, intake } from './intake.ts';
import { dueMails, type MailRow } from './outbox.ts';
import { advance } from './send.ts';
import { openSender, type SenderOptions } from './sender.ts';

/** ms between two looks for due mails, and between two looks for what causes mails */
const PAUSE = 500;
const BATCH = 100;
/** providers §7: delivery, bounce, complaint */
const REPORTS = [3, 6, 7];
/** ms; the longest pause before SureNotify is asked for its reports again */
const HOUR = 3_600_000;

/** Writes the mails that events cause, and sends them. One process at a time does each of the two. */
export function messagingRole(engine: Engine, options: SenderOptions): Role {
  const { config, pool, clock, logger } = engine;
  const settings = config.of(MessagingConfig);
  const deps = openSender(engine, options);
  const { mailer } = deps;

  async function lead(lost: AbortSignal, works: () => void): Promise<void> {
    const registering = registration();
    while (!lost.aborted) {
      await registering();
      const rows = await dueMails(pool, clock(), BATCH);
      works();
      const one = async (row: MailRow): Promise<void> => {
        if (!lost.aborted) await advance(deps, row);
      };
      // No call may still run when the next leader begins, so an error waits for the others.
      await pMap(rows, one, { concurrency: settings.MAIL_CONCURRENCY, stopOnError: false }).catch((failed: AggregateError) => {
        throw failed.errors[0] as Error;
      });
      if (rows.length < BATCH) await sleep(PAUSE, lost, { ref: false });
    }
  }

  /**
   * Asks for reports of delivery, and again later for those that SureNotify did not take: without them no bounce is listed. Mails do not
   * depend on it.
   */
  function registration(): () => Promise<void> {
    let missing: readonly number[] = REPORTS;
    let [failures, due] = [0, 0];
    return async () => {
      if (missing.length === 0 || performance.now() < due) return;
      const refused: number[] = [];
      for (const type of missing) if (!(await mailer.register(type, webhookUrl(config.PUBLIC_URL, settings)))) refused.push(type);
      missing = refused;
      if (refused.length === 0) return;
      due = performance.now() + backoff(++failures, { first: settings.MAIL_RETRY, most: HOUR });
      logger.warn({ types: refused }, 'SureNotify did not take the address for its reports; until it does, no bounce is listed');
    };
  }

  return consumerRole(
    { ...engine, paceMs: PAUSE },
    {
      name: CONSUMER,
      filter: { categories: ['order', 'member', WALLET_CATEGORY], types: [...CAUSES] },
      handler: (events) => intake({ pool, clock, waitMs: settings.MAIL_ORDER_WAIT }, events),
    },
    'no new mails are written: messaging waits for the store or the database (the log names the reason)',
    { begin: underLock(engine, 'mailer', 'mails are not sent', lead), close: () => mailer.close() },
  );
}
