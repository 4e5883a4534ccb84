import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Fault, Faults, Provider } from './faults.ts';

export type Answer = { status?: number; type: string; body: string };
export type Form = Record<string, string>;

export const text = (body: string): Answer => ({ type: 'text/html; charset=utf-8', body });
export const html = text;
export const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
export const script = (body: string): Answer => ({ type: 'text/javascript; charset=utf-8', body });

/**
 * A Fastify application without body parsers. Bodies stay text, because each provider has its own answer to an unreadable
 * body, and because a MAC covers the values exactly as received.
 */
export function createApp(): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 256 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  return app;
}

export const bodyOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');

/** The fields of a form, without a prototype, so that it has only fields that were sent. The last of repeated fields counts. */
export function parseForm(body: string): Form {
  const form = Object.create(null) as Form;
  for (const [name, value] of new URLSearchParams(body)) form[name] = value;
  return form;
}

export const isWebUrl = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON object of a body, or undefined. */
export function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isOf = (request: FastifyRequest, type: string): boolean =>
  request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === type;
export const isForm = (request: FastifyRequest): boolean => isOf(request, 'application/x-www-form-urlencoded');

/** The fields of a request's form. Like the providers, it reads no form that calls itself something else. */
export const formOf = (request: FastifyRequest): Form => parseForm(isForm(request) ? bodyOf(request) : '');
/** The JSON object of a request that says it is JSON, or undefined. */
export const objectOf = (request: FastifyRequest): Record<string, unknown> | undefined =>
  isOf(request, 'application/json') ? parseObject(bodyOf(request)) : undefined;

/** The parameters of the request's address, without a prototype. */
export const queryOf = (request: FastifyRequest): Form => parseForm(request.url.split('?', 2)[1] ?? '');

/** The token of `Authorization: Bearer …`; the empty text without one. */
export const bearerOf = (request: FastifyRequest): string => /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

/** A text or a number as text; the empty text for other values. */
export const wordOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .status(answer.status ?? 200)
    .header('content-type', answer.type)
    .send(answer.body);
}

export type Call = {
  provider: Provider;
  name: string;
  /** Default: POST. */
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  handle: (request: FastifyRequest) => Answer;
  /** The provider's refusal with the code or text of the fault. */
  refuse: (code: number | string | undefined) => Answer;
  /** Makes the CheckMacValue of an answer wrong. */
  spoil?: (body: string) => string;
};

const DELAY_MS = 35_000;

/** Registers a provider's call, subject to the planned faults. */
export function provide(app: FastifyInstance, faults: Faults, call: Call): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const fault = faults.forRequest(call.provider, call.name);
    const before = fault && beforeWork(call, fault);
    if (before) return send(reply, before);
    if (fault?.mode === 'late') await delay(fault);
    const answer = call.handle(request);
    if (!fault) return send(reply, answer);
    if (fault.mode === 'lose-answer') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (fault.mode === 'slow') await delay(fault);
    return send(reply, { ...answer, body: spoilt(call, fault, answer.body) });
  };
  app.route({ method: call.method ?? 'POST', url: call.path, handler });
}

const delay = ({ delayMs = DELAY_MS }: Fault): Promise<void> => sleep(delayMs, undefined, { ref: false });

function beforeWork(call: Call, fault: Fault): Answer | undefined {
  switch (fault.mode) {
    case 'down':
      return { status: 503, type: 'text/html; charset=utf-8', body: '<h1>503 Service Unavailable</h1>' };
    case 'throttle':
      return { status: call.provider === 'ecpay' ? 403 : 429, type: 'text/html; charset=utf-8', body: 'Forbidden' };
    case 'refuse':
      return call.refuse(fault.code);
    default:
      return undefined;
  }
}

function spoilt(call: Call, fault: Fault, body: string): string {
  if (fault.mode === 'garble') return `${body.slice(0, body.length / 2)}\u{fffd}<`;
  return fault.mode === 'bad-mac' && call.spoil ? call.spoil(body) : body;
}
