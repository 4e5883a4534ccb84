import { randomUUID } from 'node:crypto';
import type { AuthenticatorAnswer, JoinedAnswer, Me, Right, StaffHistory, StaffList } from '@nordhaut/contracts/support';
import type { ErrorBody } from '@nordhaut/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { output } from 'zod/mini';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { codeOf, invitation, joinByAuthenticator, joinProven, provenStaff, signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ BRAND_NAME: '北膚' });
});
afterAll(() => shop.close());

const linkTo = async (): Promise<string> => new URL((await shop.shop.faces.support.firstLink()) ?? 'http://none/').hash.slice(1);
const signIn = (accountNo: string, code: string, visitor = shop.visit()) =>
  visitor.post<ErrorBody>('/api/support/sign-in/code', { accountNo, code });
const eventTypes = async (staffId: string) => (await shop.shop.engine.store.read(`staff-${staffId}`)).map(({ type }) => type);

test('a start offers a link until somebody can sign in; a link works once, and a newer one replaces it', async () => {
  const [old, token] = [await linkTo(), await linkTo()];
  const visitor = shop.visit();
  expect((await visitor.post('/api/support/invitation', { token: old })).status).toBe(404);
  expect((await visitor.post('/api/support/invitation', { token })).body).toMatchObject({ anew: false });
  expect(await eventTypes('first')).toEqual([]);

  const { recoveryCodes } = await joinByAuthenticator(visitor, token);
  expect(recoveryCodes).toHaveLength(10);
  expect((await visitor.get<Me>('/api/support/me')).body).toMatchObject({ staffId: 'first', recoveryCodesLeft: 10 });
  expect(await eventTypes('first')).toEqual(['StaffInvited', 'StaffFactorAdded']);
  expect((await shop.visit().post('/api/support/invitation', { token })).status).toBe(404);
  expect(await shop.shop.faces.support.firstLink()).toBeUndefined();
});

test("an authenticator app shows the account under the shop's name", async () => {
  const { token } = await invitation(shop, ['view']);
  const { body } = await shop.visit().post<output<typeof AuthenticatorAnswer>>('/api/support/join/authenticator/options', { token });
  expect(new URL(body.uri).searchParams.get('issuer')).toBe('北膚');
});

test('of two who use a link at once one gets the account', async () => {
  const { token, staffId } = await invitation(shop, ['view']);
  const visitors = [shop.visit(), shop.visit(), shop.visit()];
  const asked = await Promise.all(
    visitors.map((visitor) => visitor.post<output<typeof AuthenticatorAnswer>>('/api/support/join/authenticator/options', { token })),
  );
  const joined = await Promise.all(
    visitors.map((visitor, at) => {
      const { challengeId, secret } = (asked[at] as { body: output<typeof AuthenticatorAnswer> }).body;
      return visitor.post<JoinedAnswer>('/api/support/join/authenticator', { token, challengeId, code: codeOf(secret) });
    }),
  );
  expect(joined.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  expect(await eventTypes(staffId)).toEqual(['StaffInvited', 'StaffFactorAdded']);
});

test('a code and a recovery code count once; a wrong account number and a wrong code get the same answer', async () => {
  const { token, staffId } = await invitation(shop, ['view']);
  const { accountNo, recoveryCodes, secret, code } = await joinByAuthenticator(shop.visit(), token);
  const [recovery = ''] = recoveryCodes;
  // The code that confirmed the authenticator was used by that.
  expect((await signIn(accountNo, code)).status).toBe(401);
  const next = codeOf(secret, 0.5);
  const both = await Promise.all([signIn(accountNo, next), signIn(accountNo, next)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect((await signIn(accountNo.toLowerCase(), recovery.replaceAll('-', ' '))).status).toBe(200);
  const [again, stranger] = [await signIn(accountNo, recovery), await signIn('AAAA-BBBB-CCCC', recovery)];
  expect(again.status).toBe(401);
  expect({ ...again.body, correlationId: '' }).toEqual({ ...stranger.body, correlationId: '' });
  expect(await eventTypes(staffId)).toContain('StaffRecoveryCodeUsed');
});

test('guessing ends after ten attempts, and the right code has to wait too', async () => {
  const tight = await testShop({ RATE_LIMIT_FACTOR: '1' });
  try {
    const { token } = await invitation(tight, ['view']);
    const { accountNo, recoveryCodes } = await joinByAuthenticator(tight.visit(), token);
    const attempt = (code: string) => tight.visit().post('/api/support/sign-in/code', { accountNo, code });
    for (let guess = 0; guess < 10; guess++) expect((await attempt(String(100_000 + guess))).status).toBe(401);
    expect((await attempt(recoveryCodes[0] ?? '')).status).toBe(429);
  } finally {
    await tight.close();
  }
});

test('another administrator resets a lost factor: sessions, codes and factors end, and the history names who did it', async () => {
  const administrator = await provenStaff(shop, ['view', 'administer'], '主管');
  const visitor = shop.visit();
  const { token, staffId } = await invitation(shop, ['view'], '林客服');
  const { accountNo, recoveryCodes } = await joinByAuthenticator(visitor, token);
  const { body: me } = await administrator.get<Me>('/api/support/me');

  const own = await administrator.post<ErrorBody>(`/api/support/staff/${me.staffId}/reset`, { reason: '換手機' });
  expect([own.status, own.body.code]).toEqual([403, 'STAFF_NOT_BY_ONESELF']);
  const reset = await administrator.post<{ link: string }>(`/api/support/staff/${staffId}/reset`, { reason: '手機遺失' });
  expect(reset.status).toBe(200);
  expect((await visitor.get('/api/support/me')).status).toBe(401);
  expect((await signIn(accountNo, recoveryCodes[0] ?? '')).status).toBe(401);
  const again = shop.visit();
  await joinByAuthenticator(again, new URL(reset.body.link).hash.slice(1));
  expect((await again.get('/api/support/me')).status).toBe(200);

  const [event] = (await shop.shop.engine.store.read(`staff-${staffId}`)).filter(({ type }) => type === 'StaffFactorsReset');
  expect(JSON.parse(event?.metadata ?? '')).toMatchObject({ actor: { kind: 'support', id: me.staffId } });
  expect(event?.data).not.toContain('手機遺失');
  await caughtUp(shop);
  const { body } = await administrator.get<StaffList>('/api/support/staff');
  expect(body.staff).toContainEqual({ staffId, name: '林客服', rights: ['view'], state: 'active', factors: ['authenticator'] });
});

test('an open browser of an administrator, or its stolen cookie, changes nobody of the staff without the second factor', async () => {
  const administrator = await signedInStaff(shop, ['view', 'administer']);
  const { staffId } = await invitation(shop, ['view'], '林客服');
  await caughtUp(shop);
  const { body: before } = await administrator.get<StaffList>('/api/support/staff');
  for (const [path, body] of [
    ['', { name: '分身', rights: ['view', 'administer'] }],
    [`/${staffId}/reset`, { reason: '手機遺失' }],
    [`/${staffId}/rights`, { rights: ['view', 'administer'], reason: '調職' }],
    [`/${staffId}/leave`, { reason: '離職' }],
  ] as const) {
    const refused = await administrator.post<ErrorBody>(`/api/support/staff${path}`, body, { key: randomUUID() });
    expect([refused.status, refused.body.code], path).toEqual([403, 'SECOND_FACTOR_NEEDED']);
  }
  await caughtUp(shop);
  expect((await administrator.get<StaffList>('/api/support/staff')).body).toEqual(before);
});

test('a right that is taken away counts at the next call, and an account that ended opens nothing', async () => {
  const administrator = await provenStaff(shop, ['view', 'administer']);
  const other = await signedInStaff(shop, ['administer']);
  const { body } = await other.get<Me>('/api/support/me');
  const change = { rights: ['view'], reason: '調職' };
  expect((await administrator.post(`/api/support/staff/${body.staffId}/rights`, change)).status).toBe(200);
  expect((await other.get('/api/support/staff')).status).toBe(403);
  expect((await administrator.post(`/api/support/staff/${body.staffId}/leave`, { reason: '離職' })).status).toBe(200);
  expect((await other.get('/api/support/me')).status).toBe(401);
});

test('the history of an account says who gave and took which right, when and why', async () => {
  const administrator = await provenStaff(shop, ['view', 'refund', 'administer'], '管理者甲');
  const { body: invited } = await administrator.post<{ staffId: string; link: string }>('/api/support/staff', {
    name: '新人',
    rights: ['view', 'refund'],
  });
  const at = `/api/support/staff/${invited.staffId}`;
  await joinByAuthenticator(shop.visit(), new URL(invited.link).hash.slice(1));
  expect((await administrator.post(`${at}/rights`, { rights: ['view'], reason: '調職' })).status).toBe(200);
  expect((await administrator.post(`${at}/leave`, { reason: '離職' })).status).toBe(200);
  const { events } = (await administrator.get<StaffHistory>(`${at}/events`)).body;
  expect(events.map(({ by, what, rights, reason }) => [by, what, rights, reason])).toEqual([
    ['管理者甲', '開立帳號', ['view', 'refund'], null],
    ['新人', '新增登入方式：驗證器', null, null],
    ['管理者甲', '變更權限', ['view'], '調職'],
    ['管理者甲', '停用帳號', null, '離職'],
  ]);
  expect((await (await signedInStaff(shop, ['view'])).get(`${at}/events`)).status).toBe(403);
});

test('an administrator gives no right that they lack: not by an invitation, a change, or the link of a reset', async () => {
  const administrator = await provenStaff(shop, ['view', 'administer'], '主管');
  const send = (path: string, body: object) => administrator.post<ErrorBody>(`/api/support/staff${path}`, body, { key: randomUUID() });
  await caughtUp(shop);
  const { body: before } = await administrator.get<StaffList>('/api/support/staff');
  const invited = await send('', { name: '分身', rights: ['view', 'reveal'] });
  expect([invited.status, invited.body.code]).toEqual([403, 'RIGHT_MISSING']);
  await caughtUp(shop);
  expect((await administrator.get<StaffList>('/api/support/staff')).body.staff).toHaveLength(before.staff.length);

  const colleague = shop.visit();
  const { token, staffId } = await invitation(shop, ['view', 'refund'], '出納');
  await joinByAuthenticator(colleague, token);
  const changed = (rights: Right[]) => send(`/${staffId}/rights`, { rights, reason: '調職' });
  for (const refused of [await changed(['view', 'refund', 'reveal']), await send(`/${staffId}/reset`, { reason: '手機遺失' })])
    expect([refused.status, refused.body.code]).toEqual([403, 'RIGHT_MISSING']);
  expect((await colleague.get<Me>('/api/support/me')).body.rights).toEqual(['view', 'refund']);
  // What the colleague has already may stay, and may be taken away, but does not come back.
  expect((await changed(['view', 'refund', 'administer'])).status).toBe(200);
  expect((await changed(['view'])).status).toBe(200);
  expect((await changed(['view', 'refund'])).body.code).toBe('RIGHT_MISSING');
  expect((await send(`/${staffId}/reset`, { reason: '手機遺失' })).status).toBe(200);
});

test('a link opens nothing once its maker has left, lacks a right that it gives, or has lost the factors', async () => {
  const administrator = await provenStaff(shop, ['view', 'administer', 'refund']);
  const maker = await provenStaff(shop, ['view', 'administer', 'refund']);
  const { staffId } = (await maker.get<Me>('/api/support/me')).body;
  const invite = async (by = maker) => {
    const { body } = await by.post<{ link: string }>('/api/support/staff', { name: '新同事', rights: ['view', 'refund'] });
    return new URL(body.link).hash.slice(1);
  };
  const token = await invite();
  const opens = async (one = token) => (await shop.visit().post('/api/support/invitation', { token: one })).status;
  const change = (rights: Right[]) =>
    administrator.post(`/api/support/staff/${staffId}/rights`, { rights, reason: '調職' }, { key: randomUUID() });
  const found: number[] = [await opens()];
  for (const rights of [
    ['view', 'administer'],
    ['view', 'refund'],
    ['view', 'administer', 'refund'],
  ] satisfies Right[][]) {
    expect((await change(rights)).status).toBe(200);
    found.push(await opens());
  }
  expect(found).toEqual([200, 404, 404, 200]);
  const reset = await administrator.post<{ link: string }>(`/api/support/staff/${staffId}/reset`, { reason: '手機遺失' });
  expect(await opens()).toBe(404);
  const anew = shop.visit();
  await joinProven(anew, new URL(reset.body.link).hash.slice(1));
  const second = await invite(anew);
  expect(await opens(second)).toBe(200);
  expect((await administrator.post(`/api/support/staff/${staffId}/leave`, { reason: '離職' })).status).toBe(200);
  expect(await opens(second)).toBe(404);
  await expect(joinByAuthenticator(shop.visit(), second)).rejects.toThrow();
});

test('a page of one person does nothing under the session of another one, which another tab of the browser opened', async () => {
  const { orderNo } = await checkOut(shop.visit(), codOrder());
  const visitor = await signedInStaff(shop, ['view', 'act'], '林客服');
  const { staffId } = (await visitor.get<Me>('/api/support/me')).body;
  const ofPage = { headers: { 'for-staff': staffId } };
  const note = () => visitor.post<ErrorBody>(`/api/support/orders/${orderNo}/notes`, { text: '顧客希望週末送達' }, ofPage);
  expect((await note()).status).toBe(200);
  await joinByAuthenticator(visitor, (await invitation(shop, ['view', 'act'], '陳客服')).token);
  expect((await visitor.get<Me>('/api/support/me')).body.name).toBe('陳客服');
  const refused = [
    await note(),
    await visitor.get<ErrorBody>('/api/support/me', ofPage),
    await visitor.post<ErrorBody>('/api/support/sign-out', {}, ofPage),
  ];
  for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'OTHER_ACCOUNT']);
  const written = (await shop.shop.engine.store.read(`order-${orderNo}`)).filter(({ type }) => type === 'NoteWritten');
  expect(written).toHaveLength(1);
});

test('a stored answer of a keyed act goes to nobody who may not act any more, and to no other person', async () => {
  const administrator = await provenStaff(shop, ['view', 'administer']);
  const { orderNo } = await checkOut(shop.visit(), codOrder());
  const visitor = await signedInStaff(shop, ['view', 'act'], '林客服');
  const { staffId } = (await visitor.get<Me>('/api/support/me')).body;
  const key = randomUUID();
  const note = (by = visitor) =>
    by.post<{ noteId?: string; code?: string }>(`/api/support/orders/${orderNo}/notes`, { text: '顧客希望週末送達' }, { key });
  const first = await note();
  expect(first.status).toBe(200);
  expect((await note()).body).toEqual(first.body);
  // A colleague with the same key and text writes a note of their own.
  const colleague = await signedInStaff(shop, ['view', 'act'], '陳客服');
  expect((await note(colleague)).body.noteId).not.toBe(first.body.noteId);
  const change = { rights: ['view'], reason: '調職' };
  expect((await administrator.post(`/api/support/staff/${staffId}/rights`, change)).status).toBe(200);
  expect((await note()).body.code).toBe('RIGHT_MISSING');
  expect((await visitor.post('/api/support/sign-out', {})).status).toBe(200);
  expect((await note()).status).toBe(401);
  const answer = await visitor.get(`/api/support/orders/${orderNo}/events`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([401, 'no-store']);
});
