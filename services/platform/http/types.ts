import type { FastifyBaseLogger, FastifyInstance, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type {} from '@fastify/rate-limit';
import type { Actor } from '../event-store/port.ts';
import type { RequestContext } from './context.ts';

/** The shop's HTTP application: Fastify whose bodies, params, queries and answers are typed by their zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** A capability's routes. Runs in a scope of its own: hooks added inside hold for these routes only. */
export type Routes = (app: App) => void | Promise<void>;

/**
 * Who may call a route. Every route must say so, or the application is not built; the "who may see what" table of
 * the tests is made from it.
 */
export type Access =
  /** anyone */
  | 'public'
  /** anyone gets the masked answer; proof (order token, owner, phone number) shows or permits more */
  | 'proof'
  /** a signed-in member, for what is their own */
  | 'member'
  /** support staff */
  | 'support'
  /** support staff with the right to personal data */
  | 'support-personal-data'
  /** a provider's server, or a browser that a provider sends; the route verifies the message itself */
  | 'provider'
  /** whoever runs the shop: health, metrics */
  | 'operations';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** `any`: another site's form may post here with cookies (store map, 3-D secure return) */
    origin?: 'any';
    /** `off`: an `Idempotency-Key` is not kept, e.g. on calls that change nothing */
    idempotency?: 'off';
    /** form-encoded bodies are taken too: `json` reads JSON text in fields by the schema, `text` leaves all fields as they came */
    form?: 'json' | 'text';
    // limit: rate-limits.ts declares it
    // rateLimit: @fastify/rate-limit declares it; `max` is scaled by RATE_LIMIT_FACTOR
  }

  interface FastifyRequest {
    /** who calls; the visitor (guest) until sign-in says more */
    actor: Actor | null;
    /** UUID: from the `Idempotency-Key` where there is one, else random */
    commandId: string;
    context(): RequestContext;
    /** the body's text as it was received; undefined where there was none */
    rawBody: string | undefined;
    /** the form's fields, decoded and otherwise verbatim: order, empty ones and white space kept */
    formFields: readonly (readonly [name: string, value: string])[] | undefined;
    /** the visitor's id where the browser already has one */
    knownVisitor(): string | undefined;
  }

  interface FastifyReply {
    /** the visitor's id; sets the cookie where there was none */
    visitor(): string;
    /** the nonce for the scripts and styles of this page; the page's CSP names it */
    nonce(): string;
  }
}
