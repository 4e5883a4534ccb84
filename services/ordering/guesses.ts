import { createHmac, type KeyObject } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createKysely, type Migration } from '@nordhaut/platform/database';
import { networkOf, Rejected } from '@nordhaut/platform/http';
import { sql } from 'kysely';
import type pg from 'pg';
import { messages } from './messages.ts';

/**
 * Slows down guesses of an order's phone number and never locks anyone out. The look-up shows the first two and the
 * last three digits of a mobile number, so there are 10^5 candidates. The number proves the order for 180 days
 * after it is over: a guest's is forgotten then, and a member's proves nothing any more (`forOthers`, decisions.md 85).
 *
 * The bound: after the n-th failure of an order, the next guess waits 2·n² ms, at most 2 hours, for all networks
 * together. So 3,425 guesses fit into 180 days, a chance of 3.5 %; all candidates take 22 years. The failures of one
 * network with one order add a longer wait for that network: five are free, then 1, 2, 4, … s. So one attacker hardly
 * delays the buyer.
 *
 * The counts are rows in Postgres. Counts per process would multiply the bound by the number of processes and be lost at
 * a restart.
 */
const MOST = 2 * 3_600_000;
const FREE = 5;
/** ms between two guesses of an order after `failures` failures */
export const orderDelay = (failures: number): number => Math.min(MOST, 2 * failures ** 2);
export const networkDelay = (failures: number): number => (failures <= FREE ? 0 : Math.min(MOST, 1_000 * 2 ** (failures - FREE - 1)));

/** ms that a request waits for its turn at most; a longer wait answers 429 with `retry-after` */
const HOLD = 10_000;
/** Requests of this process that wait at the same time. The delays allow about 25 for one order. */
const MOST_WAITING = 100;
/** days without a guess after which the failures are deleted */
const KEPT_DAYS = 30;
const DAY = 86_400_000;

/** A key is an HMAC of the order number, or of the order number and the network. */
export const guessMigrations: Migration[] = [
  {
    name: 'ordering/001-proof-guesses',
    expand: true,
    sql: `
      create table proof_guesses (
        key bytea primary key,
        failures integer not null,
        next_at timestamptz not null,
        seen_at timestamptz not null
      );
      create index on proof_guesses (seen_at)`,
  },
];

type Row = { failures: number; next_at: Date };

export type GuessOptions = {
  pool: pg.Pool;
  /** derived from a secret */
  key: KeyObject;
  clock: () => Date;
  sleep?: (ms: number) => Promise<unknown>;
};

export function createGuesses({ pool, key, clock, sleep = wait }: GuessOptions) {
  const db = createKysely<never>(pool);
  const keyOf = (...parts: string[]): Buffer => createHmac('sha256', key).update(parts.join('/')).digest();
  let waiting = 0;

  /**
   * Takes the next turn of the order and of the network. It counts the guess as a failure before the check, so that
   * concurrent guesses see each other. Every caller locks the order's row first, which prevents deadlocks.
   * @returns the instant of the turn. No turn is taken where it is further away than `HOLD`.
   */
  async function takeTurn(order: Buffer, network: Buffer): Promise<{ at: number; taken: boolean }> {
    const now = clock();
    return db.transaction().execute(async (transaction) => {
      const lock = async (rowKey: Buffer): Promise<Row> => {
        const { rows } = await sql<Row>`
          insert into proof_guesses values (${rowKey}, 0, ${now}, ${now})
          on conflict (key) do update set seen_at = excluded.seen_at returning failures, next_at`.execute(transaction);
        return rows[0] as Row;
      };
      const [ofOrder, ofNetwork] = [await lock(order), await lock(network)];
      const at = Math.max(now.getTime(), ofOrder.next_at.getTime(), ofNetwork.next_at.getTime());
      const taken = at - now.getTime() <= HOLD;
      const next = (delay: number): Date => new Date(at + delay);
      const count = (rowKey: Buffer, nextAt: Date) =>
        sql`update proof_guesses set failures = failures + 1, next_at = ${nextAt} where key = ${rowKey}`.execute(transaction);
      if (taken) {
        await count(order, next(orderDelay(ofOrder.failures + 1)));
        await count(network, next(networkDelay(ofNetwork.failures + 1)));
      }
      // `skip locked`: two turns that wait for each other's rows would deadlock.
      await sql`
        delete from proof_guesses where key in (
          select key from proof_guesses where seen_at < ${new Date(now.getTime() - KEPT_DAYS * DAY)} limit 100 for update skip locked
        )`.execute(transaction);
      return { at, taken };
    });
  }

  return {
    /**
     * Waits for the turn of one guess. @returns a function that removes the guess from the failures, to call when it was right
     * @throws Rejected 429 with the seconds to wait
     */
    async admit(orderNo: string, address: string): Promise<() => Promise<void>> {
      const [order, network] = [keyOf('order', orderNo), keyOf('network', orderNo, networkOf(address))];
      const { at, taken } = await takeTurn(order, network);
      const ms = at - clock().getTime();
      if (!taken) throw tooMany(ms);
      if (ms > 0) {
        if (waiting >= MOST_WAITING) throw tooMany(HOLD);
        waiting += 1;
        await sleep(ms).finally(() => (waiting -= 1));
      }
      return async () => {
        await pool.query(
          `update proof_guesses set failures = case when key = $1 then greatest(failures - 1, 0) else 0 end,
             next_at = case when key = $1 then next_at else $3 end
           where key in ($1, $2)`,
          [order, network, clock()],
        );
      };
    },
  };
}
export type Guesses = ReturnType<typeof createGuesses>;

const tooMany = (ms: number): Rejected =>
  new Rejected(
    { status: 429, code: 'TOO_MANY_REQUESTS', message: messages.tooManyGuesses },
    { headers: { 'retry-after': String(Math.ceil(ms / 1000)) } },
  );
