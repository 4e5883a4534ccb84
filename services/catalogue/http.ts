import { ProductDetailAnswer, ProductListAnswer, ProductListQuery } from '@nordhaut/contracts';
import { type App, PUBLIC_ANSWER, publicAnswer, Rejected, tagOf } from '@nordhaut/platform/http';
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
        config: PUBLIC_ANSWER,
        schema: {
          querystring: ProductListQuery,
          response: { 200: ProductListAnswer },
          summary: 'The products on sale',
          tags: ['catalogue'],
        },
      },
      (request, reply) => {
        whenReady(catalogue);
        const body = { products: catalogue.list({ feature: request.query.feature }) };
        return publicAnswer(request, reply, { body, tag: tagOf(body) }, SHARED_CACHE);
      },
    );

    app.get(
      '/api/products/:slug',
      {
        config: PUBLIC_ANSWER,
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
        const body = { product };
        return publicAnswer(request, reply, { body, tag: tagOf(body) }, SHARED_CACHE);
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
