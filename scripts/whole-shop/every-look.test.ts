import { RIGHTS, type PersonRequestAnswer } from '@nordhaut/contracts/support';
import type { MemberAnswer } from '@nordhaut/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { type Browser, checkOut, until } from './fixtures/browser.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { memberIdOf, register } from './fixtures/member-operations.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const REASON = '顧客來電，已核對身分';
const NO_ID = '00000000-0000-4000-8000-000000000000';
/** somebody whom the shop does not know */
const STRANGER = 'stranger@example.com';
const birthday = '1990-01-01';
const give = { type: 'give', amount: 50, cause: 'APOLOGY' } as const;

type Fixture = { orderNo: string; email: string; code: string; memberId: string; requestId: string };
/** A refusal tells something about a person too, for example that there is no account. */
type Look = { status: number; path?: (fixture: Fixture) => string; body?: (fixture: Fixture) => object; action: string };
const look = (action: string, more: Partial<Look> = {}): Look => ({ status: 200, action, ...more });
const ofOrder = (path: string, action = 'VIEW', more: Partial<Look> = {}): [string, Look[]] => [path, [look(action, more)]];
const judged = { expectedRevision: 0, reason: REASON };

/** Every route that answers something about a person or an order, with each answer that it has; and acts that nothing else keeps. */
const LOOKS: Record<string, Look[]> = Object.fromEntries([
  // A search by filters alone lists numbers and sums of orders, and no person.
  ['POST /api/support/orders/search', [look('SEARCH', { body: () => ({ q: '0912345678' }) })]],
  ofOrder('GET /api/support/orders/:orderNo/events'),
  ofOrder('GET /api/support/orders/:orderNo/state'),
  ofOrder('GET /api/support/orders/:orderNo/seen'),
  ofOrder('GET /api/support/orders/:orderNo/verify'),
  ofOrder('GET /api/support/orders/:orderNo/acts'),
  ofOrder('GET /api/support/orders/:orderNo/now'),
  ofOrder('GET /api/support/orders/:orderNo/mails'),
  ofOrder('POST /api/support/orders/:orderNo/preview', 'VIEW', { body: () => ({ act: { type: 'approve-return' } }) }),
  ofOrder('POST /api/support/orders/:orderNo/reveal', 'REVEAL', { body: () => ({ reason: REASON }) }),
  ofOrder('POST /api/support/orders/:orderNo/decisions', 'VIEW', {
    status: 409,
    body: () => ({ act: { type: 'approve-return' }, ...judged }),
  }),
  ofOrder('POST /api/support/orders/:orderNo/payments', 'VIEW', {
    status: 409,
    body: () => ({ act: { type: 'goodwill', amount: 100 }, ...judged }),
  }),
  ofOrder('POST /api/support/orders/:orderNo/proposals/:proposalId', 'VIEW', {
    status: 409,
    path: ({ orderNo }) => `/api/support/orders/${orderNo}/proposals/P1`,
    body: () => ({ verdict: 'approve', ...judged }),
  }),
  ofOrder('POST /api/support/orders/:orderNo/proposals/:proposalId/withdraw', 'VIEW', {
    status: 403,
    path: ({ orderNo }) => `/api/support/orders/${orderNo}/proposals/P1/withdraw`,
    body: () => judged,
  }),
  ofOrder('POST /api/support/orders/:orderNo/carrier', 'ASK_CARRIER', { body: () => ({ reason: REASON }) }),
  ofOrder('POST /api/support/orders/:orderNo/mails/:mailId', 'RESEND', {
    path: ({ orderNo }) => `/api/support/orders/${orderNo}/mails/${NO_ID}`,
    body: () => ({ reason: REASON }),
  }),
  ofOrder('POST /api/support/orders/:orderNo/cash-block', 'LIFT_CASH', { body: () => ({ reason: REASON }) }),
  ofOrder('POST /api/support/orders/:orderNo/cash-block/preview', 'PREVIEW_LIFT_CASH', { body: () => ({}) }),
  ['GET /api/support/inquiries', [look('VIEW_INQUIRIES')]],
  [
    'GET /api/support/questionnaires/:route/answers',
    [look('VIEW_ANSWERS', { status: 404, path: () => '/api/support/questionnaires/none/answers' })],
  ],
  [
    'POST /api/support/inquiries/:inquiryId/reveal',
    [look('REVEAL', { status: 404, path: () => `/api/support/inquiries/${NO_ID}/reveal`, body: () => ({ reason: REASON }) })],
  ],
  [
    'POST /api/support/views/search',
    [
      look('VIEW_LOG', { body: () => ({ staffId: 'first', from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }) }),
      look('VIEW_LOG', { body: ({ code }) => ({ member: code, from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }) }),
    ],
  ],
  [
    'POST /api/support/reviews/:reviewId/hide',
    [look('HIDE_REVIEW', { status: 404, path: () => '/api/support/reviews/none/hide', body: () => ({ reason: REASON }) })],
  ],
  ['POST /api/support/reviews/:reviewId/show', [look('SHOW_REVIEW', { status: 404, path: () => '/api/support/reviews/none/show' })]],
  ['GET /api/support/members/:code/muted', [look('VIEW_MUTED')]],
  ['POST /api/support/members/:code/muted', [look('MUTE', { body: () => ({ productId: 5, muted: true, reason: REASON }) })]],
  ['GET /api/support/members/:code/mails', [look('VIEW_MAILS')]],
  [
    'POST /api/support/members/:code/mails/:mailId',
    [look('RESEND', { path: ({ code }) => `/api/support/members/${code}/mails/${NO_ID}`, body: () => ({ reason: REASON }) })],
  ],
  ['GET /api/support/members/:code/credit', [look('VIEW_CREDIT')]],
  ['POST /api/support/members/:code/credit/preview', [look('PREVIEW_CREDIT', { body: () => ({ act: give }) })]],
  ['POST /api/support/members/:code/credit', [look('CREDIT', { body: () => ({ act: give, reason: REASON }) })]],
  [
    'POST /api/support/members/find',
    [look('FIND_MEMBER', { body: ({ email }) => ({ email }) }), look('FIND_MEMBER', { status: 404, body: () => ({ email: STRANGER }) })],
  ],
  [
    'POST /api/support/members/birthday',
    [
      look('BIRTHDAY', { body: ({ email }) => ({ email, birthday, reason: REASON }) }),
      look('BIRTHDAY', { status: 404, body: () => ({ email: STRANGER, birthday, reason: REASON }) }),
    ],
  ],
  [
    'POST /api/support/members/birthday/preview',
    [
      look('PREVIEW_BIRTHDAY', { body: ({ email }) => ({ email, birthday }) }),
      look('PREVIEW_BIRTHDAY', { status: 404, body: () => ({ email: STRANGER, birthday }) }),
    ],
  ],
  ['GET /api/support/person-requests', [look('LIST_PERSON_REQUESTS')]],
  [
    'POST /api/support/person-requests',
    [
      look('PERSON_REQUEST', { body: ({ email }) => ({ kind: 'ACCESS', who: { email }, reason: REASON }) }),
      look('PERSON_REQUEST', { status: 404, body: () => ({ kind: 'ACCESS', who: { email: STRANGER }, reason: REASON }) }),
      look('PERSON_REQUEST', {
        status: 409,
        body: ({ orderNo }) => ({ kind: 'ACCESS', who: { orders: [{ orderNo, phone: '0900000000' }] }, reason: REASON }),
      }),
    ],
  ],
  ['GET /api/support/person-requests/:requestId', [look('VIEW_PERSON_REQUEST')]],
  ['POST /api/support/person-requests/:requestId/refuse', [look('PERSON_REFUSE', { body: () => ({ reason: REASON }) })]],
]);

/** Routes without a record of a look, with the reason. A new route belongs into one of the two lists. */
const WITHOUT: Record<string, string> = {
  'POST /api/support/invitation': 'before a sign-in; it names the invited member of the staff',
  'POST /api/support/join/passkey/options': 'before a sign-in',
  'POST /api/support/join/passkey': 'before a sign-in',
  'POST /api/support/join/authenticator/options': 'before a sign-in',
  'POST /api/support/join/authenticator': 'before a sign-in',
  'POST /api/support/sign-in/passkey/options': 'before a sign-in',
  'POST /api/support/sign-in/passkey': 'before a sign-in',
  'POST /api/support/sign-in/code': 'before a sign-in',
  'POST /api/support/second-factor': 'about the caller',
  'POST /api/support/sign-out': 'about the caller',
  'GET /api/support/me': 'about the caller',
  'GET /api/support/staff': 'about the staff',
  'GET /api/support/staff/:staffId/events': 'about the staff',
  'POST /api/support/staff': 'about the staff; the events have who did it',
  'POST /api/support/staff/:staffId/reset': 'about the staff; the events have who did it',
  'POST /api/support/staff/:staffId/rights': 'about the staff; the events have who did it',
  'POST /api/support/staff/:staffId/leave': 'about the staff; the events have who did it',
  'GET /api/support/reviews': 'published texts under a masked name, and who hid them',
  'GET /api/support/questionnaires': 'counts',
  'GET /api/support/questionnaires/:route/export': 'with the second factor; recorded as EXPORT_ANSWERS: questionnaire-answers.test.ts',
  'GET /api/support/coupons': 'about no person',
  'POST /api/support/coupons': 'about no person; a change is recorded as COUPONS',
  'POST /api/support/coupons/:couponId/end': 'about no person; recorded as COUPONS',
  'GET /api/support/data-tables': 'names of tables and columns',
  'GET /api/support/data-changes': 'what the shop publishes, and which account changed it',
  'GET /api/support/history': 'names no order and no person',
  'GET /api/support/poison': 'for operators; payloads are masked',
  'GET /api/support/invoices/export': 'with the second factor; recorded as EXPORT_INVOICES: invoices.test.ts',
  'GET /api/support/parcels': 'what is to be packed, by order numbers',
  'POST /api/support/parcels/packed': 'answers nothing; the mark has who made it',
  'GET /api/support/parcels/export': 'what is to be packed, by order numbers',
  'GET /api/support/insight': 'figures of days',
  'GET /api/support/insight/export': 'figures of days',
  'GET /api/support/work': 'counts',
  'GET /api/support/work/:list': 'what has to be done; a row names an order and no person, and opening it is recorded',
  'POST /api/support/work/:list/:item': 'answers nothing; the row has who took it',
  'POST /api/support/orders/:orderNo/notes': 'answers the note’s id; the order’s history has who wrote it',
  'POST /api/support/orders/:orderNo/notes/:noteId/withdraw': 'answers the note’s id; the order’s history has who did it',
  'POST /api/support/orders/:orderNo/presence': 'an open page, whose opening was recorded, says so each second',
  'POST /api/support/orders/:orderNo/holds': 'answers nothing; the order’s history has who did it',
  'POST /api/support/orders/:orderNo/evidence': 'with the second factor; recorded as EVIDENCE: evidence-pack.test.ts',
  'GET /api/support/orders/:orderNo/export': 'with the second factor; recorded as EXPORT: support-orders.test.ts',
  'GET /api/support/evidence-packs/:token': 'recorded as EVIDENCE_FILE: evidence-pack.test.ts',
  'POST /api/support/person-requests/:requestId/file':
    'with the second factor; a link, whose use is recorded as PERSON_FILE: persons.test.ts',
  'GET /api/support/person-files/:token': 'recorded as PERSON_FILE: persons.test.ts',
  'POST /api/support/person-requests/:requestId/forget': 'with the second factor; recorded as PERSON_FORGET: persons.test.ts',
};

let shop: TestShop;
let fixture: Fixture;
beforeAll(async () => {
  shop = await testShop();
  const { visitor } = await register(shop);
  const { member } = (await visitor.get<MemberAnswer>('/api/member')).body;
  const buyer = shop.visit();
  const { orderNo } = await checkOut(buyer, cardOrder(MASTERCARD));
  await until(buyer, orderNo, () => true);
  await caughtUp(shop);
  const clerk = await signedInStaff(shop, [...RIGHTS]);
  const asked = await clerk.post<PersonRequestAnswer>('/api/support/person-requests', {
    kind: 'ERASURE',
    who: { email: member.user_email },
    reason: REASON,
  });
  fixture = {
    orderNo,
    email: member.user_email,
    code: member.user_invite_code,
    memberId: await memberIdOf(shop, visitor),
    requestId: asked.body.request.requestId,
  };
});
afterAll(() => shop.close());

async function ask(staff: Browser, key: string, { path, body }: Look) {
  const [method = '', pattern = ''] = key.split(' ');
  const filled = pattern.replace(':orderNo', fixture.orderNo).replace(':code', fixture.code).replace(':requestId', fixture.requestId);
  const url = path?.(fixture) ?? filled;
  return method === 'GET' ? staff.get<object>(url) : staff.post<object>(url, body?.(fixture) ?? {});
}
const recorded = async (): Promise<{ action: string; order_no: string | null; member_id: string | null }[]> =>
  (await shop.shop.engine.pool.query('select action, order_no, member_id from support_views order by id')).rows;

test('every route of the console is in one of the lists', () => {
  const routes = shop.shop.app.registeredRoutes.map(({ method, url }) => `${method} ${url}`).filter((key) => key.includes('/api/support/'));
  expect([...Object.keys(LOOKS), ...Object.keys(WITHOUT)].toSorted()).toEqual(routes.toSorted());
});

describe('a look is recorded once, before it is answered or refused', () => {
  const all = Object.entries(LOOKS).flatMap(([key, looks]) => looks.map((one) => [key, one.status, one] as const));
  test.each(all)('%s, %i', async (key, status, one) => {
    const staff = await signedInStaff(shop, [...RIGHTS]);
    const before = (await recorded()).length;
    const answer = await ask(staff, key, one);
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(status);
    const rows = (await recorded()).slice(before);
    expect(rows.map(({ action }) => action)).toEqual([one.action]);
    const [row] = rows;
    if (key.includes('/orders/:orderNo')) expect(row?.order_no).toBe(fixture.orderNo);
    if (key.includes('/members/:code') || key.includes(':requestId')) expect(row?.member_id).toBe(fixture.memberId);
  });
});

test('what somebody asked for in vain is in the record, sealed', async () => {
  const staff = await signedInStaff(shop, [...RIGHTS]);
  await staff.post('/api/support/person-requests', { kind: 'ACCESS', who: { email: STRANGER }, reason: REASON });
  const { rows } = await shop.shop.engine.pool.query<{ staff_id: string; at: Date; reason: Buffer }>(
    'select staff_id, at, reason from support_views order by id desc limit 1',
  );
  expect(rows[0]?.reason.toString()).not.toContain(STRANGER);
  const { body } = await staff.post<{ views: { reason: string | null }[] }>('/api/support/views/search', {
    staffId: rows[0]?.staff_id,
    from: '2020-01-01T00:00:00Z',
    to: '2100-01-01T00:00:00Z',
  });
  expect(body.views[0]?.reason).toContain(STRANGER);
});

test('one who looks through an order is in the record once an hour', async () => {
  const staff = await signedInStaff(shop, [...RIGHTS]);
  const before = (await recorded()).length;
  for (const [key, [one]] of Object.entries(LOOKS)) if (one?.action === 'VIEW') await ask(staff, key, one);
  expect((await recorded()).slice(before)).toEqual([{ action: 'VIEW', order_no: fixture.orderNo, member_id: null }]);
});
