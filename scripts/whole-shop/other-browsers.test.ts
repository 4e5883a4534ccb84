import { randomUUID } from 'node:crypto';
import type { InquiriesAnswer, InquiryRevealed } from '@nordhaut/contracts/support';
import { orderStream } from '@nordhaut/ordering';
import { askToForget, type ForgettingEngine } from '@nordhaut/platform/forgetting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personFile } from '../../services/support/persons/file.ts';
import { holderOf } from '../../services/support/persons/holder.ts';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkOut, codOrder, recipient, type Browser } from './fixtures/browser.ts';
import { memberForm, memberIdOf } from './fixtures/member-operations.ts';
import { chooseStore } from './fixtures/orders.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop?.close());

const HER_PHONE = '0987123466';
const engine = (): ForgettingEngine => shop.shop.engine;
const fileOf = async (member: string | null, orders: readonly string[]) => {
  const { sets } = await personFile(engine(), await holderOf(engine(), member, orders));
  return JSON.stringify(sets);
};
const inquiry = (wish: string, contact: string) => ({ company: '晨光股份有限公司', person: '聯絡人', contact, quantity: 50, wish });

/** What a guest's browser leaves outside orders: an answer, a store and an inquiry. */
async function leaveTraces(visitor: Browser, text: string, contact: string): Promise<void> {
  const answers = { skin: 'dry', tightness: 3, routine: `${text}的早晨` };
  expect((await visitor.post('/api/content/questionnaires/skin-check', { answers })).status).toBe(200);
  const { reply, post } = await chooseStore(shop, visitor, 'UNIMARTC2C');
  await post(reply);
  expect((await visitor.post('/api/inquiries', inquiry(`${text}的詢問`, contact))).status).toBe(200);
}
const storesLeft = async () => (await engine().pool.query('select visitor from chosen_stores')).rows.length;

test('a gift’s recipient is no browser of the buyer: her answers are neither shown nor deleted, the buyer’s own are', async () => {
  const [buyer, her, staff] = [shop.visit(), shop.visit(), await signedInStaff(shop, ['view', 'reveal'])];
  const { orderNo, status } = await checkOut(buyer, codOrder({ recipient: { ...recipient, phone: HER_PHONE } }));
  expect(status).toBe(201);
  await leaveTraces(buyer, '買家', recipient.email);
  // Somebody else asks from the buyer's browser.
  expect((await buyer.post('/api/inquiries', inquiry('室友的詢問', 'sparrow@example.com'))).status).toBe(200);
  await leaveTraces(her, '收禮人', HER_PHONE);
  expect((await her.post(`/api/orders/${orderNo}/proof`, { phone: HER_PHONE })).status).toBe(200);
  expect((await her.post(`/api/orders/${orderNo}/cancel`, {})).status).toBe(200);
  const actors = (await engine().codec.decode(await engine().store.read(orderStream(orderNo)))).map(({ metadata }) => metadata.actor);
  expect(new Set(actors.flatMap(({ kind, id }) => (kind === 'guest' ? [id] : []))).size).toBe(2);

  const file = await fileOf(null, [orderNo]);
  expect(file).toContain('買家的早晨');
  expect(file).toContain('買家的詢問');
  expect(file.split('"label":"門市"')).toHaveLength(2);
  expect(file).not.toContain('收禮人');
  expect(file).not.toContain('室友');

  const request = { purposes: ['contact'] as const, reason: 'REQUESTED' as const, commandId: randomUUID(), dryRun: false };
  expect(await askToForget(engine(), { order: orderNo }, request)).toMatchObject({ kind: 'forgotten' });
  const answersLeft = await engine().pool.query('select from questionnaire_answers');
  expect([answersLeft.rowCount, await storesLeft()]).toEqual([1, 1]);
  const { inquiries } = (await staff.get<InquiriesAnswer>('/api/support/inquiries')).body;
  const left = inquiries.map(({ inquiryId: id }) =>
    staff.post<InquiryRevealed>(`/api/support/inquiries/${id}/reveal`, { reason: '回覆詢問' }),
  );
  expect((await Promise.all(left)).map(({ body }) => body.wish).toSorted()).toEqual(['室友的詢問', '收禮人的詢問'].toSorted());
});

test('who asks for a member’s new password is no browser of the member', async () => {
  const [member, stranger] = [shop.visit(), shop.visit()];
  expect((await member.post('/api/register', memberForm({ user_email: 'own.browser@example.com' }))).status).toBe(200);
  const memberId = await memberIdOf(shop, member);
  await leaveTraces(stranger, '陌生人', 'own.browser@example.com');
  expect((await stranger.post('/api/password-reset', { email: 'own.browser@example.com' })).status).toBe(200);
  await caughtUp(shop);
  const events = await engine().store.read(`member-${memberId}`);
  expect(events.map(({ type }) => type)).toContain('PasswordResetRequested');
  expect(await fileOf(memberId, [])).not.toContain('陌生人');
});
