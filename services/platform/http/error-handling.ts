import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyContextConfig, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody, ErrorCode } from '@nordhaut/contracts';
import { isUnavailable } from '../database/index.ts';
import { Contended, TemporarilyRefused, UnreadableHistory } from '../envelope/index.ts';
import type { Rejection } from '../event-store/decider.ts';
import { lacksColumn } from '../projections/new-column.ts';
import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import { plainPage, WAY_HOME } from './plain-page.ts';
import type { App } from './types.ts';

type Answer = {
  http: number;
  status?: number;
  code: ErrorCode;
  message: string;
  issues?: ErrorBody['issues'];
  details?: Rejection['details'];
  headers?: Readonly<Record<string, string>>;
};

/** seconds */
const RETRY_AFTER = '1';
/** seconds; the outage of a store takes longer than a moment of contention */
const RETRY_AFTER_OUTAGE = '3';
const MAX_ISSUES = 20;

/** Answers every error in the API's error shape, and logs an unexpected error once. */
export function handleErrors(app: App): void {
  app.setErrorHandler((error: unknown, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => send(request, reply, { http: 404, code: 'NOT_FOUND', message: messages.notFound }));
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The caller disconnected, or was too slow while the body was read. That is not logged.
  if (error === request.raw.errored || isUnread(error, reply))
    return send(request, reply, { http: 400, code: 'BAD_REQUEST', message: messages.badRequest });
  const answer = answerTo(error);
  // During an outage each command is refused. The log has one line when the outage begins and one when it ends.
  if (answer.http >= 500 && !(error instanceof TemporarilyRefused)) {
    const level = answer.http === 503 ? 'warn' : 'error';
    request.log[level]({ err: error, method: request.method, route: request.routeOptions.url, code: answer.code }, 'request failed');
  }
  const { unexpected } = request.routeOptions.config;
  return send(request, reply, answer.http === 500 && unexpected !== undefined ? { ...answer, message: unexpected } : answer);
}

/** The caller left before the first byte of an answer that is sent as a stream, as a long compressed one is. */
const isUnread = (error: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const body: ErrorBody = {
    status: answer.status ?? answer.http,
    code: answer.code,
    message: answer.message,
    correlationId: request.id,
    ...(answer.issues ? { issues: answer.issues } : {}),
    ...(answer.details ? { details: answer.details } : {}),
  };
  for (const [name, value] of Object.entries(answer.headers ?? {})) void reply.header(name, value);
  void reply.code(answer.http).header('cache-control', 'no-store');
  const way = wayOn(request);
  if (way !== undefined && request.headers.accept?.includes('text/html')) {
    // The message of an issue speaks of a field, and there is no form.
    const message = answer.issues ? messages.badRequest : answer.message;
    return reply.header('content-type', 'text/html; charset=utf-8').send(plainPage({ title: messages.cannotOpen, texts: [message], way }));
  }
  // As text, so that the route's answer schema does not apply to the error.
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Where a person goes on whose browser cannot open an address. Programs call the API, which has no such way. */
function wayOn({ routeOptions: { config, url }, raw }: FastifyRequest): FastifyContextConfig['wayOn'] {
  const isApi = /^\/api(\/|$)/.test(url ?? raw.url ?? '');
  return config.wayOn ?? (isApi ? undefined : WAY_HOME);
}

function answerTo(error: unknown): Answer {
  if (error instanceof Rejected) {
    return { http: error.httpStatus, ...error.rejection, headers: error.headers };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const place = (error as FastifyError).validationContext ?? 'body';
    const issues = error.validation.slice(0, MAX_ISSUES).map((issue) => ({
      path: [place, ...issue.instancePath.split('/').filter(Boolean)].join('.').slice(0, 200),
      message: issue.message ?? messages.validation,
    }));
    return { http: 400, code: 'VALIDATION_FAILED', message: issues[0]?.message ?? messages.validation, issues };
  }
  if (error instanceof TemporarilyRefused) {
    const headers = { 'retry-after': RETRY_AFTER_OUTAGE };
    return { http: 503, code: 'TEMPORARILY_REFUSED', message: messages.temporarilyRefused, headers };
  }
  // A read model of this release that is still being built.
  if (error instanceof Contended || isUnavailable(error) || lacksColumn(error))
    return { http: 503, code: 'UNAVAILABLE', message: messages.unavailable, headers: { 'retry-after': RETRY_AFTER } };
  if (error instanceof UnreadableHistory) return { http: 500, code: 'UNREADABLE_HISTORY', message: messages.unreadable };
  const { code, statusCode, name = '' } = error as Partial<FastifyError>;
  if (code !== undefined && code in KNOWN) return KNOWN[code] as Answer;
  const ofFile = OF_FILES[name];
  if (ofFile !== undefined) return { ...ofFile, headers: (error as { headers?: Answer['headers'] }).headers ?? {} };
  // Only errors of Fastify and its plugins may set the status. Errors of other libraries must not.
  if (typeof code === 'string' && code.startsWith('FST_') && statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { http: statusCode, code: 'BAD_REQUEST', message: messages.badRequest };
  }
  return { http: 500, code: 'UNEXPECTED', message: messages.unexpected };
}

const KNOWN: Record<string, Answer> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { http: 413, code: 'PAYLOAD_TOO_LARGE', message: messages.payloadTooLarge },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { http: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: messages.unsupportedMediaType },
  FST_ERR_NOT_FOUND: { http: 404, code: 'NOT_FOUND', message: messages.notFound },
  FST_ERR_MAX_PARAM_LENGTH: { http: 404, code: 'NOT_FOUND', message: messages.notFound },
  FST_ERR_HANDLER_TIMEOUT: { http: 503, code: 'TIMEOUT', message: messages.timeout, headers: { 'retry-after': RETRY_AFTER } },
};

/** The file server's errors, which have no code: the file has no such bytes, or is not the version that the caller has. */
const OF_FILES: Partial<Record<string, Answer>> = {
  RangeNotSatisfiableError: { http: 416, code: 'BAD_REQUEST', message: messages.badRequest },
  PreconditionFailedError: { http: 412, code: 'BAD_REQUEST', message: messages.badRequest },
};

/** Answers on the socket, because invalid HTTP has no request object. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [http, code, message] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ([408, 'REQUEST_TIMEOUT', messages.requestTimeout] as const)
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ([431, 'HEADERS_TOO_LARGE', messages.headersTooLarge] as const)
        : ([400, 'BAD_REQUEST', messages.badRequest] as const);
  answerOnSocket(socket, { http, code, message });
}

/** Refuses CONNECT. Without a listener, Node would close the connection without an answer. */
export function refuseTunnels(app: App): void {
  app.server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    answerOnSocket(socket, { http: 400, code: 'BAD_REQUEST', message: messages.badRequest });
  });
}

function answerOnSocket(socket: Duplex, { http, code, message }: Pick<Answer, 'http' | 'code' | 'message'>): void {
  const body = Buffer.from(JSON.stringify({ status: http, code, message, correlationId: randomUUID() } satisfies ErrorBody));
  const head = `HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  if (socket.writable) socket.end(Buffer.concat([Buffer.from(head), body]), () => socket.destroy());
  else socket.destroy();
}
