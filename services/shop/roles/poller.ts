import { setTimeout as sleep } from 'node:timers/promises';
import { createPoller, pollPace } from '@nordhaut/logistics';
import { pollSource } from '@nordhaut/ordering';
import { withLeadership } from '@nordhaut/platform/database';
import type { Role } from '@nordhaut/platform/role';
import type { Buying } from '../buying.ts';
import type { Engine } from '../engine.ts';

/** Parcels counted as due, at most */
const COUNTED = 1_000;

/** Asks the carrier about open parcels; of several one acts. */
export function pollerRole({ pool, databaseUrl, config, logger, metrics, clock }: Engine, { carrier, report }: Buying): Role {
  const pace = pollPace(config.PARCEL_POLL_PACE);
  const source = pollSource(pool, pace.firstMs);
  const polled = metrics.counter('parcels_polled_total', 'Questions to the carrier about parcels', ['outcome']);
  metrics.gauge(
    'parcels_due',
    `Parcels the carrier should have been asked about by now, counted up to ${COUNTED}`,
    [],
    async (gauge) => gauge.set((await source.due(clock(), COUNTED)).length),
    { shared: true },
  );
  return createPoller({
    carrier,
    source: {
      due: source.due,
      async polled(outcomes) {
        await source.polled(outcomes);
        for (const { failures } of outcomes) polled.inc({ outcome: failures === 0 ? 'answered' : 'unanswered' });
      },
    },
    report,
    leadership: (lead) =>
      withLeadership({
        url: databaseUrl,
        lockName: 'parcel-poller',
        lead,
        onError: (err) => logger.warn({ err }, 'the poller lost its place or cannot seek it'),
      }),
    config,
    pace,
    clock: {
      now: clock,
      sleep: async (ms, signal) => void (await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)),
    },
    log: logger,
  });
}
