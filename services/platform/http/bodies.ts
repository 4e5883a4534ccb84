import type { ErrorCode } from '@nordhaut/contracts';
import type { FastifyRequest } from 'fastify';
import { Rejected } from './errors.ts';
import { BadForm, formToBody, parseForm } from './form-fields.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

/** bytes; the biggest order of the shop is a tenth of it. Uploads name their own limit. */
export const BODY_LIMIT = 64 * 1024;

const rejected = (status: number, code: ErrorCode, message: string): Rejected => new Rejected({ status, code, message });

/**
 * JSON on every route, forms where a route says so. Both keep the text they came in: callbacks are verified against
 * it and idempotency keys compare it.
 */
export function takeBodies(app: App): void {
  app.decorateRequest('rawBody', undefined);
  app.decorateRequest('formFields', undefined);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, text: string, done: (error: Error | null, body?: unknown) => void) => {
      // An empty body with a JSON type is what many clients send with DELETE.
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
  // `%00` in a path or a query would travel to Postgres, which knows no NUL in a text.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.url.includes('%00') ? rejected(400, 'BAD_TEXT', messages.badText) : undefined);
  });
}

/** Linear in the body's length, and the usual body contains none of it. */
const SUSPICIOUS = /\\u|__proto__|constructor|prototype/;

/**
 * JSON without keys that reach into prototypes and without texts that Postgres cannot hold (NUL, half a surrogate
 * pair). Only a body that looks suspicious is walked.
 */
function safeJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!SUSPICIOUS.test(text)) return value;
  if (hasForbiddenName(value)) throw rejected(400, 'BAD_JSON', messages.badJson);
  if (!isStorable(value)) throw rejected(400, 'BAD_TEXT', messages.badText);
  return value;
}

/** Without recursion: a body may nest deeper than the stack. */
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
