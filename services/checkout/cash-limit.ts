import { createHmac, type KeyObject } from 'node:crypto';
import type { Migration } from '@nordhaut/platform/database';
import { stageOf } from '@nordhaut/logistics';
import type { OrderState } from '@nordhaut/ordering';
import type { Rejection } from '@nordhaut/platform/event-store';
import type pg from 'pg';
import type { Checkout } from './checkout.ts';
import { messages } from './messages.ts';

/** decisions.md 71 */
const OPEN_PARCELS = 2;
const NOT_COLLECTED_PARCELS = 2;
const BLOCKED_DAYS = 180;

const DAY = 86_400_000;
/**
 * ms after which a place without an order is given back. It must be longer than any request can take from
 * the place to the order: a place that is given back before its order begins would be one parcel too many.
 */
const FIRST_CHECK = 15 * 60_000;
/** ms between later checks of an open place. They repair a place whose order's end was missed; events bring it at once. */
const NEXT_CHECK = DAY;
/** days for which a place that was given back is kept, so that a correction of the carrier can take it again */
const KEPT_DAYS = 30;
const BATCH = 100;

/**
 * The places of cash orders, one row each, with the HMAC of the phone number: the 100 million mobile numbers are quickly
 * hashed, so a plain hash would be as good as the number. A place is `open` from before the order is placed until its
 * parcel is collected (`free`) or not (`not-collected`). `lifted`: not collected, but support no longer counts it.
 * `revision` is the revision of the order that the state was derived from.
 *
 * `take_cash_place` is one round trip. It locks the phone number first and counts then: each statement of the function
 * sees what the previous holder of the lock committed. A single `insert … select count(*)` would count on a snapshot
 * from before the wait and let two processes take the last place.
 */
export const cashLimitMigrations: Migration[] = [
  {
    name: 'checkout/002-cash-places',
    expand: true,
    sql: `
      create table cash_places (
        order_no text primary key,
        phone_key bytea not null,
        state text not null check (state in ('open', 'free', 'not-collected', 'lifted')),
        since timestamptz not null,
        check_at timestamptz not null,
        revision integer not null default -1
      );
      create index on cash_places (phone_key);
      create index on cash_places (check_at) where state = 'open';
      create index on cash_places (since) where state <> 'open';

      create function take_cash_place(
        phone bytea, number text, asked_at timestamptz, first_check timestamptz, most integer, most_not_collected integer, blocked interval
      ) returns boolean language plpgsql as $$
      declare
        held cash_places;
        latest timestamptz;
      begin
        perform pg_advisory_xact_lock(hashtextextended(encode(phone, 'hex'), 0));
        select * into held from cash_places where order_no = number and state <> 'free';
        if found then return held.phone_key = phone; end if;
        if (select count(*) from cash_places where phone_key = phone and state = 'open') >= most then return false; end if;
        select max(since) into latest from cash_places where phone_key = phone and state = 'not-collected';
        if latest > asked_at - blocked and most_not_collected <= (
          select count(*) from cash_places where phone_key = phone and state = 'not-collected' and since > latest - blocked
        ) then return false; end if;
        insert into cash_places (order_no, phone_key, state, since, check_at) values (number, phone, 'open', asked_at, first_check)
        on conflict (order_no) do update set phone_key = phone, state = 'open', since = asked_at, check_at = first_check
          where cash_places.state = 'free';
        return found;
      end $$`,
  },
];

export type CashPlace = { state: 'open' | 'free' | 'not-collected'; since: string };

/** What the place of an order is, from the order's history alone. `now`: ISO instant. */
export function cashPlaceOf(checkout: Checkout, order: OrderState, now: string): CashPlace {
  const free: CashPlace = { state: 'free', since: now };
  if (!order) return checkout && !checkout.ended ? { state: 'open', since: checkout.startedAt } : free;
  const { terms, parcel, cancelled, shipmentRejected } = order;
  if (terms.payment !== 'COD' || cancelled || shipmentRejected) return free;
  if (!parcel) return { state: 'open', since: order.placedAt };
  const stage = stageOf(terms.delivery.subtype, parcel.code);
  if (stage === 'returning') return { state: 'not-collected', since: parcel.at };
  const isOver = parcel.finished || stage === 'delivered' || stage === 'customer-return' || stage === 'cancelled';
  return isOver ? free : { state: 'open', since: order.placedAt };
}

export type CashLimitOptions = {
  pool: Pick<pg.Pool, 'query'>;
  /** derived from a secret */
  key: KeyObject;
  clock: () => Date;
  /** both histories of an order; `revision` of the order, -1 where there is none */
  load: (orderNo: string) => Promise<{ checkout: Checkout; order: OrderState; revision: number }>;
};

const full: Rejection = { status: 409, code: 'CASH_LIMIT', message: messages.cashLimit };

/**
 * Limits cash orders, each of which is a real parcel, per phone number (decisions.md 71): two open ones, and none for
 * 180 days after two that were not collected. A limit and no history: rows go once they do not count any more.
 *
 * A place is taken before the order begins, in one round trip. A crash afterwards leaves a place without an order,
 * which `reconcile` gives back. Whatever happens to the order later reaches the place through `settle`, which compares
 * with the order's own stream.
 */
export function cashLimit({ pool, key, clock, load }: CashLimitOptions) {
  const phoneKey = (phoneE164: string): Buffer => createHmac('sha256', key).update(phoneE164).digest();

  async function settle(orderNo: string): Promise<void> {
    const { checkout, order, revision } = await load(orderNo);
    const now = clock();
    const { state, since } = cashPlaceOf(checkout, order, now.toISOString());
    await pool.query({
      name: 'settle-cash-place',
      // Another process may have settled a later revision meanwhile.
      text: `update cash_places set since = case when state = $2 then since else $3::timestamptz end, state = $2, revision = $4, check_at = $5
             where order_no = $1 and revision <= $4 and not (state = 'lifted' and $2 = 'not-collected')`,
      values: [orderNo, state, since, revision, new Date(now.getTime() + NEXT_CHECK)],
    });
  }

  return {
    /** Takes a place for an order; the same order may ask again. @returns why there is none */
    async take(orderNo: string, phoneE164: string): Promise<Rejection | undefined> {
      const now = clock();
      const { rows } = await pool.query<{ taken: boolean }>({
        name: 'take-cash-place',
        text: 'select take_cash_place($1, $2, $3, $4, $5, $6, make_interval(days => $7)) as taken',
        values: [
          phoneKey(phoneE164),
          orderNo,
          now,
          new Date(now.getTime() + FIRST_CHECK),
          OPEN_PARCELS,
          NOT_COLLECTED_PARCELS,
          BLOCKED_DAYS,
        ],
      });
      return rows[0]?.taken === true ? undefined : full;
    },

    /** Brings the places of these orders up to date; orders without a place are passed over. */
    async settleAll(orderNos: readonly string[]): Promise<void> {
      const { rows } = await pool.query<{ order_no: string }>({
        name: 'cash-places-of',
        text: 'select order_no from cash_places where order_no = any($1::text[])',
        values: [orderNos],
      });
      await Promise.all(rows.map(({ order_no }) => settle(order_no)));
    },

    /** Compares places that are due with their orders' streams, and removes rows that do not count any more. */
    async reconcile(): Promise<void> {
      const now = clock();
      const { rows } = await pool.query<{ order_no: string }>(
        `select order_no from cash_places where check_at <= $1 and state = 'open' order by check_at limit ${BATCH}`,
        [now],
      );
      await Promise.all(rows.map(({ order_no }) => settle(order_no)));
      await pool.query(
        `delete from cash_places where (state = 'free' and since < $1) or (state in ('not-collected', 'lifted') and since < $2)`,
        // The older one of two parcels that were not collected counts as long as the younger one blocks.
        [new Date(now.getTime() - KEPT_DAYS * DAY), new Date(now.getTime() - 2 * BLOCKED_DAYS * DAY)],
      );
    },

    /** Support's command: parcels of this phone number that were not collected no longer count. @returns how many they were */
    async lift(phoneE164: string): Promise<number> {
      const { rowCount } = await pool.query(`update cash_places set state = 'lifted' where phone_key = $1 and state = 'not-collected'`, [
        phoneKey(phoneE164),
      ]);
      return rowCount ?? 0;
    },
  };
}
export type CashLimit = ReturnType<typeof cashLimit>;
