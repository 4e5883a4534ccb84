import { moneyOf, type Order, orderDecider, type OrderCommand } from '@nordhaut/ordering';
import type { FindOutcome } from '@nordhaut/payments';
import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import type { CheckoutDeps } from './deps.ts';
import { lookUpRefund, refundPayment } from './payment-steps.ts';
import type { Run } from './run.ts';
import { personal, terms } from './testing.ts';

const at = '2026-11-20T01:00:00.000Z';
const refundId = `RF${terms.orderNo}`;

/** A cancelled order whose refund was decided, and what the processor answers about its charge. `paid`: what it pays back. */
function refused(answer: 'none' | 'unknown' | number, paid = 0) {
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...terms, at }, subject: 'guest:1', personal });
  const send = (command: OrderCommand) => expect(own.send(command), command.type).not.toEqual([]);
  send({ type: 'AuthoriseCardPayment', at, recTradeId: 'D1', bankTransactionId: 'T1', amount: terms.total, authCode: '1' });
  send({ type: 'CancelOrder', at, reason: 'CHANGED_MIND' });
  send({ type: 'StartRefunds', at });
  const record = { recTradeId: 'D1', status: 'captured', originalAmount: terms.total, refundedAmount: answer };
  const found = typeof answer === 'number' ? { kind: 'found', record, others: [] } : { kind: answer, reason: 'TIMEOUT' };
  const logged: string[] = [];
  const deps = {
    processor: { find: () => Promise.resolve(found as FindOutcome), refund: () => Promise.resolve({ kind: 'refunded', amount: paid }) },
    log: { error: (_: object, message: string) => logged.push(message) },
  } as unknown as CheckoutDeps;
  const order = (): Order => own.state() ?? expect.fail('no order');
  const run = {
    now: () => at,
    placed: order,
    order: (_: string, command: OrderCommand) => Promise.resolve(send(command)),
  } as unknown as Run;
  return { order, logged, ask: () => lookUpRefund(deps, run, refundId), pay: () => refundPayment(deps, run) };
}

test.each([
  ['less', 30, { paidBack: 30, owed: terms.total - 30 }],
  ['more', terms.total + 50, { paidBack: terms.total, owed: 0 }],
])('where the processor pays %s back, the event says what it paid of the decision', async (_, paid, money) => {
  const { order, pay, logged } = refused('unknown', paid);
  expect(await pay()).toBe('done');
  expect(moneyOf(order())).toMatchObject(money);
  expect(logged).toEqual(['the processor paid another amount back']);
});

test('a refund for which the processor still has the money is open', async () => {
  const { order, ask } = refused(0);
  expect([await ask(), moneyOf(order()).owed]).toEqual(['open', terms.total]);
});

test('a refund that was made at the processor is recorded, so that nobody pays it by transfer', async () => {
  const { order, ask } = refused(terms.total);
  expect([await ask(), moneyOf(order()).debts]).toEqual(['paid', []]);
  expect(await ask()).toBe('paid');
});

test.each(['none', 'unknown'] as const)('without a record of the processor (%s), nobody knows', async (answer) => {
  const { order, ask } = refused(answer);
  expect([await ask(), moneyOf(order()).owed]).toEqual(['unknown', terms.total]);
});
