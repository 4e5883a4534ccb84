import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The weak ETag of an answer. It comes from the content, because a new database starts its versions at one again. */
export const tagOf = (body: unknown): string => `W/"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;

/**
 * The header of an answer that any cache may keep and that is compressed where the client accepts it. The uncompressed answer needs
 * it too, or a shared cache sends that answer to everybody.
 */
export const BY_ENCODING = { vary: 'accept-encoding' };

/** The configuration of a route that answers by `publicAnswer`. */
export const PUBLIC_ANSWER = { access: 'public', tagged: true } as const;

/**
 * Sends an answer that is the same for all visitors, so any cache may keep it: shared caches for `seconds`; browsers ask each
 * time and mostly get a 304. @param tag `tagOf(body)`
 */
export function publicAnswer<Body>(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, tag }: { body: Body; tag: string },
  seconds: number,
): Body | undefined {
  const control = `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`;
  reply.headers({ ...BY_ENCODING, etag: tag, 'cache-control': control });
  if (!hasCopy(request, tag)) return body;
  reply.code(304).send();
  return undefined;
}

/** Whether the caller has what `tag` names. A cache may name several copies, and may have made a strong tag weak. */
export function hasCopy({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'] ?? '';
  return known.split(',').some((candidate) => [tag, `W/${tag}`].includes(candidate.trim()));
}
