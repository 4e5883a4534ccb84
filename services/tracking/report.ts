import { createHmac, type KeyObject } from 'node:crypto';
import { isAccountClosed } from '@nordhaut/accounts';
import {
  endedUncollected,
  isAllPaidBack,
  isCarrierFailure,
  isLive,
  type Order,
  orderDecider,
  orderNoOf,
  orderStream,
  resentInVain,
} from '@nordhaut/ordering';
import type { Commands, OuterKeys } from '@nordhaut/platform/envelope';
import type { StreamName } from '@nordhaut/platform/event-store';
import type { Logger } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import { openContext } from './browser-context.ts';
import type { Consents } from './consents.ts';
import { isProviderName, type LaterFact, type ProviderName, type Purchase, type ReportProvider } from './provider.ts';
import { again, begin, type DueReport, finish, stateOf } from './purchases.ts';

export type ReportDeps = {
  pool: Pick<pg.Pool, 'query'>;
  commands: Pick<Commands, 'load'>;
  outer: OuterKeys;
  consents: Pick<Consents, 'byIds'>;
  providers: readonly ReportProvider[];
  contentId: (productId: number) => string | undefined;
  /** of the members' pseudonyms */
  key: KeyObject;
  clock: () => Date;
  timeoutMs: number;
  log: Pick<Logger, 'info' | 'warn'>;
  finished?: (provider: ProviderName, outcome: 'sent' | 'dropped', reason: string) => void;
  /** for the failure tests: called between any two steps */
  afterStep?: (step: string) => void | Promise<void>;
};

/** ms. The carrier may take back that nobody collected a parcel, or that it is lost. GA4 takes nothing older than three days. */
const MAY_BE_CORRECTED = 2 * 86_400_000;

/** ms. For how long a report waits for a release that knows its channel, and how often it is looked at. */
const NEWER_COMES = 7 * 86_400_000;
const NEWER_PACE = 600_000;

/** A member's name at the CRM: always the same, and of no use to anybody else. */
export const memberKey = (key: KeyObject, memberId: string): string =>
  `u_${createHmac('sha256', key).update(memberId).digest('hex').slice(0, 24)}`;

/**
 * Takes a purchase, or a later fact about it, to one provider. The consent is asked again. The call is recorded before it is made, and every call has
 * the same id, so a process that dies between the two leads to a repeat that the provider counts once.
 */
export async function report(deps: ReportDeps, due: DueReport): Promise<void> {
  const { pool, clock, providers, commands, afterStep } = deps;
  const provider = providers.find(({ name }) => name === due.provider);
  const now = clock();
  const age = now.getTime() - due.occurred_at.getTime();
  if (!provider) {
    // A newer release planned it, which sends it as soon as it has the lead.
    const isNewer = !isProviderName(due.provider) && age < NEWER_COMES;
    return isNewer ? again(pool, due, new Date(now.getTime() + NEWER_PACE), 'UNKNOWN') : drop(deps, due, 'OFF');
  }
  if (age > provider.keepsMs) return drop(deps, due, 'TOO_OLD');
  const given = (await deps.consents.byIds([due.consent_id])).get(due.consent_id);
  if (!given?.[provider.purpose]) return drop(deps, due, 'WITHDRAWN');
  if (provider.follows) {
    const first = await stateOf(pool, due.purchase_id, provider.follows.report);
    if (first === 'due') return again(pool, due, new Date(now.getTime() + deps.timeoutMs), 'FOLLOWS');
    if (first !== 'sent') return drop(deps, due, 'NOT_REPORTED');
  }
  const found = await purchaseOf(deps, due, provider.follows?.fact);
  if (found === 'OPEN') return again(pool, due, new Date(due.occurred_at.getTime() + MAY_BE_CORRECTED), found);
  if (typeof found === 'string') return drop(deps, due, found);
  const { purchase, memberId } = found;
  // Nothing is reported about a member whose account is closed.
  if (memberId !== null && (await isAccountClosed(commands, memberId))) return drop(deps, due, 'ACCOUNT_CLOSED');
  const wait = provider.waitAfter(due.tries + 1);
  const claim = await begin(pool, due, new Date(now.getTime() + deps.timeoutMs + (wait ?? 0)));
  if (!claim) return;
  await afterStep?.('begun');
  const outcome = provider.outcomeOf(await provider.post(provider.purchase(purchase)));
  await afterStep?.('called');
  if (outcome.kind === 'sent') {
    if (await finish(pool, claim, 'sent')) deps.finished?.(provider.name, 'sent', '');
  } else if (outcome.kind === 'refused' || wait === undefined) {
    return drop(deps, { ...due, ...claim }, outcome.kind === 'refused' ? 'REFUSED' : 'NOT_ACCEPTED', outcome.reason);
  } else {
    await again(pool, claim, new Date(now.getTime() + wait), outcome.reason);
  }
  await afterStep?.('finished');
}

/** Only the code of the reason leaves the shop's log: a provider's text may repeat what it got. */
async function drop({ pool, log, finished }: ReportDeps, due: DueReport, reason: string, answer?: string): Promise<void> {
  if (!(await finish(pool, due, 'dropped', reason))) return;
  // That a purchase stands is no loss: most refunds are of a part.
  const level = reason === 'STANDS' ? 'info' : 'warn';
  log[level](
    { purchase: due.purchase_id, provider: due.provider, tries: due.tries, reason, answer },
    'a report about a purchase is dropped',
  );
  finished?.(due.provider, 'dropped', reason);
}

/**
 * Pure: the charge was refunded before the shop knew of it. One append holds its authorisation, its refund and the order's
 * end, but two batches of the consumer may share them, so a report is planned. Only the order's newest state is certain.
 */
export const wasPaidBackUnseen = ({ cancelled }: Pick<Order, 'cancelled'>): boolean => cancelled === 'REFUNDED_AT_PROCESSOR';

/**
 * Pure: whether nothing of the order remains bought. `OPEN`: the carrier says that the parcel does not reach the buyer, and may correct that.
 * @param age ms since the newest event that caused the question
 */
function undoneOf(order: Order, age: number): 'UNDONE' | 'OPEN' | 'STANDS' {
  // In an exchange the goods come back, and the purchase stands.
  if (order.linked?.some(isLive)) return 'STANDS';
  if (order.cancelled || order.return?.receivedAt || isAllPaidBack(order) || resentInVain(order)) return 'UNDONE';
  if (!endedUncollected(order) && !isCarrierFailure(order)) return 'STANDS';
  return age < MAY_BE_CORRECTED ? 'OPEN' : 'UNDONE';
}

type Found = { purchase: Purchase; memberId: string | null };

/** @returns why there is nothing to report, where there is nothing, or nothing yet */
async function purchaseOf(
  { commands, outer, contentId, key, clock }: ReportDeps,
  due: DueReport,
  fact: LaterFact | undefined,
): Promise<Found | 'FORGOTTEN' | 'PAID_BACK' | 'OPEN' | 'STANDS'> {
  const { state: order } = await commands.load(orderStream(orderNoOf(due.stream as StreamName)), orderDecider);
  const browser = openContext(outer, due.purchase_id, due);
  const recipient = order?.personal.contact?.recipient;
  if (!order || !recipient || !browser) return 'FORGOTTEN';
  if (wasPaidBackUnseen(order)) return 'PAID_BACK';
  if (fact === 'undone') {
    const undone = undoneOf(order, clock().getTime() - due.occurred_at.getTime());
    if (undone !== 'UNDONE') return undone;
  }
  const { terms } = order;
  const { memberId } = terms;
  const purchase: Purchase = {
    id: due.purchase_id,
    occurredAt: due.occurred_at,
    boughtAt: due.bought_at,
    goods: terms.subtotal,
    shipping: terms.shippingFee,
    total: terms.total,
    items: terms.lines.map(({ productId, nameZh, tier, quantity, unitPrice }) => ({
      productId,
      contentId: contentId(productId) ?? String(productId),
      name: nameZh,
      tier,
      quantity,
      price: unitPrice,
    })),
    email: recipient.email,
    phoneE164: recipient.phoneE164,
    country: countryOf(order),
    memberKey: memberId === null ? undefined : memberKey(key, memberId),
    browser,
  };
  return { purchase, memberId };
}

function countryOf({ terms, personal }: Order): Purchase['country'] {
  if (terms.delivery.type !== 'INTERNATIONAL') return 'tw';
  return personal.contact?.recipient.city === '澳門' ? 'mo' : 'hk';
}
