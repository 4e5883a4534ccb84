import { createHmac, type KeyObject } from 'node:crypto';
import type { Vault } from '@nordhaut/platform/envelope';
import { isPassing } from '@nordhaut/platform/database';
import { StoreUnavailable } from '@nordhaut/platform/event-store';
import { backoff } from '@nordhaut/platform/timing';
import type { Logger } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import type { Kind } from './causes.ts';
import type { MessagingConfig } from './config.ts';
import { decideDoubt, type Verdict } from './doubt.decide.ts';
import { addressNow, draftOf, type LetterDeps, redacted } from './letters.ts';
import {
  again,
  begin,
  type Claim,
  type DoubtfulMail,
  doubtsBefore,
  failed,
  knownIds,
  type MailRow,
  postpone,
  type Reason,
  finish,
  endDoubt,
} from './outbox.ts';
import { render } from './render.ts';
import { shareOf } from './share.ts';
import type { Mailer, SendOutcome } from './surenotify.ts';
import type { Template } from './template.ts';

export type SendDeps = LetterDeps & {
  pool: pg.Pool;
  vault: Pick<Vault, 'seal' | 'openMany'>;
  mailer: Mailer;
  /** the newest version of a template */
  template: (id: string) => Promise<Template>;
  /** of the keyed hash of a recipient */
  key: KeyObject;
  /** of the limit of mails to one recipient; null: limits are off */
  factor: number | null;
  config: Pick<MessagingConfig, 'SURENOTIFY_TIMEOUT' | 'MAIL_SETTLE' | 'MAIL_RETRY' | 'MAIL_TRIES'>;
  /** waits until the provider may be called */
  turn: () => Promise<void>;
  log: Pick<Logger, 'warn' | 'error'>;
  finished?: (kind: Kind, outcome: 'sent' | 'listed' | 'dropped' | 'retried') => void;
  /** for the failure tests: called between any two steps */
  afterStep?: (step: string) => void | Promise<void>;
};

const MOST = 3_600_000;
/** ms; another mail to the same recipient is under way */
const BUSY = 1_000;
/** ms after which a mail in doubt is listed, where the provider does not answer */
const LONGEST_DOUBT = 86_400_000;

/** What is kept of a mail, sealed: as it was sent, without its tokens. */
export type KeptMail = { to: string; name: string; subject: string; html: string; text: string };

/**
 * Takes a mail one step further. The row says that the provider is called before it is called. So a process that dies
 * leaves either a mail that the provider does not have, or one in doubt, and of that the provider's events are asked first.
 */
export async function advance(deps: SendDeps, row: MailRow): Promise<void> {
  try {
    await (row.state === 'due' ? sendFirst(deps, row) : resolve(deps, row));
  } catch (error) {
    // An outage of the event store is no try of this mail. It is tried again soon.
    if (error instanceof StoreUnavailable) return postpone(deps.pool, row, later(deps, 1));
    // The database is away. No mail can be handled.
    if (isPassing(error)) throw error;
    // One mail must not stop the others, for example an order whose history cannot be read. What was called stays in doubt.
    deps.log.error({ mail: row.id, kind: row.kind, err: error }, 'a mail could not be handled; it is tried again');
    if (row.state !== 'due') await postpone(deps.pool, row, later(deps, row.tries));
    else if (row.tries + 1 >= deps.config.MAIL_TRIES) await end(deps, row, row, 'listed', 'FAILED');
    else await failed(deps.pool, row, later(deps, row.tries + 1));
  }
}

async function sendFirst(deps: SendDeps, row: MailRow): Promise<void> {
  const { pool, vault, clock, config, key, factor, mailer, afterStep } = deps;
  // Before the draft, because a new token would end the link of the mail that was sent.
  const before = await wasSentBefore(deps, row);
  if (before === undefined) {
    if (row.tries + 1 >= config.MAIL_TRIES) return end(deps, row, row, 'listed', 'IN_DOUBT');
    return failed(pool, row, later(deps, row.tries + 1));
  }
  if (before) return end(deps, row, row, 'dropped', 'SENT_BEFORE');
  const draft = await draftOf(deps, row);
  if (draft.kind === 'drop') return end(deps, row, row, 'dropped', draft.reason);
  const template = await deps.template(draft.template);
  const letter = render(template, draft.values, deps.sender);
  const copy = draft.secrets.length > 0 ? render(template, redacted(draft), deps.sender) : letter;
  const kept: KeptMail = { to: draft.to.address, name: draft.to.name, ...copy };
  const sealed = await vault.seal(draft.subject, 'contact', row.id, kept);
  if (sealed === undefined) return end(deps, row, row, 'dropped', 'FORGOTTEN');
  await afterStep?.('rendered');
  await deps.turn();
  const now = clock();
  // Support may have corrected the address while the mail waited for its turn.
  const address = await addressNow(deps, row);
  if (address !== undefined && !isSameMailbox(address, draft.to.address)) return postpone(pool, row, now);
  const recipient = createHmac('sha256', key).update(draft.to.address.toLowerCase()).digest();
  const lease = new Date(now.getTime() + config.SURENOTIFY_TIMEOUT + config.MAIL_SETTLE);
  const started = performance.now();
  const claim = await begin(
    pool,
    row,
    { recipient, subject: draft.subject, templateId: template.id, version: template.version, sealed },
    now,
    lease,
    shareOf(row, { address: draft.to.address, budget: draft.budget ?? 'anybody' }, { key, factor, now }),
  );
  if (claim === undefined) return;
  if (claim === 'full' || claim === 'flooded') return end(deps, row, row, claim === 'full' ? 'listed' : 'dropped', 'TOO_MANY');
  if (claim === 'busy') return postpone(pool, row, new Date(now.getTime() + BUSY));
  await afterStep?.('begun');
  // A process that stood still for so long may not call any more: another one may have decided that the mail was not sent.
  const tooLate = performance.now() - started > config.MAIL_SETTLE;
  const outcome: SendOutcome = tooLate
    ? { kind: 'unknown', reason: 'the process stood still' }
    : await mailer.send({ subject: letter.subject, html: letter.html, to: draft.to });
  await afterStep?.('called');
  await conclude(deps, row, claim, outcome);
  await afterStep?.('finished');
}

async function conclude(deps: SendDeps, row: MailRow, claim: Claim, outcome: SendOutcome): Promise<void> {
  const { pool, clock, config, log } = deps;
  if (outcome.kind === 'sent') return end(deps, row, claim, 'sent', undefined, outcome.id);
  log.warn({ mail: row.id, kind: row.kind, tries: claim.tries, outcome: outcome.kind, reason: outcome.reason }, 'a mail was not sent');
  if (outcome.kind === 'refused') return end(deps, row, claim, 'listed', 'REFUSED');
  if (outcome.kind === 'not-accepted') return retry(deps, row, claim);
  await postpone(pool, claim, new Date(clock().getTime() + config.MAIL_SETTLE));
}

/** undefined: the person was forgotten */
async function keptOf({ vault }: SendDeps, { id, subject, sealed }: DoubtfulMail): Promise<KeptMail | undefined> {
  const [opened] = await vault.openMany([{ subject, purpose: 'contact', eventId: id, sealed }]);
  return opened as KeptMail | undefined;
}

/** What became of a mail, by the provider's events of its recipient. undefined: the provider does not answer. */
async function askProvider(deps: SendDeps, { begunAt }: DoubtfulMail, kept: KeptMail): Promise<Verdict | undefined> {
  const { pool, mailer, config, afterStep } = deps;
  await deps.turn();
  const found = await mailer.eventsOf(kept.to, new Date(begunAt.getTime() - config.MAIL_SETTLE));
  await afterStep?.('asked');
  if (!found) return undefined;
  const known = await knownIds(pool, [...new Set(found.events.map(({ id: one }) => one))]);
  return decideDoubt({ ...found, known, subject: kept.subject, begunAt });
}

/**
 * Whether a mail that is sent again was sent after all. It was given up in doubt then, and the provider may have an answer by
 * now. Mails to an address that support corrected since then do not count. undefined: the provider does not answer.
 */
async function wasSentBefore(deps: SendDeps, row: MailRow): Promise<boolean | undefined> {
  const doubts = await doubtsBefore(deps.pool, row);
  const address = doubts.length > 0 ? await addressNow(deps, row) : undefined;
  for (const doubt of doubts) {
    const kept = await keptOf(deps, doubt);
    if (!kept || (address !== undefined && !isSameMailbox(kept.to, address))) continue;
    const verdict = await askProvider(deps, doubt, kept);
    if (verdict === undefined) return undefined;
    if (verdict.kind !== 'sent') continue;
    await endDoubt(deps.pool, doubt, verdict.id, verdict.bounced);
    if (!verdict.bounced) return true;
  }
  return false;
}

/** Upper and lower case are one mailbox everywhere in the shop. */
export const isSameMailbox = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A mail in doubt: a call without a clear answer, or a process that died. */
async function resolve(deps: SendDeps, row: MailRow): Promise<void> {
  const { pool, clock } = deps;
  const { id, subject, sealed, begun_at: begunAt } = row;
  if (subject === null || sealed === null || begunAt === null) return end(deps, row, row, 'dropped', 'FORGOTTEN');
  const doubt = { id, subject, sealed, begunAt };
  const kept = await keptOf(deps, doubt);
  if (!kept) return end(deps, row, row, 'dropped', 'FORGOTTEN');
  const verdict = await askProvider(deps, doubt, kept);
  if (verdict === undefined) {
    const now = clock();
    if (now.getTime() - begunAt.getTime() > LONGEST_DOUBT) return end(deps, row, row, 'listed', 'IN_DOUBT');
    return postpone(pool, row, later(deps, row.tries));
  }
  if (verdict.kind === 'sent')
    return end(deps, row, row, verdict.bounced ? 'listed' : 'sent', verdict.bounced ? 'BOUNCED' : undefined, verdict.id);
  if (verdict.kind === 'undecided') return end(deps, row, row, 'listed', 'IN_DOUBT');
  await retry(deps, row, row);
}

async function retry(deps: SendDeps, row: MailRow, claim: Claim): Promise<void> {
  if (claim.tries >= deps.config.MAIL_TRIES) return end(deps, row, claim, 'listed', 'NOT_ACCEPTED');
  await again(deps.pool, claim, later(deps, claim.tries), 'NOT_ACCEPTED');
  deps.finished?.(row.kind, 'retried');
}

async function end(
  { pool, finished }: SendDeps,
  { kind }: MailRow,
  claim: Claim,
  state: 'sent' | 'listed' | 'dropped',
  reason?: Reason,
  providerId?: string,
): Promise<void> {
  if (await finish(pool, claim, state, { ...(reason && { reason }), ...(providerId !== undefined && { providerId }) }))
    finished?.(kind, state);
}

const later = ({ clock, config }: SendDeps, tries: number): Date =>
  new Date(clock().getTime() + backoff(Math.max(1, tries), { first: config.MAIL_RETRY, most: MOST }));
