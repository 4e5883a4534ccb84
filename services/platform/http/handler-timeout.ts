import { errorCodes, type FastifyReply } from 'fastify';
import type { App } from './types.ts';

/** ms between two looks at what is under way */
const LOOK_EVERY = 1_000;

/**
 * Answers 503 where a handler takes longer than `ms`. One clock looks after all requests: Fastify's own
 * `handlerTimeout` makes a timer and an abort signal for each, which costs more than most handlers do.
 */
export function limitHandlers(app: App, ms: number): void {
  // In the order they came, so the oldest stand first.
  const underWay = new Map<FastifyReply, number>();
  app.addHook('onRequest', (_request, reply, done) => {
    underWay.set(reply, Date.now());
    done();
  });
  app.addHook('onResponse', (_request, reply, done) => {
    underWay.delete(reply);
    done();
  });
  const clock = setInterval(
    () => {
      const limit = Date.now() - ms;
      for (const [reply, began] of underWay) {
        if (began > limit) return;
        underWay.delete(reply);
        giveUp(reply, ms);
      }
    },
    Math.min(ms, LOOK_EVERY),
  );
  clock.unref();
  app.addHook('onClose', async () => clearInterval(clock));
}

function giveUp(reply: FastifyReply, ms: number): void {
  if (reply.sent) return;
  const error = new errorCodes.FST_ERR_HANDLER_TIMEOUT(String(ms), reply.request.routeOptions.url ?? '');
  // Half an answer cannot be taken back; the caller has to notice that it is not whole.
  if (reply.raw.headersSent) reply.raw.destroy(error);
  else void reply.send(error);
}
