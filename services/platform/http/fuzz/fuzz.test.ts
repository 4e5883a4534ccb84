import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  AddCartItem,
  CartItemParams,
  CartItemQuery,
  ChangeCartItem,
  OrderParams,
  PlaceOrderRequest,
  PriceRequest,
  ProofRequest,
} from '@nordhaut/contracts';
import { type TestDatabase, testDatabase } from '../../database/testing.ts';
import { idempotencyMigrations } from '../idempotency/table.ts';
import { testApp } from '../testing.ts';
import type { Routes } from '../types.ts';
import { fuzzRoutes } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(idempotencyMigrations);
  await database.pool.query('create table received (body jsonb, text text)');
});
afterAll(() => database.drop());

/** Stores accepted values in Postgres, like a real route. */
const store = async (value: unknown): Promise<{ ok: true }> => {
  const text = JSON.stringify(value) ?? 'null';
  await database.pool.query('insert into received values ($1, $2)', [text, String(text)]);
  return { ok: true };
};

const routes: Routes = (app) => {
  const config = { access: 'public' } as const;
  app.post('/api/orders', { config, schema: { body: PlaceOrderRequest } }, (request) => store(request.body));
  app.post('/api/getPrice/', { config: { ...config, form: 'json' }, schema: { body: PriceRequest } }, (request) => store(request.body));
  app.post('/api/cart/items', { config, schema: { body: AddCartItem } }, (request) => store(request.body));
  app.patch('/api/cart/items/:productId', { config, schema: { params: CartItemParams, body: ChangeCartItem } }, (request) =>
    store([request.params, request.body]),
  );
  app.delete('/api/cart/items/:productId', { config, schema: { params: CartItemParams, querystring: CartItemQuery } }, (request) =>
    store([request.params, request.query]),
  );
  app.get('/api/orders/:orderNo', { config, schema: { params: OrderParams } }, (request) => store(request.params));
  app.post('/api/orders/:orderNo/proof', { config, schema: { params: OrderParams, body: ProofRequest } }, (request) => store(request.body));
  app.post('/api/ecpay/getLogisticsState/', { config: { access: 'provider', form: 'text', origin: 'any' } }, (request) =>
    store(request.formFields ?? null),
  );
  app.get('/api/free', { config, schema: { querystring: z.object({ q: z.optional(z.string()) }) } }, (request) => store(request.query));
};

describe('fuzzing', () => {
  it('reports nothing for routes that rely on their schemas and store accepted values', async () => {
    const app = await testApp({ routes: [routes], pool: database.pool });
    const report = await fuzzRoutes(app, { runs: 150, skip: ({ url }) => url.startsWith('/api/docs') });
    expect(report.routes.map(({ url }) => url)).toContain('/api/orders/:orderNo/proof');
    const orders = report.routes.find(({ url }) => url === '/api/orders');
    expect(orders?.statuses[400]).toBeGreaterThan(50);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    await app.close();
  }, 60_000);

  it('reports a route that fails on a value that its schema accepts', async () => {
    const careless: Routes = (app) => {
      app.post('/api/careless', { config: { access: 'public' }, schema: { body: z.object({ name: z.string() }) } }, (request) => {
        if (/[^\x20-\x7e]/.test(request.body.name)) throw new Error('no idea');
        return {};
      });
    };
    const app = await testApp({ routes: [careless] });
    await expect(fuzzRoutes(app, { runs: 300, seed: 1 })).rejects.toThrow('POST /api/careless: answered 500');
    await app.close();
  });

  it('reports a route that accepts values that its schema refuses', async () => {
    const unchecked: Routes = (app) => {
      app.setValidatorCompiler(() => (value) => ({ value }));
      app.post('/api/unchecked', { config: { access: 'public' }, schema: { body: z.object({ n: z.int() }) } }, () => ({}));
    };
    const app = await testApp({ routes: [unchecked] });
    await expect(fuzzRoutes(app, { runs: 100, seed: 1 })).rejects.toThrow('took what its schema refuses');
    await app.close();
  });
});
