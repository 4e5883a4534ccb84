import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import * as contracts from '@nordhaut/contracts';
import { EXAMPLES } from '@nordhaut/contracts/documentation';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { core } from 'zod/mini';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const ROOT = join(import.meta.dirname, '..', '..');
let shop: TestShop;
let folder: string;
beforeAll(async () => {
  shop = await testShop();
  folder = await mkdtemp(join(tmpdir(), 'nordhaut-client-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await shop.close();
});

type Operation = {
  operationId: string;
  security: object[];
  parameters?: object[];
  requestBody?: { content: Record<string, { schema: object; encoding?: object }> };
  responses: Record<string, { headers?: Record<string, object> }>;
};
type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    securitySchemes: Record<string, object>;
    responses: Record<string, { headers?: Record<string, object> }>;
  };
};
const description = async (): Promise<Description> => (await (await fetch(`${shop.url}/api/openapi.json`)).json()) as Description;
const operations = ({ paths }: Description) => Object.values(paths).flatMap((methods) => Object.values(methods));

test('redocly finds no fault in the description', async () => {
  const config = await createConfig(await readFile(join(ROOT, 'redocly.yaml'), 'utf8'));
  const source = JSON.stringify(await description());
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test('every operation has an id, security, errors in one shape; changing ones have their headers', async () => {
  const api = await description();
  const all = operations(api);
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
  for (const { security, responses } of all) {
    expect(security.length).toBeGreaterThan(0);
    expect(responses['4XX']).toMatchObject({ $ref: expect.stringMatching('^#/components/responses/Refused') });
    expect(responses['5XX']).toEqual({ $ref: '#/components/responses/Failed' });
  }
  for (const refusal of ['Refused', 'RefusedWithKey', 'Failed'])
    expect(Object.keys(api.components.responses[refusal]?.headers ?? {}), refusal).toContain('Retry-After');
  expect(Object.keys(api.components.securitySchemes)).toEqual(['visitor', 'member', 'staff', 'orderProof', 'orderProofCookie']);
  // Each route's rule of access is the one that the server applies.
  const wanted = { member: [{ member: [] }], support: [{ staff: [] }], provider: [{}] } as Record<string, object[]>;
  for (const { method, url, access } of shop.shop.app.registeredRoutes) {
    const operation = api.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (operation && wanted[access]) expect(operation.security, `${method} ${url}`).toEqual(wanted[access]);
  }
  const order = api.paths['/api/orders']?.['post'];
  expect(order?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  expect(Object.keys(order?.responses['201']?.headers ?? {})).toEqual(['Idempotent-Replayed', 'Set-Cookie']);
  expect(order?.requestBody?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/PlaceOrderRequest' });
});

test('a call whose answer has an ETag describes it with the 304, and no other call does', async () => {
  const { paths } = await description();
  const { products } = (await (await fetch(`${shop.url}/api/products`)).json()) as { products: { slug: string }[] };
  const slug = products[0]?.slug;
  const filled: Record<string, string> = {
    '/api/products/{slug}': `/api/products/${slug}`,
    '/api/content/reviews': `/api/content/reviews?product=${slug}`,
    '/api/content/search': '/api/content/search?q=水',
  };
  const tagged: string[] = [];
  for (const [path, { get }] of Object.entries(paths)) {
    const address = filled[path] ?? path;
    if (!get || address.includes('{')) continue;
    const { headers } = await fetch(shop.url + address);
    const etag = headers.get('etag');
    const described = [get.responses['200']?.headers?.['ETag'], get.responses['304']].map((part) => part !== undefined);
    expect([path, ...described]).toEqual([path, etag !== null, etag !== null]);
    if (etag === null) continue;
    tagged.push(path);
    expect((await fetch(shop.url + address, { headers: { 'if-none-match': etag } })).status, path).toBe(304);
    expect(get.parameters).toContainEqual({ $ref: '#/components/parameters/IfNoneMatch' });
  }
  expect(tagged).toEqual(expect.arrayContaining(['/api/products', '/api/products/{slug}', '/api/content/reviews', '/api/content/faq']));
});

test('routes that accept forms describe them, and the price route accepts both names of an item', async () => {
  const api = await description();
  const { content } = api.paths['/api/getPrice/']?.['post']?.requestBody ?? { content: {} };
  expect(Object.keys(content)).toEqual(['application/json', 'application/x-www-form-urlencoded']);
  expect(content['application/x-www-form-urlencoded']?.encoding).toMatchObject({ items: { contentType: 'application/json' } });
  const item = JSON.stringify(api.components.schemas['NamedCartItem']);
  for (const name of ['productId', 'product_id', 'product_quantity', 'product_price']) expect(item).toContain(`"${name}"`);
});

test('the upload of images is described as a form with files', async () => {
  const { content } = (await description()).paths['/api/upload/comment/']?.['post']?.requestBody ?? { content: {} };
  expect(Object.keys(content)).toEqual(['multipart/form-data']);
  expect(content['multipart/form-data']?.schema).toMatchObject({
    properties: { 'file[]': { type: 'array', minItems: 1, items: { format: 'binary' } }, commentId: { type: 'string' } },
    required: ['file[]'],
  });
});

test('every example fits its schema', () => {
  const schemas = contracts as Record<string, unknown>;
  for (const [name, examples] of Object.entries(EXAMPLES)) {
    for (const example of examples) expect(core.safeParse(schemas[name] as core.$ZodType, example), name).toMatchObject({ success: true });
  }
});

/** A client program. The test type-checks it against the generated types and then runs it. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

export async function buy(baseUrl: string, phone: string, key: string) {
  const client = createClient<paths>({ baseUrl });
  const items: components['schemas']['CartItem'][] = [{ productId: 5, quantity: 1, tier: 'ORIGIN' }];
  const quote = await client.POST('/api/getPrice/', { body: { items, portType: 'HOME' } });
  const number = await client.POST('/api/genUid/', { body: {} });
  if (!quote.data || !number.data) throw new Error('no price or no number');
  const body = {
    orderNo: number.data.id,
    items,
    delivery: { type: 'HOME' as const, subtype: 'TCAT' as const },
    recipient: { firstName: '王', lastName: '大明', phoneArea: '+886' as const, phone, email: '', city: '臺北市', district: '大安區', address: '信義路三段134巷1號' },
    invoice: { type: 'NORMAL' as const },
    payment: { type: 'COD' as const },
    expectedTotal: quote.data.price,
    termsAccepted: true,
  };
  const header = { 'Idempotency-Key': key };
  const placed = await client.POST('/api/orders', { params: { header }, body });
  const again = await client.POST('/api/orders', { params: { header }, body });
  if (!placed.data) throw new Error(placed.error?.message);
  const path = { orderNo: placed.data.orderNo };
  const proven = await client.POST('/api/orders/{orderNo}/proof', { params: { path }, body: { phone } });
  if (!proven.data) throw new Error(proven.error?.message);
  const after = { query: { after: placed.data.position }, path };
  const masked = await client.GET('/api/orders/{orderNo}', { params: after });
  const full = await client.GET('/api/orders/{orderNo}', { params: after, headers: { 'Order-Proof': proven.data.proof } });
  const refused = await client.POST('/api/orders', { body: { ...body, orderNo: 'NOTOFTHISSHOP' } });
  const code: components['schemas']['ErrorBody']['code'] | undefined = refused.error?.code;
  return {
    replayed: again.response.headers.get('idempotent-replayed'),
    masked: masked.data?.order.personal,
    name: full.data?.order.recipient.name,
    code,
  };
}
`;

test('a client that is generated from the description places an order and proves access', async () => {
  // A field with a default may be left out of a request.
  const types = astToString(await openapiTS(JSON.stringify(await description()), { defaultNonNullable: false }));
  const program = join(folder, 'program.ts');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  await writeFile(join(folder, 'schema.ts'), types);
  await writeFile(program, PROGRAM);
  const checked = ts.createProgram([program], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  const faults = ts.getPreEmitDiagnostics(checked).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(faults).toEqual([]);

  const compiled = ts.transpileModule(PROGRAM, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext } });
  await writeFile(join(folder, 'program.mjs'), compiled.outputText);
  const { buy } = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'program.mjs')).href)) as {
    buy: (url: string, phone: string, key: string) => Promise<unknown>;
  };
  expect(await buy(shop.url, '0912345678', '0b8f3c1e-6f0a-4d9e-8a53-7d1f2c3b4a59')).toEqual({
    replayed: 'true',
    masked: 'masked',
    name: '王大明',
    code: 'ORDER_NUMBER_UNKNOWN',
  });
});
