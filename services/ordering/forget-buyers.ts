import { randomUUID } from 'node:crypto';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type {
  Erasure,
  FinishEngine,
  Forgets,
  ForgettingAnswer,
  ForgettingEngine,
  ForgettingRequest,
  Forgotten,
  Kept,
} from '@nordhaut/platform/forgetting';
import { forgetErrorsOf } from '@nordhaut/platform/data-tables';
import { PURPOSES } from '@nordhaut/platform/decider';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import { OrderingConfig } from './config.ts';
import { type DueOrder, dueOrders, keepingTable, openForLong } from './due-orders.ts';
import { forgetBuyer, waitsOf } from './forgetting.decide.ts';
import { keptUntil } from './kept-until.ts';
import { linkedWith } from './linked-with.ts';
import { openMatters } from './open-matters.ts';
import { orderDecider } from './order.decide.ts';
import { orderData } from './personal-data.ts';
import type { Order } from './order.ts';
import type { Hold, OrderEvent, Wait } from './order-events.ts';
import { ORDER_CATEGORY, orderNoOf, orderStream } from './stream.ts';

/** Makes the command ids of what the shop forgets by itself. */
const uuidOf = nameUuids('c1d0a3d2-6a55-5c0a-9a39-1f7f2b9f5e10');
const BATCH = 100;
const OPERATOR: CommandContext['actor'] = { kind: 'support', id: 'cli' };

const contextOf = ({ clock }: ForgettingEngine, commandId: string, actor: CommandContext['actor']): CommandContext => ({
  commandId,
  actor,
  now: clock(),
});
const tableOf = ({ config }: ForgettingEngine) => keepingTable(config.of(OrderingConfig));

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
  const command = { type: 'ForgetBuyer', at, purposes, reason, table, others } as const;
  if (dryRun) {
    const decision = forgetBuyer(command, order);
    return answerOf(engine, order, decision.ok ? decision.events : undefined, stream, waitsOf(order, at, others));
  }
  const outcome = await engine.commands.handle(stream, orderDecider, command, contextOf(engine, commandId, actor));
  const after = (outcome.ok && outcome.state) || order;
  return answerOf(engine, after, outcome.ok ? outcome.events : undefined, stream, waitsOf(after, at, others));
}

function answerOf(
  engine: ForgettingEngine,
  order: Order,
  events: readonly OrderEvent[] | undefined,
  stream: Forgotten['stream'],
  waits: Wait[],
): ForgettingAnswer {
  const table = tableOf(engine);
  const kept = PURPOSES.filter((purpose) => !order.forgotten?.[purpose]).map((purpose): Kept => {
    return { purpose, until: keptUntil(order, purpose, table), why: purpose === 'invoice' ? 'TAX_LAW' : 'OWN_TERM' };
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
  await engine.due.each(
    (last: DueOrder | undefined) => dueOrders(engine.pool, now, table, { limit: BATCH, last }),
    async ({ orderNo, revision, asked }) => {
      // The row may be behind the order: the command decides from the order's own stream. The calendar waits for no linked order.
      const others = asked ? await openIn(engine, await linkedWith(engine.commands, orderNo)) : null;
      const command = { type: 'FinishForgetting', at: now.toISOString(), table, others } as const;
      const context = contextOf(engine, uuidOf(`${orderNo}/${revision}`), { kind: 'system', id: 'forgetter' });
      await engine.commands.handle(orderStream(orderNo), orderDecider, command, context);
    },
  );
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
    const due = await dueOrders(engine.pool, until, table);
    return due.map(({ orderNo, purposes, at, asked }) => ({
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
