import { PURPOSES, type Purpose } from '@nordhaut/platform/decider';
import { given } from '@nordhaut/platform/event-store/given';
import { describe, expect, it } from 'vitest';
import type { KeepingTable } from './keeping-table.ts';
import { type Account, forOthers, keptUntil } from './kept-until.ts';
import { evolve, type Order } from './order.ts';
import { orderDecider } from './order.decide.ts';
import type { OrderEvent } from './order-events.ts';
import { AT, authorised, failed, personal, placed, shipped, started, subjectOf } from './testing.ts';

const table: KeepingTable = { contactDays: 180, supportDays: 180, invoiceYears: 5 };
const later = (days: number): string => new Date(Date.parse(AT) + days * 86_400_000).toISOString();
const report = (code: string, at: string, more: object = {}): OrderEvent => ({
  type: 'ParcelStatusReported',
  data: {
    at,
    tradeNo: 'N123456789ABCDEF',
    logisticsId: 'L1',
    subtype: 'TCAT',
    code,
    source: 'callback',
    timed: true,
    current: true,
    finished: code === '3003',
    ...more,
  },
});
const paid = [placed(), started, authorised];
const onItsWay = [...paid, shipped(), report('3006', later(1))];
const delivered = [...onItsWay, report('3003', later(2))];
const cancelled: OrderEvent = { type: 'OrderCancelled', data: { at: later(1), reason: 'OTHER', refundDue: true } };
const refund = { refundId: 'RF1', amount: 1100, way: 'card', strayTradeId: null, reason: 'CANCELLED' } as const;
const recalled: OrderEvent = { type: 'ShipmentCancelled', data: { at: later(1), tradeNo: 'x', outcome: 'NEVER_CREATED' } };
const refunded: OrderEvent = { type: 'RefundIssued', data: { at: later(3), ...refund } };
const goodwill: OrderEvent = { type: 'RefundIssued', data: { at: later(3), ...refund, reason: 'GOODWILL' } };
const ofStore = { delivery: { type: 'CVS', subtype: 'UNIMARTC2C' } } as const;
const toStore = [placed(ofStore), started, authorised, shipped({ subtype: 'UNIMARTC2C' })];
const expired = report('7013', later(2), { subtype: 'UNIMARTC2C', finished: true });
const cashOnItsWay = [placed({ payment: 'COD' }), shipped(), report('3006', later(1))];
const returnAsked: OrderEvent[] = [...delivered, { type: 'ReturnRequested', data: { at: later(3), reason: 'OTHER' } } as OrderEvent];
const linkedOrder = placed({ total: 0, linked: { orderNo: 'ORIGIN0000000001', kind: 'RESEND', value: 1100 } });
const far = { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } as const;
const abroad = [placed({ delivery: far }), authorised, report('900', later(1), { subtype: 'INTERNATIONAL', source: 'support' })];
const stopped: OrderEvent[] = [
  ...paid,
  shipped(),
  cancelled,
  { type: 'ShipmentCancelled', data: { at: later(1), tradeNo: 'x', outcome: 'DO_NOT_SHIP' } },
];
const forget = (at: string, purposes: readonly Purpose[] = ['contact', 'support']) =>
  ({ type: 'ForgetBuyer', at, purposes, reason: 'REQUESTED', table }) as const;
const finish = (at: string) => ({ type: 'FinishForgetting', at, table }) as const;
const waitsOf = (...events: OrderEvent[]) => {
  const [event] = given(orderDecider)(...events)
    .when(forget(later(4)))
    .thenEvents();
  return event?.type === 'ForgettingRequested' ? event.data.waits : event?.type;
};
const apply = (history: OrderEvent[], ...commands: (ReturnType<typeof forget> | ReturnType<typeof finish>)[]): OrderEvent[] =>
  commands.reduce(
    (events, command) => [
      ...events,
      ...given(orderDecider)(...events)
        .when(command)
        .thenEventsOrNone(),
    ],
    history,
  );

describe('a request to forget', () => {
  it.each<[string, OrderEvent[], unknown]>([
    ['a payment at the bank', [placed(), started], [{ why: 'PAYMENT', until: null }]],
    ['a parcel that will be sent', paid, [{ why: 'PARCEL', until: null }]],
    ['a parcel on its way', onItsWay, [{ why: 'PARCEL', until: null }]],
    ['the days for a return', delivered, [{ why: 'RETURN_WINDOW', until: '2026-11-29T15:59:59.999Z' }]],
    ['a return', returnAsked, [{ why: 'RETURN', until: null }]],
    [
      'an approved return',
      [...returnAsked, { type: 'ReturnApproved', data: { at: later(3), reason: 'SEVEN_DAYS' } }],
      [{ why: 'RETURN', until: null }],
    ],
    ['money that is owed', [...paid, cancelled, recalled], [{ why: 'MONEY_OWED', until: null }]],
    ['a linked order that was cancelled, until its origin knows', [linkedOrder, cancelled, recalled], [{ why: 'MONEY_OWED', until: null }]],
    ['a parcel that was to stay and left', [...stopped, report('3006', later(2)), refunded], [{ why: 'PARCEL', until: null }]],
    ['a parcel on its way whose money went back', [...onItsWay, goodwill], [{ why: 'PARCEL', until: null }]],
    ['a parcel abroad on its way whose money went back', [...abroad, goodwill], [{ why: 'PARCEL', until: null }]],
    [
      'nothing, where a parcel is held up and its money went back',
      [...onItsWay, report('5003', later(2)), goodwill],
      'PersonalDataForgotten',
    ],
    ['nothing, where the money went back before a parcel was sent', [...paid, goodwill], 'PersonalDataForgotten'],
    [
      'nothing, where a cash parcel expired',
      [placed({ ...ofStore, payment: 'COD' }), ...toStore.slice(3), expired],
      'PersonalDataForgotten',
    ],
    ['a parcel of a cancelled order that the carrier may have', [...paid, cancelled, refunded], [{ why: 'PARCEL', until: null }]],
    ['a hold', [placed(), failed, { type: 'HoldPlaced', data: { at: AT, hold: 'LEGAL_HOLD' } }], [{ why: 'LEGAL_HOLD', until: null }]],
    ['a lost parcel about which somebody has to decide', [...onItsWay, report('5002', later(2))], [{ why: 'PARCEL', until: null }]],
    ['a paid parcel that expired before its hand-over', [...toStore, expired], [{ why: 'PARCEL', until: null }]],
    ['nothing, where it was paid back', [...toStore, expired, goodwill], 'PersonalDataForgotten'],
    ['a cash parcel that the carrier holds up', [...cashOnItsWay, report('5001', later(2))], [{ why: 'PARCEL', until: null }]],
    ['nothing, where a parcel is lost and its money went back', [...onItsWay, report('5002', later(2)), goodwill], 'PersonalDataForgotten'],
    ['nothing, where a cash parcel is lost', [...cashOnItsWay, report('5002', later(2))], 'PersonalDataForgotten'],
    ['nothing, where the payment failed', [placed(), started, failed], 'PersonalDataForgotten'],
    ['nothing, where the order was cancelled and paid back', [...paid, cancelled, recalled, refunded], 'PersonalDataForgotten'],
  ])('waits for %s', (_, history, expected) => {
    expect(waitsOf(...history)).toEqual(expected);
  });

  it('is done at once where a cash parcel that nobody collected is back at the shop', () => {
    const reported = (code: string, day: number, history: readonly OrderEvent[]): OrderEvent[] => [
      ...history,
      ...given(orderDecider)(...history)
        .when({
          type: 'ReportParcelStatus',
          at: later(day),
          tradeNo: 'N123456789ABCDEF',
          logisticsId: 'L1',
          subtype: 'TCAT',
          code,
          carrierAt: later(day),
          source: 'callback',
        })
        .thenEvents(),
    ];
    const onItsWayBack = reported('5005', 2, cashOnItsWay);
    expect(waitsOf(...onItsWayBack)).toEqual([{ why: 'PARCEL', until: null }]);
    const back = reported('5008', 3, onItsWayBack);
    expect(back.at(-1)?.data).toMatchObject({ code: '5008', current: true, finished: true });
    expect(waitsOf(...back)).toBe('PersonalDataForgotten');
    // An earlier release recorded the code without knowing that it is the last one.
    const [last] = back.slice(-1);
    const recorded = { ...last, data: { ...last?.data, finished: false } } as OrderEvent;
    expect(waitsOf(...back.slice(0, -1), recorded)).toBe('PersonalDataForgotten');
    // Only a correction reopens it (decisions.md 16).
    expect(reported('3006', 4, back).at(-1)?.data).toMatchObject({ code: '3006', current: false, finished: true });
    expect(waitsOf(...reported('3017', 4, back))).toEqual([{ why: 'PARCEL', until: null }]);
  });

  it('is done at once after the days for a return, names what the law keeps, and removes the data from the state', () => {
    const at = later(20);
    const { state } = given(orderDecider)(...apply(delivered, forget(at, PURPOSES)));
    given(orderDecider)(...delivered)
      .when(forget(at, PURPOSES))
      .then({
        type: 'PersonalDataForgotten',
        subject: subjectOf('N123456789ABCDEF'),
        data: {
          at,
          purposes: ['contact', 'support'],
          requester: 'PERSON',
          reason: 'REQUESTED',
          kept: [{ purpose: 'invoice', until: '2031-12-31T15:59:59.999Z', why: 'TAX_LAW' }],
        },
      });
    expect(state?.personal.contact).toBeUndefined();
    expect(state?.forgotten).toEqual({ contact: at, support: at });
    expect(state?.timeline).toHaveLength(given(orderDecider)(...delivered).state?.timeline.length ?? 0);
  });

  it('has one result, however often it is repeated', () => {
    const once = apply(delivered, forget(later(20)));
    expect(apply(once, forget(later(21)), finish(later(22)), forget(later(23), ['contact']))).toEqual(once);
    const waiting = apply(onItsWay, forget(later(1)));
    expect(apply(waiting, forget(later(2)), forget(later(3), ['contact']), finish(later(4)))).toEqual(waiting);
    expect(waiting.at(-1)).toMatchObject({ type: 'ForgettingRequested', data: { dueBy: later(31) } });
  });

  it('is not done by the calendar, which does not look at the linked orders', () => {
    const waiting = [...apply(onItsWay, forget(later(1), ['contact'])), report('3003', later(2))];
    const unseen = (at: string) => ({ ...finish(at), others: null });
    given(orderDecider)(...waiting)
      .when(unseen(later(10)))
      .then();
    const [event] = given(orderDecider)(...waiting)
      .when(unseen(later(183)))
      .thenEvents();
    expect(event).toMatchObject({ type: 'PersonalDataForgotten', data: { purposes: ['contact', 'support'], requester: 'CALENDAR' } });
  });

  it('is done by the shop itself as soon as nothing is open', () => {
    const waiting = [...apply(onItsWay, forget(later(1), ['contact'])), report('3003', later(2))];
    given(orderDecider)(...waiting)
      .when(finish(later(9)))
      .then();
    const done = apply(waiting, finish(later(10)));
    expect(done.at(-1)).toMatchObject({ type: 'PersonalDataForgotten', data: { purposes: ['contact'], requester: 'PERSON' } });
    expect(given(orderDecider)(...done).state?.erasure).toBeUndefined();
  });

  it('ends without what the law began to keep while it waited', () => {
    const cash = [placed({ payment: 'COD' }), shipped()];
    const waiting = [...apply(cash, forget(later(1), PURPOSES)), report('3003', later(2))];
    expect(waiting[2]).toMatchObject({ data: { purposes: PURPOSES } });
    const done = apply(waiting, finish(later(10)));
    expect(done.at(-1)).toMatchObject({ data: { purposes: ['contact', 'support'], requester: 'PERSON', kept: [{ why: 'TAX_LAW' }] } });
    expect(given(orderDecider)(...done).state?.erasure).toBeUndefined();
  });

  it('grows by what is asked for later, and keeps its last day', () => {
    const waiting = apply(onItsWay, forget(later(1), ['support']), forget(later(5)));
    expect(waiting.at(-1)).toMatchObject({ data: { purposes: ['contact', 'support'], dueBy: later(31) } });
  });

  it('stays open where the calendar forgets something else meanwhile', () => {
    const ofMember = delivered.map((event) => (event.type === 'OrderPlaced' ? placed({ memberId: 'M1' }) : event));
    const others = [{ why: 'PARCEL', until: null }] as const;
    const account = { memberId: 'M1', endedAt: null };
    const history = [...ofMember];
    for (const command of [
      { ...forget(later(20), ['contact']), others, account },
      { ...finish(later(182)), others, account },
    ])
      history.push(
        ...given(orderDecider)(...history)
          .when(command)
          .thenEvents(),
      );
    expect(history.at(-1)).toMatchObject({ data: { purposes: ['support'], requester: 'CALENDAR' } });
    expect(given(orderDecider)(...history).state?.erasure).toMatchObject({ purposes: ['contact'] });
  });

  it('is refused where the law keeps everything that it names', () => {
    given(orderDecider)(...delivered)
      .when(forget(later(20), ['invoice']))
      .rejected('KEPT_BY_LAW');
    expect(apply([placed(), started, failed], forget(later(20), ['invoice'])).at(-1)).toMatchObject({ data: { purposes: ['invoice'] } });
    // It was paid, or sent, whatever came of it.
    for (const sold of [
      [...paid, cancelled, recalled, refunded],
      [...cashOnItsWay, report('5002', later(2))],
    ])
      given(orderDecider)(...sold)
        .when(forget(later(20), ['invoice']))
        .rejected('KEPT_BY_LAW');
  });

  it('waits for what is open in linked orders, each matter once, and not longer; the calendar waits for this order alone', () => {
    const others = [
      { why: 'PARCEL', until: null },
      { why: 'MONEY_OWED', until: null },
      { why: 'PARCEL', until: null },
    ] as const;
    const asked = given(orderDecider)(...delivered)
      .when({ ...forget(later(20)), others })
      .thenEvents();
    expect(asked).toMatchObject([{ type: 'ForgettingRequested', data: { purposes: ['contact', 'support'], waits: others.slice(0, 2) } }]);
    const waiting = given(orderDecider)(...delivered, ...asked);
    waiting.when({ ...forget(later(21)), others }).then();
    waiting.when({ ...finish(later(22)), others }).then();
    expect(waiting.when(finish(later(22))).thenEvents()).toMatchObject([{ data: { requester: 'PERSON' } }]);
    expect(waiting.when({ ...finish(later(182)), others }).thenEvents()).toMatchObject([{ data: { requester: 'CALENDAR' } }]);
  });

  it('ends the return form, whose data could not be kept', () => {
    const done = apply(delivered, forget(later(20), ['support']));
    given(orderDecider)(...done)
      .when({ type: 'RequestReturn', at: later(21), reason: 'OTHER', comment: 'x', sender: null, bankAccount: null })
      .rejected('RETURN_NOT_OFFERED');
  });
});

describe('the calendar', () => {
  const order = given(orderDecider)(...delivered).state;
  it('counts from the last step of the order, and for the invoice from the end of its year in Taipei', () => {
    if (!order) throw new Error('no order');
    expect(keptUntil(order, 'contact', table)).toBe(later(182));
    expect(keptUntil(order, 'invoice', table)).toBe('2031-12-31T15:59:59.999Z');
    const newYear = given(orderDecider)(...onItsWay, report('3003', '2026-12-31T16:00:00.000Z')).state;
    expect(newYear && keptUntil(newYear, 'invoice', table)).toBe('2032-12-31T15:59:59.999Z');
    const open = given(orderDecider)(...onItsWay).state;
    expect(open && keptUntil(open, 'contact', table)).toBeNull();
  });

  it('forgets each purpose in its time, once, and nothing under a hold', () => {
    expect(apply(delivered, finish(later(181)))).toEqual(delivered);
    const done = apply(delivered, finish(later(182)), finish(later(183)));
    expect(done.slice(delivered.length)).toMatchObject([
      { data: { purposes: ['contact', 'support'], requester: 'CALENDAR', reason: 'PURPOSE_ENDED' } },
    ]);
    const all = apply(done, finish('2031-12-31T15:59:59.998Z'), finish('2032-01-01T00:00:00.000Z'));
    expect(all.slice(done.length)).toMatchObject([{ data: { purposes: ['invoice'], kept: [] } }]);
    const held = [...delivered, { type: 'HoldPlaced', data: { at: later(5), hold: 'DISPUTE' } } as const];
    expect(apply(held, finish('2040-01-01T00:00:00.000Z'))).toEqual(held);
    const lifted = [...held, { type: 'HoldLifted', data: { at: later(300), hold: 'DISPUTE' } } as const];
    expect(apply(lifted, finish(later(301)))).toHaveLength(lifted.length + 1);
    const hold = (type: 'PlaceHold' | 'LiftHold', kind: 'DISPUTE' | 'LEGAL_HOLD') => ({ type, at: later(6), hold: kind }) as const;
    given(orderDecider)(...held)
      .when(hold('PlaceHold', 'DISPUTE'))
      .then();
    given(orderDecider)(...held)
      .when(hold('LiftHold', 'LEGAL_HOLD'))
      .then();
    const twice = given(orderDecider)(...held)
      .when(hold('PlaceHold', 'LEGAL_HOLD'))
      .thenEvents();
    const one = given(orderDecider)(...held, ...twice)
      .when(hold('LiftHold', 'DISPUTE'))
      .thenEvents();
    expect(given(orderDecider)(...held, ...twice, ...one).state?.holds, 'the other one stays').toEqual(['LEGAL_HOLD']);
  });

  it('counts from a refund that came later', () => {
    const late: OrderEvent = { type: 'RefundIssued', data: { at: later(100), ...refund, amount: 10, reason: 'GOODWILL' } };
    expect(apply([...delivered, late], finish(later(279)))).toHaveLength(delivered.length + 1);
    expect(apply([...delivered, late], finish(later(280)))).toHaveLength(delivered.length + 2);
  });
});

it('a forgetting that a restored store lacks is recorded again as it was, once', () => {
  const forgotten = { at: AT, purposes: ['contact' as const], requester: 'PERSON' as const, reason: 'REQUESTED' as const, kept: [] };
  const restore = { type: 'RestoreForgetting', forgotten } as const;
  const expected = { type: 'PersonalDataForgotten', data: forgotten, subject: subjectOf('N123456789ABCDEF') } as const;
  given(orderDecider)(...onItsWay)
    .when(restore)
    .then(expected);
  given(orderDecider)(...onItsWay, expected)
    .when(restore)
    .then();
  expect(personal.contact).toBeDefined();
});

describe("the contact of a member's order", () => {
  const ofMember = delivered.map((event) => (event.type === 'OrderPlaced' ? placed({ memberId: 'M1' }) : event));
  const adopted: OrderEvent[] = [...delivered, { type: 'OrderAdopted', data: { at: later(3), memberId: 'M1', by: 'EMAIL' } }];
  const due = (history: OrderEvent[], day: number, account?: Account) =>
    given(orderDecider)(...history)
      .when({ ...finish(later(day)), ...(account && { account }) })
      .thenEventsOrNone()
      .map(({ data }) => data);
  const open = { memberId: 'M1', endedAt: null };
  const ended = (day: number) => ({ memberId: 'M1', endedAt: later(day) });

  it.each([
    ['placed signed in', ofMember],
    ['adopted', adopted],
  ])('is kept while the account is open: %s', (_, history) => {
    const kept = [
      { purpose: 'contact', until: null, why: 'ACCOUNT' },
      { purpose: 'invoice', until: '2031-12-31T15:59:59.999Z', why: 'TAX_LAW' },
    ];
    expect(due(history, 182, open)).toMatchObject([{ purposes: ['support'], kept }]);
    expect(due(history, 1_000, open)).toMatchObject([{ purposes: ['support'] }]);
  });

  it('is due at the end of the account, and never before the own time of the order', () => {
    expect(due(ofMember, 181, ended(10))).toEqual([]);
    expect(due(ofMember, 182, ended(10))).toMatchObject([{ purposes: ['contact', 'support'], requester: 'CALENDAR' }]);
    expect(due(ofMember, 399, ended(400))).toMatchObject([{ purposes: ['support'], kept: [{ until: later(400), why: 'OWN_TERM' }, {}] }]);
    expect(due(ofMember, 400, ended(400))).toMatchObject([{ purposes: ['contact', 'support'] }]);
  });

  it('is kept where the account that was asked about is not the owner of the stream', () => {
    expect(due(adopted, 1_000)).toMatchObject([{ purposes: ['support'] }]);
    expect(due(adopted, 1_000, { memberId: 'M2', endedAt: later(5) })).toMatchObject([{ purposes: ['support'] }]);
  });

  it('waits for what is open, and for a hold, also after the end of the account', () => {
    const held: OrderEvent = { type: 'HoldPlaced', data: { at: later(3), hold: 'DISPUTE' } };
    expect(due([...ofMember, held], 1_000, ended(5))).toEqual([]);
    const onTheWay = onItsWay.map((event) => (event.type === 'OrderPlaced' ? placed({ memberId: 'M1' }) : event));
    expect(due(onTheWay, 1_000, ended(5))).toEqual([]);
  });

  it('goes at once where the person asks, and another request names how long it is kept', () => {
    const ask = (purposes: readonly Purpose[]) =>
      given(orderDecider)(...ofMember)
        .when({ ...forget(later(200), purposes), account: open })
        .thenEvents();
    expect(ask(['contact'])).toMatchObject([{ data: { purposes: ['contact'], requester: 'PERSON' } }]);
    expect(ask(['support'])).toMatchObject([{ data: { kept: [{ purpose: 'contact', until: null, why: 'ACCOUNT' }, {}] } }]);
  });

  it('is nothing for others after the own time of the order: they see, prove and return as where it was forgotten', () => {
    const longer = { ...table, supportDays: 3_000 };
    const order = given(orderDecider)(...ofMember).state;
    if (!order) throw new Error('no order');
    expect(forOthers(order, later(181), longer)).toBe(order);
    expect(forOthers(order, later(182), longer)).toMatchObject({ forgotten: { contact: later(182) } });
    expect(forOthers(order, later(182), longer).personal.contact).toBeUndefined();
    // What reopens the order later changes nothing: neither a hold nor a late refund makes the number prove it again.
    const held: OrderEvent = { type: 'HoldPlaced', data: { at: later(300), hold: 'DISPUTE' } };
    for (const event of [held, { ...goodwill, data: { ...goodwill.data, at: later(300) } } as OrderEvent]) {
      const reopened = (days: number) => evolve(order, { ...event, revision: 9, position: 9n, recordedAt: later(days) });
      expect(forOthers(reopened(300) as Order, later(301), longer).personal.contact).toBeUndefined();
      // What comes a few days later makes that time no shorter.
      const again = { ...held, data: { ...held.data, at: later(303) }, revision: 10, position: 10n, recordedAt: later(303) } as const;
      expect(forOthers(evolve(reopened(300), again) as Order, later(304), longer).personal.contact).toBeUndefined();
      // Within its own time, the order waits for what is new.
      expect(forOthers(reopened(150) as Order, later(301), longer).personal.contact).toBeDefined();
    }
    const guests = given(orderDecider)(...delivered).state;
    expect(guests && forOthers(guests, later(182), longer)).toBe(guests);
    const wish = { type: 'RequestReturn', at: later(182), reason: 'OTHER', comment: 'x', sender: null, bankAccount: null } as const;
    given(orderDecider)(...ofMember)
      .when({ ...wish, byOthers: longer })
      .rejected('RETURN_NOT_OFFERED');
    const accepted = given(orderDecider)(...ofMember).when(wish);
    expect(accepted.thenEvents()).toMatchObject([{ type: 'ReturnRequested' }]);
  });
});
