import { randomUUID } from 'node:crypto';
import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/**
 * W3C trace context. It travels as text through event metadata and message headers, so that one trace reaches from
 * the buyer's click to the push. Spans are recorded once `startTracing` has registered the SDK in the process; until
 * then everything here hands the text on and does nothing else.
 *
 * What a span may say: route patterns, names of commands and events, codes, counts. No order number (it is all a guest
 * has to show), no address of a person, no text of an error, which may quote either.
 */

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

let recording = false;
/** Whether an SDK takes spans in this process: what is made for spans alone need not be made otherwise. */
export const isTracing = (): boolean => recording;
/** For `startTracing`. */
export const setTracing = (on: boolean): void => void (recording = on);

/** The text itself where it is well-formed, else undefined. */
export function readTraceparent(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const parts = TRACEPARENT.exec(text);
  return parts && !/^0+$/.test(parts[1] as string) && !/^0+$/.test(parts[2] as string) ? text : undefined;
}

/** A new trace's first traceparent, not sampled: nobody records here. With an SDK the request's own span is the first. */
export function newTraceparent(): string {
  // UUIDs come from a stock of random bytes, which is a tenth of what asking for bytes costs.
  const span = randomUUID();
  return `00-${randomUUID().replaceAll('-', '')}-${span.slice(0, 8)}${span.slice(28)}-00`;
}

/** A span as text; undefined where it is none. */
export function traceparentOf(span: Span | undefined): string | undefined {
  const about = span?.spanContext();
  if (!about || !isSpanContextValid(about)) return undefined;
  return `00-${about.traceId}-${about.spanId}-${about.traceFlags.toString(16).padStart(2, '0')}`;
}

/** The active span as text; `fallback` where there is none. */
export function currentTraceparent(fallback?: string): string | undefined {
  return recording ? (traceparentOf(trace.getActiveSpan()) ?? fallback) : fallback;
}

export type SpanOptions = {
  /** what the span continues; the active span where it is left out */
  traceparent?: string | undefined;
  kind?: SpanKind;
  attributes?: Attributes;
};

/** Runs `work` in a span that continues `traceparent`; an error ends the span as failed and goes on. */
export async function withSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  if (!recording) return work(NO_SPAN);
  const { span, within } = startSpan(name, options);
  try {
    return await context.with(within, () => work(span));
  } catch (error) {
    failed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** The same for work that is done when it returns. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => T): T {
  if (!recording) return work(NO_SPAN);
  const { span, within } = startSpan(name, options);
  try {
    return context.with(within, () => work(span));
  } catch (error) {
    failed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** A span that its starter ends; `within` is the context in which it is the active one. */
export function startSpan(
  name: string,
  { traceparent, kind = SpanKind.INTERNAL, attributes = {} }: SpanOptions,
): { span: Span; within: Context } {
  const parent = contextOf(traceparent) ?? context.active();
  const span = trace.getTracer('nordhaut').startSpan(name, { kind, attributes }, parent);
  return { span, within: trace.setSpan(parent, span) };
}

/** Marks a span as failed, by the error's kind alone: its text may say whom it is about. */
export function failed(span: Span, error: unknown): void {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function contextOf(traceparent: string | undefined): Context | undefined {
  const parts = traceparent === undefined ? null : TRACEPARENT.exec(traceparent);
  if (!parts) return undefined;
  const [, traceId, spanId, flags] = parts as unknown as [string, string, string, string];
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true });
}
