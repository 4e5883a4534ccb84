import { createHmac, type KeyObject } from 'node:crypto';
import type { Migration } from '@nordhaut/platform/database';
import { networkOf } from '@nordhaut/platform/http';
import type pg from 'pg';

/**
 * Phone numbers with the same last digits that may be asked about in a day. The look-up shows these digits and the first two, so
 * an order leaves 10^5 candidates: 3,600 of them in the 180 days for which the buyer's data is kept.
 */
const PER_ENDING = 20;
const ENDING_DIGITS = 3;
/** phone numbers that a network may ask about in an hour */
const PER_NETWORK = 60;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * A row: a phone number that somebody asked about under a key, which is an ending and its day, or a network and its hour. `nth`
 * counts the numbers of the key. Keys and numbers are HMACs.
 *
 * The function locks the key before it counts, so that asks at the same time see each other. It takes the locks of a network and of
 * an ending in this order, so that two asks never wait for each other. A refused ask leaves no row. Rows that are over go.
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
];

export type PhoneAsks = ReturnType<typeof phoneAsks>;

/** The count of a phone number as a condition in another statement. */
export type PhoneQuestion = {
  /** SQL of a boolean; its first parameter has the number `first` */
  condition: (first: number) => string;
  values: readonly unknown[];
};

/**
 * Limits the orders whose answer depends on what a phone number did before: whether it has cash orders (decisions.md 71), and
 * whether it had the countdown's coupon. Without the limit, somebody who knows an order's number tries all numbers that its look-up
 * leaves open (infra/decisions/108). The rows are in Postgres, so several processes share them. `factor`: of both limits, for load
 * tests
 */
export function phoneAsks({
  pool,
  key,
  clock,
  factor,
}: {
  pool: Pick<pg.Pool, 'query'>;
  key: KeyObject;
  clock: () => Date;
  factor: number;
}) {
  const keyOf = (...parts: (string | number)[]): Buffer => createHmac('sha256', key).update(parts.join('/')).digest();

  function question(phoneE164: string, address: string): PhoneQuestion {
    const now = clock().getTime();
    const [hour, day] = [Math.floor(now / HOUR), Math.floor(now / DAY)];
    const values = [
      keyOf('phone', phoneE164),
      keyOf('network', networkOf(address), hour),
      new Date((hour + 1) * HOUR),
      PER_NETWORK * factor,
      keyOf('ending', phoneE164.slice(-ENDING_DIGITS), day),
      new Date((day + 1) * DAY),
      PER_ENDING * factor,
      new Date(now),
    ];
    return { values, condition: (first) => `ask_about_phone(${values.map((_, at) => `$${first + at}`).join(', ')})` };
  }

  return {
    /**
     * Counts the phone number, unless it was asked about before. The statement that gives the answer has it as a condition, so the
     * limit costs no statement. false: it must not be asked about; both keys are free later.
     */
    question,

    /** The same as a statement of its own. */
    async allow(phoneE164: string, address: string): Promise<boolean> {
      const { condition, values } = question(phoneE164, address);
      const text = `select ${condition(1)} as allowed`;
      const { rows } = await pool.query<{ allowed: boolean }>({ name: 'ask-about-phone', text, values: [...values] });
      return rows[0]?.allowed ?? false;
    },
  };
}
