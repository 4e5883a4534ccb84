import { randomUUID } from 'node:crypto';
import { type Attributes, isSpanContextValid, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';

/**
 * W3C trace context. It travels as text through event metadata and message headers, so that one trace reaches from
 * the buyer's click to the push. Spans are recorded when an OpenTelemetry SDK is registered in the process; without
 * one everything here still hands the text on.
 */

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The text itself where it is well-formed, else undefined. */
export function readTraceparent(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const parts = TRACEPARENT.exec(text);
  return parts && !/^0+$/.test(parts[1] as string) && !/^0+$/.test(parts[2] as string) ? text : undefined;
}

/** A new trace's first traceparent, not sampled: whether to record is the SDK's decision. */
export function newTraceparent(): string {
  // UUIDs come from a stock of random bytes, which is a tenth of what asking for bytes costs.
  const span = randomUUID();
  return `00-${randomUUID().replaceAll('-', '')}-${span.slice(0, 8)}${span.slice(28)}-00`;
}

/** The active span as text; `fallback` where none is recorded. */
export function currentTraceparent(fallback?: string): string | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  if (!span || !isSpanContextValid(span)) return fallback;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Runs `work` in a span that continues `traceparent`; an error ends the span as failed and goes on. */
export async function withSpan<T>(
  name: string,
  options: { traceparent?: string | undefined; kind?: SpanKind; attributes?: Attributes },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const tracer = trace.getTracer('nordhaut');
  const parts = options.traceparent === undefined ? null : TRACEPARENT.exec(options.traceparent);
  const parent = parts
    ? trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parts[1] as string,
        spanId: parts[2] as string,
        traceFlags: Number.parseInt(parts[3] as string, 16),
        isRemote: true,
      })
    : context.active();
  const span = tracer.startSpan(
    name,
    { kind: options.kind ?? SpanKind.INTERNAL, ...(options.attributes ? { attributes: options.attributes } : {}) },
    parent,
  );
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    span.recordException(error as Error);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
