import { leadingRole } from '@nordhaut/platform/database';
import type { Engine } from '@nordhaut/platform/engine';
import type { Role } from '@nordhaut/platform/role';
import { sleep } from '@nordhaut/platform/timing';
import type { Carrier } from '../carrier.ts';
import { LogisticsConfig } from '../config.ts';
import { pollPace } from './next-due.ts';
import { createPoller, type PollerOptions } from './poller.ts';
import type { PollSource } from './source.ts';

/** Maximum number of due parcels that the metric counts. */
const COUNTED = 1_000;

/** The part of ordering's face that the poller uses. */
export type PolledOrders = Pick<PollerOptions, 'report'> & {
  /** @param firstMs ms from a parcel's creation to its first poll, and from a callback to the poll after it */
  pollSource(firstMs: number): PollSource;
};

/** Asks the carrier about open parcels. One of several pollers is active. */
export function pollerRole(
  { databaseUrl, config, logger, metrics, clock }: Engine,
  carrier: Pick<Carrier, 'query'>,
  { pollSource, report }: PolledOrders,
): Role {
  const settings = config.of(LogisticsConfig);
  const pace = pollPace(settings.PARCEL_POLL_PACE);
  const source = pollSource(pace.firstMs);
  const polled = metrics.counter('parcels_polled_total', 'Polls of parcels at the carrier', ['outcome']);
  metrics.gauge(
    'parcels_due',
    `Parcels whose poll is due, counted up to ${COUNTED}`,
    [],
    async (gauge) => gauge.set((await source.due(clock(), COUNTED)).length),
    { shared: true },
  );
  const lead = createPoller({
    carrier,
    source: {
      due: source.due,
      async polled(outcomes) {
        await source.polled(outcomes);
        for (const { failures } of outcomes) polled.inc({ outcome: failures === 0 ? 'answered' : 'unanswered' });
      },
    },
    report,
    config: settings,
    pace,
    clock: {
      now: clock,
      sleep: (ms, signal) => sleep(ms, signal, { ref: false }),
    },
    log: logger,
  });
  return leadingRole('parcel-poller', {
    url: databaseUrl,
    lockName: 'parcel-poller',
    lead,
    onError: (err) => logger.warn({ err }, 'the poller lost its leadership or cannot get it'),
  });
}
