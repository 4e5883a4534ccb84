import { contentMessages as messages, sharedSeconds } from '@nordhaut/contracts';
import { publicAnswer, Rejected, tagOf } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ContentStore } from './content.ts';
import type { Content } from './snapshot.ts';
import { turnOf } from './views.ts';

/** Seconds for which a shared cache keeps an answer, as the catalogue's. */
const SHARED_CACHE = 15;

/** @throws Rejected 503 before the first load */
export function contentOf(store: Pick<ContentStore, 'now'>): Content {
  const content = store.now();
  if (content) return content;
  throw new Rejected(
    { status: 503, code: 'CONTENT_NOT_READY', message: messages.notReady },
    { httpStatus: 503, headers: { 'retry-after': '1' } },
  );
}

/**
 * Answers for everybody, made once for each address and content version. It is replaced when an article is out, at the next
 * start or end of a campaign and at midnight, because they change what it says; shared caches keep it no longer (decisions.md 104). `also`: what else
 * it is made from.
 */
export function answersFrom(store: Pick<ContentStore, 'now' | 'version'>, clock: () => Date) {
  const made = new LRUCache<string, { body: object; tag: string }>({ max: 500 });
  return <Body extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    make: (content: Content, now: Date) => Body,
    also = '',
  ): Body | undefined => {
    const content = contentOf(store);
    const key = `${store.version()} ${request.url} ${also}`;
    const known = made.get(key);
    const now = clock();
    const turnsIn = turnOf(content, now);
    const shared = sharedSeconds(SHARED_CACHE, turnsIn);
    if (known) return publicAnswer(request, reply, known as { body: Body; tag: string }, shared);
    const body = make(content, now);
    const answer = { body, tag: tagOf(body) };
    made.set(key, answer, { ttl: Math.max(1, turnsIn) });
    return publicAnswer(request, reply, answer, shared);
  };
}
