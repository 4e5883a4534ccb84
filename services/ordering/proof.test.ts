import { createSecretKey } from 'node:crypto';
import { secret } from '@nordhaut/platform/config';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import type { Commands } from '@nordhaut/platform/envelope';
import type { App } from '@nordhaut/platform/http';
import { testApp } from '@nordhaut/platform/http/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGuesses, guessMigrations, networkDelay, orderDelay } from './guesses.ts';
import { orderingRoutes } from './http.ts';
import { maskEmail, maskName, maskPhone } from './mask.ts';
import { evolve, type Order, type OrderState } from './order.ts';
import { orderProofs, phoneMatches } from './proof.ts';
import type { FoundOrder } from './queries.ts';
import { AT, failed, placed } from './testing.ts';

const ORDER = 'N123456789ABCDEF';
let now = new Date('2026-11-20T01:00:00Z');
const proofs = orderProofs(secret('a-secret-of-at-least-32-characters-'), () => now);

test('a proof is valid for one order and expires', () => {
  const proof = proofs.issue(ORDER);
  expect(proofs.holds(ORDER, proof)).toBe(true);
  expect(proofs.holds('N999999999ABCDEF', proof)).toBe(false);
  expect(proofs.holds(ORDER, `${proof}x`)).toBe(false);
  expect(proofs.holds(ORDER, undefined)).toBe(false);
  expect(proofs.holds(ORDER, proof, '2026-11-20T01:00:00.000Z')).toBe(true);
  expect(proofs.holds(ORDER, proof, '2026-11-20T01:00:00.001Z')).toBe(false);
  expect(proofs.holds(ORDER, proof, '2026-01-01T00:00:00.000Z')).toBe(true);
  now = new Date('2027-02-01T01:00:00Z');
  expect(proofs.holds(ORDER, proof)).toBe(false);
  expect(proofs.holds(ORDER, proof, '2026-01-01T00:00:00.000Z')).toBe(false);
});

test.each(['0912345678', '912345678', '0912-345-678', '+886912345678', '+886 912 345 678', '+8860912345678'])(
  'the recipient may write the number as %s',
  (typed) => expect(phoneMatches(typed, '+886912345678')).toBe(true),
);
test.each(['0912345679', '', '12345678', '+85212345678', '0'])('%s does not match the number', (typed) =>
  expect(phoneMatches(typed, '+886912345678')).toBe(false),
);
test('no number matches an unknown order', () => expect(phoneMatches('0912345678', undefined)).toBe(false));

test.each([
  ['王大明', '王○明'],
  ['王明', '王○'],
  ['歐陽小美麗', '歐○○○麗'],
])('%s is shown as %s', (name, masked) => expect(maskName(name)).toBe(masked));
test('masks phones and mail addresses', () => {
  expect(maskPhone('0912345678')).toBe('09••••678');
  expect(maskPhone('85291234567')).toBe('••••567');
  expect(maskEmail('ming@example.com')).toBe('m••••');
  expect(maskEmail('')).toBe('');
});

describe('the proof call', () => {
  const secretKey = createSecretKey(Buffer.alloc(32, 7));
  const cartId = '7f1c2a34-5b6d-4e8f-9a01-23456789abcd';
  const order = evolve(null, { ...placed({ cartId }), revision: 0, position: 0n, recordedAt: AT }) as Order;
  const linked = (orderNo: string, of: string): Order => ({
    ...order,
    terms: { ...order.terms, orderNo, cartId: null, linked: { orderNo: of, kind: 'RESEND', value: 1100 } },
  });
  const AGAIN = 'N123456789ABCAAA';
  /** fails the check of the number */
  const EARLIER = 'X999999999ABCDEF';
  const ONCE_MORE = 'N123456789ABCBBB';
  const found: FoundOrder = { order, personal: order.personal, revision: 0, position: 1n, hash: undefined };
  const orders = new Map([
    [ORDER, found],
    [EARLIER, { ...found, order: { ...order, terms: { ...order.terms, orderNo: EARLIER } } }],
    [AGAIN, { ...found, order: linked(AGAIN, ORDER) }],
    [ONCE_MORE, { ...found, order: linked(ONCE_MORE, AGAIN) }],
  ]);
  let database: TestDatabase;
  let app: App;
  /** the queries of the call, in order */
  let calls: string[];
  let slept: number[];
  beforeAll(async () => {
    database = await testDatabase(guessMigrations);
    const said = (what: string, value: FoundOrder | undefined) => (calls.push(what), Promise.resolve(value));
    const guesses = createGuesses({
      pool: database.pool,
      key: secretKey,
      clock: () => now,
      sleep: (ms) => Promise.resolve(slept.push(ms)),
    });
    app = await testApp({
      env: { RATE_LIMITS: 'on', RATE_LIMIT_FACTOR: '1000' },
      routes: [
        orderingRoutes({
          commands: {} as Commands,
          queries: {
            findEvenly: (orderNo) => said('find', orders.get(orderNo)),
            find: () => said('look up', undefined),
            has: (orderNo) => (calls.push('has'), Promise.resolve(orders.has(orderNo))),
          },
          memberOrders: { list: () => Promise.reject(new Error('no list here')) },
          zipOf: () => Promise.resolve(''),
          proofs,
          isOurs: (orderNo) => !orderNo.startsWith('X'),
          guesses: {
            admit: async (orderNo, address) => {
              calls.push('admit');
              return guesses.admit(orderNo, address);
            },
          },
          closedDays: new Set(),
          trackingUrls: { TCAT: '', UNIMARTC2C: '', FAMIC2C: '' },
          keeping: { contactDays: 180, supportDays: 180, invoiceYears: 5 },
          clock: () => now,
          secureCookies: false,
        }),
        (scope) => {
          scope.post('/visit', { schema: {}, config: { access: 'public' } }, (_request, reply) => ({ id: reply.visitor() }));
        },
      ],
    });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });
  beforeEach(async () => {
    now = new Date('2026-11-20T01:00:00Z');
    [calls, slept] = [[], []];
    await database.pool.query('truncate proof_guesses');
  });

  const RIGHT = '0912345678';
  const WRONG = '0912345679';
  const prove = (orderNo: string, phone: string, address = '203.0.113.1', headers = {}) =>
    app.inject({ method: 'POST', url: `/api/orders/${orderNo}/proof`, remoteAddress: address, payload: { phone }, headers });
  const guessFromEverywhere = (): Promise<number[]> =>
    Promise.all(Array.from({ length: 60 }, (_, index) => prove(ORDER, WRONG, `198.51.100.${index}`).then((answer) => answer.statusCode)));
  const failures = async () => (await database.pool.query<{ failures: number }>('select failures from proof_guesses')).rows;

  test('an unknown order and a wrong phone number make the same calls and get the same answer', async () => {
    const [unknown, callsOfUnknown] = [await prove('N999999999ABCDEF', WRONG), calls];
    calls = [];
    const wrong = await prove(ORDER, WRONG);
    expect(calls).toEqual(callsOfUnknown);
    expect(calls).toEqual(['find', 'admit']);
    expect([wrong.statusCode, wrong.json().code, wrong.json().message]).toEqual([403, unknown.json().code, unknown.json().message]);
    expect(Object.keys(wrong.headers)).toEqual(Object.keys(unknown.headers));
    expect((await failures()).map((row) => row.failures)).toEqual([1, 1, 1, 1]);
  });

  test('rejects a number that was never issued by a look at the read model, and counts no guess', async () => {
    expect((await prove('X123456789ABCDEF', RIGHT)).statusCode).toBe(403);
    expect(calls).toEqual(['has']);
    expect(await failures()).toEqual([]);
  });

  test('takes the number of an order from before a new session secret, and counts its guesses', async () => {
    expect([(await prove(EARLIER, WRONG)).statusCode, (await prove(EARLIER, RIGHT)).statusCode]).toEqual([403, 200]);
    expect(calls).toEqual(['has', 'find', 'admit', 'has', 'find', 'admit']);
  });

  test('the right number removes its guess from the count', async () => {
    expect((await prove(ORDER, RIGHT)).statusCode).toBe(200);
    expect((await failures()).map((row) => row.failures)).toEqual([0, 0]);
  });

  test("after its own time, a member's order answers the right number as one whose contact was forgotten", async () => {
    const over = [placed({ cartId, memberId: 'M1' }), failed].reduce<OrderState>(
      (state, event, revision) => evolve(state, { ...event, revision, position: BigInt(revision), recordedAt: AT }),
      null,
    ) as Order;
    const purposes = ['contact' as const];
    const forgotten = { at: AT, purposes, requester: 'CALENDAR' as const, reason: 'PURPOSE_ENDED' as const, kept: [] };
    const event = { type: 'PersonalDataForgotten' as const, data: forgotten, revision: 2, position: 2n, recordedAt: AT };
    const without = evolve(over, event) as Order;
    const [OF_MEMBER, FORGOTTEN] = ['N123456789ABCMMM', 'N123456789ABCFFF'];
    orders.set(OF_MEMBER, { ...found, order: over, personal: over.personal });
    orders.set(FORGOTTEN, { ...found, order: without, personal: without.personal });
    expect((await prove(OF_MEMBER, RIGHT)).statusCode).toBe(200);
    now = new Date(Date.parse(AT) + 180 * 86_400_000);
    [calls, slept] = [[], []];
    const expected = await prove(FORGOTTEN, RIGHT);
    const callsOfForgotten = calls;
    calls = [];
    const answer = await prove(OF_MEMBER, RIGHT);
    expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([403, 'PROOF_FAILED', expected.json().message]);
    expect(expected.statusCode).toBe(403);
    expect(calls).toEqual(callsOfForgotten);
    // It counts as a failure for the order and the network, as a wrong number does; the right guess before it does not.
    expect((await failures()).map((row) => row.failures).toSorted()).toEqual([1, 1, 1, 1]);
  });

  test('delays one network after five failures and then answers 429; does not delay another network', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 10; guess++) statuses.push((await prove(ORDER, WRONG)).statusCode);
    // The clock stands still, so the turns add up: 1 + 2 + 4 s are within the hold, 15 s are not.
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 403), 429]);
    expect(slept.map((ms) => Math.floor(ms / 1_000)).filter((seconds) => seconds > 0)).toEqual([1, 3, 7]);
    const late = await prove(ORDER, RIGHT);
    expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '16']);
    expect((await prove(ORDER, RIGHT, '203.0.113.2')).statusCode).toBe(200);
    now = new Date(now.getTime() + 16_000);
    expect((await prove(ORDER, RIGHT)).statusCode).toBe(200);
  });

  test('counts one IPv6 customer as one network', async () => {
    for (let guess = 0; guess < 9; guess++) await prove(ORDER, WRONG, `2001:db8::${guess}`);
    expect((await prove(ORDER, RIGHT, '2001:db8::ffff')).statusCode).toBe(429);
  });

  test('guesses from many networks at once share the turns of the order', async () => {
    const statuses = await guessFromEverywhere();
    // Turns of 2·n² ms fill the hold of 10 s after 25 guesses.
    expect(statuses.filter((status) => status === 403)).toHaveLength(25);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
    expect(Math.max(...slept)).toBeLessThanOrEqual(10_000);
  });

  test('orders that send goods again share the turns of the order that was paid, because they have its phone number', async () => {
    await guessFromEverywhere();
    for (const orderNo of [AGAIN, ONCE_MORE]) expect((await prove(orderNo, RIGHT, '198.51.100.1')).statusCode).toBe(429);
  });

  test("the buyer's own browser does not wait behind the guesses of strangers", async () => {
    await guessFromEverywhere();
    expect((await prove(ORDER, RIGHT, '198.51.100.1')).statusCode).toBe(429);
    const cookie = `order-proof=${proofs.issue(ORDER)}`;
    expect((await prove(ORDER, RIGHT, '198.51.100.1', { cookie })).statusCode).toBe(200);
    expect((await prove(ORDER, RIGHT, '198.51.100.1', { 'order-proof': proofs.issue(ORDER) })).statusCode).toBe(200);
    expect((await prove(ORDER, RIGHT, '198.51.100.1', { cookie: `order-proof=${proofs.issue('N999999999ABCDEF')}` })).statusCode).toBe(429);
  });

  test('the browser whose cart became the order does not wait either, until a member adopts the order', async () => {
    const visit = await app.inject({ method: 'POST', url: '/visit' });
    const [{ name, value }] = visit.cookies as [{ name: string; value: string }];
    await guessFromEverywhere();
    const cookie = `${name}=${encodeURIComponent(value)}`;
    expect((await prove(ORDER, RIGHT, '198.51.100.1', { cookie })).statusCode).toBe(429);
    (order.terms as { cartId: string }).cartId = visit.json().id;
    expect((await prove(ORDER, RIGHT, '198.51.100.1', { cookie })).statusCode).toBe(200);
    // The next person at this browser is not the member who adopted the order.
    order.adoptedAt = AT;
    expect((await prove(ORDER, RIGHT, '198.51.100.1', { cookie })).statusCode).toBe(429);
    delete order.adoptedAt;
  });
});

test('all networks together need years for the candidates of one order', () => {
  const KEPT = 180 * 86_400_000;
  const CANDIDATES = 100_000;
  let guesses = 0;
  for (let at = 0; at <= KEPT; at += orderDelay(guesses)) guesses += 1;
  expect(guesses / CANDIDATES).toBeLessThan(0.035);
  let all = 0;
  for (let guess = 1; guess <= CANDIDATES; guess++) all += orderDelay(guess);
  expect(all / (365 * 86_400_000)).toBeGreaterThan(20);
  // One network alone is delayed much sooner.
  expect([5, 6, 7, 13, 40].map(networkDelay)).toEqual([0, 1_000, 2_000, 128_000, 7_200_000]);
});
