import { memberStream } from '@nordhaut/accounts';
import { advance, dueMails, openSender, type SendDeps } from '@nordhaut/messaging/testing';
import { modules } from '@nordhaut/shop/modules';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAUSES, intakeAll } from './fixtures/mail-history.ts';
import { keptMail, type MailRecord, mailRecords, receivedMails } from './fixtures/mails.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/** Without the role, because the tokens of this test are its own. */
const parts = modules.map((module) => ({
  ...module,
  ...(module.roles && { roles: module.roles.filter(({ name }) => name !== 'messaging') }),
}));
const CONFIRMATION = 'confirmation-token-0123456789abcdef';
const RESET = 'reset-token-0123456789abcdef0123456';

let shop: TestShop;
let deps: SendDeps;
let memberId: string;
const email = 'links@example.com';
const NEW = 'new-links@example.com';
const requests: string[] = [];
beforeAll(async () => {
  shop = await testShop({}, { parts });
  deps = openSender(shop.shop.engine, {
    tokens: {
      makeConfirmToken: async (id, key) => (id === memberId ? { token: CONFIRMATION, email: key === 'new' ? NEW : email } : undefined),
      makeResetToken: async (id) => (requests.push(id), id === 'stale' ? undefined : RESET),
    },
  });
  const visitor = shop.visit();
  const form = { firstName: '林', lastName: '怡君', user_email: email, password: 'abc123', user_phone: '0955123456' };
  await visitor.post('/api/register', { ...form, privacyAccepted: true, ageConfirmed: true });
  const { rows } = await shop.shop.engine.pool.query<{ stream: string }>(
    `select stream from event_store.events where type = 'MemberRegistered'`,
  );
  memberId = rows[0]?.stream.slice('member-'.length) as string;
});
afterAll(async () => {
  await deps.mailer.close();
  await shop.close();
});

async function send(): Promise<void> {
  for (const row of await dueMails(deps.pool, deps.clock(), 100)) await advance(deps, row);
}
const recordOf = async (kind: string) =>
  (await mailRecords(shop, memberStream(memberId))).find((record) => record.kind === kind) as MailRecord;
/** A request for a link, as accounts record it. */
async function requested(kind: 'RESET_PASSWORD' | 'CONFIRM_EMAIL', data: object): Promise<string> {
  const id = randomUUID();
  await deps.pool.query(`insert into mails (id, kind, stream, data, next_at) values ($1, $2, $3, $4, now() - interval '1 s')`, [
    id,
    kind,
    memberStream(memberId),
    JSON.stringify(data),
  ]);
  return id;
}

test('the welcome has the link of confirmation, and the kept copy does not have its token', async () => {
  await intakeAll(shop, CAUSES);
  await send();
  const [mail] = (await receivedMails(shop)).filter(({ subject }) => subject.includes('歡迎加入'));
  expect(mail?.content).toContain(`${shop.url}/confirm-email?token=${CONFIRMATION}`);
  const kept = await keptMail(shop, await recordOf('REGISTERED'));
  expect(kept?.text).toContain('（只在寄出的信中）');
  expect(JSON.stringify(kept)).not.toContain(CONFIRMATION);
});

test('a reset makes its token when it is sent, by the id of the request', async () => {
  expect(requests).toEqual([]);
  await requested('RESET_PASSWORD', { requestId: 'request-1' });
  await send();
  expect(requests).toEqual(['request-1']);
  const [mail] = (await receivedMails(shop)).filter(({ subject }) => subject === '重設您的密碼');
  expect(mail?.content).toContain(`/new-password?token=${RESET}`);
  expect(mail?.subject).not.toContain(RESET);
  const record = await recordOf('RESET_PASSWORD');
  expect(JSON.stringify([record, await keptMail(shop, record)])).not.toContain(RESET);
});

test('a request that a newer one replaced gets no mail', async () => {
  const id = await requested('RESET_PASSWORD', { requestId: 'stale' });
  await send();
  const record = (await mailRecords(shop, memberStream(memberId))).find((one) => one.id === id);
  expect(record).toMatchObject({ state: 'dropped', reason: 'NO_TOKEN', sealed: null });
});

test('a link that confirms an address goes to this address alone', async () => {
  await requested('CONFIRM_EMAIL', { emailKey: 'new' });
  await send();
  const [mail] = (await receivedMails(shop)).filter(({ subject }) => subject === '請確認您的電子郵件');
  expect(mail?.to.address).toBe(NEW);
  expect(mail?.content).toContain(CONFIRMATION);
});
