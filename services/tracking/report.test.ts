import { createSecretKey } from 'node:crypto';
import { CONSENT_VERSION, FULL_CONSENT } from '@nordhaut/contracts';
import { type LinkedOutcome, orderDecider, type OrderEvent, type OrderPlaced } from '@nordhaut/ordering';
import { AT, authorised, personal, placed, shipped } from '@nordhaut/ordering/testing';
import { readConfig } from '@nordhaut/platform/config';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { DecodedEvent, OuterKeys } from '@nordhaut/platform/envelope';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import type { Logger } from '@nordhaut/platform/telemetry';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealContext } from './browser-context.ts';
import { simulatedProviders, TrackingConfig } from './config.ts';
import { CONSENT_DAYS, createConsents } from './consents.ts';
import { intake, TYPES } from './intake.ts';
import type { ProviderCall, ProviderName, ReportProvider } from './provider.ts';
import { openProviders } from './providers.ts';
import { dueReports, note } from './purchases.ts';
import { report } from './report.ts';
import { trackingMigrations } from './tables.ts';

/** Which purchases are reported, and when no more, without the shop around them. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CONSENT = '7f0f3f6c-6ad8-4f8e-9d0a-2b1c3d4e5f60';
const outer = { current: 'k', ids: ['k'], wrap: (text: Buffer) => text, unwrap: (sealed: Buffer) => sealed } as unknown as OuterKeys;

let database: TestDatabase;
const opened = openProviders(readConfig(TrackingConfig, simulatedProviders('https://simulators.example') as NodeJS.ProcessEnv));
beforeAll(async () => void (database = await testDatabase(trackingMigrations)));
beforeEach(() => database.pool.query('truncate consents, tracked_purchases cascade'));
afterAll(async () => {
  await opened.close();
  await database.drop();
});

type Tries = {
  after?: number;
  tries?: number;
  every?: number;
  status?: number;
  agreedBefore?: number;
  withdrawnAfter?: number;
  /** a channel that the process which plans has, and the one which sends has not */
  unsent?: string;
  /** ms. While GA4's refund is looked at: events of this time come in once the order is loaded, of the same time again once a call began. */
  meanwhile?: number;
};

/**
 * Each event comes in at its time, and what is due is tried `tries` times, the first time `after` ms after the order. @returns each
 * report's end, what was sent, and the reasons that were logged as a warning
 */
async function reported(
  history: readonly [OrderPlaced, ...OrderEvent[]],
  { after = 0, tries = 1, every = HOUR, status = 200, agreedBefore = 0, withdrawnAfter, unsent, meanwhile = 0 }: Tries = {},
) {
  const { pool } = database;
  const [first, ...later] = history;
  const events = [{ ...first, data: { ...first.data, conversionId: 'p1' } }, ...later];
  const sent: (ProviderCall & { to: string })[] = [];
  const warned: unknown[] = [];
  const providers = opened.all.map(
    (provider): ReportProvider => ({
      ...provider,
      post(call) {
        sent.push({ ...call, to: provider.name });
        return Promise.resolve({ ok: true, status, text: '{}' });
      },
    }),
  );
  const planned = [...providers, ...providers.slice(0, 1).map((one) => ({ ...one, name: (unsent ?? one.name) as ProviderName }))];
  const begun = Date.parse(AT);
  await pool.query('insert into consents (id, version, analysis, advertising, crm, changed_at) values ($1, $2, true, true, true, $3)', [
    CONSENT,
    CONSENT_VERSION,
    new Date(begun - agreedBefore),
  ]);
  const context = { address: '203.0.113.1', agent: 'x', url: 'https://shop.example/payment' };
  await note(pool, { id: 'p1', consent: { id: CONSENT, given: FULL_CONSENT }, ...sealContext(outer, 'p1', context), now: new Date(begun) });
  const stream = `order-${first.data.orderNo}`;
  let known = 0;
  const takeIn = async (now: Date, ahead = 0): Promise<void> => {
    for (; known < events.length && Date.parse(events[known]?.data.at ?? '') <= now.getTime() + ahead; known++) {
      const event = { ...events[known], stream, recordedAt: events[known]?.data.at } as unknown as DecodedEvent;
      if (TYPES.includes(event.type)) await intake({ pool, clock: () => now, providers: planned }, [event]);
    }
  };
  for (let n = 0; n < tries; n++) {
    const now = new Date(begun + after + n * every);
    await takeIn(now);
    if (withdrawnAfter !== undefined && now.getTime() - begun > withdrawnAfter) await pool.query('delete from consents');
    for (const due of await dueReports(pool, now, 10)) {
      const ahead = due.provider === 'ga-undone' ? meanwhile : 0;
      const load = async () => {
        const state = foldEvents(orderDecider, events.slice(0, known));
        await takeIn(now, ahead);
        return { state };
      };
      await report(
        {
          pool,
          commands: { load: load as never },
          outer,
          consents: createConsents({ pool, clock: () => now, publicUrl: 'https://shop.example' }),
          providers: providers.filter(({ name }) => name !== unsent),
          contentId: () => undefined,
          key: createSecretKey(Buffer.alloc(32)),
          clock: () => now,
          timeoutMs: 1_000,
          afterStep: (step) => (step === 'begun' ? takeIn(now, 2 * ahead) : undefined),
          log: { warn: (of: { reason: string }) => void warned.push(of.reason), info: () => undefined } as unknown as Logger,
        },
        due,
      );
    }
  }
  expect(known).toBe(events.length);
  const { rows } = await pool.query<{ provider: string; end: string }>(
    `select provider, case state when 'dropped' then reason else state end as end from purchase_reports`,
  );
  return { ends: Object.fromEntries(rows.map(({ provider, end }) => [provider, end])), sent, warned };
}
const cash = placed({ payment: 'COD' });

test.each([
  ['a card order with the charge', [placed(), authorised], { meta: 'sent', ga: 'sent', crm: 'sent', 'crm-paid': 'sent' }],
  ['a card order without one', [placed()], {}],
  ['a cash order with its parcel, unpaid', [cash, shipped()], { meta: 'sent', ga: 'sent', crm: 'sent' }],
  ['a cash order without one', [cash], {}],
  ['an order that credit paid at once', [placed({ total: 0 })], { meta: 'sent', ga: 'sent', crm: 'sent', 'crm-paid': 'sent' }],
] as const)('of the reports: %s', async (_, history, ends) => {
  expect((await reported(history, { tries: 2 })).ends).toEqual(ends);
});

/** ISO instant. Most of what undoes a purchase happens days after it. */
const on = (day: number): string => new Date(Date.parse(AT) + day * DAY).toISOString();
const cancelled: OrderEvent = { type: 'OrderCancelled', data: { at: on(1), reason: 'OTHER', refundDue: true } };
const asked: OrderEvent = { type: 'ReturnRequested', data: { at: on(4), reason: 'OTHER' } };
const cameBack: OrderEvent = { type: 'ReturnReceived', data: { at: on(9), reason: 'COMPLETE', due: 980 } };
const linkedOrderNo = 'NLINKED000000001';
const agreed = (kind: 'EXCHANGE' | 'RESEND', day: number): OrderEvent => ({
  type: 'LinkedOrderAgreed',
  data: { at: on(day), linkedOrderNo, kind, items: [{ productId: 5, tier: 'ORIGIN', quantity: 1 }], value: 1_100 },
});
const ended = (outcome: LinkedOutcome, day: number): OrderEvent => ({
  type: 'LinkedOrderEnded',
  data: { at: on(day), linkedOrderNo, outcome },
});
const refund = (amount: number, day: number): OrderEvent => ({
  type: 'RefundStarted',
  data: { at: on(day), refundId: 'R1', amount, reason: 'GOODWILL', way: 'card', strayTradeId: null },
});
const issued = (amount: number, day: number): OrderEvent => ({
  type: 'RefundIssued',
  data: { at: on(day), refundId: 'R2', amount, reason: 'REFUNDED_AT_PROCESSOR', way: 'card', strayTradeId: null },
});
const goodwill = (amount: number, day: number): OrderEvent => ({
  type: 'GoodwillCreditGranted',
  data: { at: on(day), creditId: 'C1', amount },
});
const parcel = (code: string, day = 2, current = true): OrderEvent => ({
  type: 'ParcelStatusReported',
  data: { at: on(day), tradeNo: 'T', logisticsId: 'L', subtype: 'TCAT', code, source: 'callback', timed: true, current, finished: false },
});
const card = [placed(), authorised, shipped()] as const;
const charged = { ...authorised, data: { ...authorised.data, amount: 1_000 } };
const partCredit = [placed({ total: 1_000, credit: 100 }), charged, shipped()] as const;
const allCredit = placed({ total: 0, credit: 1_100 });
const received = [cash, shipped(), parcel('3003')] as const;

test.each([
  ['a card order that was cancelled', [...card, cancelled], 'sent'],
  ['a card order that was given up before it was paid', [placed(), cancelled], undefined],
  ['a cash order that nobody collected', [cash, shipped(), parcel('5005')], 'sent'],
  ['a late report that nobody collected it', [cash, shipped(), parcel('5005', 2, false)], undefined],
  ['"not collected" that the carrier corrected', [cash, shipped(), parcel('5005'), parcel('3017', 3), parcel('3003', 3.5)], 'STANDS'],
  ['"not collected" after a correction', [cash, shipped(), parcel('5005'), parcel('3017', 3), parcel('5005', 8)], 'sent'],
  [
    '"not collected", corrected, twice',
    [cash, shipped(), ...[2, 3.75].flatMap((day) => [parcel('5005', day), parcel('3017', day + 1)])],
    'STANDS',
  ],
  ['one that goes back without a word why', [cash, shipped(), parcel('3124')], 'sent'],
  ['one that was lost', [cash, shipped(), parcel('5002')], 'sent'],
  ['one that was lost and found', [cash, shipped(), parcel('5002'), parcel('3006', 3)], 'STANDS'],
  ['a cash order that was received', received, undefined],
  ['one that was received and is on its way back', [...received, asked, parcel('3124', 6)], 'STANDS'],
  ['one that was received and came back', [...received, asked, parcel('3124', 6), cameBack], 'sent'],
  ['one that came back and is exchanged', [...received, asked, agreed('EXCHANGE', 5), cameBack], 'STANDS'],
  ['one whose exchange came to nothing', [...received, asked, agreed('EXCHANGE', 5), cameBack, ended('NOT_COLLECTED', 15)], 'sent'],
  ['one that was cancelled after its exchange ended', [...card, agreed('EXCHANGE', 0), ended('NOT_PLACED', 0.5), cancelled], 'sent'],
  ['a card order whose parcel was lost and sent again', [...card, parcel('5002'), agreed('RESEND', 3)], 'STANDS'],
  ['one whose second parcel was not collected', [...card, parcel('5002'), agreed('RESEND', 3), ended('NOT_COLLECTED', 15)], 'sent'],
  ['one whose parcel was lost and paid back', [...card, parcel('5002'), refund(1_100, 9)], 'sent'],
  ['one that was delivered and paid back at the processor', [...card, parcel('3003'), issued(1_100, 9)], 'sent'],
  ['one that was lost, paid in part by credit', [...partCredit, parcel('5002'), refund(1_000, 3), goodwill(100, 9)], 'sent'],
  ['one that was lost, paid by credit alone', [allCredit, shipped(), parcel('5002'), goodwill(1_100, 9)], 'sent'],
  ['one of which a part was paid back', [...card, refund(100, 1)], 'STANDS'],
] as const)('GA4 takes back what is not bought any more: %s', async (_, history, end) => {
  const { ends, sent, warned } = await reported(history, { tries: 80, every: 6 * HOUR });
  expect(ends['ga-undone']).toBe(end);
  expect(warned).toEqual([]);
  const bodies = sent.filter(({ to }) => to === 'ga' || to === 'ga-undone').map(({ body }) => JSON.parse(body));
  const [purchase, ...refunds] = bodies.map(({ events }) => events[0]);
  expect(refunds.length).toBe(end === 'sent' ? 1 : 0);
  const { transaction_id, currency, value, shipping, tax } = purchase?.params ?? {};
  for (const one of refunds) expect(one).toEqual({ name: 'refund', params: { transaction_id, currency, value, shipping, tax } });
  expect(new Set(bodies.map(({ client_id: client }) => client)).size).toBeLessThanOrEqual(1);
});

test.each([
  ['meta', 1, 'OFF'],
  ['of-a-newer-release', 7, 'due'],
  ['of-a-newer-release', 9, 'OFF'],
])('a channel %s without a sender, after %i tries on as many days', async (unsent, tries, end) => {
  expect((await reported(card, { tries, every: DAY, unsent })).ends[unsent]).toBe(end);
});

test.each([
  ['a refund of a part', refund(100, 0.75)],
  ['"not collected"', parcel('5005', 0.75)],
  ['a refund of everything', refund(1_100, 0.75)],
  ['a refund of everything, after the call began,', refund(1_100, 0.5)],
])('GA4 is told at once, and once, of a cancellation that comes in while %s is reported', async (_, before) => {
  const { ends, sent } = await reported([...card, before, cancelled], { tries: 8, every: 6 * HOUR, meanwhile: 6 * HOUR });
  expect(ends['ga-undone']).toBe('sent');
  expect(sent.filter(({ to }) => to === 'ga-undone')).toHaveLength(1);
});

test('nothing is taken back after a withdrawal', async () => {
  const { ends, warned } = await reported([...card, cancelled], { tries: 60, withdrawnAfter: 12 * HOUR });
  expect(ends).toMatchObject({ ga: 'sent', 'ga-undone': 'WITHDRAWN' });
  expect(warned).toContain('WITHDRAWN');
});

test.each([
  [0, { meta: 'sent', ga: 'sent', crm: 'sent' }],
  [DAY + 1, { meta: 'sent', ga: 'sent', crm: 'TOO_OLD' }],
  [71 * HOUR + 1, { meta: 'sent', ga: 'TOO_OLD', crm: 'TOO_OLD' }],
  [6 * DAY + 1, { meta: 'TOO_OLD', ga: 'TOO_OLD', crm: 'TOO_OLD' }],
])('%i ms after the purchase, the providers that would refuse it do not get it', async (after, ends) => {
  expect((await reported([cash, shipped()], { after })).ends).toEqual(ends);
});

test('a decision counts for twelve months', async () => {
  const YEAR = CONSENT_DAYS * DAY;
  expect((await reported([cash, shipped()], { agreedBefore: YEAR - 1 })).ends['meta']).toBe('sent');
  await database.pool.query('truncate consents, tracked_purchases cascade');
  expect(await reported([cash, shipped()], { agreedBefore: YEAR })).toMatchObject({
    ends: { meta: 'WITHDRAWN', ga: 'WITHDRAWN' },
    sent: [],
  });
});

test('the CRM is asked four times, Meta for days, and Google once', async () => {
  const { ends, sent } = await reported([placed(), authorised], { tries: 8, status: 500 });
  expect(ends).toEqual({ meta: 'due', ga: 'REFUSED', crm: 'NOT_ACCEPTED', 'crm-paid': 'NOT_REPORTED' });
  const times = (name: string): number => sent.filter(({ to }) => to === name).length;
  expect([times('crm'), times('ga'), times('crm-paid')]).toEqual([4, 1, 0]);
});

test.each([
  ['臺北市', 'HOME', 'tw'],
  ['香港', 'INTERNATIONAL', 'hk'],
  ['澳門', 'INTERNATIONAL', 'mo'],
] as const)('Meta gets the country of %s', async (city, type, country) => {
  const contact = { ...personal.contact, recipient: { ...personal.contact?.recipient, city } };
  const delivery = { type, subtype: type === 'HOME' ? 'TCAT' : 'INTERNATIONAL' } as const;
  const order = { ...placed({ payment: 'CREDIT', delivery }), personal: { contact } } as OrderPlaced;
  const { sent } = await reported([order, authorised]);
  const hashed = await crypto.subtle.digest('SHA-256', Buffer.from(country));
  const body = sent.find(({ to }) => to === 'meta')?.body ?? '';
  expect(body).toContain(`"country":["${Buffer.from(hashed).toString('hex')}"]`);
});

test('the CRM gets the time in Taipei', async () => {
  const { sent } = await reported([placed(), authorised]);
  expect(sent.find(({ to }) => to === 'crm')?.body).toContain('"occurred_at":"2026-11-20T09:00:00+08:00"');
});

test('the CRM gets the time of the charge as that of the payment, also where the parcel arrived before it was told', async () => {
  const { sent } = await reported([...card, parcel('3003', 0.1)], { after: 6 * HOUR, tries: 2 });
  const [paid] = sent.filter(({ to }) => to === 'crm-paid').map(({ body }) => JSON.parse(body));
  expect(paid).toMatchObject({ event: 'order_paid', occurred_at: '2026-11-20T09:00:00+08:00' });
});
