import { ProductDetailAnswer, ProductListAnswer } from '@nordhaut/contracts';
import type { App } from '@nordhaut/platform/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '@nordhaut/platform/http/testing';
import type { Catalogue } from './catalogue.ts';
import { SEED_PRODUCTS } from './data/index.ts';
import { toRow } from './data/to-row.ts';
import { catalogueRoutes } from './http.ts';
import { readRow } from './product-row.ts';
import { detailOf, listCards, makeSnapshot } from './snapshot.ts';

const snapshot = makeSnapshot(
  SEED_PRODUCTS.flatMap((product) => {
    const read = readRow({ ...toRow(product), product_changed_at: new Date(0) });
    return 'unusable' in read ? [] : [read];
  }),
);
let version: string | undefined = '1';
const catalogue = {
  version: () => version,
  list: (filter) => listCards(snapshot, filter),
  bySlug: (slug) => detailOf(snapshot, slug),
} as Catalogue;
let app: App;

beforeAll(async () => {
  app = await testApp({ routes: [catalogueRoutes(catalogue)] });
});
afterAll(() => app.close());

describe('GET /api/products', () => {
  it('answers the list of the contract without hidden products', async () => {
    const response = await app.inject('/api/products');
    expect(response.statusCode).toBe(200);
    const { products } = ProductListAnswer.parse(response.json());
    expect(products.map(({ slug }) => slug)).not.toContain('cleansing-oil');
    expect(products[0]?.number).toBe('01');
  });

  it('filters by feature, and refuses an unknown feature', async () => {
    expect((await app.inject('/api/products?feature=hand-dry')).json().products).toHaveLength(1);
    const wrong = await app.inject('/api/products?feature=__proto__');
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ status: 400, code: expect.any(String), correlationId: expect.any(String) });
  });

  it('answers 304 to a matching ETag, with a short cache time', async () => {
    const first = await app.inject('/api/products');
    expect(first.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+/);
    const second = await app.inject({ url: '/api/products', headers: { 'if-none-match': `"x", ${String(first.headers['etag'])}` } });
    expect([second.statusCode, second.body]).toEqual([304, '']);
    const other = await app.inject({ url: '/api/products?feature=dryness', headers: { 'if-none-match': String(first.headers['etag']) } });
    expect(other.statusCode).toBe(200);
  });
});

describe('GET /api/products/{slug}', () => {
  it('answers a product of the contract, also by its Chinese slug', async () => {
    for (const slug of ['repair-essence', encodeURIComponent('刺青修護凝膠')]) {
      const response = await app.inject(`/api/products/${slug}`);
      expect(response.statusCode).toBe(200);
      ProductDetailAnswer.parse(response.json());
    }
  });

  it('answers 404 in the error shape for unknown, withdrawn and sold-out products', async () => {
    const answers = await Promise.all(
      ['nothing', 'cleansing-oil', 'overnight-mask', 'constructor'].map((slug) => app.inject(`/api/products/${slug}`)),
    );
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ status: 404, code: 'PRODUCT_NOT_FOUND', message: '找不到此商品', correlationId: expect.any(String) });
      expect(answer.headers['cache-control'] ?? '').not.toContain('public');
    }
  });

  it('answers 503 with retry-after before the catalogue is loaded', async () => {
    version = undefined;
    const response = await app.inject('/api/products');
    version = '1';
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
  });
});
