import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@nordhaut/contracts';
import type {
  ActsAnswer,
  InquiriesAnswer,
  InquiryRevealed,
  PersonFileAnswer,
  PersonRequestAnswer,
  PersonRequests,
  Right,
  ViewsAnswer,
  WorkRows,
} from '@nordhaut/contracts/support';
import { memberDecider, memberStream } from '@nordhaut/accounts';
import { recordError } from '@nordhaut/platform/data-tables';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealContext } from '../../services/tracking/browser-context.ts';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkOut, codOrder, recipient, type Browser } from './fixtures/browser.ts';
import { support } from './fixtures/marked-orders.ts';
import { memberForm, memberIdOf } from './fixtures/member-operations.ts';
import { receivedMails } from './fixtures/mails.ts';
import { eventually } from './fixtures/eventually.ts';
import { groupOrder } from './fixtures/group-orders.ts';
import { chooseStore } from './fixtures/orders.ts';
import { control, orderOf as stateOf } from './fixtures/records.ts';
import { codeOf, invitation, joinByAuthenticator, signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { withSettings } from './fixtures/with-settings.ts';

/** What one person entered, anywhere in the shop. Each text occurs nowhere else. */
const OWN = {
  firstName: '歐陽',
  lastName: '甄皓雁',
  user_email: 'canary.person@example.com',
  address: '金絲雀路七段八十八巷九號',
  birthday: '1987-03-29',
  company: '金絲雀企業有限公司',
  comment: '不想等了金絲雀',
  corrected: '金絲雀更正後股份有限公司',
  correctedEmail: 'canary.corrected@example.com',
  review: '金絲雀用了三週',
  answer: '金絲雀的早晨保養',
  wish: '金絲雀禮盒附卡片',
  agent: 'canary-browser/7.1',
  guestStreet: '金絲雀巷一號',
};
const PHONE = '0987123466';
/** What others entered: a second member, a guest, and somebody who used the same browser. */
const OTHERS = {
  lastName: '別人甲',
  user_email: 'other.person@example.com',
  address: '麻雀街五號',
  review: '麻雀覺得普通',
  wish: '同一台電腦的麻雀詢問',
  staff: '客服林小姐',
  staffNote: '林小姐的筆記提到麻雀先生',
};
const REASON = '本人來電，已核對身分';

let shop: TestShop;
let staff: Browser;
let codes: string[];
let memberId: string;
let orderNo: string;
let guestOrder: string;
/** of a parcel that nobody collected */
let uncollected: string;
let otherOrder: string;

const inShop = { delivery: { type: 'HOME', subtype: 'TCAT' } } as const;
const orderOf = (email: string, phone: string, lastName: string, address: string) =>
  codOrder({ ...inShop, recipient: { ...recipient, firstName: OWN.firstName, lastName, phone, email, address } });
const inquiry = (wish: string, contact: string) => ({ company: OWN.company, person: '聯絡人', contact, quantity: 50, wish });
const confirm = async (visitor = staff): Promise<void> => {
  expect((await visitor.post('/api/support/second-factor', { code: codes.shift() ?? '' })).status).toBe(200);
};
const asked = (body: object, visitor = staff) => visitor.post<PersonRequestAnswer & ErrorBody>('/api/support/person-requests', body);

async function review(visitor: Browser, title: string): Promise<void> {
  expect((await visitor.post('/api/content/reviews', { productId: 5, stars: 4, title, content: '' })).status).toBe(200);
}

/** Two people in every place of the shop that keeps something of a person. */
async function live(): Promise<void> {
  shop = await testShop({ CASH_LIMIT: 'on', MAIL_RATE: '1000' });
  const { engine } = shop.shop;
  staff = shop.visit();
  const rights: Right[] = ['view', 'reveal', 'act', 'administer'];
  const { token } = await invitation(shop, rights, OTHERS.staff);
  codes = (await joinByAuthenticator(staff, token)).recoveryCodes;

  const [visitor, guest, other] = [shop.visit(), shop.visit(), shop.visit()];
  const { firstName, lastName, user_email } = OWN;
  await visitor.post('/api/register', memberForm({ firstName, lastName, user_email, user_phone: PHONE }));
  memberId = await memberIdOf(shop, visitor);
  await visitor.send('PATCH', '/api/member', { user_birthday: OWN.birthday });
  await review(visitor, OWN.review);
  await visitor.post('/api/content/questionnaires/skin-check', { answers: { skin: 'dry', tightness: 3, routine: OWN.answer } });
  expect((await visitor.post('/api/inquiries', inquiry(OWN.wish, '02-1234-5678'))).status).toBe(200);
  const placed = await checkOut(visitor, {
    ...orderOf(user_email, PHONE, lastName, OWN.address),
    invoice: { type: 'UNIFORM_NUMBER', uniformNumber: '04595257', companyTitle: OWN.company },
  });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  ({ orderNo } = placed);
  // The person gave both to support by phone.
  const invoice = { type: 'UNIFORM_NUMBER', uniformNumber: '04595257', companyTitle: OWN.corrected };
  for (const act of [
    { type: 'correct-invoice', invoice },
    { type: 'correct-email', email: OWN.correctedEmail },
  ])
    await eventually(async () => {
      const { revision } = (await staff.get<ActsAnswer>(`/api/support/orders/${orderNo}/acts`)).body;
      const correct = { act, expectedRevision: revision, reason: REASON };
      return (await staff.post(`/api/support/orders/${orderNo}/decisions`, correct)).status === 200;
    }, act.type);

  // A guest's order with the same e-mail, which the member confirmed; another person asks from the same browser.
  const asGuest = await checkOut(guest, orderOf(user_email, '0987123467', lastName, OWN.guestStreet));
  guestOrder = asGuest.orderNo;
  await guest.post('/api/inquiries', inquiry(OTHERS.wish, 'sparrow@example.com'));
  const { reply, post } = await chooseStore(shop, guest, 'UNIMARTC2C');
  await post(reply);
  const { state } = await engine.commands.load(memberStream(memberId), memberDecider);
  const command = {
    type: 'ConfirmEmail',
    at: engine.clock().toISOString(),
    subject: `member:${memberId}`,
    emailKey: state?.emailKey ?? '',
  } as const;
  const context = {
    commandId: randomUUID(),
    correlationId: randomUUID(),
    actor: { kind: 'member', id: memberId } as const,
    now: engine.clock(),
  };
  expect((await engine.commands.handle(memberStream(memberId), memberDecider, command, context)).ok).toBe(true);

  await other.post('/api/register', memberForm({ lastName: OTHERS.lastName, user_email: OTHERS.user_email }));
  await review(other, OTHERS.review);
  otherOrder = (await checkOut(shop.visit(), orderOf(OTHERS.user_email, '0955000999', OTHERS.lastName, OTHERS.address))).orderNo;

  const at = engine.clock();
  for (const [who, no] of [[visitor, orderNo] as const, [guest, guestOrder] as const])
    expect((await who.post(`/api/orders/${no}/cancel`, {})).status).toBe(200);
  // The seller took the parcel of a group order back.
  const name = OWN.firstName + OWN.lastName;
  const bought = await groupOrder(visitor, { recipient: { name, email: user_email, phone: PHONE } });
  uncollected = bought.orderNo;
  expect((await visitor.post('/api/group-orders', bought, { key: randomUUID() })).status).toBe(201);
  for (const code of ['2068', '2073', '2074', '2070']) {
    await control(shop, `parcels/${uncollected}`, { code });
    await eventually(async () => (await stateOf(shop, uncollected))?.parcel?.code === code, `code ${code}`);
  }
  const isCounted = async () =>
    (await engine.pool.query("select from cash_places where order_no = $1 and state = 'not-collected'", [uncollected])).rowCount === 1;
  await eventually(isCounted, 'the parcel that nobody collected');
  // A text for support that no member of the staff typed, as a return's comment.
  await support(shop, orderNo, { type: 'WriteNote', at: at.toISOString(), text: OWN.comment });
  await staff.post(`/api/support/orders/${orderNo}/notes`, { text: OTHERS.staffNote });
  await staff.get(`/api/support/orders/${orderNo}/events`);
  await recordError(engine.pool, { api: '/api/tappay/', system: 'PAY_01', request: { orderNo }, response: { code: '1' }, at });
  await recordError(engine.pool, { api: '/api/tappay/', system: 'PAY_01', request: { orderNo: otherOrder }, at });
  const ids = { fbp: '', fbc: '', gaClient: '', gaSession: '' };
  const { sealed, outerKey } = sealContext(engine.outer, 'P1', { address: '127.0.0.1', agent: OWN.agent, url: '/', ...ids } as never);
  await engine.pool.query(
    `insert into tracked_purchases (id, consent_id, given, sealed, outer_key, noted_at, stream) values ('P1', gen_random_uuid(), '{crm}', $1, $2, $3, $4)`,
    [sealed, outerKey, at, `order-${orderNo}`],
  );
  await engine.pool.query(
    `insert into review_images (image_name, member_id, bytes, width, height, uploaded_at) values ('canary.webp', $1, '\\x00', 1, 1, $2)`,
    [memberId, at],
  );
  await eventually(async () => (await receivedMails(shop)).some(({ to }) => to.address === user_email), 'the mails');
  await caughtUp(shop);
}
beforeAll(live);
afterAll(() => shop?.close());

type File = { sets: { name: string; ends: string; entries: { values: object }[] }[] };
const sources = () => shop.shop.engine.forgets.flatMap(({ keeps = [] }) => keeps);
const filled = ({ sets }: File): string[] => sets.flatMap(({ name, entries }) => (entries.length > 0 ? [name] : []));
let requestId: string;

async function download(id: string, format = 'json'): Promise<{ status: number; text: string }> {
  await confirm();
  const { body } = await staff.post<PersonFileAnswer>(`/api/support/person-requests/${id}/file`, {});
  const answer = await fetch(shop.url + (format === 'json' ? body.json : body.page), { headers: { cookie: staff.cookies() } });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return { status: answer.status, text: await answer.text() };
}

test('every capability that forgets says what it keeps, under names of its own', () => {
  const silent = shop.shop.engine.forgets.filter(({ erase, forget, keeps = [] }) => (erase ?? forget) !== undefined && keeps.length === 0);
  expect(silent).toEqual([]);
  const names = sources().map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test('a request names a member by e-mail, or orders each by its phone number, and has the due date of the law', async () => {
  const wrong = { orderNo: guestOrder, phone: '0911222333' };
  const refused = await asked({ kind: 'ACCESS', who: { orders: [wrong] }, reason: REASON });
  expect([refused.status, refused.body.code]).toEqual([409, 'PERSON_NOT_PROVEN']);
  expect((await asked({ kind: 'ACCESS', who: { email: 'nobody@example.com' }, reason: REASON })).status).toBe(404);
  const guest = await asked({
    kind: 'ACCESS',
    who: { orders: [{ orderNo: guestOrder, phone: '０９８７．１２３－４６７' }] },
    reason: REASON,
  });
  expect(guest.body.request).toMatchObject({ who: [guestOrder], state: 'open', askedBy: OTHERS.staff });
  const { body } = await asked({ kind: 'ACCESS', who: { email: OWN.user_email }, reason: REASON });
  ({ requestId } = body.request);
  expect(body.request.who).toHaveLength(4);
  expect(body.request.who).toEqual(expect.arrayContaining([expect.stringContaining('會員'), orderNo, guestOrder, uncollected]));
  const days = (Date.parse(body.request.dueAt) - Date.parse(body.request.askedAt)) / 86_400_000;
  expect(days).toBe(15);
});

test('the file wants the second factor again; its link is signed, and opens for nobody else', async () => {
  const path = `/api/support/person-requests/${requestId}/file`;
  const cold = await staff.post<ErrorBody>(path, {});
  expect([cold.status, cold.body.code]).toEqual([403, 'SECOND_FACTOR_NEEDED']);
  expect((await staff.post('/api/support/second-factor', { code: codeOf('AAAAAAAAAAAAAAAA') })).status).toBe(401);
  await confirm();
  const { body } = await staff.post<PersonFileAnswer>(path, {});
  const colleague = await signedInStaff(shop, ['view', 'reveal']);
  expect((await colleague.get(body.json)).status).toBe(404);
  expect((await shop.visit().get(body.json)).status).toBe(401);
  expect((await staff.get(body.json.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')))).status).toBe(404);
});

test('the file has every canary that the person entered and nobody else’s, as JSON and as a page', async () => {
  const [json, page] = [await download(requestId), await download(requestId, 'html')];
  expect([json.status, page.status]).toEqual([200, 200]);
  for (const { text } of [json, page]) {
    expect(Object.values(OWN).filter((canary) => !text.includes(canary))).toEqual([]);
    expect(text).toContain(PHONE.slice(1));
    expect(Object.values(OTHERS).filter((canary) => text.includes(canary))).toEqual([]);
    expect(text).not.toContain(otherOrder);
  }
  expect(page.text).not.toMatch(/<script/i);
  // Somebody who does not know the shop reads the page: no names of events, fields or codes of the program.
  expect(page.text.match(/<(dt|h3)>[^<]*[a-z][A-Z][^<]*/g) ?? []).toEqual([]);
  expect(page.text.match(/<h3>[A-Z_]{3,}/g) ?? []).toEqual([]);
  expect(page.text).not.toMatch(/<dd>\d{4}-\d\d-\d\dT/);
  const { rows } = await shop.shop.engine.pool.query('select from support_views where action = $1 and member_id = $2', [
    'PERSON_FILE',
    memberId,
  ]);
  expect(rows).toHaveLength(2);
});

test('a hold keeps the data until it is lifted, with who and why in the history', async () => {
  const buyer = shop.visit();
  const { orderNo: held } = await checkOut(buyer, orderOf('third@example.com', '0987123468', OTHERS.lastName, OTHERS.address));
  expect((await buyer.post(`/api/orders/${held}/cancel`, {})).status).toBe(200);
  const erasure = await asked({ kind: 'ERASURE', who: { orders: [{ orderNo: held, phone: '0987123468' }] }, reason: REASON });
  const id = erasure.body.request.requestId;
  const hold = (placed: boolean) => staff.post(`/api/support/orders/${held}/holds`, { hold: 'LEGAL_HOLD', placed, reason: '法院來函' });
  await confirm();
  const holdsOf = async () => (await staff.get<ActsAnswer>(`/api/support/orders/${held}/acts`)).body.holds;
  expect(await holdsOf()).toEqual([]);
  expect((await hold(true)).status).toBe(200);
  expect(await holdsOf()).toEqual(['LEGAL_HOLD']);
  const listed = async () => (await staff.get<WorkRows>('/api/support/work/person-requests')).body.rows.filter(({ item }) => item === id);
  expect(await listed()).toMatchObject([
    { page: `/persons/${id}`, turn: 'support', since: erasure.body.request.askedAt, dueAt: erasure.body.request.dueAt },
  ]);
  for (const text of [held, REASON]) expect(JSON.stringify(await listed())).not.toContain(text);
  const waits = await staff.post<PersonRequestAnswer>(`/api/support/person-requests/${id}/forget`, {});
  expect(waits.body).toMatchObject({ request: { state: 'waiting' }, plan: [{ who: held, kind: 'waits', waits: ['法律保全'] }] });
  expect(await listed(), 'the shop forgets it by itself').toMatchObject([{ turn: 'system', dueAt: erasure.body.request.dueAt }]);
  await caughtUp(shop);
  await forgetWhatIsDue(shop.shop.engine);
  const stateOf = async () =>
    (await staff.get<PersonRequests>('/api/support/person-requests')).body.requests.find((one) => one.requestId === id)?.state;
  expect(await stateOf()).toBe('waiting');
  expect((await hold(false)).status).toBe(200);
  await caughtUp(shop);
  for (let pass = 0; pass < 2; pass++) {
    await forgetWhatIsDue(shop.shop.engine);
    await caughtUp(shop);
  }
  expect(await stateOf()).toBe('done');
  expect(await listed()).toEqual([]);
  const events = await shop.shop.engine.store.read(`order-${held}`);
  expect(events.map(({ type }) => type).filter((type) => /Hold|Forg/.test(type))).toEqual([
    'HoldPlaced',
    'ForgettingRequested',
    'HoldLifted',
    'PersonalDataForgotten',
  ]);
  const [placed] = events.filter(({ type }) => type === 'HoldPlaced');
  expect(JSON.parse(placed?.metadata ?? '{}')).toMatchObject({ actor: { kind: 'support' } });
});

test('the file’s set equals what forgetting erases or lists as kept', async () => {
  const before = JSON.parse((await download(requestId)).text) as File;
  expect(filled(before).toSorted()).toEqual(
    sources()
      .map(({ name }) => name)
      .toSorted(),
  );
  const { body } = await asked({ kind: 'ERASURE', who: { email: OWN.user_email }, reason: REASON });
  const id = body.request.requestId;
  const plan = (await staff.get<PersonRequestAnswer>(`/api/support/person-requests/${id}`)).body.plan;
  expect(plan.map(({ kind }) => kind).toSorted()).toEqual(['forgotten', 'forgotten', 'forgotten', 'forgotten']);
  const left = plan.find(({ who }) => who === uncollected)?.kept ?? [];
  expect(left, 'the block of cash orders').toContainEqual(expect.stringMatching(/^未取貨的貨到付款電話號碼（不可逆雜湊）：保存至 20/));
  const done = await staff.post<PersonRequestAnswer>(`/api/support/person-requests/${id}/forget`, {});
  expect(done.body).toMatchObject({ request: { state: 'done' } });
  expect(done.body.plan.map(({ who, kind }) => [who, kind])).toEqual(plan.map(({ who, kind }) => [who, kind]));
  await caughtUp(shop);
  const after = JSON.parse((await download(requestId)).text) as File;
  const kept = sources().flatMap(({ name, ends }) => (ends.kind === 'kept' ? [name] : []));
  // The inquiry that somebody else sent from the guest's browser is theirs: it stays, and the file only says that it exists.
  const inquiries = after.sets.find(({ name }) => name === 'inquiries');
  expect(inquiries?.entries.map(({ values }) => Object.keys(values))).toEqual([['內容']]);
  const [unerased, ...more] = (await staff.get<InquiriesAnswer>('/api/support/inquiries')).body.inquiries;
  const revealed = await staff.post<InquiryRevealed>(`/api/support/inquiries/${unerased?.inquiryId}/reveal`, { reason: REASON });
  expect([revealed.body.wish, more]).toEqual([OTHERS.wish, []]);
  expect(filled(after).toSorted()).toEqual([...kept, 'inquiries'].toSorted());
  expect(Object.values(OWN).filter((canary) => JSON.stringify(after).includes(canary))).toEqual([]);
  const { rows } = await shop.shop.engine.pool.query<{ error_request: string }>('select error_request from error_log order by error_id');
  expect(rows.map(({ error_request }) => error_request)).toEqual(['{"orderNo":""}', `{"orderNo":"${otherOrder}"}`]);
});

test('a refusal names its reason, and a request that has ended does nothing more', async () => {
  const { body } = await asked({ kind: 'ERASURE', who: { orders: [{ orderNo: otherOrder, phone: '0955000999' }] }, reason: REASON });
  const id = body.request.requestId;
  const refused = await staff.post<PersonRequestAnswer>(`/api/support/person-requests/${id}/refuse`, { reason: '無法確認是本人' });
  expect(refused.body.request).toMatchObject({ state: 'refused', answer: '無法確認是本人' });
  await confirm();
  expect((await staff.post(`/api/support/person-requests/${id}/forget`, {})).status).toBe(409);
  // A link that was made before a refusal opens nothing after it.
  const access = await asked({ kind: 'ACCESS', who: { orders: [{ orderNo: otherOrder, phone: '0955000999' }] }, reason: REASON });
  const path = `/api/support/person-requests/${access.body.request.requestId}`;
  const { body: file } = await staff.post<PersonFileAnswer>(`${path}/file`, {});
  expect((await staff.post(`${path}/refuse`, { reason: '無法確認是本人' })).status).toBe(200);
  expect((await staff.get(file.json)).status).toBe(404);
});

test('who ends a request without the right to see people does not read what was typed about the person', async () => {
  const id = (await asked({ kind: 'ACCESS', who: { email: OTHERS.user_email }, reason: REASON })).body.request.requestId;
  const clerk = await signedInStaff(shop, ['act']);
  const refuse = (by: Browser) => by.post<PersonRequestAnswer>(`/api/support/person-requests/${id}/refuse`, { reason: '無法確認是本人' });
  expect((await refuse(clerk)).body.request).toMatchObject({ state: 'refused', reason: null, answer: null });
  const { body } = await staff.get<PersonRequestAnswer>(`/api/support/person-requests/${id}`);
  expect(body.request).toMatchObject({ state: 'refused', reason: REASON, answer: '無法確認是本人' });
});

test('a request that is done ends after its years, one that is open never', async () => {
  const { engine } = shop.shop;
  const { pool } = engine;
  for (const [state, age] of [
    ['done', '5 years 1 day'],
    ['refused', '4 years'],
    ['open', '9 years'],
  ])
    await pool.query(
      `insert into person_requests (request_id, kind, orders, purposes, law, reason, state, asked_by, asked_at, due_at)
       values (gen_random_uuid(), 'ERASURE', '{}', '{}', 'OLD', '', $1, 'first', now() - $2::interval, now())`,
      [state, age],
    );
  const left = async () =>
    (await pool.query<{ state: string }>("select state from person_requests where law = 'OLD' order by asked_at")).rows.map(
      ({ state }) => state,
    );
  await forgetWhatIsDue(withSettings(engine, { KEEP_REQUESTS_YEARS: 6 }));
  expect(await left()).toEqual(['open', 'done', 'refused']);
  await forgetWhatIsDue(engine);
  expect(await left()).toEqual(['open', 'refused']);
  await pool.query("delete from person_requests where law = 'OLD'");
});

test('the log answers whose data an account saw between two instants, in pages, and ends after five years', async () => {
  const { pool, clock } = shop.shop.engine;
  const { rows: own } = await pool.query<{ staff_id: string }>("select distinct staff_id from support_views where action = 'PERSON_FILE'");
  const staffId = own[0]?.staff_id ?? '';
  const day = 86_400_000;
  const ask = async (from: number, to: number, cursor?: string) =>
    (
      await staff.post<ViewsAnswer>('/api/support/views/search', {
        staffId,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        ...(cursor !== undefined && { cursor }),
      })
    ).body;
  const now = clock().getTime();
  const { views } = await ask(now - day, now + day);
  expect(views).toContainEqual({
    at: expect.any(String),
    by: expect.any(String),
    staffId,
    action: '登錄個資請求',
    orderNo: otherOrder,
    member: null,
    reason: REASON,
  });
  expect((await ask(now - 2 * day, now - day)).views).toEqual([]);

  await pool.query(
    `insert into support_views (at, staff_id, action, order_no, request_id)
     select now() - interval '4 years' - n * interval '1 second', $1, 'VIEW', 'N' || n, 'r' from generate_series(1, 450) n`,
    [staffId],
  );
  await pool.query(
    `insert into support_views (at, staff_id, action, order_no, request_id) values (now() - interval '5 years 1 day', $1, 'VIEW', 'NOLD', 'r')`,
    [staffId],
  );
  const seen: string[] = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = await ask(now - 6 * 365 * day, now - day, cursor);
    seen.push(...page.views.map(({ orderNo: no }) => no ?? ''));
    cursor = page.cursor ?? undefined;
  }
  expect(seen).toEqual([...Array.from({ length: 450 }, (_, n) => `N${n + 1}`), 'NOLD']);
  const { engine } = shop.shop;
  await forgetWhatIsDue(withSettings(engine, { KEEP_VIEWS_YEARS: 6 }));
  expect((await ask(now - 6 * 365 * day, now - 5 * 365 * day)).views).toHaveLength(1);
  await forgetWhatIsDue(engine);
  expect((await ask(now - 6 * 365 * day, now - 5 * 365 * day)).views.map(({ orderNo: no }) => no)).toEqual([]);
  await expect(pool.query("delete from support_views where order_no = 'N1'")).rejects.toThrow('kept for five years');
});
