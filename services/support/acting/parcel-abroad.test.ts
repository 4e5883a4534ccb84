import { moneyOf, type OrderCommand, orderDecider } from '@nordhaut/ordering';
import { AT as at, terms } from '@nordhaut/ordering/testing';
import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { commandOf } from './commands.ts';

const delivery = { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } as const;
const actor = { by: 'one', at, note: '倉庫回報', alone: true };

/** An order abroad that is paid or linked to a paid one. */
function ordered(more: Parameters<typeof terms>[0] = {}) {
  const agreed = terms({ delivery, cartId: null, ...more });
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...agreed, at }, subject: 'guest:1' });
  const order = () => own.state() ?? expect.fail('no order');
  const send = (command: OrderCommand) => expect(own.send(command), command.type).not.toEqual([]);
  const charge = { recTradeId: 'D1', bankTransactionId: 'T1', amount: agreed.total, authCode: '1' };
  if (agreed.total > 0) send({ type: 'AuthoriseCardPayment', at, ...charge });
  const commandFor = (code: '900' | '20000' | '40000'): OrderCommand => {
    const asked = commandOf({ type: 'parcel-abroad', code }, order(), actor);
    return asked.ok ? asked.command : expect.fail(asked.rejection.message);
  };
  const abroad = (code: '900' | '20000' | '40000') => orderDecider.decide(commandFor(code), order());
  const record = (code: '900' | '20000' | '40000') => send(commandFor(code));
  return { order, send, abroad, record };
}
const linked = { total: 0, subtotal: 0, shippingFee: 0, linked: { orderNo: 'N1', kind: 'RESEND', value: 1100 } } as const;

test.each([
  ['paid', {}],
  ['linked', linked],
])('the parcel of a cancelled order abroad that left all the same is recorded: %s', (_, more) => {
  const { order, send, record } = ordered(more);
  send({ type: 'CancelOrder', at, reason: 'CHANGED_MIND' });
  send({ type: 'CancelShipment', at, tradeNo: order().terms.orderNo, outcome: 'DO_NOT_SHIP' });
  if (order().terms.total > 0) {
    send({ type: 'StartRefunds', at });
    const [refund] = order().startedRefunds;
    if (refund) send({ type: 'IssueRefund', ...refund });
  }
  record('900');
  expect(order().handedOverAt).toBe(at);
  record('20000');
  expect([order().cancelled, order().receivedAt]).toEqual(['CHANGED_MIND', at]);
});

test('an order abroad whose payment failed has no parcel', () => {
  const { order, send, abroad } = ordered();
  expect(abroad('900').ok).toBe(true);
  send({ type: 'CancelOrder', at, reason: 'PAYMENT_TOO_LATE' });
  expect([abroad('900').ok, order().handedOverAt]).toEqual([false, null]);
});

test('an order that was paid back as goodwill on its way still gets the end of its parcel, and owes nothing', () => {
  for (const end of ['20000', '40000'] as const) {
    const { order, send, record } = ordered();
    record('900');
    send({ type: 'GrantRefund', at, amount: order().terms.total, note: '運送延誤' });
    const [refund] = order().startedRefunds;
    if (refund) send({ type: 'IssueRefund', ...refund });
    record(end);
    expect([order().parcel?.code, moneyOf(order()).owed]).toEqual([end, 0]);
  }
});
