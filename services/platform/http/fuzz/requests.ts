import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { core } from 'zod/mini';
import { type JsonSchema, jsonSchemaOf } from '../json-schema.ts';
import type { RegisteredRoute } from '../route-registry.ts';
import { fitting, nasty, spoilt } from './values.ts';

/** A request, and whether the route must refuse it by its schema. */
export type FuzzCase = { request: InjectOptions; mustRefuse: boolean };
type Sent = { headers: Record<string, string>; payload?: string | Buffer; mustRefuse: boolean };

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** Requests for one route that fit its schema except for faults in values, encoding or headers. */
export function requestsFor(route: RegisteredRoute): fc.Arbitrary<FuzzCase> {
  const { schema } = route;
  const sent: fc.Arbitrary<Sent> = route.method === 'GET' ? fc.constant({ headers: {}, mustRefuse: false }) : fc.oneof(...bodies(route));
  return fc
    .tuple(path(route.url, jsonSchemaOf(schema?.params)), query(jsonSchemaOf(schema?.querystring)), sent, oddHeaders)
    .map(([pathText, queryText, body, headers]) => ({
      request: {
        method: route.method as 'POST',
        url: `${pathText}${queryText}`,
        headers: { ...headers, ...body.headers },
        ...(body.payload === undefined ? {} : { payload: body.payload }),
      },
      mustRefuse: body.mustRefuse,
    }));
}

function bodies(route: RegisteredRoute): fc.Arbitrary<Sent>[] {
  const body = route.schema?.body;
  const schema = body instanceof core.$ZodType ? body : undefined;
  const described = jsonSchemaOf(schema);
  const value = schema ? fc.oneof({ weight: 4, arbitrary: spoilt(described) }, { weight: 1, arbitrary: nasty }) : nasty;
  const whole = schema ? fitting(described) : fc.constant({});
  const refused = (sent: unknown): boolean => schema !== undefined && !core.safeParse(schema, sent).success;
  const json = value.map((body): Sent => {
    const payload = JSON.stringify(body) ?? '';
    return { headers: JSON_TYPE, payload, mustRefuse: payload === '' ? refused(undefined) : refused(JSON.parse(payload)) };
  });
  const truncated = fc.tuple(whole, fc.nat(1_000)).map(([body, at]): Sent => {
    const text = JSON.stringify(body) ?? '{}';
    const payload = text.slice(0, at % text.length);
    return { headers: JSON_TYPE, payload, mustRefuse: payload === '' ? refused(undefined) : !isJson(payload) };
  });
  const oddJson = fc.constantFrom(
    'null',
    '[]',
    '""',
    '{"a":1,"a":2}',
    '{"__proto__":{}}',
    '\u0000',
    '{',
    '{"a":NaN}',
    '['.repeat(30_000),
    '{"a":'.repeat(10_000),
    `"${'x'.repeat(70_000)}"`,
  );
  const odd = oddJson.map(
    (payload): Sent => ({
      headers: JSON_TYPE,
      payload,
      mustRefuse: !isJson(payload) || payload.length > 65_536 || payload.includes('__proto__'),
    }),
  );
  const otherType = fc
    .constantFrom('text/plain', 'text/xml', 'multipart/form-data', 'application/json; charset=utf-99', 'nonsense')
    .map((type): Sent => ({ headers: { 'content-type': type }, payload: 'a=b', mustRefuse: true }));
  const binary = fc
    .uint8Array({ maxLength: 64 })
    .map((bytes): Sent => ({ headers: JSON_TYPE, payload: Buffer.from(bytes), mustRefuse: false }));
  const none = fc.constant<Sent>({ headers: {}, mustRefuse: refused(undefined) });
  return [json, json, json, truncated, odd, otherType, binary, none, ...forms(value)];
}

/** Forms are sent to every route, because a route without `config.form` must refuse them. */
function forms(value: fc.Arbitrary<unknown>): fc.Arbitrary<Sent>[] {
  const encoded = value.map((body): Sent => ({ headers: FORM_TYPE, payload: formOf(body), mustRefuse: false }));
  const broken = fc
    .constantFrom('a=%', 'a=%zz', 'a=%C3%28', 'a=1&a=2', '__proto__=1', 'constructor=1', 'a=%00')
    .map((payload): Sent => ({ headers: FORM_TYPE, payload, mustRefuse: true }));
  const odd = fc
    .constantFrom('', '=', '&&&', '=&=', 'a', '%20', `a=${'x'.repeat(3_000)}`)
    .map((payload): Sent => ({ headers: FORM_TYPE, payload, mustRefuse: false }));
  return [encoded, broken, odd];
}

const formOf = (body: unknown): string =>
  typeof body === 'object' && body !== null
    ? Object.entries(body)
        .map(([name, entry]) => `${encode(name)}=${encode(typeof entry === 'string' ? entry : (JSON.stringify(entry) ?? ''))}`)
        .join('&')
    : encode(String(body));

/** Half surrogate pairs cannot be percent-encoded. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

function path(pattern: string, { properties = {} }: JsonSchema): fc.Arbitrary<string> {
  const segments = pattern.split('/').map((segment): fc.Arbitrary<string> => {
    if (!segment.startsWith(':') && segment !== '*') return fc.constant(segment);
    const known = properties[segment.slice(1)];
    const bad = fc.oneof(
      nasty.map((value) => encode(String(stringOf(value)).slice(0, 400))),
      fc.constantFrom('%00', '%zz', '..%2f..', '%E0%A4', '__proto__', '0x10', '1e3'),
    );
    return known
      ? fc.oneof(
          bad,
          fitting(known).map((value) => encode(stringOf(value))),
        )
      : bad;
  });
  return fc.tuple(...segments).map((parts) => parts.join('/') || '/');
}

function query({ properties = {} }: JsonSchema): fc.Arbitrary<string> {
  const name = fc.constantFrom(...Object.keys(properties), 'after', '__proto__', 'unknown');
  const pair = fc.tuple(name, nasty).map(([key, value]) => `${key}=${encode(stringOf(value)).slice(0, 600)}`);
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: fc.array(pair, { minLength: 1, maxLength: 3 }).map((pairs) => `?${pairs.join('&')}`) },
    { weight: 1, arbitrary: fc.constantFrom('?', '?&&', '?a=%zz', '?a=%00', '?a[b]=c') },
  );
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Only header values that Node accepts, because others never arrive at a route. */
const oddHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { cookie: 'visitor=forged.AAAA; a="; b=%zz; __proto__=1' },
      { 'order-proof': 'not.a.token' },
      { 'order-proof': `${'x'.repeat(600)}.y` },
      { 'idempotency-key': 'with space' },
      { 'idempotency-key': 'x'.repeat(500) },
      { 'x-correlation-id': '<script>' },
      { traceparent: '00-zz-zz-zz' },
      { accept: '*/*;q=nonsense', 'accept-encoding': 'unheard-of' },
      { authorization: 'Bearer null' },
      { 'if-none-match': '"', range: 'bytes=-' },
    ),
  },
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
