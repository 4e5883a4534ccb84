import type { Migration } from '@nordhaut/platform/database';

/**
 * The slots of cash orders, one row each, with the HMAC of the phone number. A plain hash would reveal the number,
 * because all 100 million mobile numbers can be hashed quickly. A slot is `open` from before the order is placed until
 * its parcel is collected (`free`) or not (`not-collected`). `lifted`: not collected, but support no longer counts it.
 * `revision` is the revision of the order from which the state was derived; -1: an order that did not begin, or that did and had no
 * news since. `taken_at`: when the order took the slot. The stored names call a slot `place`.
 *
 * `take_cash_place` is one round trip. It locks the phone number before it counts, so each statement of the function
 * sees what the previous holder of the lock committed. A single `insert … select count(*)` would count on a snapshot
 * from before the wait, and two processes could take the last slot.
 *
 * `take_cash_slot` also says whether the order had the slot before. Then it changes `check_at`, which tells the request that
 * took the slot first that a second one relies on it. With `most_made` it also counts the orders of the last `made_within`.
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
  {
    name: 'checkout/005-cash-slot',
    expand: true,
    sql: `
      create function take_cash_slot(
        phone bytea, number text, asked_at timestamptz, first_check timestamptz, most integer, most_not_collected integer, blocked interval
      ) returns text language plpgsql as $$
      declare
        before text;
      begin
        perform pg_advisory_xact_lock(hashtextextended(encode(phone, 'hex'), 0));
        select state into before from cash_places where order_no = number and phone_key = phone;
        if not take_cash_place(phone, number, asked_at, first_check, most, most_not_collected, blocked) then return 'full'; end if;
        if coalesce(before, 'free') = 'free' then return 'new'; end if;
        update cash_places set check_at = check_at + interval '1 microsecond' where order_no = number and state = 'open';
        return 'held';
      end $$`,
  },
  {
    name: 'checkout/006-cash-orders-a-day',
    expand: true,
    sql: `
      alter table cash_places add column taken_at timestamptz;

      create function take_cash_slot(
        phone bytea, number text, asked_at timestamptz, first_check timestamptz, most integer, most_not_collected integer, blocked interval,
        most_made integer, made_within interval
      ) returns text language plpgsql as $$
      declare
        slot text;
      begin
        perform pg_advisory_xact_lock(hashtextextended(encode(phone, 'hex'), 0));
        if most_made <= (
          select count(*) from cash_places where phone_key = phone and order_no <> number
            and taken_at > asked_at - made_within and (state = 'open' or revision >= 0)
        ) and not exists (select from cash_places where phone_key = phone and order_no = number and state <> 'free') then
          return 'full';
        end if;
        slot := take_cash_slot(phone, number, asked_at, first_check, most, most_not_collected, blocked);
        if slot = 'new' then update cash_places set taken_at = asked_at where order_no = number; end if;
        return slot;
      end $$`,
  },
];
