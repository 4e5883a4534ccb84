import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorBody } from '@nordhaut/contracts';
import { MessagingConfig } from '@nordhaut/messaging/testing';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import { verify } from '@nordhaut/tools/verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atProvider, newPerson, proven } from './fixtures/at-provider.ts';
import type { Browser } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { type MailRecord, mailRecords, receivedMails, type ReceivedMail } from './fixtures/mails.ts';
import { caughtUp, memberForm, memberIdOf, memberOf, personAt, register } from './fixtures/member-operations.ts';
import { control } from './fixtures/records.ts';
import { runInThisProcess } from './fixtures/run-in-this-process.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';

// The whole way of a mail: from the call, over the event and the provider, to what the reader of the inbox does with it.
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ MAIL_RATE: '1000', CHECKPOINT_INTERVAL: '200' });
});
afterAll(() => shop.close());

const inbox = async (address: string): Promise<ReceivedMail[]> => (await receivedMails(shop)).filter(({ to }) => to.address === address);
const mailTo = (address: string, subject: string, nth = 1): Promise<ReceivedMail> =>
  eventually(async () => (await inbox(address)).filter((mail) => mail.subject.includes(subject))[nth - 1], `the mail ${subject}`);
/** The address of the link in a mail. */
const linkIn = ({ content }: ReceivedMail, path: string): string => {
  const link = new RegExp(`href="([^"]*${path}\\?token=[^"]*)"`).exec(content)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(link).toContain(shop.url);
  return link.slice(shop.url.length);
};
/** Opens the link as a browser does. @returns where it leads */
async function open(visitor: Browser, link: string): Promise<string> {
  const { status, headers } = await visitor.get(link);
  expect(status).toBe(303);
  return headers.get('location') ?? '';
}

test("the welcome's link confirms the address, once, where its member is signed in; nothing keeps its token", async () => {
  const { visitor, email } = await register(shop);
  const link = linkIn(await mailTo(email, '歡迎加入'), '/confirm-email');
  const reader = shop.visit();
  expect(await open(reader, link)).toBe('/confirm-email');
  expect((await memberOf(visitor)).emailConfirmed).toBe(false);
  expect((await reader.post<ErrorBody>('/api/member/confirm', {})).body.code).toBe('CONFIRM_SIGN_IN');
  await reader.post('/api/login', { account: email, password: 'abc123' });
  expect((await reader.post('/api/member/confirm', {})).status).toBe(200);
  expect((await memberOf(visitor)).emailConfirmed).toBe(true);
  const again = shop.visit();
  await open(again, link);
  expect((await again.post<ErrorBody>('/api/member/confirm', {})).body.code).toBe('LINK_INVALID');
  const token = new URLSearchParams(link.split('?')[1]).get('token') as string;
  const { rows } = await shop.shop.engine.pool.query(
    `select data::text || metadata::text as row from event_store.events union all select m::text from mails m union all select t::text from account_tokens t`,
  );
  expect(JSON.stringify(rows)).not.toContain(token);
  expect((await mailRecords(shop, `member-${await memberIdOf(shop, visitor)}`)).map(({ kind, state }) => [kind, state])).toEqual([
    ['REGISTERED', 'sent'],
  ]);
});

test('the link of a reset sets the password and ends all sessions; of two, the newer one works', async () => {
  const { visitor, email } = await register(shop);
  const ask = () => shop.visit().post('/api/password-reset', { email });
  expect((await ask()).status).toBe(200);
  const first = linkIn(await mailTo(email, '重設您的密碼'), '/new-password');
  expect((await ask()).status).toBe(200);
  const second = linkIn(await mailTo(email, '重設您的密碼', 2), '/new-password');
  const reader = shop.visit();
  await open(reader, first);
  expect((await reader.post<ErrorBody>('/api/new-password', { password: 'newpass1' })).body.code).toBe('LINK_INVALID');
  expect(await open(reader, second)).toBe('/new-password?step=set');
  expect((await reader.post('/api/new-password', { password: 'newpass1' })).status).toBe(200);
  expect((await visitor.get('/api/member')).status).toBe(401);
  expect((await shop.visit().post('/api/login', { account: email, password: 'newpass1' })).status).toBe(200);
});

test('the link of a new address goes to the new address alone, and takes it into use', async () => {
  const { visitor, email } = await register(shop);
  const next = `next-${email}`;
  expect((await visitor.post('/api/member/email', { user_email: next, password: 'abc123' })).status).toBe(200);
  const reader = shop.visit();
  await open(reader, linkIn(await mailTo(next, '請確認您的電子郵件'), '/confirm-email'));
  // The welcome with its own link may be written after it, as when the provider refused it at first.
  const memberId = await memberIdOf(shop, visitor);
  const [registered] = await shop.shop.engine.store.read(`member-${memberId}`);
  const { emailKey } = JSON.parse(registered?.data ?? '{}') as { emailKey: string };
  expect(await shop.shop.faces.accounts.makeConfirmToken(memberId, emailKey)).toMatchObject({ email });
  await reader.post('/api/login', { account: email, password: 'abc123' });
  expect((await reader.post('/api/member/confirm', {})).status).toBe(200);
  expect(await memberOf(visitor)).toMatchObject({ user_email: next, emailConfirmed: true });
  expect((await inbox(email)).filter(({ subject }) => subject.includes('請確認您的電子郵件'))).toEqual([]);
});

test('the owner learns of each change of the ways to sign in, of the password, the address and the account, at the address before it', async () => {
  const { visitor, email } = await register(shop);
  const stream = `member-${await memberIdOf(shop, visitor)}`;
  await proven(visitor, 'abc123');
  await atProvider(visitor, 'line', await personAt(shop, 'line'), '?link=1');
  const added = await mailTo(email, '您的帳號已新增 LINE 登入');
  expect(added.content).toContain(`href="${shop.url}/new-password"`);
  await proven(visitor, 'abc123');
  expect((await visitor.send('DELETE', '/api/member/ways/LINE')).status).toBe(200);
  expect((await mailTo(email, '您的帳號已解除 LINE 登入')).content).toMatch(/\d{4}\/\d\d\/\d\d \d\d:\d\d/);

  const next = `next-${email}`;
  await visitor.post('/api/member/email', { user_email: next, password: 'abc123' });
  await open(visitor, linkIn(await mailTo(next, '請確認您的電子郵件'), '/confirm-email'));
  expect((await visitor.post('/api/member/confirm', {})).status).toBe(200);
  await mailTo(email, '您的會員電子郵件已變更');
  expect((await inbox(next)).map(({ subject }) => subject)).toEqual(['請確認您的電子郵件']);

  expect((await visitor.post('/api/member/password', { current: 'abc123', password: 'mine1234' })).status).toBe(200);
  await mailTo(next, '您的密碼已變更');
  expect((await visitor.send('DELETE', '/api/member', { password: 'mine1234' })).status).toBe(200);
  await mailTo(next, '您的會員帳號已刪除');
  expect((await inbox(email)).map(({ subject }) => subject)).not.toContain('您的密碼已變更');
  const kinds = (await mailRecords(shop, stream)).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual([
    'ACCOUNT_CLOSED',
    'CONFIRM_EMAIL',
    'EMAIL_CHANGED',
    'PASSWORD_CHANGED',
    'REGISTERED',
    'SIGN_IN_ADDED',
    'SIGN_IN_REMOVED',
  ]);
});

test('a registration by LINE has its welcome alone, and a new password by a link one mail for all that it ended', async () => {
  const visitor = shop.visit();
  const email = `by-line-${Date.now()}@example.com`;
  await atProvider(visitor, 'line', newPerson(email));
  const { password: _, ...form } = memberForm({ method: 'line' });
  expect((await visitor.post('/api/register', form)).status).toBe(200);
  const stream = `member-${await memberIdOf(shop, visitor)}`;
  await mailTo(email, '歡迎加入');
  await shop.visit().post('/api/password-reset', { email });
  const reader = shop.visit();
  await open(reader, linkIn(await mailTo(email, '重設您的密碼'), '/new-password'));
  expect((await reader.post('/api/new-password', { password: 'newpass1' })).status).toBe(200);
  expect((await mailTo(email, '您的密碼已變更')).content).toContain('LINE');
  expect((await mailRecords(shop, stream)).map(({ kind }) => kind).toSorted()).toEqual([
    'PASSWORD_CHANGED',
    'REGISTERED',
    'RESET_PASSWORD',
  ]);
});

test('an account keeps its contact data until the mail about its end was sent', async () => {
  const { visitor, email } = await register(shop);
  const memberId = await memberIdOf(shop, visitor);
  const { engine } = shop.shop;
  const keyOf = async () =>
    (await engine.pool.query<{ key: Buffer | null }>('select key from subject_keys where subject = $1', [`member:${memberId}`])).rows[0]
      ?.key;
  await mailTo(email, '歡迎加入');
  const refuse = (times: number) => control(shop, 'faults', { provider: 'surenotify', mode: 'refuse', times });
  await refuse(1_000);
  await visitor.send('DELETE', '/api/member', { password: 'abc123' });
  const isRefused = ({ kind, state, tries }: MailRecord) => kind === 'ACCOUNT_CLOSED' && state === 'due' && tries > 0;
  await eventually(async () => (await mailRecords(shop, `member-${memberId}`)).some(isRefused), 'the refused mail');
  await caughtUp(shop);
  await forgetWhatIsDue(engine);
  expect(await keyOf()).not.toBeNull();
  await refuse(0);
  await engine.pool.query('update mails set next_at = now() where stream = $1', [`member-${memberId}`]);
  await mailTo(email, '您的會員帳號已刪除');
  await forgetWhatIsDue(engine);
  await expect.poll(keyOf).toBeNull();
});

test('the daily checkpoint is mailed to both addresses, is the newest one of its moment, and verify accepts the mailed text', async () => {
  const { MAIL_CHECKPOINTS_TO: addresses } = shop.shop.engine.config.of(MessagingConfig);
  expect(addresses).toHaveLength(2);
  const notes: string[] = [];
  for (const address of addresses) {
    const { content } = await mailTo(address, '檢查點');
    const [, shown = ''] = /<pre[^>]*>([\s\S]*?)<\/pre>/.exec(content) ?? [];
    notes.push(
      shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    );
  }
  expect(notes[1]).toBe(notes[0]);
  const { rows } = await shop.shop.engine.pool.query<{ note: string; newer: number }>(
    `select c.note, (select count(*)::int from evidence_checkpoints o where o.size > c.size and o.written_at < (m.data->>'at')::timestamptz) as newer
     from mails m join evidence_checkpoints c on c.size = (m.data->>'size')::bigint where m.kind = 'CHECKPOINT'`,
  );
  expect(rows.map(({ newer }) => newer)).toEqual([0, 0]);
  for (const { note } of rows) expect(notes[0]?.trimEnd()).toBe(note.trimEnd());

  const folder = await mkdtemp(join(tmpdir(), 'nordhaut-mailed-'));
  try {
    const file = join(folder, 'mailed.txt');
    await writeFile(file, notes[0] ?? '');
    const { code, out, err } = await runInThisProcess(verify, ['--checkpoint', file], {
      ...testEnvironment(shop.databaseUrl, 0, shop.simulators.url),
      PUBLIC_URL: shop.url,
    });
    expect({ code, err }, out).toEqual({ code: 0, err: '' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
