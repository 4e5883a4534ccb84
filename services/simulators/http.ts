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
 * A bare application: bodies arrive as text, because each provider has its own word for a body that it
 * cannot read, and because a MAC is checked against the values exactly as received.
 */
export function createApp(): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 256 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  return app;
}

export const bodyOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');

/** Without a prototype, so that no field is there that was not sent; made by `new`, which keeps it quick to copy. */
const FormObject = function () {} as unknown as new () => Form;
FormObject.prototype = Object.create(null);

/** Form fields as received; of a repeated one the last counts. */
export function parseForm(body: string): Form {
  const form = new FormObject();
  try {
    for (const pair of body.split('&')) {
      if (pair === '') continue;
      const equals = pair.indexOf('=');
      form[decoded(equals === -1 ? pair : pair.slice(0, equals))] = equals === -1 ? '' : decoded(pair.slice(equals + 1));
    }
    return form;
  } catch {
    // Not encoded as it should be: as browsers and servers forgive it.
    const forgiven = new FormObject();
    for (const [name, value] of new URLSearchParams(body)) forgiven[name] = value;
    return forgiven;
  }
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}

/** The JSON object of a body, or undefined. */
export function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A text or number as text; anything else as the empty text. */
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
  path: string;
  handle: (request: FastifyRequest) => Answer | Promise<Answer>;
  /** The provider's own refusal, with the code or text that the fault names. */
  refuse: (code: number | string | undefined) => Answer;
  /** Spoils the CheckMacValue of an answer. */
  spoil?: (body: string) => string;
};

const SLOW_MS = 35_000;

/** Registers a provider's call so that every planned fault can meet it. */
export function provide(app: FastifyInstance, faults: Faults, call: Call): void {
  app.post(call.path, async (request, reply) => {
    const fault = faults.forRequest(call.provider, call.name);
    const before = fault && beforeWork(call, fault);
    if (before) return send(reply, before);
    const answer = await call.handle(request);
    if (!fault) return send(reply, answer);
    if (fault.mode === 'lose-answer') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (fault.mode === 'slow') await sleep(fault.delayMs ?? SLOW_MS, undefined, { ref: false });
    return send(reply, { ...answer, body: spoilt(call, fault, answer.body) });
  });
}

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
