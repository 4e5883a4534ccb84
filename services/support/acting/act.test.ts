import type { OrderAct } from '@nordhaut/contracts/support';
import { type Order, orderDecider, type OrderEvent } from '@nordhaut/ordering';
import { authorised, placed } from '@nordhaut/ordering/testing';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import type { EventMetadata } from '@nordhaut/platform/event-store';
import { expect, test } from 'vitest';
import { type ActDeps, supportActs } from './act.ts';

const order = { terms: { orderNo: 'N1' }, startedRefunds: [], refunds: [], goodwillCredit: [] } as unknown as Order;
const context = { commandId: '6f1c1f39-7c0e-4a0f-9d43-1b6c2c9b7a51', actor: { kind: 'support', id: 'S1' } as const, now: new Date(0) };

/** Nothing of a refused act may reach the order. */
const never = (): never => {
  throw new Error('the order got a command');
};
const deps: ActDeps = {
  commands: { handle: never } as unknown as ActDeps['commands'],
  process: { cancel: never, drive: never, lookUpRefund: never },
  newOrderNo: () => 'N2',
  days: { used: () => Promise.resolve(0), take: () => Promise.resolve(1), giveBack: () => Promise.resolve() },
  limits: { aloneMax: 300, aDay: 5 },
  changeStore: never,
  mayBeOne: () => Promise.resolve(true),
  memberGone: () => Promise.resolve(false),
  clock: () => new Date(0),
  log: { error: never },
};
const acts = supportActs(deps);

test.each<OrderAct>([
  { type: 'goodwill', amount: 200 },
  { type: 'credit', amount: 200 },
])('two halves of $type at once do not get around the limit: the second one names a revision that its order does not have yet', (act) =>
  // The limits were looked up on revision 5, so a command at revision 6 would not count what was granted in between.
  expect(acts.act('N1', { order, revision: 5, events: [] }, act, { expectedRevision: 6, reason: '補償' }, context)).rejects.toMatchObject({
    name: 'Rejected',
    rejection: { code: 'ORDER_CHANGED' },
  }),
);

test('an approval that names a revision that was not read does not pass as one of nobody’s proposal', () =>
  expect(
    acts.judge(
      'N1',
      { order, revision: 5, events: [] },
      { proposalId: 'P1', verdict: 'approve' },
      { expectedRevision: 6, reason: '同意' },
      context,
    ),
  ).rejects.toMatchObject({ name: 'Rejected', rejection: { code: 'ORDER_CHANGED' } }));

// Before its answer is kept, a process may die. Then all that was paid is owed, and the act itself would be refused.
test('a refund that is sent again after its answer was lost gets the first outcome, and keeps its number of the day', async () => {
  const refund: OrderEvent = {
    type: 'RefundStarted',
    data: { at: '2026-11-21T01:00:00.000Z', refundId: 'RG1', amount: 1100, reason: 'GOODWILL', way: 'transfer', strayTradeId: null },
  };
  const after = foldEvents(orderDecider, [placed(), authorised, refund]) as Order;
  const numbers: string[] = [];
  const again = supportActs({
    ...deps,
    commands: {
      handle: () => Promise.resolve({ ok: true, replayed: true, revision: 2, events: [refund], state: { revision: 2, order: after } }),
    } as unknown as ActDeps['commands'],
    days: {
      used: () => Promise.resolve(1),
      take: () => Promise.resolve(numbers.push('taken')),
      giveBack: () => Promise.resolve(void numbers.push('given back')),
    },
    limits: { aloneMax: 3000, aDay: 5 },
  });
  const { commandId } = context;
  const seen = { order: after, revision: 2, events: [{ type: 'RefundStarted', data: {}, metadata: { commandId } as EventMetadata }] };
  const attributed = { expectedRevision: 1, reason: '補償' };
  await expect(again.act('N1', seen, { type: 'goodwill', amount: 1100 }, attributed, context)).resolves.toMatchObject({
    outcome: 'done',
    revision: 2,
  });
  expect(numbers).not.toContain('given back');
});
