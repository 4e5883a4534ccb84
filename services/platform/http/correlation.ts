import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { newTraceparent, readTraceparent } from '../telemetry/trace.ts';
import { requestTraceparent } from './tracing.ts';
import type { App } from './types.ts';

const SANE = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,63}$/;

export const newCorrelationId = (): string => randomUUID();

/** The request's id: the caller's `x-correlation-id` if it has 8 to 64 harmless characters, else a new one. */
export function correlationId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-correlation-id'];
  return typeof given === 'string' && SANE.test(given) ? given : newCorrelationId();
}

/** Adds the correlation id to each answer, and `request.context()` for commands. */
export function withContext(app: App, clock: () => Date): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('commandId', '');
  app.decorateRequest('context', function context() {
    const commandId = (this.commandId ||= randomUUID());
    return {
      commandId,
      causationId: this.id,
      actor: this.actor ?? { kind: 'guest', id: this.knownVisitor() ?? 'unknown' },
      traceparent: requestTraceparent(this) ?? readTraceparent(this.headers['traceparent']) ?? newTraceparent(),
      now: clock(),
    };
  });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-correlation-id', request.id);
    done();
  });
}
