import type { WaitingObserver } from '../envelope/index.ts';
import { reportReaders, reportStore, StoreHealth, type ReaderObserver, type StoreHealthOptions } from '../event-store/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';

type Watched = Pick<StoreHealthOptions, 'probe' | 'patienceMs'> & { logger: Logger; metrics: Metrics };
type StoreWatch = { health: StoreHealth; readers: ReaderObserver; waiting: WaitingObserver };

/** The health of the event store: what its readers and the commands report, and where the log and the metrics show it. */
export function watchStore({ logger, metrics, ...options }: Watched): StoreWatch {
  const health = new StoreHealth({ ...options, observer: reportStore(logger) });
  const reported = reportReaders(logger, metrics);
  const waiting = metrics.gauge('event_store_commands_waiting', 'Commands without an outcome yet');
  const refused = metrics.counter(
    'event_store_commands_refused_total',
    'Commands refused because the event store does not answer, or because too many commands wait for it',
    ['why'],
  );
  for (const why of ['unreachable', 'too-many'] as const) refused.inc({ why }, 0);
  return {
    health,
    readers: {
      failed(reader, error, isFirst) {
        reported.failed?.(reader, error, isFirst);
        health.readers.failed?.(reader, error, isFirst);
      },
      recovered(reader, ms) {
        reported.recovered?.(reader, ms);
        health.readers.recovered?.(reader, ms);
      },
    },
    waiting: { waiting: (count) => waiting.set(count), refused: (why) => refused.inc({ why }) },
  };
}
