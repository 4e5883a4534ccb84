import { createHmac, type KeyObject, randomUUID } from 'node:crypto';
import { inTransaction, lockKey, type Migration } from '@nordhaut/platform/database';
import type pg from 'pg';
import { EXTENSION_MS, timerEnd } from './engine/timer.ts';

/**
 * The countdowns of checkouts (decisions.md 53, infra/decisions/062). A timer has a row for each key of its person: the
 * browser's cookie and the member. Keys are HMACs.
 */
export const timerMigrations: Migration[] = [
  {
    name: 'promotions/001-checkout-timers',
    expand: true,
    sql: `
      create table checkout_timers (
        key bytea primary key,
        timer_id uuid not null,
        started_at timestamptz not null,
        extended_at timestamptz,
        ended_at timestamptz
      );
      create index on checkout_timers (timer_id);
      create index on checkout_timers (started_at)`,
  },
];

/** `visitor`: the browser's cookie. `member.registeredAt`: ms */
export type TimedBuyer = { visitor: string | undefined; member: { id: string; registeredAt: number } | null };
/** ms since epoch */
export type Timer = { startedAt: number; extendedAt: number | null; endedAt: number | null };

/** After its end, a person gets no other timer for this time. */
const PAUSE_MS = 30 * 86_400_000;

type Row = { key: Buffer; timer_id: string; started_at: Date; extended_at: Date | null; ended_at: Date | null };
type Client = Pick<pg.PoolClient, 'query'>;

const timerOf = ({ started_at, extended_at, ended_at }: Row): Timer => ({
  startedAt: started_at.getTime(),
  extendedAt: extended_at?.getTime() ?? null,
  endedAt: ended_at?.getTime() ?? null,
});
const endOf = (timer: Timer): number => timerEnd({ ...timer, usedBefore: false });
export const isRunning = (timer: Timer, at: number): boolean => at >= timer.startedAt && at < endOf(timer);

export type Timers = ReturnType<typeof checkoutTimers>;

/** @param key used for these keys alone */
export function checkoutTimers({ pool, key }: { pool: pg.Pool; key: KeyObject }) {
  const hash = (who: string): Buffer => createHmac('sha256', key).update(who).digest();
  const keysOf = ({ visitor, member }: TimedBuyer) => {
    const visitorKey = visitor === undefined ? undefined : hash(`visitor:${visitor}`);
    const memberKey = member === null ? undefined : hash(`member:${member.id}`);
    return { visitorKey, memberKey, keys: [visitorKey, memberKey].filter((key) => key !== undefined) };
  };

  async function read(client: Client, keys: readonly Buffer[], at: number): Promise<Row[]> {
    const { rows } = await client.query<Row>({
      name: 'checkout-timers',
      text: 'select key, timer_id, started_at, extended_at, ended_at from checkout_timers where key = any($1::bytea[])',
      values: [keys],
    });
    return rows.filter((row) => at < endOf(timerOf(row)) + PAUSE_MS);
  }

  /**
   * The buyer's timer. A guest's timer that a member now has is the member's own from here on: it goes on where the member
   * registered after its start, and it ends where the member signed in.
   */
  async function own(client: Client, buyer: TimedBuyer, at: number): Promise<Row | undefined> {
    const { visitorKey, memberKey, keys } = keysOf(buyer);
    const rows = await read(client, keys, at);
    const ofMember = rows.find(({ key: one }) => memberKey?.equals(one));
    const ofVisitor = rows.find(({ key: one }) => visitorKey?.equals(one));
    if (!buyer.member || !memberKey || !ofVisitor || ofVisitor.timer_id === ofMember?.timer_id) return ofMember ?? ofVisitor;
    const isNew = !ofMember && buyer.member.registeredAt >= ofVisitor.started_at.getTime();
    if (isNew) {
      await write(client, [memberKey], ofVisitor);
      return ofVisitor;
    }
    // The member signed in: the guest's timer ends, and one that the member had elsewhere ends as well.
    const end = async (row: Row): Promise<Row> => {
      if (!isRunning(timerOf(row), at)) return row;
      const ended_at = new Date(at);
      await client.query('update checkout_timers set ended_at = $2 where timer_id = $1 and ended_at is null', [row.timer_id, ended_at]);
      return { ...row, ended_at };
    };
    const ended = await end(ofVisitor);
    if (ofMember) return end(ofMember);
    await write(client, [memberKey], ended);
    return ended;
  }

  /** The keys' earlier timers are over for longer than the pause. */
  async function write(client: Client, keys: readonly Buffer[], row: Omit<Row, 'key'>): Promise<void> {
    await client.query(
      `insert into checkout_timers (key, timer_id, started_at, extended_at, ended_at)
       select one, $2, $3, $4, $5 from unnest($1::bytea[]) as one
       on conflict (key) do update set timer_id = excluded.timer_id, started_at = excluded.started_at,
         extended_at = excluded.extended_at, ended_at = excluded.ended_at`,
      [keys, row.timer_id, row.started_at, row.extended_at, row.ended_at],
    );
  }

  /** One change at a time for each key, in every process: two starts at once make one timer. */
  async function alone<Result>(buyer: TimedBuyer, work: (client: Client, keys: Buffer[]) => Promise<Result>): Promise<Result> {
    const { keys } = keysOf(buyer);
    return inTransaction(pool, async (client) => {
      for (const name of keys.map((one) => one.toString('hex')).toSorted())
        await client.query('select pg_advisory_xact_lock($1::bigint)', [lockKey(`checkout-timer:${name}`)]);
      return work(client, keys);
    });
  }

  return {
    /** undefined: none, or one that is over for longer than the pause */
    async find(buyer: TimedBuyer, at: number): Promise<Timer | undefined> {
      const { memberKey, keys } = keysOf(buyer);
      if (keys.length === 0) return undefined;
      const rows = await read(pool, keys, at);
      const isShared = rows.length === keys.length && rows.every(({ timer_id }) => timer_id === rows[0]?.timer_id);
      if (rows.length === 0 || !memberKey || isShared || rows.every(({ key: one }) => memberKey.equals(one)))
        return rows[0] && timerOf(rows[0]);
      const row = await alone(buyer, (client) => own(client, buyer, at));
      return row && timerOf(row);
    },

    /** Starts the buyer's timer, unless one runs or ran within the pause: then it is the answer. */
    start: (buyer: TimedBuyer, at: number): Promise<Timer> =>
      alone(buyer, async (client, keys) => {
        const known = await own(client, buyer, at);
        if (known) return timerOf(known);
        const row = { timer_id: randomUUID(), started_at: new Date(at), extended_at: null, ended_at: null };
        await write(client, keys, row);
        // Old rows go in small steps, and never wait for another start.
        await client.query(
          `delete from checkout_timers where key in (
             select key from checkout_timers where started_at < $1 order by started_at limit 100 for update skip locked)`,
          [new Date(at - 2 * PAUSE_MS)],
        );
        return { startedAt: at, extendedAt: null, endedAt: null };
      }),

    /** Ends the buyer's timer, whose coupon this person has had before. */
    end: ({ visitor, memberId }: { visitor: string | undefined; memberId: string | null }, at: number): Promise<void> =>
      alone({ visitor, member: memberId === null ? null : { id: memberId, registeredAt: 0 } }, async (client, keys) => {
        for (const row of await read(client, keys, at))
          if (isRunning(timerOf(row), at))
            await client.query('update checkout_timers set ended_at = $2 where timer_id = $1', [row.timer_id, new Date(at)]);
      }),

    /** Sets the rest to five minutes, once, where five minutes or less are left. */
    extend: (buyer: TimedBuyer, at: number): Promise<Timer | undefined> =>
      alone(buyer, async (client) => {
        const row = await own(client, buyer, at);
        const timer = row && timerOf(row);
        if (!row || !timer || timer.extendedAt !== null || !isRunning(timer, at)) return timer;
        if (endOf(timer) - at > EXTENSION_MS) return timer;
        await client.query('update checkout_timers set extended_at = $2 where timer_id = $1', [row.timer_id, new Date(at)]);
        return { ...timer, extendedAt: at };
      }),
  };
}
