import { createHmac, type KeyObject } from 'node:crypto';
import type { DueWork } from '@nordhaut/platform/bus';
import { stageOf } from '@nordhaut/logistics';
import { endedUncollected, type OrderState } from '@nordhaut/ordering';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { AskedPhone, PhoneAsks } from '@nordhaut/promotions';
import type pg from 'pg';
import type { Checkout } from './checkout.ts';
import { messages } from './messages.ts';

/** decisions.md 71 */
const OPEN_PARCELS = 2;
const NOT_COLLECTED_PARCELS = 2;
const BLOCKED_DAYS = 180;
/**
 * Cash orders of a phone number in 24 hours, whatever became of them: each one costs calls of the carrier, also where the buyer
 * cancels it. A buyer who orders twice, cancels both and orders twice again has four.
 */
const ORDERS_A_DAY = 5;
/** days without news after which a parcel with a problem counts as lost: nobody gets it any more */
const LOST_DAYS = 14;

const DAY = 86_400_000;
/**
 * ms after which a slot without an order is given back. It must be longer than any request takes between the slot and
 * the order. Otherwise a slot could be given back before its order begins, and the limit would be exceeded.
 */
const FIRST_CHECK = 15 * 60_000;
/** ms between later checks of an open slot. They repair a slot whose end event was missed; normally the event updates it at once. */
const NEXT_CHECK = DAY;
/**
 * Until when the row of a parcel that was not collected is kept. A parcel counts for 180 days (`$1`). If a newer one counts
 * together with it, both count until the 180 days of the newer one are over. An erasure does not shorten this (decisions.md
 * 71); support's `lift` ends it.
 */
const KEPT_UNTIL = `(
  select greatest(slot.since, max(newer.since)) + make_interval(days => $1) from cash_places newer
   where newer.phone_key = slot.phone_key and newer.state = 'not-collected' and newer.since < slot.since + make_interval(days => $1)
)`;

/** days for which the row of a free slot stays, so that a correction by the carrier can take the slot again */
const KEPT_DAYS = 30;
const BATCH = 100;

export type CashSlot = { state: 'open' | 'free' | 'not-collected'; since: string };

/**
 * The slot of an order, derived from the order's history alone. A cancelled order has none, so its buyer may order again, and its
 * parcel never counts as not collected. `now`: ISO instant.
 */
export function cashSlotOf(checkout: Checkout, order: OrderState, now: string): CashSlot {
  const free: CashSlot = { state: 'free', since: now };
  if (!order) return checkout && !checkout.ended ? { state: 'open', since: checkout.startedAt } : free;
  const { terms, parcel, cancelled, shipmentRejected } = order;
  if (terms.payment !== 'COD' || cancelled || shipmentRejected) return free;
  if (!parcel) return { state: 'open', since: order.placedAt };
  if (endedUncollected(order)) return { state: 'not-collected', since: parcel.at };
  const stage = stageOf(terms.delivery.subtype, parcel.code);
  const isLost = stage === 'problem' && Date.parse(now) - Date.parse(parcel.at) > LOST_DAYS * DAY;
  const isOver = isLost || parcel.finished || stage === 'delivered' || stage === 'customer-return' || stage === 'cancelled';
  return isOver ? free : { state: 'open', since: order.placedAt };
}

/** The parcels of these orders that count as not collected, and until when they are kept (ISO). */
export async function uncollectedOf(
  pool: Pick<pg.Pool, 'query'>,
  orders: readonly string[],
): Promise<{ orderNo: string; until: string }[]> {
  const { rows } = await pool.query<{ order_no: string; until: Date }>(
    `select order_no, ${KEPT_UNTIL} as until from cash_places slot where order_no = any($2::text[]) and state = 'not-collected' order by since`,
    [BLOCKED_DAYS, orders],
  );
  return rows.map(({ order_no, until }) => ({ orderNo: order_no, until: until.toISOString() }));
}

export type CashLimitOptions = {
  pool: Pick<pg.Pool, 'query'>;
  /** derived from a secret */
  key: KeyObject;
  clock: () => Date;
  /** loads both states of an order; `revision`: of the order, -1 where there is none */
  load: (orderNo: string) => Promise<{ checkout: Checkout; order: OrderState; revision: number }>;
  /** undefined: any number of phone numbers may be asked about */
  phoneAsks?: Pick<PhoneAsks, 'question'> | undefined;
};

/** `giveBack`: for a request whose order did not begin */
export type TakenSlot = { ok: true; giveBack(): Promise<void> } | { ok: false; rejection: Rejection };

export const overCashLimit: Rejection = { status: 409, code: 'CASH_LIMIT', message: messages.cashLimit };

/**
 * Limits cash orders per phone number, because each one is a real parcel (decisions.md 71): at most two open orders, no order for
 * 180 days after two parcels that were not collected, and few orders a day. Rows that no longer count are deleted.
 *
 * A slot is taken before the order begins, in one round trip. A crash afterwards leaves a slot without an order, and
 * `reconcile` gives it back. `update` derives a slot from the order's own stream after each event that may change it.
 */
export function cashLimit({ pool, key, clock, load, phoneAsks }: CashLimitOptions) {
  const phoneKey = (phoneE164: string): Buffer => createHmac('sha256', key).update(phoneE164).digest();

  async function update(orderNo: string): Promise<void> {
    const { checkout, order, revision } = await load(orderNo);
    const now = clock();
    const { state, since } = cashSlotOf(checkout, order, now.toISOString());
    await pool.query({
      name: 'update-cash-place',
      // Another process may have written a later revision meanwhile.
      text: `update cash_places set since = case when state = $2 then since else $3::timestamptz end, state = $2, revision = $4, check_at = $5
             where order_no = $1 and revision <= $4 and not (state = 'lifted' and $2 = 'not-collected')`,
      values: [orderNo, state, since, revision, new Date(now.getTime() + NEXT_CHECK)],
    });
  }

  /** Gives a slot back that its order did not use. Another request for the same order may rely on the slot; then it stays. */
  async function giveBack(orderNo: string, checkAt: Date): Promise<void> {
    await pool.query({
      name: 'give-cash-slot-back',
      text: `update cash_places set state = 'free' where order_no = $1 and state = 'open' and check_at = $2`,
      values: [orderNo, checkAt],
    });
  }

  /**
   * Takes a slot for an order. The same order may ask again. A number that must not be asked about answers as one without a free
   * slot (infra/decisions/108). @returns the reason where no slot is free
   */
  async function take(orderNo: string, phone: AskedPhone): Promise<TakenSlot> {
    const question = await phoneAsks?.question(phone);
    const now = clock();
    const checkAt = new Date(now.getTime() + FIRST_CHECK);
    const { rows } = await pool.query<{ slot: 'new' | 'held' | 'full' }>({
      name: question ? 'ask-for-cash-slot' : 'take-cash-slot',
      text: `select case when ${question?.condition(9) ?? 'true'} then
               take_cash_slot($1, $2, $3, $4, $5, $6, make_interval(days => $7), $8, interval '1 day') else 'full' end as slot`,
      values: [
        phoneKey(phone.e164),
        orderNo,
        now,
        checkAt,
        OPEN_PARCELS,
        NOT_COLLECTED_PARCELS,
        BLOCKED_DAYS,
        ORDERS_A_DAY,
        ...(question?.values ?? []),
      ],
    });
    const slot = rows[0]?.slot ?? 'full';
    if (slot === 'full') return { ok: false, rejection: overCashLimit };
    return { ok: true, giveBack: () => (slot === 'new' ? giveBack(orderNo, checkAt) : Promise.resolve()) };
  }

  return {
    take,

    /** Whether `take` would find a slot for the order. It takes the slot and gives it back. */
    async hasRoom(orderNo: string, phone: AskedPhone): Promise<boolean> {
      const slot = await take(orderNo, phone);
      if (slot.ok) await slot.giveBack();
      return slot.ok;
    },

    /** Calls `update` for these orders; skips orders without a slot. */
    async updateAll(orderNos: readonly string[]): Promise<void> {
      const { rows } = await pool.query<{ order_no: string }>({
        name: 'cash-places-of',
        text: 'select order_no from cash_places where order_no = any($1::text[])',
        values: [orderNos],
      });
      await Promise.all(rows.map(({ order_no }) => update(order_no)));
    },

    /** Updates the slots that are due from their orders' streams, and deletes rows that no longer count. */
    async reconcile(due: DueWork): Promise<void> {
      const now = clock();
      await due.each(
        (last: DueSlot | undefined) => dueSlots(pool, now, last),
        ({ order_no }) => update(order_no),
      );
      await pool.query(
        `delete from cash_places slot where (state = 'free' and since < $3)
           or (state in ('not-collected', 'lifted') and since < $2::timestamptz - make_interval(days => $1) and ${KEPT_UNTIL} <= $2)`,
        [BLOCKED_DAYS, now, new Date(now.getTime() - KEPT_DAYS * DAY)],
      );
    },

    /** What `lift` would change: the parcels of this phone number that count as not collected, and until when they block it (ISO). */
    async uncollected(phoneE164: string): Promise<{ parcels: number; blockedUntil: string | null }> {
      const { rows } = await pool.query<{ parcels: number; latest: Date | null; counted: number }>(
        `with slots as (select since, max(since) over () as latest from cash_places where phone_key = $1 and state = 'not-collected')
         select count(*)::int as parcels, max(latest) as latest,
           count(*) filter (where since > latest - make_interval(days => $2))::int as counted from slots`,
        [phoneKey(phoneE164), BLOCKED_DAYS],
      );
      const { parcels = 0, latest = null, counted = 0 } = rows[0] ?? {};
      const until = latest && new Date(latest.getTime() + BLOCKED_DAYS * DAY);
      const blocks = until !== null && until > clock() && counted >= NOT_COLLECTED_PARCELS;
      return { parcels, blockedUntil: blocks ? until.toISOString() : null };
    },

    /** A command of support: the uncollected parcels of this phone number no longer count. @returns their number */
    async lift(phoneE164: string): Promise<number> {
      const { rowCount } = await pool.query(`update cash_places set state = 'lifted' where phone_key = $1 and state = 'not-collected'`, [
        phoneKey(phoneE164),
      ]);
      return rowCount ?? 0;
    },
  };
}
/** `check_at` as text: a Date has no microseconds, and a slot may differ from another one by one. */
type DueSlot = { order_no: string; check_at: string };

/** The open slots that have to be checked, after `last`, the longest overdue first. */
async function dueSlots(pool: Pick<pg.Pool, 'query'>, now: Date, last: DueSlot | undefined): Promise<DueSlot[]> {
  const { rows } = await pool.query<DueSlot>(
    `select order_no, check_at::text from cash_places slot where check_at <= $1 and state = 'open'
       and (check_at, order_no) > ($2::timestamptz, $3) order by slot.check_at, order_no limit ${BATCH}`,
    [now, last?.check_at ?? '-infinity', last?.order_no ?? ''],
  );
  return rows;
}
export type CashLimit = ReturnType<typeof cashLimit>;
