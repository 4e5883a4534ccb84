import { createHash } from 'node:crypto';
import { ProductDetailAnswer, ProductListAnswer, ProductListQuery } from '@nordhaut/contracts';
import { type App, Rejected } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Catalogue } from './catalogue.ts';
import { CATALOGUE_NOT_READY, PRODUCT_NOT_FOUND } from './messages.ts';

/** Seconds for which a shared cache keeps an answer. Browsers ask each time and mostly get a 304. */
const SHARED_CACHE = 15;

/** GET /api/products and GET /api/products/{slug}: the same for all visitors, so any cache may keep them. */
export const catalogueRoutes =
  (catalogue: Catalogue) =>
  (app: App): void => {
    app.get(
      '/api/products',
      {
        config: { access: 'public' },
        schema: {
          querystring: ProductListQuery,
          response: { 200: ProductListAnswer },
          summary: 'The products on sale',
          tags: ['catalogue'],
        },
      },
      (request, reply) => {
        whenReady(catalogue);
        return answer(request, reply, { products: catalogue.list({ feature: request.query.feature }) });
      },
    );

    app.get(
      '/api/products/:slug',
      {
        config: { access: 'public' },
        schema: {
          params: z.object({ slug: z.string().check(z.maxLength(200)) }),
          response: { 200: ProductDetailAnswer },
          summary: 'One product with its details',
          tags: ['catalogue'],
        },
      },
      (request, reply) => {
        whenReady(catalogue);
        const product = catalogue.bySlug(request.params.slug);
        if (!product) throw new Rejected({ status: 404, code: 'PRODUCT_NOT_FOUND', message: PRODUCT_NOT_FOUND });
        return answer(request, reply, { product });
      },
    );
  };

function whenReady(catalogue: Catalogue): void {
  if (catalogue.version() !== undefined) return;
  throw new Rejected(
    { status: 503, code: 'CATALOGUE_NOT_READY', message: CATALOGUE_NOT_READY },
    { httpStatus: 503, headers: { 'retry-after': '1' } },
  );
}

/** The tag comes from the content, because a new database starts its versions at one again. */
function answer<Body>(request: FastifyRequest, reply: FastifyReply, body: Body): Body | undefined {
  const tag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag).header('cache-control', `public, max-age=0, s-maxage=${SHARED_CACHE}, stale-while-revalidate=${SHARED_CACHE}`);
  const known = request.headers['if-none-match'];
  if (known?.split(',').some((candidate) => candidate.trim() === tag)) {
    reply.code(304).send();
    return undefined;
  }
  return body;
}
