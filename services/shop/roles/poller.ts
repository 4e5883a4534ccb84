import { createPoller, createPollSource } from '@nordhaut/logistics';
import { withLeadership } from '@nordhaut/platform/database';
import type { Role } from '@nordhaut/platform/role';
import type { Buying } from '../buying.ts';
import type { Engine } from '../engine.ts';

/** Asks the carrier about open parcels; of several one acts. */
export const pollerRole = ({ pool, databaseUrl, config, logger }: Engine, { carrier, report }: Buying): Role =>
  createPoller({
    carrier,
    source: createPollSource({ pool, pace: config.PARCEL_POLL_PACE }),
    report,
    leadership: (lead) =>
      withLeadership({
        url: databaseUrl,
        lockName: 'parcel-poller',
        lead,
        onError: (err) => logger.warn({ err }, 'the poller lost its place or cannot seek it'),
      }),
    config,
    log: logger,
  });
