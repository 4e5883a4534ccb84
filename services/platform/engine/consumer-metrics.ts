import type { ConsumerMetrics } from '../bus/index.ts';
import type { Metrics } from '../telemetry/index.ts';

/** The metrics of a process's consumers. */
export function consumerMetrics(metrics: Metrics): ConsumerMetrics {
  const handled = metrics.counter('consumer_events_total', 'Events from Kafka that were handled', ['consumer']);
  const repeated = metrics.counter('consumer_repeats_total', 'Repeated messages, which were dropped', ['consumer']);
  const dead = metrics.counter('consumer_dead_letters_total', 'Unreadable messages, which are in the dead-letter topic', ['consumer']);
  const blocked = metrics.gauge('consumer_parked_streams', 'Streams that are held back behind an event that cannot be handled', [
    'consumer',
  ]);
  const failed = metrics.counter('due_failures_total', 'Things that were due and could not be done; each pass counts them again', [
    'consumer',
  ]);
  const trouble = metrics.gauge('consumer_in_trouble', '1 where a consumer cannot continue; readiness and the log say why', ['consumer']);
  return {
    handled: (consumer, events) => handled.inc({ consumer }, events),
    repeated: (consumer, messages) => repeated.inc({ consumer }, messages),
    deadLettered: (consumer, messages) => dead.inc({ consumer }, messages),
    blocked: (consumer, streams) => blocked.set({ consumer }, streams),
    failed: (consumer, things) => failed.inc({ consumer }, things),
    trouble: (consumer, isInTrouble) => trouble.set({ consumer }, isInTrouble ? 1 : 0),
  };
}
