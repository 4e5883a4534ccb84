import { createHmac, type KeyObject } from 'node:crypto';
import type { Migration } from '@nordhaut/platform/database';
import { siteOf } from '@nordhaut/platform/http';
import type pg from 'pg';

/**
 * Phone numbers with the same last digits that may be asked about in a day. The look-up shows these digits and the first two, so
 * an order leaves 10^5 candidates: 3,600 of them in the 180 days for which the number proves the order.
 */
const PER_ENDING = 20;
/** How many of them guests may ask about. The others are left for members, whom a stranger without accounts cannot shut out. */
const GUESTS_PER_ENDING = 15;
const ENDING_DIGITS = 3;
/** Phone numbers of one ending that guests of one network may ask about in a day, so nobody uses up an ending from few networks. */
const SHARE_OF_NETWORK = 3;
/**
 * Phone numbers that guests of one network may ask about in an hour. Each of them may be a parcel. A carrier's shared address has far
 * fewer buyers.
 */
const PER_NETWORK = 300;
/** Phone numbers of one ending that a member with a confirmed address may ask about in a day, in whatever network. */
const SHARE_OF_MEMBER = 1;
/** phone numbers of any ending that such a member may ask about in a day */
const PER_MEMBER = 10;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * A row: a phone number that somebody asked about under a key, which is an ending and its day, or who asks about it. `nth` counts the
 * rows of the key. Keys and numbers are HMACs; that of a number has who asked.
 *
 * `count_asked_phone` locks each key before it counts, so that asks at the same time see each other. All callers give their keys in the
 * same order of kinds, so that two asks never wait for each other. The key of the ending is the last one: an ask that it refuses
 * leaves the rows of who asked, so nobody goes on trying without an end. Rows that are over go.
 * Processes of the release before call `count_phone_ask`.
 */
export const phoneAskMigrations: Migration[] = [
  {
    name: 'promotions/003-phone-asks',
    expand: true,
    sql: `
      create table phone_asks (
        key bytea,
        phone_key bytea,
        nth integer not null,
        ends_at timestamptz not null,
        primary key (key, phone_key)
      );
      create index on phone_asks (ends_at);

      create function ask_about_phone(
        phone bytea, network bytea, network_ends timestamptz, per_network integer,
        ending bytea, ending_ends timestamptz, per_ending integer, asked_at timestamptz
      ) returns boolean language plpgsql as $$
      declare
        asked record;
        n integer;
      begin
        delete from phone_asks where (key, phone_key) in (
          select key, phone_key from phone_asks where ends_at <= asked_at limit 100 for update skip locked);
        for asked in
          select * from (values (1, network, network_ends, per_network), (2, ending, ending_ends, per_ending)) as one (turn, key, ends, most)
          order by turn
        loop
          perform pg_advisory_xact_lock(hashtextextended(encode(asked.key, 'hex'), 0));
          continue when exists (select from phone_asks where key = asked.key and phone_key = phone);
          select coalesce(max(nth), 0) + 1 into n from phone_asks where key = asked.key;
          if n > asked.most then return false; end if;
          insert into phone_asks (key, phone_key, nth, ends_at) values (asked.key, phone, n, asked.ends);
        end loop;
        return true;
      end $$`,
  },
  {
    name: 'promotions/004-phone-ask-shares',
    expand: true,
    sql: `
      create function count_phone_ask(phone bytea, keys bytea[], most integer[], ends timestamptz[], asked_at timestamptz)
        returns boolean language plpgsql as $$
      declare
        n integer;
      begin
        delete from phone_asks where (key, phone_key) in (
          select key, phone_key from phone_asks where ends_at <= asked_at limit 100 for update skip locked);
        for i in 1 .. cardinality(keys) loop
          perform pg_advisory_xact_lock(hashtextextended(encode(keys[i], 'hex'), 0));
          continue when exists (select from phone_asks where key = keys[i] and phone_key = phone);
          select coalesce(max(nth), 0) + 1 into n from phone_asks where key = keys[i];
          if n > most[i] then return false; end if;
          insert into phone_asks (key, phone_key, nth, ends_at) values (keys[i], phone, n, ends[i]);
        end loop;
        return true;
      end $$`,
  },
  {
    // A plan that is kept for any time expects a third of the rows to be over: without the order it reads the table for the first hundred.
    name: 'promotions/005-asked-phones',
    expand: true,
    sql: `
      create function count_asked_phone(phone bytea, keys bytea[], most integer[], ends timestamptz[], asked_at timestamptz)
        returns boolean language plpgsql as $$
      declare
        n integer;
      begin
        delete from phone_asks where (key, phone_key) in (
          select key, phone_key from phone_asks where ends_at <= asked_at order by ends_at limit 100 for update skip locked);
        for i in 1 .. cardinality(keys) loop
          perform pg_advisory_xact_lock(hashtextextended(encode(keys[i], 'hex'), 0));
          continue when exists (select from phone_asks where key = keys[i] and phone_key = phone);
          select coalesce(max(nth), 0) + 1 into n from phone_asks where key = keys[i];
          if n > most[i] then return false; end if;
          insert into phone_asks (key, phone_key, nth, ends_at) values (keys[i], phone, n, ends[i]);
        end loop;
        return true;
      end $$`,
  },
];

export type PhoneAsks = ReturnType<typeof phoneAsks>;

/**
 * The recipient's phone number, and who asks about it. `address`: of the request; `memberId`: null for a guest. `asker`: who asks about
 * the number again for nothing. Only the browser of before may know it.
 */
export type AskedPhone = { e164: string; address: string; memberId: string | null; asker: string };

/** The count of a phone number as a condition in another statement. */
export type PhoneQuestion = {
  /** SQL of a boolean; its first parameter has the number `first` */
  condition: (first: number) => string;
  values: readonly unknown[];
};

/** At most so many phone numbers within a time. The key has the number of the period. */
type Count = { of: readonly string[]; most: number; within: number };

type PhoneAsksOptions = {
  pool: Pick<pg.Pool, 'query'>;
  key: KeyObject;
  clock: () => Date;
  /** of all limits, for load tests */
  factor: number;
  /** whether the member has a confirmed e-mail address */
  isConfirmed: (memberId: string) => Promise<boolean>;
};

/**
 * Limits the orders whose answer depends on what a phone number did before: whether it has cash orders (decisions.md 71),
 * whether it had the countdown's coupon, and whether an earlier account with it has used a member's coupon.
 * Without the limit, somebody who knows an order's number tries all numbers that its look-up
 * leaves open (infra/decisions/108). The rows are in Postgres, so several processes share them.
 *
 * Invariant: nobody learns about more than `PER_ENDING` numbers of an ending in a day, and nobody uses them up from few networks or
 * by few accounts.
 */
export function phoneAsks({ pool, key, clock, factor, isConfirmed }: PhoneAsksOptions) {
  const keyOf = (...parts: (string | number)[]): Buffer => createHmac('sha256', key).update(parts.join('/')).digest();

  async function question({ e164, address, memberId, asker }: AskedPhone): Promise<PhoneQuestion> {
    const member = memberId !== null && (await isConfirmed(memberId)) ? memberId : undefined;
    const now = clock().getTime();
    const ending = e164.slice(-ENDING_DIGITS);
    const site = siteOf(address);
    const counts: Count[] =
      member === undefined
        ? [
            { of: ['share of network', site, ending], most: SHARE_OF_NETWORK, within: DAY },
            { of: ['network', site], most: PER_NETWORK, within: HOUR },
            { of: ['ending', ending], most: GUESTS_PER_ENDING, within: DAY },
          ]
        : [
            { of: ['share of member', member, ending], most: SHARE_OF_MEMBER, within: DAY },
            { of: ['member', member], most: PER_MEMBER, within: DAY },
            { of: ['ending', ending], most: PER_ENDING, within: DAY },
          ];
    const values = [
      // Above the count, a number that somebody else asked about must answer as any other one.
      keyOf('phone', e164, member ?? asker),
      counts.map(({ of: name, within }) => keyOf(...name, Math.floor(now / within))),
      counts.map(({ most }) => Math.ceil(most * factor)),
      counts.map(({ within }) => new Date((Math.floor(now / within) + 1) * within)),
      new Date(now),
    ];
    const types = ['bytea', 'bytea[]', 'integer[]', 'timestamptz[]', 'timestamptz'];
    return { values, condition: (first) => `count_asked_phone(${types.map((type, at) => `$${first + at}::${type}`).join(', ')})` };
  }

  return {
    /**
     * Counts the phone number, unless the same person asked about it before. The statement that gives the answer has it as a condition, so the
     * limit costs no statement. false: it must not be asked about now.
     */
    question,

    /** The same as a statement of its own. */
    async allow(phone: AskedPhone): Promise<boolean> {
      const { condition, values } = await question(phone);
      const text = `select ${condition(1)} as allowed`;
      const { rows } = await pool.query<{ allowed: boolean }>({ name: 'ask-about-phone', text, values: [...values] });
      return rows[0]?.allowed ?? false;
    },
  };
}
