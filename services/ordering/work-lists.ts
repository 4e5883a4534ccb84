import type { DeliverySubtype, ParcelStage } from '@nordhaut/contracts';
import { ofNewColumn } from '@nordhaut/platform/projections';
import type pg from 'pg';
import type { Order, RefundProposal } from './order-state.ts';
import { type RefundDue, refundsDue } from './refund-due.ts';
import type { Waiting } from './is-waiting.ts';
import { type Unclear, unclearParcel } from './is-unclear.ts';
import { creditToGive } from './linked.ts';
import { type OpenReturn, openReturn } from './return.decide.ts';

/** Money that the shop owes a buyer. `way`: the checkout process pays a card back, support makes a transfer. Amount in NT$. */
export type OwedMoney = { orderNo: string; amount: number; since: Date; way: 'card' | 'transfer' };
/** The refunds that the buyer of an order waits for. */
export type OwedRefunds = { orderNo: string; since: Date; refunds: RefundDue[] };
/** What waits for a second person. */
export type ProposedOrder = { orderNo: string; since: Date; proposals: RefundProposal[] };
export type DisputedOrder = { orderNo: string; since: Date };
/**
 * An order that waits for somebody. `goods`: of a return that is open. `askedAt`: of a closed store: another one was chosen then, and
 * the carrier has not answered. `parcel`: of one that is stuck. `unclear`: of one that is unclear. `sentAt`: when a parcel abroad was
 * handed over. `cash`: it is paid on delivery. `linked`: it sends goods of another order again, so nothing was paid in it. `total`: NT$;
 * 0 of any other order: shopping credit paid for it, so no money can go back. `credit`: NT$ of credit that is left to give where the money of a
 * parcel that is stuck went back.
 */
export type WaitingOrder = {
  orderNo: string;
  since: Date;
  goods: OpenReturn | null;
  askedAt: Date | null;
  parcel: { subtype: DeliverySubtype; code: string } | null;
  unclear: Unclear | null;
  sentAt: Date | null;
  cash: boolean;
  linked: boolean;
  total: number;
  credit: number;
};
/**
 * A parcel of a cancelled order that must stay in the warehouse. `moved`: the carrier got it nevertheless. `since`: the cancellation;
 * of a parcel that moved, the hand-over, or the delivery, which asks for another step than the way there. `cash`: it is paid on
 * delivery. `total`: NT$; 0: no money was paid, so none went back.
 */
export type HeldParcel = { orderNo: string; since: Date; moved: boolean; stage: ParcelStage | null; cash: boolean; total: number };
/** Since later than `after` and no later than `before`. `only`: the number of one order, instead of all. */
type Range = { after?: Date; before: Date; limit: number; only?: string | undefined };
const EVER = new Date(0);
export type UnsettledOrder = { orderNo: string; touchedAt: Date; owes: boolean };

/** A refund of a cash order, or one that the card processor refused, is a transfer. */
const WAY = `case when payment_type = 'COD' or (state -> 'startedRefunds')::jsonb @> '[{"way": "transfer"}]' then 'transfer' else 'card' end`;

/** A condition of its own: the index of the order's number must stay usable. `place`: of the parameter. */
const onlyOne = (only: string | undefined, place: number): { sql: string; values: string[] } =>
  only === undefined ? { sql: '', values: [] } : { sql: `and order_no = $${place}`, values: [only] };

/** Orders that support has to look at, from the read model. */
export const workLists = (pool: pg.Pool) => ({
  /** Oldest first; at most `limit`. */
  async owedMoney({ after = EVER, before, limit, only }: Range): Promise<OwedMoney[]> {
    const { sql, values } = onlyOne(only, 4);
    const { rows } = await pool.query<OwedMoney>(
      `select order_no as "orderNo", owed as amount, owed_since as since, ${WAY} as way
       from orders where owed > 0 and owed_since <= $1 and owed_since > $3 ${sql} order by owed_since limit $2`,
      [before, limit, after, ...values],
    );
    return rows;
  },
  /** Oldest first; at most `limit`. */
  async refundsDue({ after = EVER, before, limit, only }: Range): Promise<OwedRefunds[]> {
    const { sql, values } = onlyOne(only, 4);
    const { rows } = await pool.query<{ orderNo: string; since: Date; state: Omit<Order, 'personal'> }>(
      `select order_no as "orderNo", owed_since as since, state
       from orders where owed > 0 and owed_since <= $1 and owed_since > $3 ${sql} order by owed_since limit $2`,
      [before, limit, after, ...values],
    );
    return rows.map(({ orderNo, since, state }) => ({ orderNo, since, refunds: refundsDue({ ...state, personal: {} }) }));
  },
  /** Oldest first; at most `limit`. */
  async proposed({ after = EVER, before, limit, only }: Range): Promise<ProposedOrder[]> {
    const { sql, values } = onlyOne(only, 4);
    const rows = await ofNewColumn(
      pool.query<ProposedOrder>(
        `select order_no as "orderNo", proposed_at as since, state -> 'proposals' as proposals
       from orders where proposed_at is not null and proposed_at <= $1 and proposed_at > $3 ${sql} order by proposed_at limit $2`,
        [before, limit, after, ...values],
      ),
    );
    return rows.map((row) => ({ ...row, proposals: row.proposals.filter(({ verdict }) => verdict === 'OPEN') }));
  },
  /** Orders about whose charge a dispute is open, oldest first; at most `limit`. */
  disputed({ after = EVER, before, limit, only }: Range): Promise<DisputedOrder[]> {
    const { sql, values } = onlyOne(only, 4);
    return ofNewColumn(
      pool.query<DisputedOrder>(
        `select order_no as "orderNo", disputed_at as since from orders
         where disputed_at is not null and disputed_at <= $1 and disputed_at > $3 ${sql} order by disputed_at limit $2`,
        [before, limit, after, ...values],
      ),
    );
  },
  /** Oldest first; at most `limit`. */
  async waiting(waits: Waiting, { after = EVER, before, limit, only }: Range): Promise<WaitingOrder[]> {
    const { sql, values } = onlyOne(only, 5);
    const { rows } = await pool.query<Omit<WaitingOrder, 'unclear' | 'goods' | 'credit'> & { state: Omit<Order, 'personal'> | null }>(
      `select order_no as "orderNo", waits_since as since, payment_type = 'COD' as cash, total,
         state -> 'terms' -> 'linked' is not null as linked,
         case when waits = 'store' and state -> 'storeChange' ->> 'state' = 'OPEN'
           then (state -> 'storeChange' ->> 'at')::timestamptz end as "askedAt",
         case when waits = 'stuck' then json_build_object('subtype', state -> 'terms' -> 'delivery' ->> 'subtype',
           'code', state -> 'parcel' ->> 'code') end as parcel,
         case when waits = 'abroad' then (state ->> 'handedOverAt')::timestamptz end as "sentAt",
         case when waits in ('unclear', 'return', 'stuck') then state end as state
       from orders where waits = $1 and waits_since <= $2 and waits_since > $4 ${sql} order by waits_since limit $3`,
      [waits, before, limit, after, ...values],
    );
    return rows.map(({ state, ...row }) => {
      const order = state && { ...state, personal: {} };
      return {
        ...row,
        unclear: waits === 'unclear' && order ? unclearParcel(order) : null,
        goods: order && openReturn(order),
        credit: order ? creditToGive(order) : 0,
      };
    });
  },
  /** Orders that need a step of their process: money on a card is owed, or a parcel has to be stopped or looked for. `owes`: money is owed. */
  unsettled: (): Promise<UnsettledOrder[]> =>
    ofNewColumn(
      pool.query<UnsettledOrder>('select order_no as "orderNo", touched_at as "touchedAt", owed > 0 as owes from orders where unsettled'),
    ),
  /**
   * The do-not-ship list, and what moved of it; oldest first, at most `limit`. What travels back waits as not collected. An order that
   * was last touched more than two days before `after` has no later instant, because no carrier's clock may be so far ahead: its timeline is not read.
   */
  async heldParcels({ moved, after = EVER, before, limit, only }: { moved: boolean } & Range): Promise<HeldParcel[]> {
    const { sql, values } = onlyOne(only, 5);
    const { rows } = await pool.query<HeldParcel>(
      `select * from (
         select order_no as "orderNo", $1::boolean as moved, parcel_stage as stage, payment_type = 'COD' as cash, total,
           case when moved_at is not null then greatest(moved_at, (state ->> 'receivedAt')::timestamptz)
             else (select min((step ->> 'at')::timestamptz) from json_array_elements(state -> 'timeline') step
                   where step ->> 'code' = 'CANCELLED') end as since
         from orders where do_not_ship and (moved_at is not null) = $1 and waits is distinct from 'not-collected'
           and touched_at > $4::timestamptz - interval '2 days' ${sql}) held
       where since <= $2 and since > $4 order by since limit $3`,
      [moved, before, limit, after, ...values],
    );
    return rows;
  },
  /** How many requests to forget have waited for longer than the law allows. */
  async overdueErasures(now: Date): Promise<number> {
    const { rows } = await pool.query<{ count: bigint }>('select count(*) from orders where erasure_due < $1', [now]);
    return Number(rows[0]?.count ?? 0n);
  },
});
