import { orderDecider, orderNoOfForgotten, orderStream } from '@nordhaut/ordering';
import { PURPOSES } from '@nordhaut/platform/decider';
import type { CommandContext } from '@nordhaut/platform/envelope';
import {
  type Forgets,
  type ForgettingEngine,
  type Forgotten,
  type PersonalDataForgotten,
  type PersonalEntry,
  sealedSets,
} from '@nordhaut/platform/forgetting';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import { cashSlotOf, uncollectedOf } from './cash-limit.ts';
import { checkoutDecider } from './checkout.ts';
import { CheckoutConfig } from './config.ts';
import { checkoutStream } from './run.ts';

const uuidOf = nameUuids('5b8f4d0e-3a5f-5c55-8d0c-6f2c7c1c2b1a');
const BATCH = 100;
/** days for which a checkout without an order is kept; within them, a repeated request gets the same answer */
const KEPT_DAYS = 1;
const DAY = 86_400_000;
const BLOCK = '未取貨的貨到付款電話號碼（不可逆雜湊）';
const isLimited = ({ of: settings }: ForgettingEngine['config']): boolean => settings(CheckoutConfig).CASH_LIMIT;

/** @param isUncollected of parcels that nobody collected, or of all others */
async function slotsOf(pool: ForgettingEngine['pool'], orders: readonly string[], isUncollected: boolean): Promise<PersonalEntry[]> {
  const { rows } = await pool.query<{ order_no: string }>(
    `select order_no from cash_places where order_no = any($1::text[]) and (state = 'not-collected') = $2 order by order_no`,
    [orders, isUncollected],
  );
  return rows.map((row) => ({ at: null, label: '雜湊值', values: { 訂單編號: row.order_no } }));
}

/**
 * The personal data of a checkout has the same subject as its order, and the order's stream says when it is forgotten. A
 * checkout that failed before it placed an order has no such stream: nothing was sold, so the shop forgets all of it soon.
 */
export const checkoutForgetting: Forgets = {
  keeps: [
    ...sealedSets({ name: 'checkout', title: '結帳', streams: ({ orders }) => orders.map(checkoutStream) }, ['contact', 'invoice']),
    {
      name: 'cash-place',
      title: '貨到付款的電話號碼（不可逆雜湊）',
      ends: { kind: 'forgotten', purposes: ['contact'] },
      read: ({ pool }, { orders }) => slotsOf(pool, orders, false),
    },
    {
      name: 'cash-block',
      title: BLOCK,
      ends: { kind: 'kept', why: '為防止惡意下單，保存至最後一次未取貨後 180 日，或至客服解除限制' },
      read: ({ pool }, { orders }) => slotsOf(pool, orders, true),
    },
  ],
  // Not of a linked order, which the request that came by places, and not `OrderPlaced`, which a later request may write.
  ownBrowser: ({ type, data }) => type === 'CheckoutStarted' && data['linked'] === undefined,
  streams: (forgotten) => {
    const orderNo = orderNoOfForgotten(forgotten);
    return orderNo === undefined ? [] : [checkoutStream(orderNo)];
  },

  /**
   * The slot of a cash order has a keyed hash of the phone number. It goes, unless nobody collected the parcel: an erasure would
   * lift the block of the number (decisions.md 71). The order says so, because its slot may be behind.
   */
  async erase({ pool, config, clock, commands }, { data, ...erasure }) {
    const orderNo = orderNoOfForgotten(erasure);
    if (orderNo === undefined || !data.purposes.includes('contact')) return;
    const { state, order } = await load({ commands }, orderNo);
    const isKept = isLimited(config) && cashSlotOf(state, order, clock().toISOString()).state === 'not-collected';
    await pool.query(`delete from cash_places where order_no = $1 and (state = 'lifted' or not $2)`, [orderNo, isKept]);
  },

  async leaves({ pool, config }, orderNo) {
    const slots = isLimited(config) ? await uncollectedOf(pool, [orderNo]) : [];
    return slots.map(({ until }) => ({ name: 'the block of cash orders', title: BLOCK, until }));
  },

  async forget(engine, { order: orderNo }, { reason, commandId, dryRun, actor = { kind: 'support', id: 'cli' } }) {
    if (orderNo === undefined) return undefined;
    const { state, order } = await load(engine, orderNo);
    if (!state || order || state.ended !== 'FAILED') return undefined;
    if (state.forgotten) return { kind: 'nothing-left', stream: checkoutStream(orderNo), at: null };
    const data: PersonalDataForgotten['data'] = {
      at: engine.clock().toISOString(),
      purposes: [...PURPOSES],
      requester: 'PERSON',
      reason,
      kept: [],
    };
    const stream = checkoutStream(orderNo);
    if (!dryRun) await handle(engine, orderNo, data, contextOf(engine, commandId, actor));
    return { kind: 'forgotten', stream, subject: state.subject, data };
  },

  async finish(engine) {
    const now = engine.clock();
    const before = new Date(now.getTime() - KEPT_DAYS * DAY);
    await engine.due.each(
      (last: Unplaced | undefined) => unplacedBefore(engine.pool, before, last),
      async ({ order_no: orderNo }) => {
        // The read models may be behind: the order may be there.
        const { state, order } = await load(engine, orderNo);
        if (!state || order) return;
        const data: PersonalDataForgotten['data'] = {
          at: now.toISOString(),
          purposes: [...PURPOSES],
          requester: 'CALENDAR',
          reason: 'PURPOSE_ENDED',
          kept: [],
        };
        await handle(engine, orderNo, data, contextOf(engine, uuidOf(orderNo), { kind: 'system', id: 'forgetter' }));
      },
    );
    return false;
  },

  async restore(engine, { stream, data }: Forgotten) {
    if (!stream.startsWith('checkout-')) return false;
    const context = contextOf(engine, uuidOf(`${stream}/restored`), { kind: 'system', id: 'forgetter' });
    const outcome = await engine.commands.handle(stream, checkoutDecider, { type: 'ForgetVisitor', forgotten: data }, context);
    return outcome.ok;
  },
};

const contextOf = ({ clock }: ForgettingEngine, commandId: string, actor: CommandContext['actor']): CommandContext => ({
  commandId,
  actor,
  now: clock(),
});

async function load({ commands }: Pick<ForgettingEngine, 'commands'>, orderNo: string) {
  const [{ state }, { state: order }] = await Promise.all([
    commands.load(checkoutStream(orderNo), checkoutDecider),
    commands.load(orderStream(orderNo), orderDecider),
  ]);
  return { state, order };
}

const handle = (engine: ForgettingEngine, orderNo: string, forgotten: PersonalDataForgotten['data'], context: CommandContext) =>
  engine.commands.handle(checkoutStream(orderNo), checkoutDecider, { type: 'ForgetVisitor', forgotten }, context);

type Unplaced = { order_no: string; failed_at: Date };

/** Checkouts without an order that failed before, after `last`, the oldest first. */
async function unplacedBefore(pool: ForgettingEngine['pool'], before: Date, last: Unplaced | undefined): Promise<Unplaced[]> {
  const { rows } = await pool.query<Unplaced>(
    `select order_no, failed_at from unplaced_checkouts where failed_at <= $1 and (failed_at, order_no) > ($2::timestamptz, $3)
     order by failed_at, order_no limit ${BATCH}`,
    [before, last?.failed_at ?? '-infinity', last?.order_no ?? ''],
  );
  return rows;
}
