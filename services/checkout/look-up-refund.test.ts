import { type Debt, heldByBank, moneyOf, type Order, orderDecider, type OrderCommand } from '@nordhaut/ordering';
import type { FindOutcome, RefundOutcome } from '@nordhaut/payments';
import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import type { CheckoutDeps } from './deps.ts';
import { lookUpRefund, refundPayment } from './card-refunds.ts';
import type { Run } from './run.ts';
import { personal, terms } from './testing.ts';

const at = '2026-11-20T01:00:00.000Z';
const LATER = '2026-11-28T01:00:00.000Z';
const refundId = `RF${terms.orderNo}`;

const grantId = `RG${terms.orderNo}`;
const granted: OrderCommand[] = [{ type: 'GrantRefund', at, amount: 30, note: '補償' }];
const cancelled: OrderCommand[] = [
  { type: 'CancelOrder', at, reason: 'CHANGED_MIND' },
  { type: 'StartRefunds', at },
];

/**
 * A paid order whose refund was decided, and what the processor answers about its charge. `paid`: what it pays back of each refund, or its
 * answer for each charge.
 */
function refused(answer: 'none' | 'unknown' | number, paid: number | Record<string, RefundOutcome> = 0, decided = cancelled) {
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...terms, at }, subject: 'guest:1', personal });
  const send = (command: OrderCommand) => expect(own.send(command), command.type).not.toEqual([]);
  send({ type: 'AuthoriseCardPayment', at, recTradeId: 'D1', bankTransactionId: 'T1', amount: terms.total, authCode: '1' });
  for (const command of decided) send(command);
  const record = { recTradeId: 'D1', status: 'captured', originalAmount: terms.total, refundedAmount: answer };
  const found = typeof answer === 'number' ? { kind: 'found', record, others: [] } : { kind: answer, reason: 'TIMEOUT' };
  const logged: string[] = [];
  const deps = {
    processor: {
      find: () => Promise.resolve(found as FindOutcome),
      refund: ({ recTradeId }: { recTradeId: string }) =>
        Promise.resolve(typeof paid === 'number' ? { kind: 'refunded', amount: paid } : paid[recTradeId]),
    },
    log: { error: (_: object, message: string) => logged.push(message), warn: () => undefined },
  } as unknown as CheckoutDeps;
  const order = (): Order => own.state() ?? expect.fail('no order');
  const run = {
    now: () => at,
    placed: order,
    order: (_: string, command: OrderCommand) => Promise.resolve(send(command)),
  } as unknown as Run;
  return { order, logged, ask: (id = refundId) => lookUpRefund(deps, run, id), pay: () => refundPayment(deps, run) };
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

test('a refund that the bank refuses does not hold up the refund of a second charge', async () => {
  const stray: OrderCommand = { type: 'RecordStrayCharge', at, recTradeId: 'D2', bankTransactionId: 'T2', amount: 40 };
  const { order, pay } = refused(0, { D1: { kind: 'refused', code: 10024, message: '' }, D2: { kind: 'refunded', amount: 40 } }, [
    ...granted,
    stray,
    { type: 'StartRefunds', at },
  ]);
  expect(await pay()).toBe('done');
  expect(moneyOf(order())).toMatchObject({ paidBack: 40, owed: 30, debts: [{ refundId: grantId }] });
  expect(await pay()).toBe('later');
});

test('a refund for which the processor still has the money is open', async () => {
  const { order, ask } = refused(0);
  expect([await ask(), moneyOf(order()).owed]).toEqual([{ state: 'open' }, terms.total]);
});

test('a refund that was made at the processor is recorded, so that nobody pays it by transfer', async () => {
  const { order, ask } = refused(terms.total);
  expect([await ask(), moneyOf(order()).debts]).toEqual([{ state: 'paid', refunded: terms.total, left: 0 }, []]);
  expect(await ask()).toEqual({ state: 'none' });
});

const byTransfer: OrderCommand[] = [
  { type: 'ProposeRefund', at: LATER, by: 'one', amount: 30, as: 'by-transfer', refundId: grantId, note: '銀行拒絕' },
  { type: 'JudgeRefund', at: LATER, proposalId: 'P1', verdict: 'approve', by: 'two', proposer: 'one', note: '同意' },
];

// The process died after the processor's answer, so the shop knows nothing of the refund.
test.each<[string, number, OrderCommand[], object, Partial<Debt>[]]>([
  ['all of it', 30, granted, { refunded: 30, left: 0 }, []],
  ['a part', 10, granted, { refunded: 10, left: 20 }, [{ amount: 20, way: 'card', refundId: `${grantId}2` }]],
  ['more', 45, granted, { refunded: 45, left: 0 }, []],
  ['all of it, while two people made it a transfer', 30, [...granted, ...byTransfer], { refunded: 30, left: 0 }, []],
  [
    'a part, while two people made it a transfer',
    10,
    [...granted, ...byTransfer],
    { refunded: 10, left: 20 },
    [{ amount: 20, way: 'transfer' }],
  ],
])('a refund of a part of a charge of which the processor paid %s is not paid again', async (_, paid, decided, found, debts) => {
  const { order, ask } = refused(paid, 0, decided);
  expect(await ask(grantId)).toEqual({ state: 'paid', ...found });
  expect(moneyOf(order())).toMatchObject({ paidBack: paid, debts });
  expect(heldByBank(order())).toBe(terms.total - paid);
});

test('the process records the same refund once, also after it was looked up', async () => {
  const { order, ask } = refused(30, 0, granted);
  await ask(grantId);
  const known = order();
  const late = { refundId: grantId, amount: 30, reason: 'GOODWILL', way: 'card', strayTradeId: null } as const;
  expect(orderDecider.decide({ type: 'IssueRefund', at, ...late }, known)).toEqual({ ok: true, events: [] });
});

// The process died after the processor's answer about the second refund.
test.each([
  [40, 'open', [[`${grantId}2`, 40]]],
  [
    50,
    'paid',
    [
      [`${grantId}2`, 40],
      [grantId, 10],
    ],
  ],
])('NT$ %i that went back answer the refund that goes to the card before one that became a transfer', async (gone, state, paid) => {
  const { order, ask } = refused(gone, 0, [...granted, ...byTransfer, { type: 'GrantRefund', at: LATER, amount: 40, note: '補償' }]);
  expect((await ask(grantId)).state).toBe(state);
  expect(order().refunds.map(({ refundId, amount }) => [refundId, amount])).toEqual(paid);
});

test('an answer of the card after its refund was paid by transfer is no repetition: the money went back twice', () => {
  const paid = { type: 'IssueRefund', at: LATER, refundId: grantId, amount: 30, reason: 'GOODWILL', strayTradeId: null } as const;
  const { order } = refused(0, 0, [...granted, ...byTransfer, { ...paid, way: 'transfer' }]);
  expect(orderDecider.decide({ ...paid, way: 'card' }, order())).toMatchObject({ ok: false, rejection: { code: 'REFUND_ID_USED' } });
});

test.each(['none', 'unknown'] as const)('without a record of the processor (%s), nobody knows', async (answer) => {
  const { order, ask } = refused(answer);
  expect([await ask(), moneyOf(order()).owed]).toEqual([{ state: 'unknown' }, terms.total]);
});
