import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLeadership, type Leadership } from '@nordhaut/platform/database';
import type { Role } from '@nordhaut/platform/role';
import type pg from 'pg';
import type { CheckoutProcess } from './process.ts';

export type SweeperOptions = {
  pool: pg.Pool;
  databaseUrl: string;
  process: CheckoutProcess;
  clock: () => Date;
  /** ms a checkout is left alone: longer than a charge may take, so that nobody can be working on it any more */
  graceMs: number;
  /** ms between looks */
  intervalMs: number;
  log: { info(data: object, message: string): void; error(data: object, message: string): void };
};

/** Checkouts in one look; the next look takes the rest. */
const BATCH = 100;
const PARALLEL = 8;
/** ms between two tries at most */
const PAUSE = 10 * 60_000;
/**
 * A payment that was given up without the processor's word may have come about after all. It is asked about for two
 * days, ever more rarely: no notify may be left to come, and money that is here has to go back.
 */
const DOUBT_MS = 48 * 3_600_000;
const DOUBT_PAUSE = 6 * 3_600_000;

type Open = { order_no: string; doubtful: boolean; over: boolean };

/**
 * Finishes what a crash, a silent carrier or a buyer who never came back left open: drives every open checkout on
 * that nobody has touched for a while. Orders whose checkout has ended come back to this list while money on a card is
 * owed to the buyer, or a parcel has to be stopped. One sweeper acts at a time, however many are started.
 */
export function createSweeper(options: SweeperOptions): Role {
  let leadership: Leadership | undefined;

  async function lead({ lost }: { lost: AbortSignal }): Promise<void> {
    while (!lost.aborted) {
      await sweep(options, lost).catch((error: unknown) => options.log.error({ err: error }, 'a sweep over the open checkouts failed'));
      await sleep(options.intervalMs, undefined, { signal: lost, ref: false }).catch(() => undefined);
    }
  }

  return {
    name: 'checkout-sweeper',
    start() {
      leadership = withLeadership({
        url: options.databaseUrl,
        lockName: 'checkout-sweeper',
        lead,
        onError: (err) => options.log.error({ err }, 'sweeper leadership'),
      });
      return Promise.resolve();
    },
    notReady: () => Promise.resolve(undefined),
    stop: async () => leadership?.stop(),
  };
}

/**
 * One look. The wait between tries grows with the age of the checkout: a silent carrier is asked after seconds,
 * then minutes; a buyer at the bank's page is not hurried.
 */
export async function sweep({ pool, process, clock, graceMs, log }: SweeperOptions, lost: AbortSignal): Promise<void> {
  const now = clock();
  const { rows } = await pool.query<Open>(
    `select order_no, o.doubtful, o.touched_at < $3 as over
     from (
       select order_no, bool_and(doubtful) as doubtful, max(touched_at) as touched_at
       from (
         select order_no, ended and not (paid and given_up) as doubtful, touched_at from open_checkouts where placed or not ended
         union all
         select order_no, false, touched_at from orders where unsettled
       ) as work group by order_no
     ) as o left join checkout_tries t using (order_no)
     where o.touched_at <= $1 and (t.next_try_at is null or t.next_try_at <= $2)
     order by coalesce(t.next_try_at, o.touched_at) limit ${BATCH}`,
    [new Date(now.getTime() - graceMs), now, new Date(now.getTime() - DOUBT_MS)],
  );
  const waiting = [...rows];
  const worker = async (): Promise<void> => {
    for (let open = waiting.shift(); open !== undefined && !lost.aborted; open = waiting.shift()) {
      const { order_no: orderNo, doubtful, over } = open;
      try {
        await tryAgainLater(pool, orderNo, now, graceMs, doubtful ? DOUBT_PAUSE : PAUSE);
        const context = sweepContext(clock());
        if (doubtful && over) await process.endDoubt(orderNo, context);
        else if (doubtful) await process.confirm(orderNo, context);
        else await process.drive(orderNo, { context, settle: true });
        log.info({ orderNo, doubtful }, 'drove an open checkout on');
      } catch (error) {
        log.error({ orderNo, err: error }, 'an open checkout could not be driven on');
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  await pool.query(
    `delete from checkout_tries t where next_try_at < $1
       and not exists (select from open_checkouts o where o.order_no = t.order_no)
       and not exists (select from orders o where o.order_no = t.order_no and o.unsettled)`,
    [now],
  );
}

/** Written before the try: a checkout that brings the process down must not be the next one's first act. */
const tryAgainLater = (pool: pg.Pool, orderNo: string, now: Date, graceMs: number, longest: number) =>
  pool.query(
    `insert into checkout_tries (order_no, tries, next_try_at) values ($1, 1, $2::timestamptz + make_interval(secs => $3))
     on conflict (order_no) do update set tries = checkout_tries.tries + 1,
       next_try_at = $2::timestamptz + make_interval(secs => least($3 * power(2, least(checkout_tries.tries, 20)), $4))`,
    [orderNo, now, graceMs / 1000, longest / 1000],
  );

const sweepContext = (now: Date) => {
  const id = randomUUID();
  return { commandId: id, correlationId: id, actor: { kind: 'system' as const, id: 'checkout-sweeper' }, now };
};
