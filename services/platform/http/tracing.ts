import { context, type Context, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import { isTracing, readTraceparent, startSpan, traceparentOf } from '../telemetry/trace.ts';
import type { App } from './types.ts';

type Traced = { span: Span; within: Context };
const traced = new WeakMap<FastifyRequest, Traced>();

/** The span of the request as a traceparent, or what the caller sent where none is recorded. */
export const requestTraceparent = (request: FastifyRequest): string | undefined =>
  traceparentOf(traced.get(request)?.span) ?? readTraceparent(request.headers['traceparent']);

/**
 * Records a server span for each request. Its name is the pattern of the route, because paths and queries may contain an
 * order number. Adds no hooks if no SDK is registered. Must be called first, so that the span covers all other hooks.
 */
export function traceRequests(app: App): void {
  if (!isTracing()) return;

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request;
    if (routeOptions.config?.access !== 'operations') {
      const traceparent = readTraceparent(request.headers['traceparent']);
      const route = routeOptions.url;
      const attributes = { 'http.request.method': method, ...(route === undefined ? {} : { 'http.route': route }) };
      traced.set(
        request,
        startSpan(route === undefined ? method : `${method} ${route}`, { traceparent, kind: SpanKind.SERVER, attributes }),
      );
    }
    done();
  });

  // Not earlier, because the body parser loses the context.
  app.addHook('preValidation', (request, _reply, done) => {
    const held = traced.get(request);
    if (held) context.with(held.within, done);
    else done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode);
    done();
  });
  // `onResponse` does not run for a client that disconnected.
  app.addHook('onRequestAbort', (request, done) => {
    end(request, 'aborted');
    done();
  });
}

/** @param status the status of the answer, or `aborted` if there is none */
function end(request: FastifyRequest, status: number | 'aborted'): void {
  const held = traced.get(request);
  if (!held) return;
  traced.delete(request);
  if (status !== 'aborted') held.span.setAttribute('http.response.status_code', status);
  if (status === 'aborted' || status >= 500) {
    held.span.setAttribute('error.type', String(status));
    held.span.setStatus({ code: SpanStatusCode.ERROR });
  }
  held.span.end();
}
