import type {
  ErrorBody,
  Member,
  MemberAnswer,
  ReferralAnswer,
  RegisterRequest,
  SignedInAnswer,
  WishlistAnswer,
  WishlistItems,
} from '@nordhaut/contracts';
import type { CatalogueTables } from '@nordhaut/catalogue';
import { setLaunched } from '@nordhaut/catalogue/testing';
import { plainText, PRIVACY, TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
import { createKysely } from '@nordhaut/platform/database';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { hash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { type Browser, checkOut, codOrder } from './fixtures/browser.ts';
import { memberOf } from './fixtures/member-operations.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

let people = 0;
const form = (more: Partial<RegisterRequest> = {}): RegisterRequest => ({
  firstName: '林',
  lastName: '怡君',
  user_email: `member${++people}@example.com`,
  password: 'abc123',
  user_phone: '0955123456',
  privacyAccepted: true,
  ageConfirmed: true,
  ...more,
});
async function registered(
  more: Partial<RegisterRequest> = {},
  visitor = shop.visit(),
): Promise<{ visitor: Browser; email: string; member: Member }> {
  const body = form(more);
  const answer = await visitor.post<SignedInAnswer>('/api/register', body);
  expect(answer.status).toBe(200);
  return { visitor, email: body.user_email as string, member: await memberOf(visitor) };
}
const login = (visitor: Browser, account: string, password = 'abc123') =>
  visitor.post<SignedInAnswer & ErrorBody>('/api/login', { account, password });
const eventsOf = async (type: string) => {
  const { rows } = await shop.shop.engine.pool.query<{ stream: string; data: string }>(
    'select stream, data from event_store.events where type = $1 order by position',
    [type],
  );
  return rows.map(({ stream, data }) => ({ stream, data: JSON.parse(data) as Record<string, unknown> }));
};

describe('registration', () => {
  test('signs the member in, and records the texts that were agreed to', async () => {
    const { member, email } = await registered({ user_phone: '+886 912-345-678', user_email: ' Ming@Example.com ' });
    expect(email).toBe(' Ming@Example.com ');
    expect(member).toMatchObject({ user_name: '林怡君', user_email: 'Ming@Example.com', user_phone: '+886912345678', ways: ['EMAIL'] });
    expect(member.user_invite_code).toMatch(/^[A-Z0-9]{10}$/);
    const [event] = (await eventsOf('MemberRegistered')).slice(-1);
    expect(event?.data).toMatchObject({
      terms: { version: TERMS_OF_SERVICE.version, hash: hash('sha256', plainText(TERMS_OF_SERVICE), 'hex') },
      privacy: { version: PRIVACY.version, hash: hash('sha256', plainText(PRIVACY), 'hex') },
    });
    expect(JSON.stringify(event)).not.toMatch(/怡君|912345678|Ming@/);
  });

  test.each([
    [{ firstName: ' ' }, 'NAME_REQUIRED'],
    // The shop's own mail would bring it to the owner of the typed address.
    [{ firstName: '恭喜中獎請到 https://evil.example 領取' }, 'NAME_INVALID'],
    [{ lastName: 'evil．example' }, 'NAME_INVALID'],
    [{ lastName: '怡\n\n君' }, 'NAME_INVALID'],
    [{ user_email: 'nobody' }, 'EMAIL_INVALID'],
    [{ password: 'abc12' }, 'PASSWORD_INVALID'],
    [{ password: 'abcdef' }, 'PASSWORD_INVALID'],
    [{ user_phone: '12345' }, 'PHONE_INVALID'],
    [{ privacyAccepted: false }, 'PRIVACY_NOT_ACCEPTED'],
    [{ ageConfirmed: false }, 'AGE_NOT_CONFIRMED'],
  ] as const)('refuses %o', async (fault, code) => {
    const visitor = shop.visit();
    expect((await visitor.post<ErrorBody>('/api/register', form(fault))).body.code).toBe(code);
    expect((await visitor.get('/api/member')).status).toBe(401);
  });

  test('of one e-mail succeeds once, also ten at once with other capitals, and with another idempotency key each', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        shop.visit().post<ErrorBody>('/api/register', form({ user_email: index % 2 ? 'Once@example.com' : 'once@EXAMPLE.com' })),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      code: 'EMAIL_TAKEN',
      message: '此電子郵件已被註冊',
      details: { error: 'auth/email-already-in-use' },
    });
  });

  test('that a crash cut short before the member existed is completed by repeating it, and only with its password', async () => {
    const { email, visitor } = await registered();
    // What the crash leaves: the account without the member's event.
    const other = form({ user_email: 'cut@example.com' });
    const { credentials } = shop.shop.faces.accounts;
    await credentials.register('cut@example.com', other.password as string);
    expect((await login(shop.visit(), 'cut@example.com')).body.code).toBe('EMAIL_UNKNOWN');
    expect((await shop.visit().post<ErrorBody>('/api/register', { ...other, password: 'wrong123' })).body.code).toBe('EMAIL_TAKEN');
    const { member } = await registered(other);
    expect(member.user_name).toBe('林怡君');
    expect((await shop.visit().post<ErrorBody>('/api/register', form({ user_email: email }))).body.code).toBe('EMAIL_TAKEN');
    expect((await visitor.get('/api/member')).status).toBe(200);
  });

  test.each(['cut-and-forgotten@example.com', 'cut-by-line@example.com'])(
    'that was cut short keeps its address for an hour, and then makes room for another password: %s',
    async (email) => {
      const { credentials } = shop.shop.faces.accounts;
      const { pool } = shop.shop.engine;
      const other = form({ user_email: email, password: 'other123' });
      if (email.startsWith('cut-by-line')) await credentials.registerLogin(email, 'line', 'a person at LINE');
      else await credentials.register(email, 'first123');
      expect((await shop.visit().post<ErrorBody>('/api/register', other)).body.code).toBe('EMAIL_TAKEN');
      const accountId = await credentials.accountOf(email);
      await pool.query(
        `update account_users set "createdAt" = "createdAt" - interval '61 minutes', "signedInAt" = "signedInAt" - interval '61 minutes'
         where id = $1`,
        [accountId],
      );
      await registered(other);
      expect((await login(shop.visit(), email, 'first123')).body.code).toBe('PASSWORD_WRONG');
      expect((await login(shop.visit(), email, 'other123')).status).toBe(200);
      // A member's own account makes no room.
      await pool.query(`update account_users set "createdAt" = '2020-01-01', "signedInAt" = '2020-01-01' where id = $1`, [
        await credentials.accountOf(email),
      ]);
      expect((await shop.visit().post<ErrorBody>('/api/register', form({ user_email: email }))).body.code).toBe('EMAIL_TAKEN');
    },
  );

  test('that a crash cut short is completed by one of two requests at once', async () => {
    const { credentials } = shop.shop.faces.accounts;
    const body = form({ user_email: 'cut-twice@example.com' });
    await credentials.register('cut-twice@example.com', body.password as string);
    // Each of them has found no member when it continues.
    const { openSession } = credentials;
    const { promise: both, resolve } = Promise.withResolvers<undefined>();
    let waiting = 0;
    credentials.openSession = async (...args) => {
      if (++waiting === 2) resolve(undefined);
      await both;
      return openSession(...args);
    };
    try {
      const answers = await Promise.all([1, 2].map(() => shop.visit().post<ErrorBody>('/api/register', body)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      expect(answers.find(({ status }) => status === 400)?.body.code).toBe('EMAIL_TAKEN');
    } finally {
      credentials.openSession = openSession;
    }
  });

  test('from the checkout keeps the address that was typed there', async () => {
    const { member } = await registered({ user_city: '臺北市', user_urban_area: '大安區', user_address: '信義路三段134巷1號' });
    expect(member).toMatchObject({ user_city: '臺北市', user_urban_area: '大安區', user_address: '信義路三段134巷1號' });
    const [event] = (await eventsOf('MemberRegistered')).slice(-1);
    expect(JSON.stringify(event)).not.toMatch(/臺北市|信義路/);
    const odd = await shop.visit().post<ErrorBody>('/api/register', form({ user_address: '一\u0007' }));
    expect(odd.body.code).toBe('ADDRESS_NOT_DELIVERABLE');
  });

  test('is refused to somebody who is signed in', async () => {
    const { visitor } = await registered();
    expect((await visitor.post<ErrorBody>('/api/register', form())).body).toMatchObject({ status: 409, code: 'ALREADY_SIGNED_IN' });
  });
});

describe('signing in', () => {
  test('answers the states of the specification', async () => {
    const { email } = await registered();
    const fault = async (account: string, password: string) => {
      const { body } = await login(shop.visit(), account, password);
      return [body.status, body.message];
    };
    expect(await fault('', '')).toEqual([400, '請確認帳號與密碼欄位是否為空']);
    expect(await fault('nobody', 'abc123')).toEqual([400, '輸入帳號格式錯誤']);
    expect(await fault('stranger@example.com', 'abc123')).toEqual([401, '找不到此信箱註冊的帳戶']);
    expect(await fault(email, 'abc124')).toEqual([402, '帳號密碼有誤，請重新確認登入資訊']);
    const visitor = shop.visit();
    expect((await login(visitor, email.toUpperCase())).body).toMatchObject({ state: 200, session: { user_name: '林怡君' } });
    expect((await login(visitor, email)).body.message).toBe('目前已登入會員帳號，若要登入其他帳號請先登出');
  });

  test('answers every other failure with state 500 and the words of the specification', async () => {
    const { email } = await registered();
    const { credentials } = shop.shop.faces.accounts;
    const { signIn } = credentials;
    credentials.signIn = () => Promise.reject(new Error('a fault'));
    const { status, body } = await login(shop.visit(), email);
    credentials.signIn = signIn;
    expect([status, body.status, body.message]).toEqual([500, 500, '未知錯誤請聯繫客服人員']);
    expect((await login(shop.visit(), email)).body.state).toBe(200);
  });

  test('makes a new session: one that was planted before it stays unknown, and signing out ends it on the server', async () => {
    const { email, member } = await registered();
    const visitor = shop.visit();
    const planted = await visitor.post<SignedInAnswer>(
      '/api/login',
      { account: email, password: 'abc123' },
      { headers: { cookie: 'session=planted0123456789planted' } },
    );
    expect(planted.headers.getSetCookie().join()).not.toContain('planted');
    expect((await memberOf(visitor)).user_uid).toBe(member.user_uid);
    const cookie = visitor.cookies();
    expect(cookie).toContain('signed-in=1');
    await visitor.post('/api/logout', {});
    expect((await shop.visit().get('/api/member', { headers: { cookie } })).status).toBe(401);
  });

  test('removes sessions that expired more than eight days ago, and keeps what an open account may still need', async () => {
    const { pool } = shop.shop.engine;
    const { email } = await registered();
    await login(shop.visit(), email);
    await login(shop.visit(), email);
    const { rows: newest } = await pool.query<{ userId: string }>(
      'select "userId" from account_sessions order by "createdAt" desc limit 1',
    );
    const sessions = () => pool.query<{ id: string }>('select id from account_sessions where "userId" = $1', [newest[0]?.userId]);
    const [gone, kept, living] = (await sessions()).rows.map(({ id }) => id);
    const expire = (id: string | undefined, days: number) =>
      pool.query(`update account_sessions set "expiresAt" = now() - make_interval(days => $2) where id = $1`, [id, days]);
    await expire(gone, 9);
    await expire(kept, 7);
    await login(shop.visit(), email);
    const left = (await sessions()).rows.map(({ id }) => id);
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining([kept, living]));
    expect(left).not.toContain(gone);
  });

  test('sets an HttpOnly cookie for three days', async () => {
    const { email } = await registered();
    const [session] = (await login(shop.visit(), email)).headers.getSetCookie().filter((line) => line.startsWith('session='));
    expect(session).toMatch(/HttpOnly/);
    expect(session).toMatch(/SameSite=Lax/);
    expect(session).toMatch(/Max-Age=259200/);
  });

  test('is limited to ten attempts an hour for an account and thirty for a network, together with registration and account check, over two processes', async () => {
    // Without the roles that this test does not need.
    const without = ['projector', 'realtime', 'poller', 'sweeper', 'messaging', 'evidence', 'forgetter', 'cash-limit'];
    const limited = await testShop({ RATE_LIMIT_FACTOR: '1' }, { without });
    const beside = await testShop({ RATE_LIMIT_FACTOR: '1' }, { beside: limited, without });
    try {
      const shops = [limited, beside];
      const attempt = async (index: number, account: string, address: string) =>
        (await shops[index % 2]?.visit().post('/api/login', { account, password: 'wrong1' }, { headers: { 'x-forwarded-for': address } }))
          ?.status;
      const statuses = await Promise.all(Array.from({ length: 12 }, (_, index) => attempt(index, 'victim@example.com', '203.0.113.7')));
      expect(
        statuses.filter((status) => status === 429),
        statuses.join(),
      ).toHaveLength(2);
      expect((await limited.visit().post('/api/account-check', { email: 'victim@example.com' })).status).toBe(429);
      // Two at once: more passwords to hash would keep a slow machine longer than a request may wait.
      const others: (number | undefined)[] = [];
      for (let index = 0; index < 22; index += 2)
        others.push(...(await Promise.all([index, index + 1].map((one) => attempt(one, `other${one}@example.com`, '203.0.113.7')))));
      expect(others.filter((status) => status === 429).length, others.join()).toBeGreaterThanOrEqual(2);
    } finally {
      await beside.close();
      await limited.close();
    }
  });
});

describe('the profile', () => {
  test('takes changes, keeps what is missing, and sets the birthday once', async () => {
    const { visitor } = await registered();
    const change = (body: object) => visitor.send<MemberAnswer & ErrorBody>('PATCH', '/api/member', body);
    expect((await change({ user_city: '臺北市', user_urban_area: '松山區', user_address: '民生東路五段100號' })).status).toBe(200);
    const { body } = await change({ user_birthday: '1990/5/3', user_gender: 'FEMALE' });
    expect(body.member).toMatchObject({ user_birthday: '1990-05-03', user_gender: 'FEMALE', user_city: '臺北市', user_name: '林怡君' });
    expect((await change({ firstName: 'Vu\u0303' })).body.member).toMatchObject({ user_name: 'Vũ怡君' });
    expect((await change({ user_birthday: '1991-05-03' })).body.code).toBe('BIRTHDAY_SET');
    expect((await change({ user_birthday: '1990-05-03' })).status).toBe(200);
  });

  test.each([
    [{ user_birthday: '2010-01-01' }, 'TOO_YOUNG'],
    [{ user_birthday: '1990-02-30' }, 'BIRTHDAY_INVALID'],
    [{ user_phone: '0212345678' }, 'PHONE_INVALID'],
    [{ firstName: '' }, 'NAME_REQUIRED'],
    [{ lastName: 'www.evil.example' }, 'NAME_INVALID'],
  ] as const)('refuses %o', async (change, code) => {
    const { visitor } = await registered();
    expect((await visitor.send<ErrorBody>('PATCH', '/api/member', change)).body.code).toBe(code);
  });
});

test('a page of one member changes nothing under the session of another one, which another tab of the browser opened', async () => {
  const { visitor, member } = await registered();
  const { email } = await registered();
  const ofPage = { headers: { 'for-member': member.user_uid } };
  expect((await visitor.send('PUT', '/api/member/wishlist/5', undefined, ofPage)).status).toBe(200);
  await visitor.post('/api/logout', {});
  expect((await login(visitor, email)).status).toBe(200);
  const refused = [
    await visitor.send<ErrorBody>('PATCH', '/api/member', { user_name: '王小明' }, ofPage),
    await visitor.post<ErrorBody>('/api/member/password', { current: 'abc123', password: 'newer123' }, ofPage),
    await visitor.post<ErrorBody>('/api/cart/items', { productId: 5, quantity: 1 }, ofPage),
    await visitor.post<ErrorBody>('/api/logout', {}, ofPage),
  ];
  for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'OTHER_ACCOUNT']);
  expect(await memberOf(visitor)).toMatchObject({ user_email: email, user_name: '林怡君', wishlist: [] });
});

describe('wishes and invite codes', () => {
  test('a wish counts once, also when it is sent five times at once, and can be taken back', async () => {
    const { visitor } = await registered();
    const wish = (method: 'PUT' | 'DELETE', id: number) => visitor.send<WishlistAnswer>(method, `/api/member/wishlist/${id}`);
    await Promise.all(Array.from({ length: 5 }, () => wish('PUT', 5)));
    const position = expect.stringMatching(/^\d+$/);
    expect((await wish('PUT', 9)).body).toMatchObject({ wishlist: [5, 9], position });
    expect((await wish('DELETE', 5)).body).toMatchObject({ wishlist: [9], position });
    expect((await memberOf(visitor)).wishlist).toEqual([9]);
  });

  test('the list has each wished product with its prices, the newest wish first, also one that is not on sale any more', async () => {
    const { visitor } = await registered();
    for (const id of [5, 9]) await visitor.send('PUT', `/api/member/wishlist/${id}`);
    const list = async () => (await visitor.get<WishlistItems>('/api/member/wishlist')).body.items;
    expect(await list()).toMatchObject([
      {
        productId: 9,
        nameZh: '保濕化妝水',
        available: true,
        linked: true,
        price: { origin: expect.any(Number), member: expect.any(Number) },
      },
      { productId: 5, nameZh: '溫和潔膚露', available: true, linked: true },
    ]);
    const db = createKysely<CatalogueTables>(shop.shop.engine.pool);
    await setLaunched(db, 9, 'x');
    try {
      await expect.poll(list).toMatchObject([
        { productId: 9, available: false, linked: false },
        { productId: 5, available: true },
      ]);
    } finally {
      await setLaunched(db, 9, '1');
    }
  });

  test('a code binds once, to an earlier member, never to oneself, nor to the same phone number', async () => {
    const referrer = await registered({ user_phone: '0911000111' });
    const late = await registered({ user_phone: '0911000222' });
    await caughtUp(shop);
    const bind = async (visitor: Browser, code: string) =>
      (await visitor.post<ReferralAnswer & ErrorBody>('/api/member/referral', { code })).body;
    expect(await bind(late.visitor, '')).toMatchObject({ code: 'REFERRAL_CODE_INVALID', message: '邀請碼不可為空！' });
    expect(await bind(late.visitor, 'abc')).toMatchObject({ message: '邀請碼為 10 碼大寫英文字母或數字，請輸入正確格式' });
    expect(await bind(late.visitor, late.member.user_invite_code)).toMatchObject({ state: 500, message: '無法與自己綁定' });
    expect(await bind(late.visitor, 'ZZZZZZZZZZ')).toMatchObject({ state: 404 });
    expect(await bind(referrer.visitor, late.member.user_invite_code)).toMatchObject({ state: 409 });
    const typed = `${referrer.member.user_invite_code.slice(0, 4).toLowerCase()}-${referrer.member.user_invite_code.slice(4)}`;
    expect(await bind(late.visitor, typed)).toMatchObject({ state: 200 });
    expect(await bind(late.visitor, referrer.member.user_invite_code)).toMatchObject({
      state: 409,
      message: '您已綁定過邀請碼，每位會員限使用一次',
    });
    const same = await registered({ user_phone: '0911000111', referralCode: referrer.member.user_invite_code });
    expect(same.member.referralBound).toBe(false);
    const friend = await registered({ user_phone: '0911000333', referralCode: referrer.member.user_invite_code });
    expect(friend.member.referralBound).toBe(true);
  });

  test("no code is bound to who shares a recipient's phone number of any order, nor an earlier number (decisions.md 63)", async () => {
    const referrer = await registered({ user_phone: '0911000601' });
    const code = referrer.member.user_invite_code;
    const recipient = { ...codOrder().recipient, phone: '0911000602' };
    expect((await checkOut(referrer.visitor, { ...codOrder(), recipient })).status).toBe(201);
    const [placed] = (await eventsOf('OrderPlaced')).slice(-1);
    expect(placed?.data['phoneKey']).toMatch(/^[0-9a-f]{64}$/);
    expect((await referrer.visitor.send('PATCH', '/api/member', { user_phone: '0911000603' })).status).toBe(200);
    await caughtUp(shop);
    for (const user_phone of ['0911000601', '0911000602', '0911000603']) {
      const own = await registered({ user_phone, referralCode: code });
      expect(own.member.referralBound).toBe(false);
      expect((await own.visitor.send('PATCH', '/api/member', { user_phone: '0911000604' })).status).toBe(200);
      const { body } = await own.visitor.post<ReferralAnswer>('/api/member/referral', { code });
      expect(body).toMatchObject({ state: 500 });
    }
    // The answer is about the newest numbers, or one account would ask about thousands. The reward compares all.
    const many = await registered({ user_phone: '0911000602' });
    for (const user_phone of ['0911000606', '0911000607', '0911000608'])
      expect((await many.visitor.send('PATCH', '/api/member', { user_phone })).status).toBe(200);
    expect((await many.visitor.post<ReferralAnswer>('/api/member/referral', { code })).body).toMatchObject({ state: 200 });
  });

  test('who was bound in an account that is closed now is not bound anew; what nobody proved takes nothing from its owner', async () => {
    const { member: referrer } = await registered({ user_phone: '0911000701' });
    const code = referrer.user_invite_code;
    await caughtUp(shop);
    const bound = async (more: Partial<RegisterRequest>) => {
      const friend = await registered({ ...more, referralCode: code });
      expect(friend.member.referralBound).toBe(true);
      return friend;
    };
    const ended = async ({ visitor }: { visitor: Browser }) => {
      expect((await visitor.send('DELETE', '/api/member', { password: 'abc123' })).status).toBe(200);
      await caughtUp(shop);
    };
    const anew = async (more: Partial<RegisterRequest>) => {
      const { visitor } = await registered(more);
      return (await visitor.post<ReferralAnswer>('/api/member/referral', { code })).body.state;
    };
    const confirm = async (email: string) => {
      const { accounts: own, credentials, addresses } = shop.shop.faces.accounts;
      const [memberId, now] = [(await credentials.accountOf(email)) as string, new Date()];
      await addresses.complete(memberId, own.emailKey(email), {
        commandId: randomUUID(),
        causationId: 'a test',
        actor: { kind: 'member', id: memberId },
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        now,
      });
    };
    // A stranger types somebody else's number, confirms an address of their own, and closes the account.
    const stranger = await bound({ user_phone: '0911000702' });
    await confirm(stranger.email);
    await ended(stranger);
    expect(await anew({ user_phone: '0911000702' })).toBe(200);
    // The address was the stranger's own.
    expect(await anew({ user_phone: '0911000703', user_email: stranger.email })).toBe(409);
    // A number is a person's where it received an order that stands.
    const buyer = await bound({ user_phone: '0911000704' });
    const order = { ...codOrder(), recipient: { ...codOrder().recipient, phone: '0911000704' } };
    const { status, orderNo } = await checkOut(buyer.visitor, order);
    expect(status).toBe(201);
    await caughtUp(shop);
    await ended(buyer);
    expect(await anew({ user_phone: '0911000704' }), `bound before, with order ${orderNo}`).toBe(409);
  });

  test('of two codes at once, one is bound', async () => {
    const codes = await Promise.all([1, 2].map(async (n) => (await registered({ user_phone: `091100080${n}` })).member.user_invite_code));
    const { visitor } = await registered({ user_phone: '0911000803' });
    await caughtUp(shop);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => visitor.post<ReferralAnswer>('/api/member/referral', { code: codes[n % 2] })),
    );
    expect(answers.map(({ body }) => body.state).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const [last] = (await eventsOf('ReferralBound')).slice(-1);
    const ofMember = (await eventsOf('ReferralBound')).filter(({ stream }) => stream === last?.stream);
    expect(ofMember).toHaveLength(1);
    expect(ofMember[0]?.data['code']).toBe(codes[answers.findIndex(({ body }) => body.state === 200) % 2]);
  });

  test('no code is bound after the first order (decisions.md 63)', async () => {
    const referrer = await registered({ user_phone: '0911000444' });
    // The same number as the referrer's: the answer does not tell it.
    const { visitor } = await registered({ user_phone: '0911000444' });
    await caughtUp(shop);
    expect((await checkOut(visitor, codOrder())).status).toBe(201);
    const { body } = await visitor.post<ReferralAnswer>('/api/member/referral', { code: referrer.member.user_invite_code });
    expect(body).toMatchObject({ state: 409 });
    expect((await memberOf(visitor)).referralBound).toBe(false);
  });
});

test('the read model of members is the fold of its events', async () => {
  await caughtUp(shop);
  await rebuildEqualsLive(shop.shop.engine.projector, 'members');
});
