import { errorCodes, type FastifyReply } from 'fastify';
import type { App } from './types.ts';

/** ms between two checks of the requests in progress */
const CHECK_INTERVAL = 1_000;

/**
 * Answers 503 if a handler takes longer than `ms`. Fastify's own `handlerTimeout` (5.12) stops its timer as soon as the
 * body of a request was read, so it does not limit a POST (infra/decisions/035).
 */
export function limitHandlers(app: App, ms: number): void {
  // Ordered by age, the oldest first.
  const inProgress = new Map<FastifyReply, number>();
  app.addHook('onRequest', (_request, reply, done) => {
    inProgress.set(reply, performance.now());
    // Not the hook `onResponse`, which is not called if the caller leaves before the answer is complete.
    reply.raw.once('close', () => inProgress.delete(reply));
    done();
  });
  const timer = setInterval(
    () => {
      const limit = performance.now() - ms;
      for (const [reply, began] of inProgress) {
        if (began > limit) return;
        inProgress.delete(reply);
        giveUp(reply, ms);
      }
    },
    Math.min(ms, CHECK_INTERVAL),
  );
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function giveUp(reply: FastifyReply, ms: number): void {
  if (reply.sent) return;
  const error = new errorCodes.FST_ERR_HANDLER_TIMEOUT(String(ms), reply.request.routeOptions.url ?? '');
  // The status was already sent. A broken connection tells the caller that the answer is incomplete.
  if (reply.raw.headersSent) reply.raw.destroy(error);
  else void reply.send(error);
}
