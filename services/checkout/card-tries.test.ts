import type { OrderState } from '@nordhaut/ordering';
import type { App } from '@nordhaut/platform/http';
import { testApp } from '@nordhaut/platform/http/testing';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cardTries } from './card-tries.ts';

let app: App | undefined;
afterEach(() => app?.close());

const START = Date.parse('2026-11-20T01:00:00Z');
type Outcome = { status: string; failure?: { reason: string; providerCode: number | null } };

/** A tenth of the limits: three cards that the bank refuses, six at its page. */
async function networks() {
  const orders = new Map<string, Outcome | 'unreadable'>();
  const looks: string[] = [];
  let now = START;
  const orderOf = (orderNo: string): Promise<OrderState> => {
    looks.push(orderNo);
    const payment = orders.get(orderNo);
    return payment === 'unreadable' ? Promise.reject(new Error('no history')) : Promise.resolve({ payment } as unknown as OrderState);
  };
  app = await testApp({
    env: { RATE_LIMITS: 'on', RATE_LIMIT_FACTOR: '0.1' },
    routes: [
      (one) => {
        const tries = cardTries(one, { orderOf, clock: () => new Date(now) });
        const config = { access: 'public', rateLimit: false } as const;
        const schema = { body: z.object({ code: z.optional(z.number()), orderNo: z.optional(z.string()) }) };
        one.post('/api/try', { config, schema }, async (request) => {
          const { code, orderNo } = request.body;
          if (code !== undefined) await tries.refused(request, code);
          if (orderNo !== undefined) tries.sentToBank(request, orderNo);
          return { may: code === undefined && orderNo === undefined ? await tries.mayTry(request) : null };
        });
      },
    ],
  });
  const call = async (payload: object, remoteAddress = '10.0.0.1') =>
    (await app?.inject({ method: 'POST', url: '/api/try', payload, remoteAddress }))?.json<{ may: boolean | null }>().may;
  return {
    looks,
    pass: (ms: number) => (now += ms),
    refused: (code: number) => call({ code }),
    mayTry: (address?: string) => call({}, address),
    /** Orders that this network takes to the bank, and what becomes of each. */
    async atBank(outcome: Outcome | 'unreadable', count = 1): Promise<void> {
      for (let of = 0; of < count; of++) {
        const orderNo = `N${orders.size}`;
        orders.set(orderNo, outcome);
        await call({ orderNo });
      }
    },
    settle: (outcome: Outcome) => orders.forEach((_, orderNo) => orders.set(orderNo, outcome)),
  };
}
const failed = (providerCode: number | null, reason = 'NOT_AUTHENTICATED'): Outcome => ({
  status: 'FAILED',
  failure: { reason, providerCode },
});
const WAITING: Outcome = { status: 'HANDLING' };

test('cards that the bank refuses count for their network; what says nothing of a card does not', async () => {
  const { refused, mayTry } = await networks();
  for (const code of [121, 421, 1_999, 9_999, 10_005, 10_006, 10_008, 10_009, 10_013]) await refused(code);
  for (const code of [2_000, 10_003]) await refused(code);
  expect(await mayTry()).toBe(true);
  await refused(10_003);
  expect([await mayTry(), await mayTry('10.0.0.2')]).toEqual([false, true]);
});

test('refusals at the bank’s page count once each, and neither who left it, nor a bank that was away, nor an order that cannot be read', async () => {
  const { atBank, mayTry, pass } = await networks();
  for (const outcome of [failed(null, 'ABANDONED'), failed(9_999), { status: 'SUCCESS' }, 'unreadable'] as const) await atBank(outcome, 6);
  await atBank(failed(null), 3);
  await atBank(failed(7), 2);
  for (let second = 0; second < 20; second++) {
    expect(await mayTry()).toBe(true);
    pass(1_000);
  }
  await atBank(failed(null));
  expect([await mayTry(), await mayTry('10.0.0.2')]).toEqual([false, true]);
});

test('an order at the bank is looked at every five seconds for an hour, twenty a second at most', async () => {
  const { atBank, looks, mayTry, pass, settle } = await networks();
  await atBank(WAITING, 25);
  const looked = async (): Promise<number> => {
    looks.length = 0;
    await mayTry();
    return looks.length;
  };
  expect([await looked(), await looked()]).toEqual([20, 0]);
  pass(1_000);
  expect(await looked()).toBe(5);
  pass(3_999);
  expect(await looked()).toBe(0);
  pass(1);
  expect(await looked()).toBe(20);
  pass(3_600_000);
  settle(failed(null));
  expect([await looked(), await mayTry()]).toEqual([0, true]);
});

test('of more orders at the bank than can be looked at in five seconds, each one gets its turn', async () => {
  const { atBank, looks, mayTry, pass } = await networks();
  await atBank(WAITING, 130);
  for (let second = 0; second < 7; second++) {
    await mayTry();
    pass(1_000);
  }
  expect(new Set(looks).size).toBe(130);
});
