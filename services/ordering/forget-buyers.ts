import { randomUUID } from 'node:crypto';
import type { CommandContext } from '@nordhaut/platform/envelope';
import {
  type EndedAccount,
  type Erasure,
  type FinishEngine,
  type Forgets,
  type ForgettingAnswer,
  type ForgettingEngine,
  type ForgettingRequest,
  type Forgotten,
  type Kept,
  NO_ACCOUNT,
} from '@nordhaut/platform/forgetting';
import { forgetErrorsOf } from '@nordhaut/platform/data-tables';
import { PURPOSES } from '@nordhaut/platform/decider';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import { OrderingConfig } from './config.ts';
import { contactsOfEnded, type DueOrder, dueOrders, openForLong, ownersWithContact } from './due-orders.ts';
import { forgetBuyer, waitsOf } from './forgetting.decide.ts';
import { keepingTable } from './keeping-table.ts';
import { type Account, keptOwn } from './kept-until.ts';
import { linkedWith } from './linked-with.ts';
import { openMatters } from './open-matters.ts';
import { orderDecider } from './order.decide.ts';
import { orderData } from './personal-data.ts';
import { ownerOf, type Order } from './order.ts';
import type { Hold, OrderEvent, Wait } from './order-events.ts';
import { ORDER_CATEGORY, orderNoOf, orderStream } from './stream.ts';

/** Makes the command ids of what the shop forgets by itself. */
const uuidOf = nameUuids('c1d0a3d2-6a55-5c0a-9a39-1f7f2b9f5e10');
const BATCH = 100;
/** accounts that ended, in one question about their orders */
const ACCOUNTS = 1_000;
const OPERATOR: CommandContext['actor'] = { kind: 'support', id: 'cli' };

const contextOf = ({ clock }: ForgettingEngine, commandId: string, actor: CommandContext['actor']): CommandContext => ({
  commandId,
  actor,
  now: clock(),
});
const tableOf = ({ config }: ForgettingEngine) => keepingTable(config.of(OrderingConfig));

/** The account of an order's owner, by its own history; undefined for a guest's order. */
async function accountOf(engine: ForgettingEngine, memberId: string | null): Promise<Account | undefined> {
  if (memberId === null) return undefined;
  for (const { accountEnd } of engine.forgets) {
    const endedAt = await accountEnd?.(engine, memberId);
    if (endedAt) return { memberId, endedAt };
  }
  return { memberId, endedAt: null };
}

/** All accounts that ended, in pages. */
async function* endedAccounts(engine: ForgettingEngine): AsyncGenerator<readonly EndedAccount[]> {
  for (const { endedAccounts: page } of engine.forgets)
    for (let last: string | undefined = ''; page && last !== undefined; ) {
      const accounts: readonly EndedAccount[] = await page(engine, { last, most: ACCOUNTS });
      if (accounts.length > 0) yield accounts;
      last = accounts.at(-1)?.memberId;
    }
}

/** The last owner of the step before. A new process starts with the first owner again, which costs time only. */
const walked = new WeakMap<ForgettingEngine['pool'], string>();

/**
 * A step of the walk over the owners of orders: those that have no account. An event store that is restored is older than the database, so
 * somebody may have a session whose registration is lost, and order with it. Nothing ends such an account, so nothing would end the contact.
 * @returns the last owner of the step; undefined: there are no more
 */
async function ownersWithoutAccount(
  engine: ForgettingEngine,
  last: string,
): Promise<{ accounts: readonly EndedAccount[]; last: string | undefined }> {
  const owners = await ownersWithContact(engine.pool, { last, most: ACCOUNTS });
  const accounts: EndedAccount[] = [];
  for (const { withoutAccount } of owners.length > 0 ? engine.forgets : [])
    for (const memberId of (await withoutAccount?.(engine, owners)) ?? []) accounts.push({ memberId, endedAt: NO_ACCOUNT });
  return { accounts, last: owners.length < ACCOUNTS ? undefined : owners.at(-1) };
}

/** The accounts for the plan: what several passes of the calendar look at. */
async function* allEnded(engine: ForgettingEngine): AsyncGenerator<readonly EndedAccount[]> {
  yield* endedAccounts(engine);
  for (let from: string | undefined = ''; from !== undefined; ) {
    const step = await ownersWithoutAccount(engine, from);
    yield step.accounts;
    from = step.last;
  }
}

/** Linked orders have keys of their own, so each of them forgets the buyer too. They come first: a repeat goes on after a crash. */
async function forget(engine: ForgettingEngine, orderNo: string, request: ForgettingRequest): Promise<ForgettingAnswer | undefined> {
  const linked = await linkedWith(engine.commands, orderNo);
  const others = (one: string): Promise<Wait[]> => openIn(engine, [orderNo, ...linked], one);
  for (const one of request.dryRun ? [] : linked)
    await forgetOne(engine, one, { ...request, commandId: uuidOf(`${request.commandId}/${one}`) }, await others(one));
  return forgetOne(engine, orderNo, request, await others(orderNo));
}

/** What is open in these orders without `except`. */
export async function openIn(
  { commands, clock }: Pick<ForgettingEngine, 'commands' | 'clock'>,
  orderNos: readonly string[],
  except?: string,
): Promise<Wait[]> {
  const now = clock().toISOString();
  const orders = orderNos.filter((orderNo) => orderNo !== except);
  const loaded = await Promise.all(orders.map((orderNo) => commands.load(orderStream(orderNo), orderDecider)));
  return loaded.flatMap(({ state }) => (state ? openMatters(state, now) : []));
}

async function forgetOne(
  engine: ForgettingEngine,
  orderNo: string,
  request: ForgettingRequest,
  others: readonly Wait[],
): Promise<ForgettingAnswer | undefined> {
  const stream = orderStream(orderNo);
  const { state: order } = await engine.commands.load(stream, orderDecider);
  if (!order) return undefined;
  const { purposes, reason, commandId, dryRun, actor = OPERATOR } = request;
  const at = engine.clock().toISOString();
  const table = tableOf(engine);
  const account = await accountOf(engine, ownerOf(order));
  const command = { type: 'ForgetBuyer', at, purposes, reason, table, others, ...(account && { account }) } as const;
  if (dryRun) {
    const decision = forgetBuyer(command, order);
    return answerOf(engine, { order, account }, decision.ok ? decision.events : undefined, stream, waitsOf(order, at, others));
  }
  const outcome = await engine.commands.handle(stream, orderDecider, command, contextOf(engine, commandId, actor));
  const after = (outcome.ok && outcome.state) || order;
  return answerOf(engine, { order: after, account }, outcome.ok ? outcome.events : undefined, stream, waitsOf(after, at, others));
}

function answerOf(
  engine: ForgettingEngine,
  { order, account }: { order: Order; account: Account | undefined },
  events: readonly OrderEvent[] | undefined,
  stream: Forgotten['stream'],
  waits: Wait[],
): ForgettingAnswer {
  const table = tableOf(engine);
  const kept = PURPOSES.filter((purpose) => !order.forgotten?.[purpose]).map((purpose): Kept => {
    const own = keptOwn(order, purpose, table, account);
    return purpose === 'invoice' ? { ...own, why: 'TAX_LAW' } : own;
  });
  if (events === undefined) return { kind: 'kept', kept: kept.filter(({ purpose }) => purpose === 'invoice') };
  for (const event of events) {
    if (event.type === 'PersonalDataForgotten') return { kind: 'forgotten', stream, subject: order.subject, data: event.data };
    if (event.type === 'ForgettingRequested')
      return { kind: 'waits', purposes: event.data.purposes, waits: event.data.waits, dueBy: event.data.dueBy, kept };
  }
  const { erasure } = order;
  if (erasure) return { kind: 'waits', purposes: erasure.purposes, waits, dueBy: erasure.dueBy, kept };
  const last = Object.values(order.forgotten ?? {})
    .toSorted()
    .at(-1);
  return { kind: 'nothing-left', stream, at: last ?? null };
}

async function finish(engine: FinishEngine): Promise<boolean> {
  const now = engine.clock();
  const table = tableOf(engine);
  const finishOne = async ({ orderNo, memberId, revision, asked }: DueOrder): Promise<void> => {
    // The rows may be behind: the command decides from the order's own stream and the account's. The calendar waits for no linked order.
    const others = asked ? await openIn(engine, await linkedWith(engine.commands, orderNo)) : null;
    const account = await accountOf(engine, memberId);
    const command = { type: 'FinishForgetting', at: now.toISOString(), table, others, ...(account && { account }) } as const;
    const context = contextOf(engine, uuidOf(`${orderNo}/${revision}`), { kind: 'system', id: 'forgetter' });
    await engine.commands.handle(orderStream(orderNo), orderDecider, command, context);
  };
  await engine.due.each((last: DueOrder | undefined) => dueOrders(engine.pool, now, table, { limit: BATCH, last }), finishOne);
  const finishContacts = (accounts: readonly EndedAccount[]): Promise<void> =>
    engine.due.each((last: DueOrder | undefined) => contactsOfEnded(engine.pool, now, table, accounts, { limit: BATCH, last }), finishOne);
  for await (const accounts of endedAccounts(engine)) await finishContacts(accounts);
  const { accounts, last = '' } = await ownersWithoutAccount(engine, walked.get(engine.pool) ?? '');
  if (accounts.length > 0) await finishContacts(accounts);
  walked.set(engine.pool, last);
  return false;
}

async function restore(engine: ForgettingEngine, { stream, data }: Forgotten): Promise<boolean> {
  if (!stream.startsWith(`${ORDER_CATEGORY}-`)) return false;
  const context = contextOf(engine, uuidOf(`${stream}/restored/${data.at}`), { kind: 'system', id: 'forgetter' });
  return (await engine.commands.handle(stream, orderDecider, { type: 'RestoreForgetting', forgotten: data }, context)).ok;
}

/** How the shop forgets the buyer of an order. */
export const orderForgetting: Forgets = {
  keeps: orderData,
  async erase({ pool }, { data, ...erasure }) {
    const orderNo = orderNoOfForgotten(erasure);
    if (orderNo !== undefined && data.purposes.includes('contact')) await forgetErrorsOf(pool, orderNo);
  },
  forget: (engine, { order }, request) => (order === undefined ? Promise.resolve(undefined) : forget(engine, order, request)),
  async memberWaits(engine, { memberId, orders }) {
    const { rows } = await engine.pool.query<{ order_no: string }>('select order_no from orders where member_id = $1', [memberId]);
    // `orders` are the adopted ones of the member's own stream; the read model may be behind it.
    const numbers = [...new Set([...orders, ...rows.map((row) => row.order_no)])];
    return openIn(engine, numbers);
  },
  finish,
  restore,
  stuck: async (engine) =>
    (await openForLong(engine.pool, engine.clock(), tableOf(engine))).map(({ orderNo, since, dueBy }) => ({
      name: orderNo,
      since: since.toISOString(),
      dueBy: dueBy?.toISOString() ?? null,
    })),
  async plan(engine, until) {
    const table = tableOf(engine);
    const now = engine.clock();
    const due = new Map((await dueOrders(engine.pool, until, table)).map((one) => [one.orderNo, one]));
    for await (const accounts of allEnded(engine))
      for (const one of await contactsOfEnded(engine.pool, until, table, accounts)) {
        const other = due.get(one.orderNo);
        const purposes = PURPOSES.filter((purpose) => purpose === 'contact' || other?.purposes.includes(purpose));
        due.set(one.orderNo, other ? { ...other, purposes, at: new Date(Math.min(other.at.getTime(), one.at.getTime())) } : one);
      }
    return [...due.values()].map(({ orderNo, purposes, at, asked }) => ({
      name: orderNo,
      purposes,
      at: new Date(Math.max(at.getTime(), now.getTime())).toISOString(),
      asked,
    }));
  },
};

/** The order of a forgetting; undefined where another capability recorded it. */
export const orderNoOfForgotten = ({ stream }: Pick<Erasure, 'stream'>): string | undefined =>
  stream.startsWith(`${ORDER_CATEGORY}-`) ? orderNoOf(stream as ReturnType<typeof orderStream>) : undefined;

/** Keeps the data of an order until the hold is lifted. A command of support; default: of the operator. @returns false where there is no such order */
export async function placeOrLiftHold(
  engine: ForgettingEngine,
  orderNo: string,
  type: 'PlaceHold' | 'LiftHold',
  hold: Hold,
  { note, context = contextOf(engine, randomUUID(), OPERATOR) }: { note?: string; context?: CommandContext } = {},
): Promise<boolean> {
  const command = { type, at: engine.clock().toISOString(), hold, ...(note !== undefined && { note }) } as const;
  return (await engine.commands.handle(orderStream(orderNo), orderDecider, command, context)).ok;
}
