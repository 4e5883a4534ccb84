import type { FastifyBaseLogger, FastifyInstance, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type {} from '@fastify/rate-limit';
import type { core } from 'zod/mini';
import type { CommandContext } from '../envelope/codec.ts';
import type { Actor } from '../event-store/port.ts';

/** The shop's HTTP application: Fastify whose bodies, params, queries and answers are typed by their zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * The context of a command, from the request. Requests with the same `Idempotency-Key` have the same `commandId`, so a
 * repeated command returns its first outcome. `causationId` is the id of the request itself, as in its answer and in the log.
 */
export type RequestContext = CommandContext & { causationId: string; traceparent: string };

/** A capability's routes. They have their own scope: a hook added there runs for these routes only. */
export type Routes = (app: App) => void | Promise<void>;

/** Who may call a route. The start fails if a route does not declare it. The tests call every route as every kind of caller. */
export type Access =
  /** anyone */
  | 'public'
  /** anyone gets the masked answer; a proof (order token, owner, phone number) shows or permits more */
  | 'proof'
  /** a signed-in member, for their own data */
  | 'member'
  /** a member of the support staff; `config.right` names the right that the route needs */
  | 'support'
  /** a provider's server, or a browser that a provider redirects; the route verifies the message itself */
  | 'provider'
  /** operators: health, metrics */
  | 'operations';

/**
 * `none`: the answer is the same for everybody. `recent`: who was signed in a second ago, so that the calls of a cart take no
 * statement each; for a route whose answer and effect are the caller's own cart and price alone
 */
export type Caller = 'none' | 'recent';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** for the access `support`: the right that the caller needs; without it, every member of the staff may call the route */
    right?: string;
    /** `any`: forms of other sites may post here (store map, 3-D secure return) */
    origin?: 'any';
    /** what the route needs to know of its caller; default: who is signed in now */
    caller?: Caller;
    /** `off`: `Idempotency-Key` has no effect, e.g. for calls that change nothing */
    idempotency?: 'off';
    /** the answer's message where an unexpected error fails the request; default: the one for all routes */
    unexpected?: string;
    /** The browser goes to this address of the API itself. So an error is a page with this link, and no JSON. */
    wayOn?: { path: string; text: string };
    /** for the documentation: the route answers by `publicAnswer` */
    tagged?: true;
    /** also accepts forms: `json` reads JSON text in fields by the schema, `text` leaves all fields unchanged */
    form?: 'json' | 'text';
    /** for the documentation: the multipart form that the route reads itself */
    parts?: core.$ZodType;
    // limit: rate-limits.ts declares it
    // rateLimit: @fastify/rate-limit declares it; `false` switches the limit off
  }

  interface FastifyRequest {
    /** the caller; null for a guest */
    actor: Actor | null;
    /** UUID: from the `Idempotency-Key` if there is one, else random */
    commandId: string;
    /** whether a command of this request got the outcome that an earlier request with its id recorded */
    ranBefore: boolean;
    context(): RequestContext;
    /** the text of the body as received; undefined if there was none */
    rawBody: string | undefined;
    /** the fields of the form, decoded but otherwise unchanged, with their order, empty values and white space */
    formFields: readonly (readonly [name: string, value: string])[] | undefined;
    /** the visitor's id if the browser already has one */
    knownVisitor(): string | undefined;
    /** of the caller's session; it names the session and opens nothing */
    sessionId: string | undefined;
    /** the account whose data this browser has open, also after its session ended; `until`: seconds since epoch */
    openAccount(): { account: string; sessionId: string; until: number } | undefined;
  }

  interface FastifyReply {
    /** the visitor's id; sets the cookie if the browser has none */
    visitor(): string;
    /** remembers the account whose data this browser has open; only for a caller with a session */
    keepOpen(account: string): void;
    /** from now on, also in this request, the browser has no account open */
    closeAccount(): void;
    /** The browser starts anew: no visitor, no open account. */
    forgetVisitor(): void;
    /** the nonce of this page for scripts and styles; its CSP contains it */
    nonce(): string;
  }
}
