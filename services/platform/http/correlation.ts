import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { newTraceparent } from '../telemetry/trace.ts';
import { requestTraceparent } from './tracing.ts';
import type { App } from './types.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The request's id: the caller's `x-correlation-id` if it is a UUID, else a new one. Events keep it in clear and for good,
 * so it must have no room for a name, a phone number or a token.
 */
export function correlationId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-correlation-id'];
  return typeof given === 'string' && UUID.test(given) ? given.toLowerCase() : randomUUID();
}

/** Adds the correlation id to each answer, and `request.context()` for commands. */
export function withContext(app: App, clock: () => Date): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('commandId', '');
  app.decorateRequest('ranBefore', false);
  app.decorateRequest('context', function context() {
    const commandId = (this.commandId ||= randomUUID());
    return {
      commandId,
      causationId: this.id,
      actor: this.actor ?? { kind: 'guest', id: this.knownVisitor() ?? 'unknown' },
      traceparent: requestTraceparent(this) ?? newTraceparent(),
      now: clock(),
      // Steps of the request have command ids of their own; another process may have done a step for a good reason.
      ranBefore: (id: string) => {
        if (id === this.commandId) this.ranBefore = true;
      },
    };
  });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-correlation-id', request.id);
    done();
  });
}
