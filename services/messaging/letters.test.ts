import { isPersonName } from '@nordhaut/contracts';
import { orderDecider, type OrderEvent } from '@nordhaut/ordering';
import { AT, authorised, personal, placed, shipped } from '@nordhaut/ordering/testing';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { StoreUnavailable } from '@nordhaut/platform/event-store';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import { walletDecider, type WalletEvent, walletStream } from '@nordhaut/promotions';
import { expect, test } from 'vitest';
import { mailOf, type PlannedMail } from './causes.ts';
import { draftOf, type LetterDeps, redacted } from './letters.ts';
import type { MailRow } from './outbox.ts';

const minutesLater = (minute: number): string => new Date(Date.parse(AT) + minute * 60_000).toISOString();
const toStore = placed({ delivery: { type: 'CVS', subtype: 'UNIMARTC2C' } });
const report = (code: string, minute: number): OrderEvent => ({
  type: 'ParcelStatusReported',
  data: {
    at: minutesLater(minute),
    tradeNo: toStore.data.orderNo,
    logisticsId: 'L1',
    subtype: 'UNIMARTC2C',
    code,
    source: 'callback',
    timed: true,
    current: true,
    finished: code === '2067',
  },
});
const cancelled: OrderEvent = { type: 'OrderCancelled', data: { at: minutesLater(1), reason: 'OTHER', refundDue: true } };

/** The mail about the arrival, when the order has this history. `of`: somebody asked for it again. */
async function arrivalMail(history: readonly OrderEvent[], of?: string) {
  const deps = {
    commands: { load: () => Promise.resolve({ state: foldEvents(orderDecider, history) }) },
    sender: { shopUrl: 'https://shop.example' },
  } as unknown as LetterDeps;
  const row = { kind: 'PARCEL_AT_STORE', stream: `order-${toStore.data.orderNo}`, data: { at: minutesLater(5), ...(of && { of }) } };
  const draft = await draftOf(deps, row as MailRow);
  return draft.kind === 'drop' ? draft.reason : draft.template;
}

// The mail names the last day for the collection, and the provider may take it only days after the arrival.
test('the mail about a parcel at its store goes out only while the parcel waits there', async () => {
  const arrived = [toStore, authorised, shipped({ subtype: 'UNIMARTC2C' }), report('2073', 5)];
  for (const of of [undefined, 'an earlier mail']) {
    expect(await arrivalMail(arrived, of)).toBe('PARCEL_AT_STORE');
    expect(await arrivalMail([...arrived, report('2067', 9)], of), 'collected').toBe('OVERTAKEN');
    expect(await arrivalMail([...arrived, report('2074', 9)], of), 'on its way back').toBe('OVERTAKEN');
    expect(await arrivalMail([...arrived, cancelled], of), 'cancelled').toBe('OVERTAKEN');
  }
});

const orderNo = toStore.data.orderNo;
const refunded: OrderEvent = {
  type: 'RefundIssued',
  data: { at: minutesLater(0), refundId: 'RF1', amount: toStore.data.total, reason: 'GOODWILL', way: 'card', strayTradeId: null },
};

/** The mail that an event causes. */
const causedBy = (event: object | undefined, stream = `order-${orderNo}`) =>
  mailOf({ ...event, stream, id: 'x', revision: 1, recordedAt: AT, metadata: { hash: 'a'.repeat(64) } } as unknown as DecodedEvent);

/** What the mail about the last event of an order says about a refund. */
async function refundNote(history: readonly OrderEvent[]): Promise<string | undefined> {
  const row = causedBy(history.at(-1));
  const deps = {
    commands: { load: () => Promise.resolve({ state: foldEvents(orderDecider, history) }) },
    sender: { shopUrl: 'https://shop.example' },
  } as unknown as LetterDeps;
  const draft = await draftOf(deps, row as unknown as MailRow);
  return draft.kind === 'letter' ? draft.values.texts['refundNote'] : undefined;
}

test('the mail about a cancelled order promises money only where the shop still holds it', async () => {
  expect(await refundNote([toStore, authorised, cancelled])).toContain('將退回');
  const paidBack: OrderEvent = { type: 'OrderCancelled', data: { at: minutesLater(1), reason: 'REFUNDED_AT_PROCESSOR', refundDue: false } };
  expect(await refundNote([toStore, authorised, refunded, paidBack])).toBe('');
});

const asked = (accountNo?: string): OrderEvent => ({
  type: 'ReturnRequested',
  data: { at: minutesLater(10), reason: 'OTHER' },
  ...(accountNo && { personal: { support: { comment: '不合用', bankAccount: { bankCode: '822', accountNo, holder: '王大明' } } } }),
});
const approved: OrderEvent = { type: 'ReturnApproved', data: { at: minutesLater(11), reason: 'SEVEN_DAYS' } };
const rejected = (reason: 'OPENED_GOODS' | 'NOT_RECEIVED_BACK'): OrderEvent => ({
  type: 'ReturnRejected',
  data: { at: minutesLater(12), reason },
});
const cameBack: OrderEvent = { type: 'ReturnReceived', data: { at: minutesLater(13), reason: 'COMPLETE', due: 100 } };
const collected = [toStore, authorised, shipped({ subtype: 'UNIMARTC2C' }), report('2073', 5), report('2067', 9)];

/** The mail that an event of a return causes, when the order has this history. */
async function returnMail(event: OrderEvent, history: readonly OrderEvent[]) {
  const deps = {
    commands: { load: () => Promise.resolve({ state: foldEvents(orderDecider, history) }) },
    sender: { shopUrl: 'https://shop.example' },
  } as unknown as LetterDeps;
  return draftOf(deps, causedBy(event) as unknown as MailRow);
}

test('the mail about a return names the last four digits of the account, which its kept copy lacks', async () => {
  const cash = { ...toStore, data: { ...toStore.data, payment: 'COD' as const } };
  const byCash = [cash, ...collected.slice(2)];
  const draft = await returnMail(asked(), [...byCash, asked('123456789012')]);
  expect(draft).toMatchObject({ template: 'RETURN_REQUESTED', values: { texts: { returnRefund: '銀行匯款，帳號末四碼 9012' } } });
  const kept = redacted(draft as Parameters<typeof redacted>[0]);
  expect(JSON.stringify(kept)).not.toContain('9012');
  expect(JSON.stringify(draft)).not.toContain('89012');
  // Later, the account may still be a stranger's.
  const later = await returnMail(asked(), [...byCash, asked('123456789012'), approved, cameBack]);
  expect(later).toMatchObject({ template: 'RETURN_REQUESTED' });
  const byCard = await returnMail(asked(), [...collected, asked()]);
  expect(byCard).toMatchObject({ values: { texts: { returnRefund: '退回原信用卡' } }, secrets: [] });
});

test('the mail about the review of a return goes out only while it is true', async () => {
  const said = async (event: OrderEvent, history: readonly OrderEvent[]) => {
    const draft = await returnMail(event, history);
    return draft.kind === 'drop' ? draft.reason : draft.template;
  };
  const approval = [...collected, asked(), approved];
  expect(await said(approved, approval)).toBe('RETURN_APPROVED');
  expect(await said(approved, [...approval, cameBack])).toBe('OVERTAKEN');
  expect(await said(approved, [...approval, rejected('OPENED_GOODS')])).toBe('OVERTAKEN');
  expect(await said(rejected('OPENED_GOODS'), [...approval, rejected('OPENED_GOODS')])).toBe('RETURN_REJECTED');
  const ended = rejected('NOT_RECEIVED_BACK');
  expect(await said(ended, [...approval, ended])).toBe('RETURN_ENDED');
  expect(await said(ended, [...approval, ended, cameBack]), 'the goods came all the same').toBe('OVERTAKEN');
  expect(await said(ended, [...collected.slice(0, 3), asked(), approved, ended]), 'the buyer never had the goods').toBe('OVERTAKEN');
});

const wallet = walletStream('M1');
const granted: WalletEvent = {
  type: 'CreditGranted',
  data: {
    at: AT,
    grantId: 'support/1',
    kind: 'SUPPORT',
    amount: 500,
    endsAt: minutesLater(60),
    cause: { kind: 'SUPPORT', reason: 'test' },
  },
};
const takenBack: WalletEvent = {
  type: 'CreditTakenBack',
  data: { at: AT, grantId: 'support/1', outcome: 'SUPPORT', amount: 500, deducted: 0, writtenOff: 0, recovered: 0 },
};

/** The mail about credit, some minutes after its grant. `again`: somebody asked for it again. */
async function creditMail(history: readonly WalletEvent[], minute: number, again: boolean) {
  const mail = causedBy(granted, wallet) as PlannedMail;
  const member = { contact: { firstName: '王', lastName: '大明', email: 'a@example.com' }, closedAt: null };
  const deps = {
    commands: { load: (stream: string) => Promise.resolve({ state: stream === wallet ? foldEvents(walletDecider, history) : member }) },
    clock: () => new Date(minutesLater(minute)),
    sender: { shopUrl: 'https://shop.example' },
  } as unknown as LetterDeps;
  const row = again ? { ...mail, id: 'another', data: { ...mail.data, of: mail.id } } : mail;
  const draft = await draftOf(deps, row as unknown as MailRow);
  return draft.kind === 'drop' ? draft.reason : draft.template;
}

test('the mail about credit goes out only while the credit stands', async () => {
  for (const again of [false, true]) {
    expect(await creditMail([granted], 5, again)).toBe('CREDIT_GRANTED');
    expect(await creditMail([granted, takenBack], 5, again), 'taken back').toBe('OVERTAKEN');
    expect(await creditMail([granted], 60, again), 'ended').toBe('OVERTAKEN');
  }
  const other = { ...granted, data: { ...granted.data, grantId: 'support/2' } } as WalletEvent;
  const otherBack = { ...takenBack, data: { ...takenBack.data, grantId: 'support/2' } } as WalletEvent;
  expect(await creditMail([granted, other, otherBack], 5, false), 'another credit was taken back').toBe('CREDIT_GRANTED');
});

// Anybody may order for somebody else's e-mail address.
test.each(['退款請至 evil.example/tw 登入', 'http://evil.example', '請洽 www.evil。example', 'help@evil.example'])(
  'the confirmation makes no link of the address %j',
  async (address) => {
    const contact = { ...personal.contact, recipient: { ...personal.contact?.recipient, address } };
    const history = [{ ...placed({ payment: 'COD' }), personal: { ...personal, contact } } as OrderEvent];
    const deps = {
      commands: { load: () => Promise.resolve({ state: foldEvents(orderDecider, history) }) },
      sender: { shopUrl: 'https://shop.example' },
    } as unknown as LetterDeps;
    const draft = await draftOf(deps, { kind: 'ORDER_CREATED', stream: `order-${orderNo}`, data: {} } as MailRow);
    const shown = draft.kind === 'letter' ? (draft.values.texts['address'] ?? '') : '';
    expect(shown).not.toMatch(/evil[.。]example|:\/\/|@evil/);
    expect(shown.replaceAll('\u200b', '')).toContain(address);
  },
);

// Each name is checked when it is typed, and a mail shows both as one.
test.each([
  ['中獎請見 evil.', 'example 領取'],
  ['evil.e', 'xample 領取'],
])('no mail makes a link of the names %j and %j together', async (firstName, lastName) => {
  expect(isPersonName(firstName) && isPersonName(lastName)).toBe(true);
  const contact = { ...personal.contact, recipient: { ...personal.contact?.recipient, firstName, lastName } };
  const member = { contact: { firstName, lastName, email: 'a@example.com' }, earlierEmails: [], closedAt: null, inviteCode: '' };
  const history = [{ ...placed({ payment: 'COD' }), personal: { ...personal, contact } } as OrderEvent];
  const deps = {
    commands: { load: (stream: string) => Promise.resolve({ state: stream === 'member-M1' ? member : foldEvents(orderDecider, history) }) },
    tokens: {},
    sender: { shopUrl: 'https://shop.example' },
  } as unknown as LetterDeps;
  for (const [kind, stream, shownIn] of [
    ['REGISTER_SUCCESS', 'member-M1', ['name']],
    ['ORDER_CREATED', `order-${orderNo}`, ['name', 'recipient']],
  ] as const) {
    const draft = await draftOf(deps, { kind, stream, data: {} } as unknown as MailRow);
    for (const value of shownIn) {
      const shown = draft.kind === 'letter' ? (draft.values.texts[value] ?? '') : '';
      expect(shown, `${kind} ${value}`).not.toMatch(/evil\.e/);
      expect(shown.replaceAll('\u200b', '')).toBe(firstName + lastName);
    }
  }
});

const memberId = '3f0f4a0e-5a5f-4d53-9a27-0f3f0b9a1c77';
/** Which mails of a day the mail about an order counts among. `confirmed`: the member's address and whether it is confirmed. */
async function budgetOf(history: readonly OrderEvent[], [email, emailConfirmed]: [string, boolean] = ['', false], failure?: Error) {
  const load = async (stream: string) => {
    if (failure && stream.startsWith('member-')) throw failure;
    return { state: stream.startsWith('member-') ? { emailConfirmed, contact: { email } } : foldEvents(orderDecider, history) };
  };
  const deps = { commands: { load }, sender: { shopUrl: 'https://shop.example' } } as unknown as LetterDeps;
  const draft = await draftOf(deps, { kind: 'ORDER_CREATED', stream: `order-${orderNo}`, data: {} } as unknown as MailRow);
  return draft.kind === 'letter' ? draft.budget : draft.reason;
}

test('what an order costs its buyer, and whose order it is, decide which mails of the day its mail counts among', async () => {
  const cash = placed({ payment: 'COD' });
  expect(await budgetOf([cash])).toBe('anybody');
  expect(await budgetOf([toStore, authorised])).toBe('paid');
  expect(await budgetOf([placed({ total: 0 })]), 'credit paid all of it, and goes back with a cancellation').toBe('anybody');
  const linked = { orderNo: 'N26112200002', kind: 'RESEND', value: 1_860 } as const;
  expect(await budgetOf([placed({ total: 0, linked })]), 'goods of a paid order').toBe('paid');
  expect(await budgetOf([toStore]), 'the card was not charged').toBe('anybody');
  expect(await budgetOf([toStore, shipped({ subtype: 'UNIMARTC2C' }), report('2073', 5)]), 'the carrier has it').toBe('paid');
  const own = placed({ payment: 'COD', memberId });
  const { email } = personal.contact.recipient;
  expect(await budgetOf([own], [email, true])).toBe('own');
  expect(await budgetOf([own], [email, false]), 'a stranger may have typed it').toBe('anybody');
  expect(await budgetOf([own], ['other@example.com', true])).toBe('anybody');
  expect(await budgetOf([own], [email, true], new Error('a broken event')), 'nobody knows').toBe('anybody');
  await expect(budgetOf([own], [email, true], new StoreUnavailable('no answer'))).rejects.toThrow('no answer');
});

test('the mail about a second charge that went back says that it is not the order', () => {
  expect(causedBy(refunded)?.data).toMatchObject({ stray: false });
  expect(causedBy({ ...refunded, data: { ...refunded.data, strayTradeId: 'D2' } })?.data).toMatchObject({ stray: true });
});

test.each([
  ['REGISTERED', undefined],
  ['INVITED', undefined],
  ['CODE', undefined],
  ['ORDER', 'GIFT_GRANTED'],
])('a gift with the cause %s, where no page tells of it, has a mail', (cause, kind) => {
  const gift = { type: 'CouponGranted', data: { at: AT, copyId: 'c1', couponId: 'C', cause: { kind: cause }, endsAt: null } };
  expect(causedBy(gift, wallet)?.kind).toBe(kind);
});

const failedBy = (reason: 'CHECKOUT_FAILED' | 'SHIPMENT_REJECTED'): OrderEvent => ({
  type: 'OrderCancelled',
  data: { at: minutesLater(1), reason, refundDue: false },
});
test.each([
  ['ORDER_CREATED', 'an order that stands', [toStore, authorised], true, 'ORDER_CREATED_STORE'],
  ['ORDER_CREATED', 'one that was cancelled meanwhile', [toStore, authorised, cancelled], false, 'OVERTAKEN'],
  ['ORDER_CREATED', 'one that was paid back meanwhile', [toStore, authorised, refunded], false, 'OVERTAKEN'],
  ['ORDER_CANCELLED', 'what its buyer cancelled', [toStore, cancelled], false, 'ORDER_CANCELLED'],
  ['ORDER_CANCELLED', 'a checkout that failed on its page', [toStore, failedBy('CHECKOUT_FAILED')], false, 'NEVER_TOLD'],
  ['ORDER_CANCELLED', 'a parcel that was refused on that page', [toStore, failedBy('SHIPMENT_REJECTED')], false, 'NEVER_TOLD'],
  ['ORDER_CANCELLED', 'one whose buyer may have the confirmation', [toStore, failedBy('SHIPMENT_REJECTED')], true, 'ORDER_CANCELLED'],
  ['ORDER_CANCELLED', 'one whose buyer paid', [toStore, authorised, failedBy('SHIPMENT_REJECTED')], false, 'ORDER_CANCELLED'],
] as const)('%s about %s', async (kind, _, history, told, expected) => {
  const deps = {
    commands: { load: () => Promise.resolve({ state: foldEvents(orderDecider, history) }) },
    pool: { query: () => Promise.resolve({ rows: told ? [{}] : [] }) },
    sender: { shopUrl: 'https://shop.example' },
  } as unknown as LetterDeps;
  const draft = await draftOf(deps, { kind, stream: `order-${orderNo}`, data: {} } as unknown as MailRow);
  expect(draft.kind === 'drop' ? draft.reason : draft.template).toBe(expected);
});

/** A mail to a member. `linkTo`: the address of the link that accounts makes for it. */
async function memberMail(kind: MailRow['kind'], data: MailRow['data'], closedAt: string | null, linkTo = 'own@example.com') {
  const contact = { firstName: '王', lastName: '大明', email: 'own@example.com' };
  const deps = {
    commands: { load: () => Promise.resolve({ state: { contact, closedAt, earlierEmails: [], inviteCode: '' } }) },
    tokens: {
      makeConfirmToken: () => Promise.resolve({ token: 'TOKEN', email: linkTo }),
      makeResetToken: () => Promise.resolve('TOKEN'),
    },
    clock: () => new Date(AT),
    sender: { shopUrl: 'https://shop.example' },
  } as unknown as LetterDeps;
  return draftOf(deps, { kind, stream: 'member-M1', data } as MailRow);
}

test('a welcome has the link of the address to which it goes, and of no other one', async () => {
  for (const [linkTo, confirmUrl] of [
    ['own@example.com', 'https://shop.example/confirm-email?token=TOKEN'],
    ['other@example.com', ''],
  ])
    expect(await memberMail('REGISTERED', {}, null, linkTo)).toMatchObject({
      to: { address: 'own@example.com' },
      values: { texts: { confirmUrl } },
    });
});

test('a closed account gets what happened in it, and nothing else', async () => {
  for (const kind of ['REGISTERED', 'CONFIRM_EMAIL', 'RESET_PASSWORD', 'GIFT_GRANTED'] as const) {
    expect(await memberMail(kind, {}, null), kind).toMatchObject({ kind: 'letter' });
    expect(await memberMail(kind, {}, AT), kind).toEqual({ kind: 'drop', reason: 'OVERTAKEN' });
  }
  expect(await memberMail('ACCOUNT_CLOSED', { revision: 3, at: AT }, AT)).toMatchObject({ template: 'ACCOUNT_CLOSED' });
});

test('a gift that ends at midnight is good until the day before', async () => {
  const endsAt = '2026-11-30T16:00:00.000Z';
  expect(await memberMail('GIFT_GRANTED', { endsAt }, null)).toMatchObject({ values: { texts: { endsAt: '2026/11/30' } } });
});
