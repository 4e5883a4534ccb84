import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pino } from 'pino';
import { PlaceOrderRequest } from '@nordhaut/contracts';
import { secret } from '../config.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { orThrow, Rejected } from './errors.ts';
import { limitForgeries, secretAddress } from './rate-limits.ts';
import { testApp } from './testing.ts';
import type { App, Routes } from './types.ts';

const Body = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(20)),
  count: z._default(z.int(), 1),
  items: z.optional(z.array(z.object({ id: z.int() }))),
});

const routes: Routes = (app) => {
  const config = { access: 'public' } as const;
  app.post(
    '/api/things',
    { config: { ...config, form: 'json' }, schema: { body: Body, response: { 200: Body } } },
    (request) => request.body,
  );
  app.post('/api/json-only', { config, schema: { body: Body } }, (request) => request.body);
  app.post('/api/callback', { config: { access: 'provider', form: 'text', origin: 'any' } }, (request) => ({
    fields: request.formFields,
    raw: request.rawBody,
    body: request.body,
  }));
  app.get('/api/things/:id', { config, schema: { params: z.object({ id: z.coerce.number().check(z.int()) }) } }, (request) => ({
    id: request.params.id,
  }));
  app.get('/api/rejected', { config }, () => {
    throw new Rejected({ status: 500, code: 'PRODUCT_UNAVAILABLE', message: '已全數領取完畢' });
  });
  app.get('/api/broken', { config }, () => {
    throw Object.assign(new Error('the cause'), { statusCode: 404, code: 'ENOENT' });
  });
  app.get('/api/own-words', { config: { ...config, unexpected: '請聯繫客服' } }, () => {
    throw new Error('the cause');
  });
  app.get('/api/away', { config }, () => {
    throw new StoreUnavailable('no connection');
  });
  app.get('/api/being-built', { config }, () => {
    throw Object.assign(new Error('column "has_return" does not exist'), { code: '42703' });
  });
  app.get('/api/wrong-answer', { config, schema: { response: { 200: z.object({ n: z.int() }) } } }, (() => ({ n: 'x' })) as never);
  app.get('/api/chatty', { config, schema: { response: { 200: z.object({ n: z.int() }) } } }, (() => ({
    n: 1,
    phone: '0912345678',
  })) as never);
  app.get('/api/context', { config }, (request) => request.context());
  app.get('/api/visitor', { config }, (_request, reply) => ({ visitor: reply.visitor() }));
  app.get('/page', { config }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(`<script nonce="${reply.nonce()}"></script>`),
  );
  app.get('/api/long', { config }, () => ({ text: 'x'.repeat(20_000) }));
};

const apps: App[] = [];
const start = async (options: Parameters<typeof testApp>[0] = {}): Promise<App> => {
  const app = await testApp({ routes: [routes], ...options });
  apps.push(app);
  return app;
};
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const REQUEST_ID = '2f1d0c5e-6f4b-4c62-9a51-0d7b1f3e8a90';

describe('the error shape', () => {
  it.each([
    ['unknown address', { method: 'GET', url: '/api/nothing' }, 404, 'NOT_FOUND'],
    ['unknown page', { method: 'GET', url: '/nothing' }, 404, 'NOT_FOUND'],
    ['a value in the address that is too long', { method: 'GET', url: `/api/things/${'%E9%95%B7'.repeat(300)}` }, 404, 'NOT_FOUND'],
    ['wrong method', { method: 'DELETE', url: '/api/things' }, 405, 'METHOD_NOT_ALLOWED'],
    ['wrong method with a broken body', { method: 'PUT', url: '/api/things', headers: json, payload: '{' }, 405, 'METHOD_NOT_ALLOWED'],
    [
      'too big',
      { method: 'POST', url: '/api/things', headers: json, payload: JSON.stringify({ name: 'x'.repeat(70_000) }) },
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'wrong type',
      { method: 'POST', url: '/api/things', headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a form where none is taken',
      { method: 'POST', url: '/api/json-only', headers: form, payload: 'name=a' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['bad JSON', { method: 'POST', url: '/api/things', headers: json, payload: '{"name":' }, 400, 'BAD_JSON'],
    ['prototype key', { method: 'POST', url: '/api/things', headers: json, payload: '{"name":"a","__proto__":{"x":1}}' }, 400, 'BAD_JSON'],
    [
      'escaped prototype key',
      { method: 'POST', url: '/api/things', headers: json, payload: '{"name":"a","items":[{"\\u005f_proto__":{}}]}' },
      400,
      'BAD_JSON',
    ],
    ['NUL in a text', { method: 'POST', url: '/api/things', headers: json, payload: '{"name":"a\\u0000"}' }, 400, 'BAD_TEXT'],
    ['half a surrogate pair', { method: 'POST', url: '/api/things', headers: json, payload: '{"name":"\\ud83d"}' }, 400, 'BAD_TEXT'],
    ['NUL in a path', { method: 'GET', url: '/api/things/%00' }, 400, 'BAD_TEXT'],
    ['broken percent-encoding in a path', { method: 'GET', url: '/api/things/%zz' }, 400, 'BAD_REQUEST'],
    ['broken percent-encoding in a form', { method: 'POST', url: '/api/things', headers: form, payload: 'name=%zz' }, 400, 'BAD_FORM'],
    ['a field twice', { method: 'POST', url: '/api/things', headers: form, payload: 'name=a&name=b' }, 400, 'BAD_FORM'],
    ['a rejection', { method: 'GET', url: '/api/rejected' }, 409, 'PRODUCT_UNAVAILABLE'],
    ['a store that is away', { method: 'GET', url: '/api/away' }, 503, 'UNAVAILABLE'],
    ['a read model that is still built for this release', { method: 'GET', url: '/api/being-built' }, 503, 'UNAVAILABLE'],
    ['anything else', { method: 'GET', url: '/api/broken' }, 500, 'UNEXPECTED'],
    ['an answer that holds more than its schema names', { method: 'GET', url: '/api/chatty' }, 500, 'UNEXPECTED'],
    ['an answer that breaks its schema', { method: 'GET', url: '/api/wrong-answer' }, 500, 'UNEXPECTED'],
  ] as const)('%s', async (_name, request, http, code) => {
    const app = await start();
    const answer = await app.inject(request as never);
    expect({ http: answer.statusCode, ...answer.json() }).toMatchObject({ http, code, message: expect.stringMatching(/\p{Script=Han}/u) });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json().correlationId).toBe(answer.headers['x-correlation-id']);
    expect(answer.body).not.toMatch(/FST_|the cause|node_modules/);
  });

  it('takes about as long for an unknown address as for a known one, however many routes there are: strangers try thousands', async () => {
    const many: Routes = (app) => {
      for (let n = 0; n < 600; n++) app.get(`/api/part${n}/:id/steps/:step`, { config: { access: 'public' } }, () => ({}));
    };
    const app = await start({ routes: [routes, many] });
    const times: Record<string, number[]> = { '/api/context': [], '/api/nothing': [] };
    for (let round = 0; round < 60; round++)
      for (const [url, all] of Object.entries(times)) {
        const begun = performance.now();
        await app.inject(url);
        all.push(performance.now() - begun);
      }
    const [known = 0, unknown = 0] = Object.values(times).map((all) => all.toSorted((one, other) => one - other)[all.length / 2]);
    expect(unknown).toBeLessThan(3 * known);
  });

  it('has the state of the specification in addition to the HTTP status', async () => {
    const app = await start();
    expect((await app.inject('/api/rejected')).json().status).toBe(500);
  });

  it('has the words that a route has for an unexpected error', async () => {
    const app = await start();
    const answer = await app.inject('/api/own-words');
    expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([500, 'UNEXPECTED', '請聯繫客服']);
  });

  it('names the invalid fields, in Chinese', async () => {
    const app = await start();
    const answer = await app.inject({ method: 'POST', url: '/api/things', payload: { name: '', items: [{ id: 'x' }] } });
    expect(answer.json()).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: '此項資料不可空白',
      issues: [
        { path: 'body.name', message: '此項資料不可空白' },
        { path: 'body.items.0.id', message: '此項資料須為數字' },
      ],
    });
  });

  it('has Retry-After when the store is away, and Allow when the method is wrong', async () => {
    const app = await start();
    expect((await app.inject('/api/away')).headers['retry-after']).toBe('1');
    expect((await app.inject({ method: 'PUT', url: '/api/things' })).headers['allow']).toBe('POST');
  });

  it('is a page with a way on for a browser that opens an address outside the API, also one that no router can read', async () => {
    const app = await start();
    for (const url of ['/product/%E5%88', '/product//x', '/product/a%2fb', '/nothing']) {
      const open = (accept: string) => app.inject({ url, headers: { accept } });
      const [page, json] = await Promise.all([open('text/html,application/xhtml+xml,*/*;q=0.8'), open('*/*')]);
      expect([url, page.statusCode, page.headers['content-type']]).toEqual([url, json.statusCode, 'text/html; charset=utf-8']);
      expect(page.body).toMatch(/<a href="\/"[^>]*>回首頁<\/a>/);
      expect(json.json()).toMatchObject({ status: json.statusCode, correlationId: json.headers['x-correlation-id'] });
      for (const { headers } of [page, json]) {
        expect([url, headers['cache-control'], headers['x-content-type-options']]).toEqual([url, 'no-store', 'nosniff']);
        expect([url, headers['content-security-policy']]).toEqual([url, expect.stringContaining("frame-ancestors 'none'")]);
      }
    }
    const ofApi = await app.inject({ url: '/api/things/%zz', headers: { accept: 'text/html' } });
    expect(ofApi.json()).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('answers bytes that are not HTTP', async () => {
    const app = await start();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'));
      socket
        .on('data', (chunk) => (received += chunk))
        .on('end', () => resolve(received))
        .on('error', reject);
    });
    expect(JSON.parse(text.split('\r\n\r\n')[1] as string)).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  it('logs an unexpected error once with the correlation id, and no rejection', async () => {
    const lines: string[] = [];
    const app = await start({ logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }) });
    await app.inject({ url: '/api/broken', headers: { 'x-correlation-id': REQUEST_ID } });
    await app.inject('/api/rejected');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({ correlationId: REQUEST_ID, err: { message: 'the cause' } });
  });
});

describe('a request', () => {
  it('has its context', async () => {
    const app = await start();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const answer = await app.inject({ url: '/api/context', headers: { 'x-correlation-id': REQUEST_ID, traceparent } });
    expect(answer.json()).toMatchObject({
      causationId: REQUEST_ID,
      traceparent,
      actor: { kind: 'guest' },
      commandId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const other = await app.inject({ url: '/api/context', headers: { 'x-correlation-id': 'a\tb', traceparent: '00-0-0-0' } });
    expect(other.json().causationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(other.json().traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  it.each(['0912345678', 'ming@example.com', 'request-1234567', `${REQUEST_ID}0`, ''])(
    'has an id of its own where the caller gives "%s", because events keep the id in clear',
    async (given) => {
      const app = await start();
      const answer = await app.inject({ url: '/api/context', headers: { 'x-correlation-id': given } });
      expect(answer.json().causationId).toMatch(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/);
      expect(answer.json().causationId).not.toContain(given || 'nothing');
      expect(answer.headers['x-correlation-id']).toBe(answer.json().causationId);
    },
  );

  it('accepts forms with JSON text in fields', async () => {
    const app = await start();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/things/',
      headers: form,
      payload: `name=12&count=3&items=${encodeURIComponent('[{"id":7}]')}`,
    });
    expect(answer.json()).toEqual({ name: '12', count: 3, items: [{ id: 7 }] });
  });

  it('of a provider has its fields unchanged', async () => {
    const app = await start();
    const payload = 'RtnCode=300&Remark=&Name=+%E7%8E%8B+&MerchantTradeNo=a%2Bb';
    const answer = await app.inject({ method: 'POST', url: '/api/callback', headers: form, payload });
    expect(answer.json()).toEqual({
      raw: payload,
      fields: [
        ['RtnCode', '300'],
        ['Remark', ''],
        ['Name', ' 王 '],
        ['MerchantTradeNo', 'a+b'],
      ],
      body: { RtnCode: '300', Remark: '', Name: ' 王 ', MerchantTradeNo: 'a+b' },
    });
  });

  it('is identified by a signed visitor cookie, and a forged cookie is ignored', async () => {
    const app = await start();
    const first = await app.inject('/api/visitor');
    const [cookie] = first.cookies;
    expect(cookie).toMatchObject({ name: 'visitor', httpOnly: true, sameSite: 'Lax', path: '/' });
    const again = await app.inject({ url: '/api/visitor', cookies: { visitor: cookie?.value as string } });
    expect(again.json()).toEqual(first.json());
    expect(again.cookies).toEqual([]);
    const forged = await app.inject({ url: '/api/visitor', cookies: { visitor: `${first.json().visitor}.AAAA` } });
    expect(forged.json().visitor).not.toBe(first.json().visitor);
  });

  it('has an account open for seven days after its session was last seen, also in a browser that keeps the cookie longer', async () => {
    const [account, day] = ['0d7c3b52-2f6b-5f7e-9a41-6c8e1d2b9f04', 86_400_000];
    let [now, sessionId] = [Date.now(), 'session1' as string | undefined];
    const app = await start({
      clock: () => new Date(now),
      authorise: (request) => void (request.sessionId = sessionId),
      routes: [
        (scope) =>
          void scope.get('/api/open', { config: { access: 'public' } }, (request, reply) => {
            reply.keepOpen(account);
            return { open: request.openAccount()?.account ?? null };
          }),
      ],
    });
    const look = (cookie: string) => app.inject({ url: '/api/open', cookies: { 'open-account': cookie } });
    const [first] = (await app.inject('/api/open')).cookies;
    expect(first).toMatchObject({ name: 'open-account', httpOnly: true, maxAge: 7 * 86_400 });
    // It is set anew once a day.
    expect((await look(first?.value ?? '')).cookies).toEqual([]);
    now += 2 * day;
    const [second] = (await look(first?.value ?? '')).cookies;
    sessionId = undefined;
    now += 7 * day - 1_000;
    expect((await look(first?.value ?? '')).json()).toEqual({ open: null });
    expect((await look(second?.value ?? '')).json()).toEqual({ open: account });
    now += 1_000;
    expect((await look(second?.value ?? '')).json()).toEqual({ open: null });
  });

  it('behind https gets Secure cookies and HSTS', async () => {
    const app = await start({ env: { PUBLIC_URL: 'https://shop.example' } });
    const answer = await app.inject('/api/visitor');
    expect(answer.cookies[0]).toMatchObject({ name: '__Host-visitor', secure: true });
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });
});

describe('the origin of a change', () => {
  const change = (headers: Record<string, string>) => ({
    method: 'POST' as const,
    url: '/api/things',
    headers: { host: 'localhost:3000', cookie: 'a=b', ...headers },
    payload: { name: 'a' },
  });
  it.each([
    ['the shop', { origin: 'http://localhost:3000' }, 200],
    ['the host that was asked', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }, 200],
    ['an allowed one', { origin: 'https://partner.example' }, 200],
    ['a program', {}, 200],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['another site that hides it', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s', async (_name, headers, status) => {
    const app = await start({ env: { ALLOWED_ORIGINS: 'https://partner.example' } });
    expect((await app.inject(change(headers))).statusCode).toBe(status);
  });
  it('counts without cookies too: another site could sign the visitor in to its own account', async () => {
    const app = await start();
    const { payload, headers, ...rest } = change({ origin: 'https://evil.example' });
    const { cookie: _, ...without } = headers;
    for (const foreign of [without, { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' }])
      expect((await app.inject({ ...rest, headers: foreign, payload })).json()).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' });
    expect((await app.inject({ ...rest, headers: { host: 'localhost:3000' }, payload })).statusCode).toBe(200);
  });
  it('is not checked for callbacks', async () => {
    const app = await start();
    const { payload: _, ...rest } = change({ origin: 'https://bank.example', ...form });
    expect((await app.inject({ ...rest, url: '/api/callback', payload: 'a=b' })).statusCode).toBe(200);
  });
});

describe('pages and answers', () => {
  it('have a policy with the nonce and the configured origins', async () => {
    const app = await start({
      pageOrigins: { script: ['https://js.card.example'], frame: ['https://js.card.example'], formAction: ['https://map.example'] },
    });
    const page = await app.inject('/page');
    const policy = page.headers['content-security-policy'] as string;
    const nonce = /nonce="([^"]+)"/.exec(page.body)?.[1];
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' https://js.card.example;`);
    expect(policy).toContain("form-action 'self' https://map.example;");
    expect(policy).toContain('ws://localhost:3000');
    expect((await app.inject('/page')).body).not.toBe(page.body);
    expect((await app.inject('/api/context')).headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it('of the API are in no cache, however the address is written', async () => {
    const app = await start();
    for (const url of ['/api/context', '/%61pi/context', '/api/%63ontext', '/api/context/', '/%61pi/nothing', '/API/context'])
      expect([url, (await app.inject(url)).headers['cache-control']]).toEqual([url, 'no-store']);
  });

  it('are compressed if they are large', async () => {
    const app = await start();
    const headers = { 'accept-encoding': 'br, gzip' };
    expect((await app.inject({ url: '/api/long', headers })).headers['content-encoding']).toBe('br');
    expect((await app.inject({ url: '/api/context', headers })).headers['content-encoding']).toBeUndefined();
  });
});

describe('limits', () => {
  const limited: Routes = (app) => {
    app.post('/api/proof', { config: { access: 'proof', limit: 'guess' } }, () => ({}));
  };
  const call = (app: App) => app.inject({ method: 'POST', url: '/api/proof' });
  it('answer 429 in the error shape, scaled by the factor', async () => {
    const app = await start({ routes: [limited], env: { RATE_LIMITS: 'on', RATE_LIMIT_FACTOR: '0.03' } });
    expect((await call(app)).statusCode).toBe(200);
    expect((await call(app)).statusCode).toBe(200);
    const answer = await call(app);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
  it('are wide for a provider and tight for forged calls', async () => {
    const provider: Routes = (app) => {
      const forgeries = limitForgeries(app);
      app.post('/api/told', { config: { access: 'provider' }, onRequest: forgeries.admit }, async (request, reply) => {
        if (request.headers['signature'] === 'good') return reply.send('1|OK');
        await forgeries.failed(request);
        return reply.code(400).send('0|');
      });
      app.get('/api/other', { config: { access: 'public' } }, () => ({}));
    };
    // A hundredth: 12 calls a minute for visitors, 600 for providers, one forgery.
    const app = await start({ routes: [provider], env: { RATE_LIMITS: 'on', RATE_LIMIT_FACTOR: '0.01' } });
    const told = async (signature: string, remoteAddress: string) =>
      (await app.inject({ method: 'POST', url: '/api/told', remoteAddress, headers: { signature } })).statusCode;
    const answers: number[] = [];
    for (let n = 0; n < 602; n++) answers.push(await told('good', '10.0.0.1'));
    expect(answers).toEqual([...Array.from({ length: 600 }, () => 200), 429, 429]);
    expect((await app.inject({ url: '/api/other', remoteAddress: '10.0.0.1' })).statusCode).toBe(200);

    expect(await told('good', '10.0.0.2')).toBe(200);
    expect(await told('forged', '10.0.0.2')).toBe(400);
    const guess = await app.inject({ method: 'POST', url: '/api/told', remoteAddress: '10.0.0.2', headers: { signature: 'good' } });
    expect(guess.statusCode).toBe(429);
    expect(Number(guess.headers['retry-after'])).toBeGreaterThan(0);
    expect(await told('good', '10.0.0.3')).toBe(200);
  });
  it('hide an address with a secret: a wrong one is no address, for any body, and counts as forged', async () => {
    const provider: Routes = (app) => {
      const forgeries = limitForgeries(app);
      app.post(
        '/api/told/:secret',
        {
          schema: { params: z.object({ secret: z.string() }), body: z.object({ id: z.string() }) },
          config: { access: 'provider' },
          onRequest: secretAddress(forgeries, secret('the address')),
        },
        async (_, reply) => reply.send('1|OK'),
      );
    };
    const app = await start({ routes: [provider], env: { RATE_LIMITS: 'on', RATE_LIMIT_FACTOR: '0.05' } });
    const told = async (address: string, payload: object, remoteAddress: string) =>
      (await app.inject({ method: 'POST', url: `/api/told/${encodeURIComponent(address)}`, payload, remoteAddress })).statusCode;
    expect(await told('the address', { id: 'x' }, '10.0.0.1')).toBe(200);
    expect(await told('the address', {}, '10.0.0.1')).toBe(400);
    expect(await told('the addres', {}, '10.0.0.2')).toBe(404);
    expect(await told('', { id: 'x' }, '10.0.0.2')).toBe(404);
    for (let guess = 0; guess < 3; guess++) await told(`guess ${guess}`, { id: 'x' }, '10.0.0.2');
    expect(await told('the address', { id: 'x' }, '10.0.0.2')).toBe(429);
    expect(await told('the address', { id: 'x' }, '10.0.0.1')).toBe(200);
  });
  it('can be switched off', async () => {
    const app = await start({ routes: [limited] });
    for (let n = 0; n < 8; n++) expect((await call(app)).statusCode).toBe(200);
  });
});

describe('operations', () => {
  it('report what is not ready', async () => {
    let missing = ['The projections lag.'];
    const app = await start({ ready: async () => missing });
    expect((await app.inject('/livez')).statusCode).toBe(200);
    const notReady = await app.inject('/readyz');
    expect([notReady.statusCode, notReady.json()]).toEqual([503, { ready: false, notReady: ['The projections lag.'] }]);
    missing = [];
    expect((await app.inject('/readyz')).statusCode).toBe(200);
  });
  it('measure requests by route, and require the token for metrics in production', async () => {
    const app = await start();
    await app.inject('/api/things/7');
    expect((await app.inject('/metrics')).body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/things/:id",status="200"} 1',
    );
    const production = await start({
      env: {
        NODE_ENV: 'production',
        RATE_LIMITS: 'on',
        PUBLIC_URL: 'https://shop.example',
        SESSION_SECRET: 's'.repeat(40),
        PERSONAL_DATA_KEYS: `2026:${Buffer.alloc(32, 'k').toString('base64')}`,
        FORGOTTEN_LIST: '/var/lib/nordhaut/forgotten',
        METRICS_TOKEN: 'm'.repeat(20),
      },
    });
    expect((await production.inject('/metrics')).statusCode).toBe(401);
    expect((await production.inject({ url: '/metrics', headers: { authorization: `Bearer ${'m'.repeat(20)}` } })).statusCode).toBe(200);
  });
});

describe('routes', () => {
  it('must declare their access', async () => {
    await expect(testApp({ routes: [(app) => void app.get('/api/open', () => ({}))] })).rejects.toThrow(
      'route GET /api/open does not say who may call it',
    );
  });
  it('are listed', async () => {
    const app = await start();
    expect(app.registeredRoutes.find(({ url }) => url === '/api/callback')).toMatchObject({ method: 'POST', access: 'provider' });
    expect(app.registeredRoutes.some(({ url }) => url === '/api/*')).toBe(false);
  });
  it('authorise the caller before the body is validated', async () => {
    const app = await start({
      authorise: (_request, access) =>
        void (access === 'public' && orThrow({ ok: false, rejection: { status: 401, code: 'UNAUTHORISED', message: 'no' } })),
    });
    expect((await app.inject({ method: 'POST', url: '/api/things', payload: { wrong: 1 } })).statusCode).toBe(401);
  });
  it('are described by the schemas of the contracts, on a page that works under its policy', async () => {
    const app = await start({
      routes: [
        (scope) =>
          void scope.post(
            '/api/orders',
            { config: { access: 'public' }, schema: { body: PlaceOrderRequest, tags: ['orders'] } },
            () => ({}),
          ),
      ],
    });
    const api = (await app.inject('/api/openapi.json')).json();
    const { schemas } = api.components;
    expect(api.paths['/api/orders'].post.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/PlaceOrderRequest',
    });
    const body = schemas.PlaceOrderRequest;
    expect(body.properties.recipient).toEqual({ $ref: '#/components/schemas/Recipient' });
    expect(schemas.Recipient.properties.firstName).toEqual({ type: 'string', maxLength: 10 });
    expect(schemas.CartItem.properties.quantity).toMatchObject({ type: 'integer', maximum: 99 });
    expect(Object.keys(api.paths)).toEqual(['/api/orders']);
    const operation = api.paths['/api/orders'].post;
    expect(operation.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
    expect(api.components.parameters.IdempotencyKey).toMatchObject({ in: 'header', name: 'Idempotency-Key', required: false });
    expect(operation.responses['4XX']).toEqual({ $ref: '#/components/responses/RefusedWithKey' });
    expect(schemas.ErrorBody.required).toEqual(['status', 'code', 'message', 'correlationId']);
    const page = await app.inject({ url: '/api/docs', headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.body).not.toMatch(/<script(?![^>]*src=)[^>]*>/);
    const initializer = await app.inject('/api/docs/static/swagger-initializer.js');
    expect(initializer.body).toContain('/api/openapi.json');
  });
});
