import { randomUUID } from 'node:crypto';
import type { ActsAnswer, PersonFileAnswer, PersonRequestAnswer } from '@nordhaut/contracts/support';
import { orderStream } from '@nordhaut/ordering';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, checkOut, codOrder } from './fixtures/browser.ts';
import { canariesIn } from './fixtures/canaries.ts';
import { eventually } from './fixtures/eventually.ts';
import { logLines } from './fixtures/log-lines.ts';
import { MARKED, markedRecipient, OPEN_MARKED } from './fixtures/marked-orders.ts';
import { orderOf } from './fixtures/records.ts';
import { invitation, joinByAuthenticator } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/** What support does with a person's data leaves nothing of it in a log line, in an address, or in a cache. */
const { logger, lines } = logLines('debug');
const STAFF = '客服金絲雀';
const REASON = '檢視原因金絲雀';
const { correctedEmail: CORRECTED } = OPEN_MARKED;
const canaries = new Map<string, string>([...Object.entries({ ...MARKED, CORRECTED }), ['name of the staff', STAFF], ['reason', REASON]]);
canaries.set('phone of the world', `+886${MARKED.phone.slice(1)}`);
/** what the server said of keeping each answer, and the addresses in the answers, which the browser calls next */
const answers: { path: string; cache: string | null; etag: string | null }[] = [];
const addresses: [path: string, text: string][] = [];
let shop: TestShop;
let staff: Browser;

const noted = async <Body>(path: string, asked: Promise<{ status: number; body: Body; headers: Headers }>): Promise<Body> => {
  const { status, body, headers } = await asked;
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
  answers.push({ path, cache: headers.get('cache-control'), etag: headers.get('etag') });
  addresses.push([path, path]);
  return body;
};
const get = <Body>(path: string) => noted<Body>(path, staff.get<Body>(`/api/support/${path}`));
const post = <Body>(path: string, body: object) => noted<Body>(path, staff.post<Body>(`/api/support/${path}`, body, { key: randomUUID() }));

/** Refused calls are logged too. */
async function refusedCalls(orderNo: string, stale: object): Promise<void> {
  const wrong = await staff.post('/api/support/members/birthday', { email: MARKED.email, birthday: '1990-01-01', reason: REASON });
  expect(wrong.status).toBe(404);
  expect((await staff.get(`/api/support/members/${encodeURIComponent(MARKED.firstName)}/credit`)).status).toBe(404);
  const late = await staff.post(`/api/support/orders/${orderNo}/decisions`, stale);
  expect(late.status).toBe(409);
  expect((await shop.shop.engine.store.read(orderStream(orderNo))).some(({ type }) => type === 'InvoiceCorrected')).toBe(true);
}

beforeAll(async () => {
  shop = await testShop({ LOG_LEVEL: 'debug' }, { logger });
  staff = shop.visit();
  const { token } = await invitation(shop, ['view', 'reveal', 'act', 'refund', 'administer'], STAFF);
  canaries.set('token of the invitation', token);
  const { secret, accountNo, recoveryCodes } = await joinByAuthenticator(staff, token);
  const [recovery = ''] = recoveryCodes;
  for (const [name, value] of Object.entries({ secret, accountNo, recovery })) canaries.set(name, value);
  for (const cookie of staff.cookies().split('; ')) canaries.set(`cookie ${cookie.slice(0, 4)}`, cookie.replace(/^[^=]+=/, ''));

  const { orderNo } = await checkOut(shop.visit(), codOrder({ recipient: markedRecipient }));
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  for (const q of [MARKED.phone, MARKED.email, MARKED.firstName + MARKED.lastName]) await post('orders/search', { q, filters: {} });
  await post('orders/search', { q: '', filters: {}, pickup: { store: '建盛', phoneEnd: MARKED.phone.slice(-3) } });
  await post('second-factor', { code: recovery });
  for (const what of ['events', 'state', 'seen', 'verify', 'acts', 'export', 'export?format=csv']) await get(`orders/${orderNo}/${what}`);
  await post(`orders/${orderNo}/reveal`, { reason: REASON });
  await post(`orders/${orderNo}/notes`, { text: `${MARKED.writtenNote} ${MARKED.phone}` });
  const { revision } = await get<ActsAnswer>(`orders/${orderNo}/acts`);
  const invoice = { type: 'UNIFORM_NUMBER', uniformNumber: MARKED.uniformNumber, companyTitle: MARKED.companyTitle };
  const act = { type: 'correct-invoice', invoice };
  await post(`orders/${orderNo}/preview`, { act });
  await post(`orders/${orderNo}/decisions`, { act, reason: REASON, expectedRevision: revision });
  const correctEmail = { type: 'correct-email', email: CORRECTED };
  await post(`orders/${orderNo}/preview`, { act: correctEmail });
  await post(`orders/${orderNo}/decisions`, { act: correctEmail, reason: REASON, expectedRevision: revision + 1 });
  const { request } = await post<PersonRequestAnswer>('person-requests', {
    kind: 'ACCESS',
    who: { orders: [{ orderNo, phone: MARKED.phone }] },
    reason: REASON,
  });
  const { json, page } = await post<PersonFileAnswer>(`person-requests/${request.requestId}/file`, {});
  for (const path of [json, page]) await noted(path, staff.get(path));
  await refusedCalls(orderNo, { act, reason: REASON, expectedRevision: revision });
});
afterAll(() => shop?.close());

test('no log line has personal data, a reason, or a secret of the staff', () => {
  expect(lines.length).toBeGreaterThan(20);
  expect(
    canariesIn(
      lines.map((line) => ['the log', line] as const),
      canaries,
    ),
  ).toEqual([]);
});

test('no address has any of it, also the links of a file', () => {
  expect(addresses.length).toBeGreaterThan(15);
  expect(canariesIn(addresses, canaries)).toEqual([]);
});

test('no cache may keep an answer', () => {
  for (const { path, cache, etag } of answers) expect({ path, cache, etag }).toEqual({ path, cache: 'no-store', etag: null });
});
