import { randomUUID } from 'node:crypto';
import { leadingRole } from '@nordhaut/platform/database';
import type { Role } from '@nordhaut/platform/role';
import { repeat, type TokenBucket } from '@nordhaut/platform/timing';
import pMap from 'p-map';
import type pg from 'pg';
import { isOpen, nextStep } from './next-step.ts';
import type { CheckoutProcess } from './process.ts';

export type SweeperOptions = {
  pool: pg.Pool;
  databaseUrl: string;
  process: Pick<CheckoutProcess, 'confirm' | 'drive' | 'endDoubt' | 'load'>;
  /** orders that need a step, also where their checkout has ended long ago */
  unsettledOrders: () => Promise<readonly { orderNo: string; touchedAt: Date }[]>;
  /** While the event store does not answer there is nothing to do, and a failed try would only make the next pause longer. */
  storeAnswers: () => boolean;
  /** one token for each look for a parcel at the carrier */
  looks: Pick<TokenBucket, 'tryTake'>;
  clock: () => Date;
  /** ms for which a checkout is left alone; longer than a charge may take, so no other process can still work on it */
  graceMs: number;
  /** ms between sweeps */
  intervalMs: number;
  log: { info(data: object, message: string): void; error(data: object, message: string): void };
};

/** Checkouts in one sweep; the next sweep takes the rest. */
const BATCH = 100;
const PARALLEL = 8;
/** longest pause between two tries, ms */
const PAUSE = 10 * 60_000;
/**
 * A payment that was given up without an answer of the processor may still succeed, and its notify may get lost. The
 * sweeper asks the processor about it for two days, with growing pauses, because a late charge has to be paid back.
 */
const DOUBT_MS = 48 * 3_600_000;
const DOUBT_PAUSE = 6 * 3_600_000;

type Candidate = { order_no: string; touched_at: Date; doubtful: boolean };

/**
 * Finishes checkouts that a crash, a silent carrier or a buyer who did not return left open. It drives each open
 * checkout that had no event for a while, and each order that is unsettled after its checkout has ended: money on a
 * card is owed to the buyer, or a parcel has to be stopped. Only one process sweeps at a time.
 */
export function createSweeper(options: SweeperOptions): Role {
  const sweepNow = async (lost: AbortSignal): Promise<void> => {
    if (options.storeAnswers()) await sweep(options, lost);
  };
  const onError = (err: Error): void => options.log.error({ err }, 'a sweep over the open checkouts failed');

  return leadingRole('checkout-sweeper', {
    url: options.databaseUrl,
    lockName: 'checkout-sweeper',
    lead: ({ lost }) => repeat(sweepNow, { restMs: options.intervalMs, ref: false, onError }, lost),
    onError: (err) => options.log.error({ err }, 'sweeper leadership'),
  });
}

/**
 * One sweep. The pause between tries grows with their number: a silent carrier is asked again after seconds, later
 * after minutes. The longest pauses are those of doubtful payments.
 */
export async function sweep(
  options: Omit<SweeperOptions, 'storeAnswers' | 'databaseUrl' | 'intervalMs'>,
  lost: AbortSignal,
): Promise<void> {
  const { pool, process, unsettledOrders, looks, clock, graceMs, log } = options;
  const now = clock();
  const unsettled = await unsettledOrders();
  const unsettledNumbers = unsettled.map(({ orderNo }) => orderNo);
  const { rows } = await pool.query<Candidate>(
    `select order_no, o.touched_at, o.doubtful
     from (
       select order_no, max(touched_at) as touched_at, bool_and(doubtful) as doubtful
       from (
         select order_no, touched_at, doubtful from open_checkouts where open
         union all
         select order_no, touched_at, false from unnest($3::text[], $4::timestamptz[]) as unsettled (order_no, touched_at)
       ) as work group by order_no
     ) as o left join checkout_tries t using (order_no)
     where o.touched_at <= $1 and (t.next_try_at is null or t.next_try_at <= $2)
     order by coalesce(t.next_try_at, o.touched_at) limit ${BATCH}`,
    [new Date(now.getTime() - graceMs), now, unsettledNumbers, unsettled.map(({ touchedAt }) => touchedAt)],
  );
  const driveOn = async ({ order_no: orderNo, touched_at: touchedAt, doubtful }: Candidate): Promise<void> => {
    if (lost.aborted) return;
    try {
      await tryAgainLater(pool, orderNo, now, graceMs, doubtful ? DOUBT_PAUSE : PAUSE);
      // The read models may be behind.
      const { checkout, order } = await process.load(orderNo);
      if (!isOpen(checkout, order)) return;
      const context = sweepContext(clock());
      const step = nextStep(checkout, order);
      // Looks may be many at once, after an upgrade. A carrier that gets too many questions takes no parcels either.
      if (step === 'find-parcel' && !looks.tryTake()) return;
      if (step !== 'done') await process.drive(orderNo, { context, graceIsOver: true });
      else if (now.getTime() - touchedAt.getTime() > DOUBT_MS) await process.endDoubt(orderNo, context);
      else await process.confirm(orderNo, context);
      log.info({ orderNo, step }, 'drove an open checkout on');
    } catch (error) {
      log.error({ orderNo, err: error }, 'an open checkout could not be driven on');
    }
  };
  await pMap(rows, driveOn, { concurrency: PARALLEL });
  await pool.query(
    `delete from checkout_tries t where next_try_at < $1 and order_no <> all($2::text[])
       and not exists (select from open_checkouts o where o.order_no = t.order_no)`,
    [now, unsettledNumbers],
  );
}

/** Written before the try: a checkout that crashes the process must not be the first one that the next process tries. */
const tryAgainLater = (pool: pg.Pool, orderNo: string, now: Date, graceMs: number, longest: number) =>
  pool.query(
    `insert into checkout_tries (order_no, tries, next_try_at) values ($1, 1, $2::timestamptz + make_interval(secs => $3))
     on conflict (order_no) do update set tries = checkout_tries.tries + 1,
       next_try_at = $2::timestamptz + make_interval(secs => least($3 * power(2, least(checkout_tries.tries, 20)), $4))`,
    [orderNo, now, graceMs / 1000, longest / 1000],
  );

/** Without a cause: each step of the process has the event that led to it. */
const sweepContext = (now: Date) => ({ commandId: randomUUID(), actor: { kind: 'system' as const, id: 'checkout-sweeper' }, now });
