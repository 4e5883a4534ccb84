import { setTimeout as sleep } from 'node:timers/promises';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from './logger.ts';
import { setTracing } from './trace.ts';

export type Tracing = {
  /** hands over what was recorded so far */
  flush(): Promise<void>;
  /** The same, for the last time; nothing is recorded afterwards. Never rejects, and never takes longer than 3 s. */
  stop(): Promise<void>;
};

export type TracingOptions = {
  /** the roles of the process, `http,projector`; empty: all in one */
  name: string;
  logger: Pick<Logger, 'warn' | 'debug'>;
  /** for tests; otherwise OTLP to where the environment says */
  exporter?: SpanExporter;
};

/** ms for the last spans: a collector that is away must not hold up a stop */
const LAST_WORD = 3_000;
/** ms between two complaints of the SDK */
const QUIET = 60_000;
const OFF: Tracing = { flush: () => Promise.resolve(), stop: () => Promise.resolve() };

/**
 * Records spans where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector (OTLP over HTTP, e.g. `http://tempo:4318`), and
 * loads nothing otherwise. The other standard variables hold: OTEL_TRACES_SAMPLER and its _ARG (what is left out keeps
 * every trace, children follow their parent), OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_EXPORTER_OTLP_HEADERS,
 * OTEL_BSP_*, OTEL_SDK_DISABLED. Call it before anything is assembled: applications look once whether there is an SDK.
 */
export async function startTracing({ name, logger, exporter }: TracingOptions): Promise<Tracing> {
  if (!exporter && (!process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] || process.env['OTEL_SDK_DISABLED'] === 'true')) return OFF;
  const [
    { diag, DiagLogLevel, context, propagation, trace },
    sdk,
    { resourceFromAttributes, defaultResource, detectResources, envDetector },
  ] = await Promise.all([import('@opentelemetry/api'), import('@opentelemetry/sdk-trace-node'), import('@opentelemetry/resources')]);

  diag.setLogger(complaints(logger), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const processor = exporter
    ? new sdk.SimpleSpanProcessor(exporter)
    : new sdk.BatchSpanProcessor(new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter());
  const provider = new sdk.NodeTracerProvider({
    // What the environment says about the process goes before what is known here.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName(name), 'service.namespace': 'nordhaut', 'process.pid': process.pid }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [processor],
  });
  // The text in events and headers is ours to read and write: no propagator is needed.
  provider.register({ propagator: null });
  setTracing(true);
  logger.debug({ service: serviceName(name) }, 'traces are recorded');

  return {
    flush: () => provider.forceFlush(),
    async stop() {
      setTracing(false);
      await Promise.race([
        provider.shutdown().catch((err: unknown) => logger.warn({ err }, 'the last traces could not be handed over')),
        sleep(LAST_WORD, undefined, { ref: false }),
      ]);
      trace.disable();
      context.disable();
      propagation.disable();
      diag.disable();
    },
  };
}

const serviceName = (name: string): string => (name === '' ? 'nordhaut' : `nordhaut-${name.replaceAll(',', '-')}`);

/** A collector that is away is told of once a minute, not with every batch. */
function complaints(logger: TracingOptions['logger']) {
  let quietUntil = 0;
  const complain = (message: string): void => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + QUIET;
    logger.warn({ reason: message.slice(0, 500) }, 'traces are not handed over');
  };
  const nothing = (): void => undefined;
  return { error: complain, warn: complain, info: nothing, debug: nothing, verbose: nothing };
}
