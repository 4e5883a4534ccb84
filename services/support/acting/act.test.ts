import type { OrderAct } from '@nordhaut/contracts/support';
import type { Order } from '@nordhaut/ordering';
import { expect, test } from 'vitest';
import { type ActDeps, supportActs } from './act.ts';

const order = { terms: { orderNo: 'N1' }, startedRefunds: [], refunds: [], goodwillCredit: [] } as unknown as Order;
const context = { commandId: '6f1c1f39-7c0e-4a0f-9d43-1b6c2c9b7a51', actor: { kind: 'support', id: 'S1' } as const, now: new Date(0) };

/** Nothing of a refused act may reach the order. */
const never = (): never => {
  throw new Error('the order got a command');
};
const acts = supportActs({
  commands: { handle: never } as unknown as ActDeps['commands'],
  process: { cancel: never, drive: never, lookUpRefund: never },
  newOrderNo: () => 'N2',
  days: { used: () => Promise.resolve(0), take: () => Promise.resolve(1), giveBack: () => Promise.resolve() },
  limits: { aloneMax: 300, aDay: 5 },
  changeStore: never,
  mayBeOne: () => Promise.resolve(true),
  clock: () => new Date(0),
  log: { error: never },
});

test.each<OrderAct>([
  { type: 'goodwill', amount: 200 },
  { type: 'credit', amount: 200 },
])('two halves of $type at once do not get around the limit: the second one names a revision that its order does not have yet', (act) =>
  // The limits were looked up on revision 5, so a command at revision 6 would not count what was granted in between.
  expect(acts.act('N1', { order, revision: 5 }, act, { expectedRevision: 6, reason: '補償' }, context)).rejects.toMatchObject({
    name: 'Rejected',
    rejection: { code: 'ORDER_CHANGED' },
  }),
);

test('an approval that names a revision that was not read does not pass as one of nobody’s proposal', () =>
  expect(
    acts.judge('N1', { order, revision: 5 }, { proposalId: 'P1', verdict: 'approve' }, { expectedRevision: 6, reason: '同意' }, context),
  ).rejects.toMatchObject({ name: 'Rejected', rejection: { code: 'ORDER_CHANGED' } }));
