import { given } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import type { CorrectContactEmail } from './contact-email.decide.ts';
import { overAt } from './open-matters.ts';
import { orderDecider } from './order.decide.ts';
import type { OrderEvent } from './order-events.ts';
import type { Order } from './order-state.ts';
import { authorised, failed, personal, placed } from './testing.ts';

const order = given(orderDecider);
const later = '2026-11-25T01:00:00.000Z';
const typed = personal.contact.recipient.email;
const correct = (email: string, note = '顧客來電'): CorrectContactEmail => ({ type: 'CorrectContactEmail', at: later, email, note });
const forgotten = (...purposes: string[]): OrderEvent =>
  ({
    type: 'PersonalDataForgotten',
    data: { at: later, purposes, requester: 'CALENDAR', reason: 'TERM_ENDED', kept: [] },
  }) as unknown as OrderEvent;

test('a corrected address replaces the one of the contact, and nothing else; it is sealed as the contact is', () => {
  const before = order(placed({ emailKey: 'key-of-the-typed' }), authorised);
  const events = before.when(correct(' da ming@example.com ')).thenEvents();
  expect(events).toEqual([
    {
      type: 'ContactEmailCorrected',
      data: { at: later },
      subject: before.state?.subject,
      personal: { contact: { email: 'daming@example.com' }, support: { note: '顧客來電' } },
    },
  ]);
  const { state } = order(placed({ emailKey: 'key-of-the-typed' }), authorised, ...events);
  expect(state?.personal.contact).toEqual({
    ...personal.contact,
    recipient: { ...personal.contact.recipient, email: 'daming@example.com' },
    formerEmails: [typed],
  });
  const { emailKey, ...terms } = before.state?.terms ?? {};
  expect([emailKey, state?.terms]).toEqual(['key-of-the-typed', terms]);
});

test('no address gives a member the order any more; the cookie of its browser does', () => {
  const placedBy = placed({ emailKey: 'key-of-the-typed' });
  const adopt = (by: 'EMAIL' | 'COOKIE') => ({ type: 'AdoptOrder', at: later, memberId: 'member-1', by }) as const;
  const before = order(placedBy, authorised);
  expect(before.when(adopt('EMAIL')).thenEvents()).toHaveLength(1);
  const corrected = order(placedBy, authorised, ...before.when(correct('daming@example.com')).thenEvents());
  corrected.when(adopt('EMAIL')).rejected('EMAIL_CORRECTED');
  expect(corrected.when(adopt('COOKIE')).thenEvents()).toHaveLength(1);
  const adopted = order(placedBy, ...order(placedBy).when(adopt('EMAIL')).thenEvents());
  expect(adopted.when(correct('daming@example.com')).thenEvents()).toHaveLength(1);
});

test('an order without an address gets one', () => {
  const { contact } = personal;
  const recipient = { ...contact.recipient, email: '' };
  const without = order({ ...placed(), personal: { ...personal, contact: { ...contact, recipient } } });
  expect(without.when(correct('daming@example.com')).thenEvents()).toHaveLength(1);
});

test('an address that is none, or the same one, is refused; the newest one counts', () => {
  const first = order(placed(), authorised);
  for (const email of ['', 'daming', 'daming@example', 'daming@example.com.']) first.when(correct(email)).rejected('EMAIL_INVALID');
  first.when(correct(typed.toUpperCase())).rejected('EMAIL_SAME');
  const second = order(placed(), authorised, ...first.when(correct('daming@example.com')).thenEvents());
  second.when(correct('daming@example.com')).rejected('EMAIL_SAME');
  expect(second.when(correct(typed)).thenEvents()).toMatchObject([{ personal: { contact: { email: typed } } }]);
});

test('it is possible in every state, because a mail can be sent again, until the contact was forgotten', () => {
  const paid = order(placed(), authorised);
  const cancelled = paid.when({ type: 'CancelOrder', at: later, reason: 'OTHER' }).thenEvents();
  for (const history of [
    [placed(), failed],
    [placed(), authorised, ...cancelled],
  ])
    expect(
      order(...history)
        .when(correct('daming@example.com'))
        .thenEvents(),
    ).toHaveLength(1);
  order(placed(), authorised, forgotten('contact')).when(correct('daming@example.com')).rejected('BUYER_FORGOTTEN');
});

test('forgetting the contact removes it from the order', () => {
  const events = order(placed(), authorised).when(correct('daming@example.com')).thenEvents();
  const { state } = order(placed(), authorised, ...events, forgotten('contact'));
  expect(state?.personal.contact).toBeUndefined();
});

test('a correction keeps no data longer: it is no step of the order', () => {
  const over = (...events: OrderEvent[]): string | null => overAt(order(...events).state as Order);
  const events = order(placed(), failed).when(correct('daming@example.com')).thenEvents();
  expect(over(placed(), failed, ...events)).toBe(over(placed(), failed));
});
