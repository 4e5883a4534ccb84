import { randomUUID } from 'node:crypto';
import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/**
 * W3C trace context. It travels as text through event metadata and message headers, so one trace covers everything from
 * the buyer's click to the push. Spans are recorded once `startTracing` has registered the SDK. Until then this module
 * only passes the text on.
 *
 * A span may hold route patterns, names of commands and events, codes and counts. It never holds an order number (a
 * guest's only credential), personal data or the text of an error, which may quote either.
 */

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

let recording = false;
/** Whether the SDK records spans in this process. */
export const isTracing = (): boolean => recording;
/** For `startTracing`. */
export const setTracing = (on: boolean): void => void (recording = on);

/** The text itself if it is well-formed, else undefined. */
export const readTraceparent = (text: unknown): string | undefined =>
  typeof text === 'string' && TRACEPARENT.test(text) ? text : undefined;

/** The first traceparent of a new trace, not sampled. With an SDK, the request's own span is the first. */
export function newTraceparent(): string {
  // `randomUUID` takes its bytes from a buffered pool and costs a tenth of `randomBytes`.
  const span = randomUUID();
  return `00-${randomUUID().replaceAll('-', '')}-${span.slice(0, 8)}${span.slice(28)}-00`;
}

/** A span as text; undefined if nothing is recorded. */
export function traceparentOf(span: Span | undefined): string | undefined {
  if (!span) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier.traceparent;
}

/** The active span as text; undefined if there is none. */
export const currentTraceparent = (): string | undefined => (recording ? traceparentOf(trace.getActiveSpan()) : undefined);

export type SpanOptions = {
  /** the parent; default: the active span */
  traceparent?: string | undefined;
  kind?: SpanKind;
  attributes?: Attributes;
};

/** Runs `work`, synchronous or not, in a span that continues `traceparent`. An error marks the span as failed and is thrown on. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => T): T {
  if (!recording) return work(NO_SPAN);
  const { span, within } = startSpan(name, options);
  const fail = (error: unknown): never => {
    failed(span, error);
    throw error;
  };
  let isAsync = false;
  try {
    const result = context.with(within, () => work(span));
    if (!(result instanceof Promise)) return result;
    isAsync = true;
    return result.catch(fail).finally(() => span.end()) as T;
  } catch (error) {
    return fail(error);
  } finally {
    if (!isAsync) span.end();
  }
}

/** Starts a span that the caller ends. In the context `within` it is the active span. */
export function startSpan(
  name: string,
  { traceparent, kind = SpanKind.INTERNAL, attributes = {} }: SpanOptions,
): { span: Span; within: Context } {
  const given = readTraceparent(traceparent);
  const parent = given === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: given });
  const span = trace.getTracer('nordhaut').startSpan(name, { kind, attributes }, parent);
  return { span, within: trace.setSpan(parent, span) };
}

/** Marks a span as failed, with the error's code or name. The error's text may hold personal data. */
function failed(span: Span, error: unknown): void {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
}
