import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ErrorBody, MemberAnswer } from '@nordhaut/contracts';
import { MessagingConfig } from '@nordhaut/messaging/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from './fixtures/child-environment.ts';
import type { Browser } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { mailRecords, receivedMails, type ReceivedMail } from './fixtures/mails.ts';
import { memberIdOf, register } from './fixtures/member-operations.ts';
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
const memberOf = async (visitor: Browser) => (await visitor.get<MemberAnswer>('/api/member')).body.member;

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
  await reader.post('/api/login', { account: email, password: 'abc123' });
  expect((await reader.post('/api/member/confirm', {})).status).toBe(200);
  expect(await memberOf(visitor)).toMatchObject({ user_email: next, emailConfirmed: true });
  expect((await inbox(email)).filter(({ subject }) => subject.includes('請確認您的電子郵件'))).toEqual([]);
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
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', fileURLToPath(import.meta.resolve('@nordhaut/tools/verify')), '--checkpoint', file],
      {
        env: childEnvironment({ ...testEnvironment(shop.databaseUrl, 0, shop.simulators.url), PUBLIC_URL: shop.url }),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    expect({ code, err }, out).toEqual({ code: 0, err: '' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
