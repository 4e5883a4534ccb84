import type { OrderTerms } from '@nordhaut/ordering';
import { given } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { checkoutDecider, type CheckoutCommand, type CheckoutEvent } from './checkout.ts';
import { personal, terms } from './testing.ts';

const at = '2026-11-20T01:00:00.000Z';
const start = (more: Partial<OrderTerms> = {}): CheckoutEvent[] => {
  const command = { type: 'StartCheckout', at, terms: { ...terms, ...more }, subject: 'guest:1', personal } as const;
  return [...given(checkoutDecider)().when(command).thenEvents()];
};
const requested: CheckoutEvent = { type: 'ChargeRequested', data: { at } };
const ruledOut: CheckoutEvent = { type: 'ChargeRuledOut', data: { at } };
const completed: CheckoutEvent = { type: 'CheckoutCompleted', data: { at } };
const failed: CheckoutEvent = { type: 'CheckoutFailed', data: { at, code: 'CARD_REFUSED' } };
const doubtEnded: CheckoutEvent = { type: 'PaymentDoubtEnded', data: { at, reason: 'EXPIRED' } };
const forgets = (...purposes: ('contact' | 'invoice')[]) => ({
  at,
  purposes,
  requester: 'PERSON' as const,
  reason: 'REQUESTED' as const,
  kept: [],
});

/** What each command records after a history; `''`: nothing. */
test.each<[what: string, CheckoutEvent[], CheckoutCommand['type'][]]>([
  ['a charge that is announced is requested or ruled out', start(), ['RequestCharge', 'RuleOutCharge', 'CompleteCheckout', 'FailCheckout']],
  ['a charge is requested once', [...start(), requested], ['CompleteCheckout', 'FailCheckout']],
  ['a charge that is ruled out is not requested', [...start(), ruledOut], ['CompleteCheckout', 'FailCheckout']],
  ['a cash order has no charge', start({ payment: 'COD' }), ['CompleteCheckout', 'FailCheckout']],
  ['an order that credit paid has no charge', start({ credit: 100, total: 0 }), ['CompleteCheckout', 'FailCheckout']],
  ['what failed is charged no more, and its visitor is forgotten', [...start(), failed], ['ForgetVisitor', 'EndPaymentDoubt']],
  ['what is complete keeps the data in its order', [...start(), requested, completed], ['EndPaymentDoubt']],
  ['a doubt ends once', [...start(), requested, completed, doubtEnded], []],
  ['nothing ends that did not begin', [], []],
])('%s', (_, history, expected) => {
  const commands: CheckoutCommand[] = [
    { type: 'RequestCharge', at },
    { type: 'RuleOutCharge', at },
    { type: 'CompleteCheckout', at },
    { type: 'FailCheckout', at, code: 'CARD_REFUSED' },
    { type: 'ForgetVisitor', forgotten: forgets('contact') },
    { type: 'EndPaymentDoubt', at, reason: 'EXPIRED' },
  ];
  const state = given(checkoutDecider)(...history).state;
  const recording = commands.filter((command) => {
    const decision = checkoutDecider.decide(command, state);
    return decision.ok && decision.events.length > 0;
  });
  expect(recording.map(({ type }) => type)).toEqual(expected);
});

test('a visitor’s data is forgotten once for each purpose', () => {
  const [once] = given(checkoutDecider)(...start(), failed)
    .when({ type: 'ForgetVisitor', forgotten: forgets('contact') })
    .thenEvents();
  if (!once) return expect.fail('nothing was forgotten');
  const after = given(checkoutDecider)(...start(), failed, once);
  expect(after.state).toMatchObject({ personal: {}, forgotten: ['contact'] });
  const both = after.when({ type: 'ForgetVisitor', forgotten: forgets('contact', 'invoice') }).thenEvents();
  expect(both).toMatchObject([{ data: { purposes: ['invoice'] }, subject: 'guest:1' }]);
  after.when({ type: 'ForgetVisitor', forgotten: forgets('contact') }).then();
  given(checkoutDecider)()
    .when({ type: 'ForgetVisitor', forgotten: forgets('contact') })
    .rejected('ORDER_NOT_FOUND');
});
