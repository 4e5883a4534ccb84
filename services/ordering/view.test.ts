import type { TimelineEntry } from '@nordhaut/contracts';
import type { Recorded } from '@nordhaut/platform/decider';
import { expect, test } from 'vitest';
import { evolve, type Order } from './order.ts';
import type { OrderEvent } from './order-events.ts';
import { AT, authorised, personal as anyBuyer, placed, shipped, started } from './testing.ts';
import { orderView, statusMessage, timelineOf } from './view.ts';

const urls = { TCAT: 'https://tcat.example', UNIMARTC2C: 'https://seven.example', FAMIC2C: 'https://fami.example' };
const closedDays: ReadonlySet<string> = new Set();
const recorded = (event: OrderEvent, revision: number): Recorded<OrderEvent> => ({
  ...event,
  revision,
  position: BigInt(revision),
  recordedAt: AT,
});
const after = (...events: OrderEvent[]): Order =>
  events.reduce<Order | null>((state, event, revision) => evolve(state, recorded(event, revision)), null) as Order;
/** after the last of the events */
function message(...events: OrderEvent[]) {
  const last = recorded(events.at(-1) as OrderEvent, events.length - 1);
  return statusMessage(events.length > 1 ? after(...events.slice(0, -1)) : null, after(...events), last);
}

const store = { id: '131386', name: '建盛門市', address: '台北市大安區建國南路一段1號' };
const cvs = { delivery: { type: 'CVS', subtype: 'UNIMARTC2C' } } as const;
const personal = { contact: { ...anyBuyer.contact, store } };
const toStore = [
  placed(cvs),
  authorised,
  shipped({ subtype: 'UNIMARTC2C', bookingNote: '', cvsPaymentNo: 'D1234567', cvsValidationNo: '8901' }),
];
const atStore = after(...toStore);
const arrivedAtStore: OrderEvent = {
  type: 'ParcelStatusReported',
  data: {
    at: '2026-11-22T01:00:00.000Z',
    tradeNo: 'N123456789ABCDEF',
    logisticsId: 'L1',
    subtype: 'UNIMARTC2C',
    code: '2073',
    source: 'callback',
    timed: true,
    current: true,
    finished: false,
  },
};

test('the last day at the store counts from the first report of the arrival, not from a poll or a repetition', () => {
  const reported = (code: string, at: string, current = true): OrderEvent => ({
    ...arrivedAtStore,
    data: { ...arrivedAtStore.data, code, at, current, timed: at !== POLL },
  });
  const deadline = (...events: OrderEvent[]) =>
    orderView(after(...toStore, ...events), { proven: true, personal, urls, closedDays, at: AT }).facts.pickup?.deadline;
  // The poll comes after midnight in Taipei, the parcel came before it.
  const [POLL, ARRIVAL] = ['2026-11-22T17:00:00.000Z', '2026-11-22T15:30:00.000Z'];
  const [FIRST, SECOND] = ['2026-11-29T15:59:59.999Z', '2026-11-30T15:59:59.999Z'];
  expect(deadline(reported('2073', POLL))).toBe(SECOND);
  expect(deadline(reported('2073', POLL), reported('2073', ARRIVAL, false))).toBe(FIRST);
  expect(deadline(reported('2073', ARRIVAL), reported('999999', ARRIVAL, false), reported('2073', POLL))).toBe(FIRST);
  // It left the store, and came again.
  expect(deadline(reported('2073', '2026-11-20T15:30:00.000Z'), reported('2041', ARRIVAL), reported('2073', POLL))).toBe(SECOND);
  expect(deadline(reported('2073', ARRIVAL), reported('2098', POLL))).toBe(SECOND);
});

test('without proof nothing identifies the buyer or lets a stranger fetch the parcel', () => {
  const view = orderView(atStore, { proven: false, personal, urls, closedDays, at: AT });
  expect(view).toMatchObject({
    personal: 'masked',
    recipient: { name: '王○明', phone: '09••••678', email: 'm••••', address: '臺北市大安區' },
    facts: {
      pickup: { code: null, validationNo: null, store: { id: '', chain: '7-11', name: '', address: '臺北市大安區' }, deadline: null },
    },
    paymentUrl: null,
  });
  expect(JSON.stringify(view)).not.toMatch(/大明|912345678|ming@|example\.com|信義路|131386|建盛|建國南路|D1234567|8901/);
});
test('the socket has no code and no store, and the deadline once the parcel is there', () => {
  const arrived = after(...toStore, arrivedAtStore);
  const told = [message(...toStore), message(...toStore, arrivedAtStore)];
  const none = { code: null, validationNo: null, store: null };
  expect(told.map((one) => one?.facts.pickup)).toEqual([
    { ...none, deadline: null },
    { ...none, deadline: '2026-11-29T15:59:59.999Z' },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/D1234567|8901|131386|建盛/);
  expect(orderView(arrived, { proven: true, personal, urls, closedDays, at: AT }).facts.pickup).toMatchObject({
    code: 'D1234567',
    deadline: told[1]?.facts.pickup?.deadline,
  });
  expect(orderView(after(placed(), authorised), { proven: true, personal, urls, closedDays, at: AT }).facts.pickup).toBeNull();
});
test('with proof the view holds everything', () => {
  expect(orderView(atStore, { proven: true, personal, urls, closedDays, at: AT })).toMatchObject({
    personal: 'full',
    recipient: { name: '王大明', phone: '0912345678', email: 'ming@example.com', address: '臺北市大安區信義路三段134巷1號' },
    facts: { pickup: { code: 'D1234567', validationNo: '8901', store: { ...store, chain: '7-11' }, deadline: null } },
    tracking: { url: urls.UNIMARTC2C, number: 'D12345678901' },
  });
});
test('a phone of Hong Kong or Macau is shown with its area, and masked like any other', () => {
  const { contact } = personal;
  const abroad = { contact: { ...contact, recipient: { ...contact.recipient, phoneE164: '+85291234567' } } };
  expect(orderView(atStore, { proven: true, personal: abroad, urls, closedDays, at: AT }).recipient.phone).toBe('+852 91234567');
  expect(orderView(atStore, { proven: false, personal: abroad, urls, closedDays, at: AT }).recipient.phone).toBe('••••567');
});
test('shows no personal data of a forgotten buyer, also with proof', () => {
  for (const proven of [true, false])
    expect(orderView(atStore, { proven, personal: {}, urls, closedDays, at: AT })).toMatchObject({
      personal: 'forgotten',
      recipient: { name: '', phone: '', email: '', address: '' },
    });
});
test('says that nothing was charged only after a refusal by the bank without a later payment', () => {
  const refused: OrderEvent = {
    type: 'CardPaymentFailed',
    data: { at: AT, reason: 'NOT_AUTHENTICATED', providerCode: null, recTradeId: null },
  };
  const abandoned: OrderEvent = { ...refused, data: { ...refused.data, reason: 'ABANDONED' } };
  const notCharged = (...events: OrderEvent[]) =>
    orderView(after(placed(), started, ...events), { proven: false, personal, urls, closedDays, at: AT }).notCharged;
  expect([notCharged(), notCharged(refused), notCharged(abandoned), notCharged(refused, authorised)]).toEqual([false, true, false, false]);
});
test("shows the bank's page only with proof", () => {
  const waiting = after(placed(), started);
  expect(orderView(waiting, { proven: true, personal, urls, closedDays, at: AT }).paymentUrl).toBe('https://bank.example/3ds');
  expect(orderView(waiting, { proven: false, personal, urls, closedDays, at: AT }).paymentUrl).toBeNull();
  expect(orderView(after(placed(), started, authorised), { proven: true, personal, urls, closedDays, at: AT }).paymentUrl).toBeNull();
});
test('an international parcel has no tracking page; a home delivery has its booking number', () => {
  const abroad = { delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL', store: null } } as const;
  expect(
    orderView(after(placed(abroad), authorised, shipped({ subtype: 'INTERNATIONAL' })), {
      proven: true,
      personal,
      urls,
      closedDays,
      at: AT,
    }).tracking,
  ).toBeNull();
  expect(orderView(after(placed(), authorised, shipped()), { proven: true, personal, urls, closedDays, at: AT }).tracking).toEqual({
    url: urls.TCAT,
    number: '8800412',
  });
});
test('the socket tells of a change that the page shows, also without a step: another store, but no note of the staff', () => {
  const chosen: OrderEvent = { type: 'PickupStoreChosen', data: { at: AT }, subject: 'guest:A', personal: { contact: { store } } };
  const changed: OrderEvent = { ...chosen, type: 'PickupStoreChanged' };
  const note: OrderEvent = {
    type: 'NoteWritten',
    data: { at: AT, noteId: 'n1' },
    subject: 'guest:A',
    personal: { support: { note: 'x' } },
  };
  expect(message(...toStore, chosen)).toBeUndefined();
  expect(message(...toStore, chosen, changed)).toMatchObject({ revision: 4, at: AT, entry: null, status: { label: '訂單處理中' } });
  expect(message(...toStore, note)).toBeUndefined();
});
test('the timeline and the socket messages have the same steps', () => {
  const events = [placed(cvs), started, authorised, shipped({ subtype: 'UNIMARTC2C' })];
  const order = after(...events);
  expect(timelineOf(order).map(({ code, label, revision }) => [code, label, revision])).toEqual([
    ['PLACED', '訂單成立', 0],
    ['PAYMENT_STARTED', '前往3D驗證', 1],
    ['PAID', '付款完成', 2],
    ['300', '訂單處理中', 3],
  ]);
  for (const [revision] of events.entries()) {
    const entry = message(...events.slice(0, revision + 1))?.entry;
    const { at: _, revision: __, ...step } = timelineOf(order)[revision] as TimelineEntry;
    expect(entry).toEqual(step);
  }
});

test('the days of arrival follow from the address, and closed days make them later', () => {
  const island = { contact: { recipient: { ...anyBuyer.contact.recipient, city: '澎湖縣', district: '馬公市' }, store: null } };
  const arrival = (order: Order, buyer: typeof personal | typeof anyBuyer, ...closed: string[]) =>
    orderView(order, { proven: false, personal: buyer, urls, closedDays: new Set(closed), at: AT }).arrival;
  const home = after(placed(), authorised);
  expect(arrival(home, anyBuyer)).toEqual({ from: '2026-11-25', to: '2026-12-01', closed: null });
  expect(arrival(home, island)).toEqual({ from: '2026-11-26', to: '2026-12-09', closed: null });
  const tuesday = { from: '2026-11-24', to: '2026-11-24' };
  expect(arrival(home, anyBuyer, '2026-11-24')).toEqual({ from: '2026-11-26', to: '2026-12-02', closed: tuesday });
  const toIsland = { contact: { ...anyBuyer.contact, store: { ...store, address: '金門縣金城鎮' } } };
  expect([arrival(atStore, personal)?.to, arrival(atStore, toIsland)?.to]).toEqual(['2026-12-01', '2026-12-09']);
});

test('of two closed periods before the arrival an order names the one that is not over', () => {
  const order = after(placed(), authorised);
  const closed = new Set(['2026-11-24', '2026-11-26']);
  const closedAt = (day: string) =>
    orderView(order, { proven: false, personal: anyBuyer, urls, closedDays: closed, at: `${day}T15:59:59Z` }).arrival;
  expect(closedAt('2026-11-20')).toEqual({ from: '2026-11-27', to: '2026-12-03', closed: { from: '2026-11-24', to: '2026-11-24' } });
  expect(closedAt('2026-11-24')?.closed?.to).toBe('2026-11-24');
  expect(closedAt('2026-11-25')?.closed).toEqual({ from: '2026-11-26', to: '2026-11-26' });
  expect(closedAt('2026-11-27')?.closed).toBeNull();
});
