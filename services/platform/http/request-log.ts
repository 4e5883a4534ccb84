import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

/**
 * A line per request costs more than most requests do: metrics count them, the error handler logs what failed, and
 * level `debug` shows the rest. The line names the route's pattern, not the address: paths hold order numbers and the
 * notify secret, queries may hold personal data.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (error) {
      reply.log.warn({ err: error, route: request.routeOptions.url }, 'answer could not be sent');
    } else {
      reply.log.debug(
        {
          method: request.method,
          route: request.routeOptions.url,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'answered',
      );
    }
  }

  override routeNotFound(): void {}

  /** goes on to the error handler, which logs it */
  override serializerError(): void {}
}
