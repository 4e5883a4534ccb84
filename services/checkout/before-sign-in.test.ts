import type { Claim } from '@nordhaut/cart';
import { orderDecider, type OrderEvent, type OrderTerms } from '@nordhaut/ordering';
import { AT, authorised, line, placed } from '@nordhaut/ordering/testing';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import { given } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { endOrdersBefore, whyLacking } from './before-sign-in.ts';
import type { CheckoutProcess } from './process.ts';

type Outcome = Awaited<ReturnType<CheckoutProcess['replace']>>;
const claim = (orderNo: string, ...productIds: number[]): Claim =>
  ({ orderNo, items: productIds.map((productId) => ({ productId, tier: 'ORIGIN', quantity: 1 })) }) as Claim;
const context = {} as CommandContext;

/** What happens to the orders that a browser began before its member signed in, when the member orders product 5. */
async function ended(claims: Claim[], outcome: Outcome, earlier?: string): Promise<{ refused: Rejection | undefined; did: string[] }> {
  const did: string[] = [];
  const note = (what: string): Promise<void> => Promise.resolve(void did.push(what));
  const process = {
    replace: (orderNo: string) => note(`replace ${orderNo}`).then(() => outcome),
    drive: (orderNo: string) => note(`close ${orderNo}`),
  } as unknown as Pick<CheckoutProcess, 'replace' | 'drive'>;
  const before = { cartId: 'guest', claims, adopt: () => note('adopt') };
  return { refused: await endOrdersBefore(process, before, { items: [{ productId: 5 }], earlier }, context), did };
}

test('an unpaid order with the same goods, or the one at the bank, is given up, and its lines follow; others stay', async () => {
  const claims = [claim('A', 5, 9), claim('B', 6), claim('C', 7)];
  const { refused, did } = await ended(claims, 'given-up', 'C');
  expect(refused).toBeUndefined();
  expect(did).toEqual(['replace A', 'close A', 'replace C', 'close C', 'adopt']);
  expect((await ended([claim('B', 6)], 'given-up')).did).toEqual([]);
});

test.each<[Outcome, string]>([
  ['paid', 'EARLIER_ORDER_PAID'],
  ['turned-out-paid', 'EARLIER_ORDER_PAID'],
  ['unclear', 'EARLIER_PAYMENT_UNCLEAR'],
  ['free', 'CART_CLAIMED'],
])('nobody pays for the same goods twice: an earlier order that is %s refuses the new one', async (outcome, code) => {
  const { refused, did } = await ended([claim('A', 5), claim('B', 5)], outcome);
  expect(refused).toMatchObject({ code, details: { orderNo: 'A' } });
  expect(did).toEqual(['replace A']);
});

const cancelled: OrderEvent = { type: 'OrderCancelled', data: { at: AT, reason: 'CHANGED_MIND', refundDue: true } };
const empty: Rejection = { status: 409, code: 'CART_EMPTY', message: '' };
type Lacking = { more?: Partial<OrderTerms>; events?: OrderEvent[]; wanted?: number; rejection?: Rejection; earlier?: string | undefined };
test.each<[what: string, Lacking, boolean]>([
  ['was paid since', {}, true],
  ['is not paid', { events: [] }, false],
  ['was paid and cancelled', { events: [authorised, cancelled] }, false],
  ['began in another cart', { more: { cartId: 'other' } }, false],
  ['has other goods', { wanted: 6 }, false],
  ['is not named', { earlier: undefined }, false],
  ['was paid, but the new one is refused for another reason', { rejection: { ...empty, code: 'TERMS_NOT_ACCEPTED' } }, false],
])('an order whose goods the cart lacks names the earlier one that %s: %o', async (_, lacking, isNamed) => {
  const { more = {}, events = [authorised], wanted = 5, rejection = empty } = lacking;
  const { state } = given(orderDecider)(placed({ cartId: 'guest', lines: [line, { ...line, productId: 9 }], ...more }), ...events);
  const process = { load: () => Promise.resolve({ order: state }) } as unknown as CheckoutProcess;
  const before = { cartId: 'guest', claims: [], adopt: () => Promise.resolve() };
  const earlier = 'earlier' in lacking ? lacking.earlier : 'A';
  const why = await whyLacking(process, rejection, before, { items: [{ productId: wanted }], earlier });
  expect(why).toEqual(isNamed ? expect.objectContaining({ code: 'EARLIER_ORDER_PAID', details: { orderNo: 'A' } }) : rejection);
  expect(await whyLacking(process, rejection, undefined, { items: [{ productId: wanted }], earlier })).toBe(rejection);
});
