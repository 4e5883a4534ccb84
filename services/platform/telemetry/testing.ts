import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { silentLogger } from './logger.ts';
import { startTracing, type Tracing } from './sdk.ts';

export type { ReadableSpan } from '@opentelemetry/sdk-trace-node';

export type TestTracing = Tracing & {
  /** every span that ended since the start or the last `forget` */
  spans(): ReadableSpan[];
  forget(): void;
};

/** Spans are kept in memory, from now until `stop`. Begin before the application is built. */
export async function recordSpans(): Promise<TestTracing> {
  const exporter = new InMemorySpanExporter();
  const tracing = await startTracing({ name: '', logger: silentLogger(), exporter });
  return { ...tracing, spans: () => exporter.getFinishedSpans(), forget: () => exporter.reset() };
}
