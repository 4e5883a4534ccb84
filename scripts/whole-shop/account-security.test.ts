import type { DeleteAccountAnswer, ErrorBody, RegisterRequest, SignedInAnswer, StateMessage } from '@nordhaut/contracts';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { caughtUp } from './fixtures/all-is-well.ts';
import { jobNamed } from './fixtures/jobs.ts';
import type * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atProvider, newPerson, proven, started } from './fixtures/at-provider.ts';
import type { Browser } from './fixtures/browser.ts';
import { memberIdOf, memberOf } from './fixtures/member-operations.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

type Answer = z.infer<typeof StateMessage> & ErrorBody;

let shop: TestShop;
beforeAll(async () => {
  // The mails' links would replace the ones that these tests make.
  shop = await testShop({}, { without: ['messaging'] });
});
afterAll(() => shop.close());

let people = 0;
const newEmail = () => `person${++people}@example.com`;
const form = (more: Partial<RegisterRequest> = {}): RegisterRequest => ({
  firstName: '林',
  lastName: '怡君',
  password: 'abc123',
  user_phone: '0955123456',
  privacyAccepted: true,
  ageConfirmed: true,
  ...more,
});
async function registered(email = newEmail()): Promise<{ visitor: Browser; email: string }> {
  const visitor = shop.visit();
  expect((await visitor.post('/api/register', form({ user_email: email }))).status).toBe(200);
  return { visitor, email };
}
async function byLine(email = newEmail()): Promise<{ visitor: Browser; email: string; lineId: string }> {
  const visitor = shop.visit();
  await atProvider(visitor, 'line', newPerson(email));
  const { password: _, ...rest } = form();
  expect((await visitor.post('/api/register', { ...rest, method: 'line' })).status).toBe(200);
  const { body } = await visitor.get<{ user_line_id: string }>('/api/line/autoLogin/');
  return { visitor, email, lineId: body.user_line_id };
}
const login = (account: string, password: string, visitor = shop.visit()) =>
  visitor.post<SignedInAnswer & ErrorBody>('/api/login', { account, password });
const eventsOf = async (type: string) =>
  (
    await shop.shop.engine.pool.query<{ stream: string; data: string }>(
      'select stream, data from event_store.events where type = $1 order by position',
      [type],
    )
  ).rows.map(({ stream, data }) => ({ memberId: stream.slice('member-'.length), data: JSON.parse(data) as Record<string, string> }));
const face = () => shop.shop.faces.accounts;
const requestReset = (email: string) => shop.visit().post<Answer>('/api/password-reset', { email });
const newestRequest = async () => (await eventsOf('PasswordResetRequested')).at(-1)?.data['requestId'] as string;
/** What the mail has: the link's token. */
async function resetToken(email: string): Promise<string> {
  expect((await requestReset(email)).body).toMatchObject({ state: 200, message: '已將重設密碼連結發送至信箱' });
  return (await face().makeResetToken(await newestRequest())) as string;
}
/** Opens the link, and types the password on its page. */
async function setPassword(token: string, password: string, visitor = shop.visit()) {
  await visitor.get(`/new-password?token=${token}`);
  return visitor.post<Answer>('/api/new-password', { password });
}

describe('a forgotten password', () => {
  test('is replaced by a link that works once, and all sessions end', async () => {
    const { visitor, email } = await registered();
    const token = await resetToken(email);
    const reader = shop.visit();
    const opened = await reader.get(`/new-password?token=${token}`);
    expect([opened.status, opened.headers.get('location'), opened.headers.get('referrer-policy')]).toEqual([
      303,
      '/new-password?step=set',
      'no-referrer',
    ]);
    expect(opened.headers.getSetCookie().join()).toMatch(/^password-link=.*HttpOnly/);
    expect((await reader.post<Answer>('/api/new-password', { password: 'short' })).body.code).toBe('PASSWORD_INVALID');
    expect((await reader.post<Answer>('/api/new-password', { password: 'newpass1' })).body.state).toBe(200);
    expect((await visitor.get('/api/member')).status).toBe(401);
    expect((await login(email, 'abc123')).body.status).toBe(402);
    expect((await login(email, 'newpass1')).body.state).toBe(200);
    expect((await setPassword(token, 'other123')).body.code).toBe('LINK_INVALID');
    expect(await face().makeResetToken(await newestRequest())).toBeUndefined();
  });

  test('answers the states of the specification', async () => {
    const fault = async (email: string) => {
      const { body } = await requestReset(email);
      return [body.status, body.message];
    };
    expect(await fault('')).toEqual([400, '請輸入欲重設密碼的信箱 Email']);
    expect(await fault('nobody')).toEqual([400, 'Email 格式有誤']);
    expect(await fault('stranger@example.com')).toEqual([404, '此電子郵件尚未註冊']);
    expect((await requestReset('stranger@example.com')).body.details).toEqual({ error: 'auth/user-not-found' });
  });

  test('only the newest link works, also of ten requests at once', async () => {
    const { email } = await registered();
    const first = await resetToken(email);
    await Promise.all(Array.from({ length: 10 }, () => requestReset(email)));
    const requests = (await eventsOf('PasswordResetRequested')).slice(-10).map(({ data }) => data['requestId'] as string);
    const made = await Promise.all(requests.map((requestId) => face().makeResetToken(requestId)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect((await setPassword(first, 'newpass1')).body.code).toBe('LINK_INVALID');
    const token = made.find(Boolean) as string;
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => setPassword(token, `newpass${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a link that is an hour old does not work', async () => {
    const { email } = await registered();
    const token = await resetToken(email);
    await shop.shop.engine.pool.query(`update account_tokens set ends_at = now() - interval '1 second' where kind = 'RESET'`);
    expect((await setPassword(token, 'newpass1')).body.code).toBe('LINK_INVALID');
  });

  test('a process that dies after the event leaves nothing to who knew the old password, and completes it with the same link', async () => {
    const { visitor, email } = await registered();
    const token = await resetToken(email);
    const { credentials } = face();
    const { resetPassword } = credentials;
    credentials.resetPassword = () => Promise.reject(new Error('the process died'));
    expect((await setPassword(token, 'newpass1')).status).toBe(500);
    credentials.resetPassword = resetPassword;
    expect((await visitor.get('/api/member')).status).toBe(401);
    expect((await login(email, 'abc123')).body.status).toBe(402);
    expect((await setPassword(token, 'newpass1')).status).toBe(200);
    expect((await login(email, 'newpass1')).body.state).toBe(200);
  });

  test('ends no password that was set in the profile after the link was asked for', async () => {
    const { visitor, email } = await registered();
    const token = await resetToken(email);
    expect((await visitor.post('/api/member/password', { current: 'abc123', password: 'profile1' })).status).toBe(200);
    expect((await setPassword(token, 'newpass1')).body.code).toBe('LINK_INVALID');
    expect((await visitor.get('/api/member')).status).toBe(200);
    expect((await login(email, 'profile1')).body.state).toBe(200);
  });

  test("takes back an account that a stranger made by LINE for somebody else's address", async () => {
    const stranger = await byLine();
    await setPassword(await resetToken(stranger.email), 'mine1234');
    expect((await stranger.visitor.get('/api/member')).status).toBe(401);
    expect((await atProvider(shop.visit(), 'line', stranger.lineId)).location).toBe('/login?login=line&state=409');
    const owner = shop.visit();
    await login(stranger.email, 'mine1234', owner);
    expect(await memberOf(owner)).toMatchObject({ ways: ['EMAIL'], emailConfirmed: true, user_login_type: 'LINE' });
  });

  test('no event, no table and no log has the token', async () => {
    const { email } = await registered();
    const token = await resetToken(email);
    const { rows } = await shop.shop.engine.pool.query(
      'select data, metadata from event_store.events union all select to_jsonb(t)::text, null from account_tokens t',
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(email);
  });
});

describe('the password of a member', () => {
  test('changes with the current one; other sessions end, and this one stays', async () => {
    const { visitor, email } = await registered();
    const other = shop.visit();
    await login(email, 'abc123', other);
    const change = (current: string, password: string) => visitor.post<Answer>('/api/member/password', { current, password });
    expect((await change('wrong1', 'newpass1')).body).toMatchObject({ status: 402, message: '目前的密碼有誤' });
    expect((await change('abc123', 'short')).body.code).toBe('PASSWORD_INVALID');
    expect((await change('abc123', 'newpass1')).body.state).toBe(200);
    expect((await visitor.get('/api/member')).status).toBe(200);
    expect((await other.get('/api/member')).status).toBe(401);
    expect((await visitor.post<Answer>('/api/member/password-reset', {})).body.message).toBe('重設密碼連結已寄至您的信箱');
  });

  test('is told as changed to who sends the form again because its answer was lost; it changes once', async () => {
    const { visitor, email } = await registered();
    const change = (current: string, password: string) => visitor.post<Answer>('/api/member/password', { current, password });
    const changes = async () => (await eventsOf('PasswordChanged')).length;
    const before = await changes();
    expect((await change('abc123', 'newpass1')).body.state).toBe(200);
    expect((await change('abc123', 'newpass1')).body.state).toBe(200);
    expect((await change('abc123', 'newpass2')).body.code).toBe('PASSWORD_WRONG');
    expect(await changes()).toBe(before + 1);
    expect((await login(email, 'newpass1')).body.state).toBe(200);
    expect((await visitor.get('/api/member')).status).toBe(200);
  });

  test('does not exist for a member by LINE', async () => {
    const { visitor } = await byLine();
    expect((await visitor.post<Answer>('/api/member/password', { current: '', password: 'newpass1' })).status).toBe(409);
    expect((await visitor.post<Answer>('/api/member/password-reset', {})).status).toBe(409);
  });
});

describe('the e-mail', () => {
  const confirmToken = async (type: string) => {
    const { memberId, data } = (await eventsOf(type)).at(-1) as { memberId: string; data: Record<string, string> };
    return face().makeConfirmToken(memberId, data['emailKey'] as string);
  };

  test('is confirmed by its link in any browser where its member signs in, and nowhere else', async () => {
    // A stranger may have registered with the reader's address, to get the reader's earlier orders.
    const [{ visitor, email }, { visitor: other }] = [await registered(), await registered()];
    const { memberId, data } = (await eventsOf('MemberRegistered')).at(-2) as { memberId: string; data: Record<string, string> };
    const made = await face().makeConfirmToken(memberId, data['emailKey'] as string);
    expect(made?.email).toBe(email);
    const reader = shop.visit();
    await reader.get(`/confirm-email?token=${made?.token}`);
    for (const anybody of [reader, other])
      expect(await anybody.post<Answer>('/api/member/confirm', { token: made?.token })).toMatchObject({
        status: 403,
        body: { code: 'CONFIRM_SIGN_IN' },
      });
    expect((await memberOf(visitor)).emailConfirmed).toBe(false);
    await login(email, 'abc123', reader);
    expect((await reader.post<Answer>('/api/member/confirm', {})).body.message).toBe('電子郵件已確認');
    expect((await memberOf(visitor)).emailConfirmed).toBe(true);
    expect((await reader.post<Answer>('/api/member/confirm', { token: made?.token })).body.code).toBe('LINK_INVALID');
    expect(await face().makeConfirmToken(memberId, data['emailKey'] as string)).toBeUndefined();
  });

  test('of somebody else cannot be taken by a mailbox whose name has a sign that stands for a letter', async () => {
    const letter = newEmail().replace('@', 'k@');
    const sign = letter.replace('k@', '\u212a@');
    const visitor = shop.visit();
    expect((await visitor.post<Answer>('/api/register', form({ user_email: sign }))).body.code).toBe('EMAIL_INVALID');
    expect((await visitor.post<Answer>('/api/register', form({ user_email: letter }))).status).toBe(200);
    const { visitor: other } = await registered();
    const change = { user_email: sign, password: 'abc123' };
    expect((await other.post<Answer>('/api/member/email', change)).body.code).toBe('EMAIL_INVALID');
  });

  test('the link is sent again; the earlier one ends', async () => {
    const { visitor } = await registered();
    const first = await confirmToken('MemberRegistered');
    expect((await visitor.post<Answer>('/api/member/confirmation', {})).status).toBe(200);
    const second = await confirmToken('ConfirmationRequested');
    const confirm = (token = '') => visitor.post<Answer>('/api/member/confirm', { token });
    expect((await confirm(first?.token)).body.code).toBe('LINK_INVALID');
    expect((await confirm(second?.token)).status).toBe(200);
  });

  test('the link that is sent again is that of the address on the page, also after a new one was mistyped', async () => {
    const { visitor, email } = await registered();
    const mistyped = newEmail();
    await visitor.post<Answer>('/api/member/email', { user_email: mistyped, password: 'abc123' });
    const resent = async () => {
      expect((await visitor.post<Answer>('/api/member/confirmation', {})).status).toBe(200);
      return confirmToken('ConfirmationRequested');
    };
    const own = await resent();
    expect(own?.email).toBe(email);
    expect((await visitor.post('/api/member/confirm', { token: own?.token })).status).toBe(200);
    expect(await memberOf(visitor)).toMatchObject({ user_email: email, emailConfirmed: true });
    expect((await resent())?.email).toBe(mistyped);
  });

  test('a change to the address that the member has sends no mail, and says so', async () => {
    const { visitor, email } = await registered();
    const before = (await eventsOf('EmailChangeRequested')).length;
    const { status, body } = await visitor.post<Answer>('/api/member/email', { user_email: email.toUpperCase(), password: 'abc123' });
    expect([status, body.code, body.message]).toEqual([400, 'EMAIL_INVALID', '這是您目前的電子郵件，請輸入新的電子郵件']);
    expect(await eventsOf('EmailChangeRequested')).toHaveLength(before);
  });

  test('a new address counts when its link was used; then it signs in, and the old one does not', async () => {
    const { visitor, email } = await registered();
    const next = newEmail();
    const ask = (password: string) => visitor.post<Answer>('/api/member/email', { user_email: next, password });
    expect((await ask('wrong1')).status).toBe(402);
    expect((await ask('abc123')).status).toBe(200);
    expect((await memberOf(visitor)).user_email).toBe(email);
    const made = await confirmToken('EmailChangeRequested');
    expect(made?.email).toBe(next);
    expect((await visitor.post('/api/member/confirm', { token: made?.token })).status).toBe(200);
    expect(await memberOf(visitor)).toMatchObject({ user_email: next, emailConfirmed: true });
    expect((await login(next, 'abc123')).body.state).toBe(200);
    expect((await login(email, 'abc123')).body.status).toBe(401);
  });

  test('a change of the address ends the link to a new password that went to the old one', async () => {
    const { visitor, email } = await registered();
    const sent = await resetToken(email);
    await requestReset(email);
    const unsent = await newestRequest();
    const next = newEmail();
    await visitor.post('/api/member/email', { user_email: next, password: 'abc123' });
    const made = await confirmToken('EmailChangeRequested');
    expect((await visitor.post('/api/member/confirm', { token: made?.token })).status).toBe(200);
    expect(await face().makeResetToken(unsent)).toBeUndefined();
    expect((await setPassword(sent, 'thief123')).body.code).toBe('LINK_INVALID');
    expect((await login(next, 'abc123')).body.state).toBe(200);
    expect((await visitor.get('/api/member')).status).toBe(200);
  });

  test.each<[string, (email: string, visitor: Browser) => Promise<unknown>]>([
    ['a link', async (email) => setPassword(await resetToken(email), 'mine1234')],
    ['the member', (_, visitor) => visitor.post('/api/member/password', { current: 'abc123', password: 'mine1234' })],
  ])('a new password, by %s, ends the change that a stranger asked for with the earlier one', async (_, newPassword) => {
    // The stranger registered with the owner's address, or knew the password.
    const { visitor: stranger, email } = await registered();
    const strangers = newEmail();
    expect((await stranger.post('/api/member/email', { user_email: strangers, password: 'abc123' })).status).toBe(200);
    const made = await confirmToken('EmailChangeRequested');
    await newPassword(email, stranger);
    const owner = shop.visit();
    expect((await login(email, 'mine1234', owner)).body.state).toBe(200);
    const confirmed = async (who: Browser) => (await who.post<Answer>('/api/member/confirm', { token: made?.token })).body.code;
    expect([await confirmed(shop.visit()), await confirmed(owner)]).toEqual(['CONFIRM_SIGN_IN', 'LINK_INVALID']);
    expect((await memberOf(owner)).user_email).toBe(email);
    expect((await requestReset(strangers)).body.status).toBe(404);
  });

  test('a new password while the link is being used leaves library and member of one mind', async () => {
    const { visitor, email } = await registered();
    const strangers = newEmail();
    await visitor.post('/api/member/email', { user_email: strangers, password: 'abc123' });
    const made = await confirmToken('EmailChangeRequested');
    const { credentials } = face();
    const { changeEmail } = credentials;
    credentials.changeEmail = async (...args) => {
      credentials.changeEmail = changeEmail;
      const changed = await changeEmail(...args);
      await visitor.post('/api/member/password', { current: 'abc123', password: 'mine1234' });
      return changed;
    };
    expect((await visitor.post<Answer>('/api/member/confirm', { token: made?.token })).body.code).toBe('LINK_INVALID');
    expect((await login(email, 'mine1234')).body.state).toBe(200);
    expect((await login(strangers, 'mine1234')).body.status).toBe(401);
  });

  test('an address that somebody registers while its link is being used has one account', async () => {
    for (let round = 0; round < 5; round++) {
      const { visitor, email } = await registered();
      const next = newEmail();
      await visitor.post('/api/member/email', { user_email: next, password: 'abc123' });
      const made = await confirmToken('EmailChangeRequested');
      const newcomer = shop.visit();
      const [confirmed, registering] = await Promise.all([
        visitor.post<Answer>('/api/member/confirm', { token: made?.token }),
        newcomer.post<Answer>('/api/register', form({ user_email: next })),
      ]);
      expect([confirmed.status, registering.status].toSorted()).toEqual([200, 400]);
      expect([confirmed, registering].find(({ status }) => status === 400)?.body.code).toBe('EMAIL_TAKEN');
      expect((await memberOf(visitor)).user_email).toBe(confirmed.status === 200 ? next : email);
      const owner = confirmed.status === 200 ? visitor : newcomer;
      expect(await face().credentials.accountOf(next)).toBe(await memberIdOf(shop, owner));
    }
  });

  test('an address whose registration was cut short can be taken after an hour', async () => {
    const { visitor } = await registered();
    const next = newEmail();
    const { credentials } = face();
    await credentials.register(next, 'first123');
    await visitor.post('/api/member/email', { user_email: next, password: 'abc123' });
    const made = await confirmToken('EmailChangeRequested');
    const confirm = () => visitor.post<Answer>('/api/member/confirm', { token: made?.token });
    expect((await confirm()).body.code).toBe('EMAIL_TAKEN');
    await shop.shop.engine.pool.query(`update account_users set "signedInAt" = "signedInAt" - interval '61 minutes' where id = $1`, [
      await credentials.accountOf(next),
    ]);
    expect((await confirm()).status).toBe(200);
    expect((await memberOf(visitor)).user_email).toBe(next);
  });

  test("another account's address is not taken; a crash between library and event is mended at the next sign-in", async () => {
    const other = await registered();
    const { visitor } = await registered();
    await visitor.post('/api/member/email', { user_email: other.email, password: 'abc123' });
    const taken = await confirmToken('EmailChangeRequested');
    expect((await visitor.post<Answer>('/api/member/confirm', { token: taken?.token })).body.code).toBe('EMAIL_TAKEN');
    const next = newEmail();
    await visitor.post('/api/member/email', { user_email: next, password: 'abc123' });
    const { memberId } = (await eventsOf('EmailChangeRequested')).at(-1) as { memberId: string };
    await face().credentials.changeEmail(memberId, next);
    await login(next, 'abc123');
    expect(await memberOf(visitor)).toMatchObject({ user_email: next });
  });
});

describe('the end of an account', () => {
  const close = (visitor: Browser, password?: string) =>
    visitor.send<DeleteAccountAnswer & ErrorBody>('DELETE', '/api/member', { password });

  test('needs the password; then sign-in and all sessions end, and the address is free', async () => {
    const { visitor, email } = await registered();
    const other = shop.visit();
    await login(email, 'abc123', other);
    await visitor.send('PUT', '/api/member/wishlist/5');
    expect((await close(visitor)).body.code).toBe('PASSWORD_WRONG');
    const cookie = visitor.cookies();
    expect((await close(visitor, 'abc123')).body).toEqual({ state: 200, pending: [] });
    expect((await shop.visit().get('/api/member', { headers: { cookie } })).status).toBe(401);
    expect((await other.get('/api/member')).status).toBe(401);
    expect((await login(email, 'abc123')).body.status).toBe(401);
    expect((await requestReset(email)).body.status).toBe(404);
    await registered(email);
  });

  test('of a member by LINE needs a sign-in of the last minutes', async () => {
    const { visitor, lineId } = await byLine();
    await shop.shop.engine.pool.query(`update account_sessions set "createdAt" = now() - interval '11 minutes'`);
    expect((await close(visitor)).body.code).toBe('SIGN_IN_ANEW');
    const again = shop.visit();
    await atProvider(again, 'line', lineId);
    expect((await close(again)).body.state).toBe(200);
    expect((await atProvider(shop.visit(), 'line', lineId)).location).toMatch(/^\/register\?/);
  });

  test('destroys the key of the contact data', async () => {
    const { visitor } = await registered();
    await close(visitor, 'abc123');
    const { engine } = shop.shop;
    await caughtUp(shop);
    const { memberId } = (await eventsOf('AccountClosed')).at(-1) as { memberId: string };
    await forgetWhatIsDue(engine);
    await expect
      .poll(async () => (await engine.pool.query('select key from subject_keys where subject = $1', [`member:${memberId}`])).rows)
      .toEqual([{ key: null }]);
    await caughtUp(shop);
    await rebuildEqualsLive(engine.projector, 'members');
  });

  test('its mail needs the contact data, also where messaging has not read the event yet', async () => {
    const { visitor, email } = await registered();
    const memberId = (await face().credentials.accountOf(email)) as string;
    const { engine } = shop.shop;
    const isForgotten = async (clock = engine.clock) => {
      await caughtUp(shop);
      await forgetWhatIsDue({ ...engine, clock });
      return (await eventsOf('PersonalDataForgotten')).some((event) => event.memberId === memberId);
    };
    // This shop has no messaging. It is one that stands still.
    await engine.pool.query(`insert into bus_positions (consumer, position) values ('messaging', 0)`);
    try {
      await close(visitor, 'abc123');
      expect(await isForgotten()).toBe(false);
      expect(await isForgotten(() => new Date(Date.now() + 2 * 86_400_000))).toBe(false);
      // After three days the mail would not be sent any more.
      expect(await isForgotten(() => new Date(Date.now() + 3 * 86_400_000 + 1_000))).toBe(true);
    } finally {
      await engine.pool.query(`delete from bus_positions where consumer = 'messaging'`);
    }
  });

  test('a crash right after the event leaves sessions that a repeat ends', async () => {
    const { visitor, email } = await registered();
    const { credentials } = face();
    const { remove } = credentials;
    credentials.remove = () => Promise.reject(new Error('the process died'));
    expect((await close(visitor, 'abc123')).status).toBe(500);
    credentials.remove = remove;
    expect((await visitor.get('/api/member')).status).toBe(401);
    expect((await close(visitor, 'abc123')).body.state).toBe(200);
    expect((await login(email, 'abc123')).body.status).toBe(401);
  });
});

describe('sessions', () => {
  test('are renewed by use, with a new cookie', async () => {
    const { visitor } = await registered();
    await shop.shop.engine.pool.query(`update account_sessions set "expiresAt" = now() + interval '2 days'`);
    const answer = await visitor.get('/api/member');
    expect(answer.headers.getSetCookie().join()).toMatch(/session=.*Max-Age=259200/);
    expect((await visitor.get('/api/member')).headers.getSetCookie()).toEqual([]);
  });

  test('behind TLS every secret cookie is Secure and bound to this host', async () => {
    const secure = await testShop({ PUBLIC_URL: 'https://shop.example' }, { beside: shop, onlyHttp: true });
    try {
      const lines: string[] = [];
      const visitor = secure.visit();
      lines.push(...(await visitor.post('/api/register', form({ user_email: newEmail() }))).headers.getSetCookie());
      lines.push(...(await secure.visit().get('/new-password?token=abcdefghijklmnopqrstuvwxyz')).headers.getSetCookie());
      lines.push(...(await secure.visit().get('/api/line/start')).headers.getSetCookie());
      const secret = lines.filter((line) => !line.startsWith('signed-in='));
      expect(secret.length).toBeGreaterThanOrEqual(3);
      for (const line of secret) expect(line).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=Lax/);
    } finally {
      await secure.close();
    }
  });
});

test("without the library's tables members lose passwords and sessions, and nothing else", async () => {
  const own = await testShop();
  try {
    const { engine } = own.shop;
    const visitor = own.visit();
    const email = newEmail();
    await visitor.post('/api/register', form({ user_email: email }));
    await proven(visitor, 'abc123');
    await atProvider(visitor, 'line', newPerson(newEmail()), '?link=1');
    await visitor.send('PUT', '/api/member/wishlist/5');
    const before = await memberOf(visitor);
    await caughtUp(own);
    await engine.pool.query('delete from account_users');
    await engine.pool.query('delete from account_tokens');
    expect((await visitor.get('/api/member')).status).toBe(401);
    const said = await jobNamed('restore-accounts', own);
    expect(said).toMatch(/^1 accounts/);
    const again = own.visit();
    const html = await (await fetch(await started(again, 'line'))).text();
    const id = [...html.matchAll(/value="(U[0-9a-f]{32})"/g)].map(([, one]) => one as string).at(-1) as string;
    await atProvider(again, 'line', id);
    expect(await memberOf(again)).toEqual(before);
    expect((await own.visit().post<ErrorBody>('/api/login', { account: email, password: 'abc123' })).body.status).toBe(402);
    expect((await own.visit().post<ErrorBody>('/api/register', form({ user_email: email }))).body.code).toBe('EMAIL_TAKEN');
    expect((await own.visit().post('/api/password-reset', { email })).status).toBe(200);
  } finally {
    await own.close();
  }
});
