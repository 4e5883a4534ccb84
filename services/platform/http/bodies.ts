import type { ErrorCode } from '@nordhaut/contracts';
import type { FastifyRequest } from 'fastify';
import { Rejected } from './errors.ts';
import { BadForm, formToBody, parseForm } from './form-fields.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

/** bytes; the largest order has a tenth of it. Upload routes set their own limit. */
export const BODY_LIMIT = 64 * 1024;

const rejected = (status: number, code: ErrorCode, message: string): Rejected => new Rejected({ status, code, message });

/**
 * Accepts JSON on every route, and forms on routes with `config.form`. Keeps the received text, because it is needed to
 * verify callbacks and to compare requests with the same idempotency key.
 */
export function takeBodies(app: App): void {
  app.decorateRequest('rawBody', undefined);
  app.decorateRequest('formFields', undefined);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, text: string, done: (error: Error | null, body?: unknown) => void) => {
      // Many clients send DELETE with a JSON content type and an empty body.
      if (text === '') return done(null, undefined);
      request.rawBody = text;
      try {
        done(null, safeJson(text));
      } catch (error) {
        done(error instanceof Rejected ? error : rejected(400, 'BAD_JSON', messages.badJson));
      }
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request: FastifyRequest, text: string, done: (error: Error | null, body?: unknown) => void) => {
      const { form } = request.routeOptions.config;
      if (form === undefined) return done(rejected(415, 'UNSUPPORTED_MEDIA_TYPE', messages.unsupportedMediaType));
      try {
        const fields = parseForm(text);
        request.rawBody = text;
        request.formFields = fields;
        const body = form === 'text' ? Object.fromEntries(fields) : formToBody(fields, request.routeOptions.schema?.body, safeJson);
        if (!isStorable(body)) throw rejected(400, 'BAD_TEXT', messages.badText);
        done(null, body);
      } catch (error) {
        done(error instanceof BadForm ? rejected(400, 'BAD_FORM', messages.badForm) : (error as Error));
      }
    },
  );
  // Postgres cannot store the NUL that `%00` in a path or a query stands for.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.url.includes('%00') ? rejected(400, 'BAD_TEXT', messages.badText) : undefined);
  });
}

/** Linear in the length of the body. A usual body does not match. */
const SUSPICIOUS = /\\u|__proto__|constructor|prototype/;

/**
 * Parses JSON, and refuses prototype keys and texts that Postgres cannot store (NUL, half a surrogate pair). Only a body
 * that matches `SUSPICIOUS` is walked.
 */
function safeJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!SUSPICIOUS.test(text)) return value;
  if (hasForbiddenName(value)) throw rejected(400, 'BAD_JSON', messages.badJson);
  if (!isStorable(value)) throw rejected(400, 'BAD_TEXT', messages.badText);
  return value;
}

/** Not recursive, because a body may nest deeper than the stack. */
function every(root: unknown, holds: (value: unknown, name?: string) => boolean): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (!holds(value)) return false;
    if (Array.isArray(value)) for (const entry of value) open.push(entry);
    else if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) {
        if (!holds(name, name)) return false;
        open.push((value as Record<string, unknown>)[name]);
      }
    }
  }
  return true;
}

const hasForbiddenName = (value: unknown): boolean =>
  !every(value, (_entry, name) => name !== '__proto__' && name !== 'constructor' && name !== 'prototype');
const isStorable = (value: unknown): boolean =>
  every(value, (entry) => typeof entry !== 'string' || (entry.isWellFormed() && !entry.includes('\0')));
