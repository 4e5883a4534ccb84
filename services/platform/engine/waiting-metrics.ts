import type { WaitingObserver } from '../envelope/index.ts';
import type { Metrics } from '../telemetry/index.ts';

/** The metrics of the commands that wait for the event store. */
export function waitingMetrics(metrics: Metrics): WaitingObserver {
  const waiting = metrics.gauge('event_store_commands_waiting', 'Commands without an outcome yet');
  const refused = metrics.counter(
    'event_store_commands_refused_total',
    'Commands refused because the event store does not answer, or because too many commands wait for it',
    ['why'],
  );
  for (const why of ['unreachable', 'too-many'] as const) refused.inc({ why }, 0);
  return { waiting: (count) => waiting.set(count), refused: (why) => refused.inc({ why }) };
}
