import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import pTimeout from 'p-timeout';
import type { Logger } from './logger.ts';
import { setTracing } from './trace.ts';

export type Tracing = {
  /** Exports the spans recorded so far. */
  flush(): Promise<void>;
  /** Exports for the last time and ends the recording. Never rejects, and takes at most 3 s. */
  stop(): Promise<void>;
};

export type TracingOptions = {
  /** the roles of the process, e.g. `http,projector`; empty for all in one */
  name: string;
  logger: Pick<Logger, 'warn' | 'debug'>;
  /** for tests; default: OTLP to the endpoint that the environment names */
  exporter?: SpanExporter;
};

/** ms for the last export; a collector that does not answer must not delay a stop longer */
const LAST_EXPORT = 3_000;
/** ms between two warnings of the SDK in the log */
const WARNING_INTERVAL = 60_000;
const OFF: Tracing = { flush: () => Promise.resolve(), stop: () => Promise.resolve() };

/**
 * Records spans if `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector (OTLP over HTTP, e.g. `http://tempo:4318`), and loads
 * no SDK otherwise. The SDK reads the other standard variables: OTEL_TRACES_SAMPLER and its _ARG (by default every trace
 * is kept, and a child follows its parent), OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_EXPORTER_OTLP_HEADERS,
 * OTEL_BSP_*, OTEL_SDK_DISABLED. Call it before `buildApp`, which adds its tracing hooks only where an SDK is registered.
 */
export async function startTracing({ name, logger, exporter }: TracingOptions): Promise<Tracing> {
  if (!exporter && (!process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] || process.env['OTEL_SDK_DISABLED'] === 'true')) return OFF;
  const [
    { diag, DiagLogLevel, context, propagation, trace },
    sdk,
    { resourceFromAttributes, defaultResource, detectResources, envDetector },
  ] = await Promise.all([import('@opentelemetry/api'), import('@opentelemetry/sdk-trace-node'), import('@opentelemetry/resources')]);

  diag.setLogger(limitedWarnings(logger), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const processor = exporter
    ? new sdk.SimpleSpanProcessor(exporter)
    : new sdk.BatchSpanProcessor(new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter());
  const provider = new sdk.NodeTracerProvider({
    // The environment's attributes take precedence.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName(name), 'service.namespace': 'nordhaut', 'process.pid': process.pid }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [processor],
  });
  provider.register();
  setTracing(true);
  logger.debug({ service: serviceName(name) }, 'traces are recorded');

  return {
    flush: () => provider.forceFlush(),
    async stop() {
      setTracing(false);
      await pTimeout(provider.shutdown(), { milliseconds: LAST_EXPORT, fallback: () => undefined }).catch((err: unknown) =>
        logger.warn({ err }, 'the last traces could not be handed over'),
      );
      trace.disable();
      context.disable();
      propagation.disable();
      diag.disable();
    },
  };
}

const serviceName = (name: string): string => (name === '' ? 'nordhaut' : `nordhaut-${name.replaceAll(',', '-')}`);

/** The SDK warns with every batch while the collector does not answer. The log gets one warning a minute. */
function limitedWarnings(logger: TracingOptions['logger']) {
  let quietUntil = 0;
  const warn = (message: string): void => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + WARNING_INTERVAL;
    logger.warn({ reason: message.slice(0, 500) }, 'traces are not handed over');
  };
  const nothing = (): void => undefined;
  return { error: warn, warn, info: nothing, debug: nothing, verbose: nothing };
}
