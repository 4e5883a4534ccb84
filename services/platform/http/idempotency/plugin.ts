import type { FastifyReply, FastifyRequest } from 'fastify';
import pTimeout from 'p-timeout';
import { nameUuids } from '../../name-uuid.ts';
import { Rejected } from '../errors.ts';
import { messages } from '../messages.ts';
import { requestTraceparent } from '../tracing.ts';
import type { App } from '../types.ts';
import type { AnswerSeal, StoredAnswer } from './seal.ts';
import type { AttemptOutcome } from './repeats.ts';
import type { Kept, KeyStore } from './store.ts';

/** Makes the command ids of requests with an idempotency key. */
const nameCommand = nameUuids('6f0c1f39-7c0e-5a0f-9d43-1b6c2c9b7a51');
const KEY = /^[\x21-\x7e]{1,200}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** bytes; a longer answer is not stored, so a repeated request runs the command again */
const MAX_STORED = 256 * 1024;
const SWEEP_EVERY = 10 * 60_000;
/** ms that a request waits for the answer of the first one with its key */
const MOST_WAIT = 30_000;

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** headers of an answer that are stored */
const KEPT_HEADERS = ['content-type', 'location', 'set-cookie'] as const;

/** The first request with a key in this process. Further requests with the key wait for its answer. */
type Flight = {
  commandId: string;
  bodyHash: Buffer;
  /** the visitor of its answer; undefined before it has one */
  owner: string | undefined;
  /** an error is a value, so that a flight without waiters raises no unhandled rejection */
  first: PromiseWithResolvers<Kept | Error>;
};

/**
 * Implements `Idempotency-Key` on every changing call under /api (design/http-api, *Retries*). Within one process, the
 * handler runs once for any number of requests. In another process, or after a crash before the answer, it runs again
 * with the same `request.commandId`, and the command handler gives the first outcome. A different body is refused with
 * 422 once an answer is stored, or within the process. Answers with 5xx are not stored. Every attempt but a first one that ended
 * well is recorded for support (`repeats.ts`).
 *
 * A key belongs to a visitor or a signed-in user. The key of a request without either counts only if it is a UUID,
 * because two such clients may choose the same short key. A repeat must have the UUID and the whole body, and gets the
 * answer without its cookies, so the first client's cart and order pages stay with its browser (infra/decisions/018).
 *
 * Runs in `preHandler`. Access checks must run before it (`onRequest`, `preValidation`), or a stored answer could go to
 * a caller who may no longer see it.
 */
export function withIdempotency(app: App, { store, seal }: { store: KeyStore; seal: Pick<AnswerSeal, 'hashOf'> }): void {
  const flights = new Map<string, Flight>();
  const own = Symbol('flight');
  type Holder = FastifyRequest & { [own]: Flight | undefined };
  app.decorateRequest(own, undefined);

  app.addHook('preHandler', async (request, reply) => {
    const given = request.headers['idempotency-key'];
    if (given === undefined || !CHANGES.has(request.method) || request.routeOptions.config.idempotency === 'off') return undefined;
    const kept = await firstAnswer(request, given);
    if (kept === undefined) return undefined;
    const { status } = kept.answer;
    note(request, kept.commandId, isFailure(status) ? 'failed' : 'same', status);
    replay(request, reply, kept);
    return reply;
  });

  /** What the first request with the key got; undefined where this request is the first. */
  async function firstAnswer(request: FastifyRequest, given: string | string[]): Promise<Kept | undefined> {
    if (typeof given !== 'string' || !KEY.test(given)) {
      throw new Rejected({ status: 400, code: 'IDEMPOTENCY_KEY_INVALID', message: messages.idempotencyKeyInvalid });
    }
    const visitor = request.knownVisitor();
    const isUuid = UUID.test(given);
    if (visitor === undefined && !isSignedIn(request) && !isUuid) return undefined;
    const commandId = commandIdOf(request, given, visitor);
    const anonymousId = visitor === undefined || !isUuid ? commandId : commandIdOf(request, given, undefined);
    const [, query = ''] = request.url.split('?', 2);
    const bodyHash = seal.hashOf(`${query}\n${request.rawBody ?? ''}`);

    const flying = flights.get(commandId) ?? ownFlight(anonymousId, visitor);
    if (flying) {
      if (!flying.bodyHash.equals(bodyHash)) throw otherBody();
      const outcome = await pTimeout(flying.first.promise, { milliseconds: MOST_WAIT, fallback: inProgress });
      if (!(outcome instanceof Error)) return outcome;
      if (outcome instanceof Rejected && outcome.rejection.code === IN_USE) note(request, flying.commandId, 'busy', 409);
      throw outcome;
    }
    const flight: Flight = { commandId, bodyHash, owner: undefined, first: Promise.withResolvers() };
    flights.set(commandId, flight);
    let outcome: Kept | Error | undefined;
    try {
      const found = await store.find({ commandId, anonymousId, visitor, bodyHash });
      outcome = found === 'other-body' ? otherBody() : found;
    } catch (error) {
      outcome = error as Error;
    }
    if (outcome === undefined) {
      (request as Holder)[own] = flight;
      request.commandId = commandId;
      return undefined;
    }
    flights.delete(commandId);
    flight.first.resolve(outcome);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  /** Not awaited: support reads it later. */
  function note(request: FastifyRequest, commandId: string, outcome: AttemptOutcome, status: number): void {
    store
      .attempted({ commandId, requestId: request.id, traceId: requestTraceparent(request)?.split('-')[1] ?? null, outcome, status })
      .catch((error: unknown) => request.log.warn({ err: error }, 'an attempt of a request could not be recorded'));
  }

  /** The request whose answer created this visitor; that answer may not be stored yet. */
  function ownFlight(anonymousId: string, visitor: string | undefined): Flight | undefined {
    const flight = flights.get(anonymousId);
    return flight?.owner !== undefined && flight.owner === visitor ? flight : undefined;
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const flight = (request as Holder)[own];
    if (flight === undefined) return done();
    (request as Holder)[own] = undefined;
    const answer = answerOf(reply, payload);
    const owner = request.knownVisitor();
    flight.owner = owner;
    flight.first.resolve(answer === undefined ? inProgress() : { commandId: flight.commandId, answer, owner });
    const status = reply.statusCode;
    if (isFailure(status)) note(request, request.commandId, 'failed', status);
    else if (request.ranBefore) note(request, request.commandId, 'again', status);
    const keep = answer !== undefined && !isFailure(answer.status) && answer.status !== 429 && answer.body.length <= MAX_STORED;
    if (!keep) {
      flights.delete(flight.commandId);
      return done();
    }
    // Not awaited: until the answer is stored, requests find it in `flights`.
    store
      .complete({ commandId: flight.commandId, owner, bodyHash: flight.bodyHash, answer })
      .catch((error: unknown) => request.log.warn({ err: error }, 'an answer could not be kept for its idempotency key'))
      .finally(() => flights.delete(flight.commandId));
    done();
  });

  const sweeper = setInterval(() => {
    store.sweep(new Date()).catch((error: unknown) => app.log.warn({ err: error }, 'old idempotency keys could not be deleted'));
  }, SWEEP_EVERY).unref();
  app.addHook('onClose', async () => {
    clearInterval(sweeper);
    await store.idle();
  });
}

/** The same request of the same caller has the same command id. */
function commandIdOf(request: Pick<FastifyRequest, 'method' | 'url' | 'actor'>, key: string, visitor: string | undefined): string {
  const [path = ''] = request.url.split('?', 1);
  const who = request.actor && isSignedIn(request) ? `${request.actor.kind}:${request.actor.id}` : '';
  return nameCommand([visitor ?? '', who, request.method, path.replace(/\/+$/, ''), key].join('\n'));
}

const isSignedIn = ({ actor }: Pick<FastifyRequest, 'actor'>): boolean => actor !== null && actor.kind !== 'guest';

/** Sends cookies only to the browser for which they were made. */
function replay(request: FastifyRequest, reply: FastifyReply, { answer, owner }: Kept): void {
  const visitor = request.knownVisitor();
  const isOwner = visitor === undefined ? isSignedIn(request) : visitor === owner;
  void reply.code(answer.status).header('idempotent-replayed', 'true');
  for (const [name, value] of Object.entries(answer.headers)) {
    if (name !== 'set-cookie' || isOwner) void reply.header(name, value);
  }
  void reply.send(answer.body);
}

function answerOf(reply: FastifyReply, payload: unknown): StoredAnswer | undefined {
  if (payload !== undefined && payload !== null && typeof payload !== 'string') return undefined;
  const headers: StoredAnswer['headers'] = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = Array.isArray(value) ? value : String(value);
  }
  return { status: reply.statusCode, headers, body: typeof payload === 'string' ? payload : '' };
}

const isFailure = (status: number): boolean => status >= 500;
const IN_USE = 'IDEMPOTENCY_KEY_IN_USE';
const otherBody = (): Rejected => new Rejected({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED', message: messages.idempotencyKeyReused });
const inProgress = (): Rejected =>
  new Rejected({ status: 409, code: IN_USE, message: messages.idempotencyInProgress }, { headers: { 'retry-after': '1' } });
