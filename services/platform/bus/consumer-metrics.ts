import type { Metrics } from '../telemetry/metrics.ts';

/** The metrics of a consumer, or of a reader of what is due (`passOver`). */
export function consumerMetrics(metrics: Metrics, consumer: string) {
  const counter = (name: string, help: string) => metrics.counter(name, help, ['consumer']).labels({ consumer });
  const gauge = (name: string, help: string) => metrics.gauge(name, help, ['consumer']).labels({ consumer });
  return {
    handled: counter('consumer_events_total', 'Events from Kafka that were handled'),
    repeated: counter('consumer_repeats_total', 'Repeated messages, which were dropped'),
    deadLettered: counter('consumer_dead_letters_total', 'Unreadable messages, which are in the dead-letter topic'),
    blocked: gauge('consumer_parked_streams', 'Streams that are held back behind an event that cannot be handled'),
    failed: counter('due_failures_total', 'Things that were due and could not be done; each pass counts them again'),
    trouble: gauge('consumer_in_trouble', '1 where a consumer cannot continue; readiness and the log say why'),
  };
}
