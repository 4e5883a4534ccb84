import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

/**
 * Logs a request only at level `debug`, because a line for each request costs more than most requests. Metrics count
 * requests, and the error handler logs failures. A line has the pattern of the route and not the address: paths contain
 * order numbers and the notify secret, and queries may contain personal data.
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

  /** A caller who leaves before the end of the answer is ordinary, as a visitor who goes on to the next page. */
  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest, reply: FastifyReply): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') reply.log.debug({ route: request.routeOptions.url }, 'the caller left');
    else reply.log.warn({ err: error, route: request.routeOptions.url }, 'answer could not be sent');
  }

  override routeNotFound(): void {}

  /** The error handler logs it. */
  override serializerError(): void {}
}
