import type { PlaceOrderRequest } from '@nordhaut/contracts';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import { expect, test } from 'vitest';
import { closeEarlier, earlierOf, giveUpEarlier } from './earlier-order.ts';
import type { Buyer, PlaceOrderDeps } from './place-order-deps.ts';
import type { Replaced } from './replace.ts';
import { terms } from './testing.ts';

const context = {} as CommandContext;
const asked = (replaces?: string): PlaceOrderRequest => ({ orderNo: 'NEXT', ...(replaces && { replaces }) }) as PlaceOrderRequest;
const browser = (atBank?: string): Buyer => ({ atBank }) as Buyer;

test('the earlier order is the one that the page names, else the one that the browser took to the bank, and never the order itself', () => {
  expect(earlierOf(asked('PAGE'), browser('COOKIE'))).toBe('PAGE');
  expect(earlierOf(asked(), browser('COOKIE'))).toBe('COOKIE');
  expect(earlierOf(asked(), browser())).toBeUndefined();
  expect([earlierOf(asked('NEXT'), browser('COOKIE')), earlierOf(asked(), browser('NEXT'))]).toEqual([undefined, undefined]);
});

const refused: Rejection = { status: 409, code: 'CART_CHANGED', message: '' };
const UNCLEAR = { ok: false, rejection: { code: 'EARLIER_PAYMENT_UNCLEAR' } };
const PAID = { ok: false, rejection: { code: 'EARLIER_ORDER_PAID' } };
test.each<[what: string, outcome: Replaced, byPage: object, byCookie: object]>([
  ['there is nothing to give up', 'free', { ok: true }, { ok: true }],
  ['it was given up', 'given-up', { ok: true, replaces: 'EARLIER' }, { ok: true, replaces: 'EARLIER' }],
  // A page that shows it as waiting does not know it. For anybody else it is a purchase of its own.
  ['it was paid before', 'paid', PAID, { ok: true }],
  ['it turns out to be paid', 'turned-out-paid', PAID, PAID],
  ['nobody knows whether it is paid', 'unclear', UNCLEAR, UNCLEAR],
  ['the new order cannot have its lines', { refused }, { ok: false, rejection: refused }, { ok: false, rejection: refused }],
])('an order after another one at the bank, where %s', async (_, outcome, byPage, byCookie) => {
  const given: string[] = [];
  const replace = (orderNo: string): Promise<Replaced> => {
    given.push(orderNo);
    return Promise.resolve(outcome);
  };
  const deps = { process: { replace } } as unknown as PlaceOrderDeps;
  const page = await giveUpEarlier(deps, asked('EARLIER'), browser(), terms, context);
  const cookie = await giveUpEarlier(deps, asked(), browser('EARLIER'), terms, context);
  expect([page, cookie]).toMatchObject([byPage, byCookie]);
  expect([page, cookie].map((answer) => 'replaces' in answer)).toEqual([byPage, byCookie].map((answer) => 'replaces' in answer));
  expect(await giveUpEarlier(deps, asked(), browser(), terms, context)).toEqual({ ok: true });
  expect(given).toEqual(['EARLIER', 'EARLIER']);
});

test('the new order stands where the earlier one cannot be closed yet', async () => {
  const warned: object[] = [];
  const drive = () => Promise.reject(new Error('the store is away'));
  const deps = { process: { drive }, log: { warn: (about: object) => warned.push(about) } } as unknown as PlaceOrderDeps;
  await closeEarlier(deps, 'EARLIER', context);
  expect(warned).toMatchObject([{ orderNo: 'EARLIER' }]);
});
