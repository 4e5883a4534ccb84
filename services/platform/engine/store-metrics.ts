import type { WaitingObserver } from '../envelope/index.ts';
import type { Metrics } from '../telemetry/index.ts';

/** The metrics of the event store: failed reads, and the commands that wait for it. */
export function storeMetrics(metrics: Metrics): { readerFailed: (reader: string) => void; waiting: WaitingObserver } {
  const failures = metrics.counter('event_store_reader_failures_total', 'Failed reads of a subscription or of what feeds it', ['reader']);
  const waiting = metrics.gauge('event_store_commands_waiting', 'Commands without an outcome yet');
  const refused = metrics.counter(
    'event_store_commands_refused_total',
    'Commands refused because the event store does not answer, or because too many commands wait for it',
    ['why'],
  );
  for (const why of ['unreachable', 'too-many'] as const) refused.inc({ why }, 0);
  return {
    readerFailed: (reader) => failures.inc({ reader }),
    waiting: { waiting: (count) => waiting.set(count), refused: (why) => refused.inc({ why }) },
  };
}
