import { isDeepStrictEqual } from 'node:util';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { silentLogger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import { startTracing, type Tracing } from './sdk.ts';

export type { ReadableSpan } from '@opentelemetry/sdk-trace-node';

export type TestTracing = Tracing & {
  /** the spans that ended since the start or the last `forget` */
  spans(): ReadableSpan[];
  forget(): void;
};

/** Records spans in memory until `stop`. Call it before `buildApp`. */
export async function recordSpans(): Promise<TestTracing> {
  const exporter = new InMemorySpanExporter();
  const tracing = await startTracing({ name: '', logger: silentLogger(), exporter });
  return { ...tracing, spans: () => exporter.getFinishedSpans(), forget: () => exporter.reset() };
}

/** The value of the series with these labels; undefined where it has none. */
export async function valueOf({ registry }: Metrics, name: string, labels: Readonly<Record<string, string>>): Promise<number | undefined> {
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  return values.find((one) => isDeepStrictEqual({ ...one.labels }, labels))?.value;
}
