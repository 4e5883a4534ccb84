import type { ErrorBody, MemberAnswer, RegisterRequest } from '@nordhaut/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { atProvider, back, chosen, LINE_MING, newPerson, proven, started } from './fixtures/at-provider.ts';
import type { Browser } from './fixtures/browser.ts';
import { logLines, type LogLines } from './fixtures/log-lines.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
let log: LogLines;
beforeAll(async () => {
  log = logLines('trace');
  shop = await testShop({ LOG_LEVEL: 'trace' }, { logger: log.logger });
});
afterAll(() => shop.close());

let people = 0;
const newEmail = () => `target${++people}@example.com`;
const form = (more: Partial<RegisterRequest>): RegisterRequest => ({
  firstName: '林',
  lastName: '怡君',
  user_phone: '0955123456',
  privacyAccepted: true,
  ageConfirmed: true,
  ...more,
});
async function byLine(): Promise<Browser> {
  const visitor = shop.visit();
  await atProvider(visitor, 'line', newPerson(newEmail()));
  expect((await visitor.post('/api/register', form({ method: 'line' }))).status).toBe(200);
  return visitor;
}
/** Confirms the address of a member as the link of the mail does. */
async function confirm({ shop: { engine, faces } }: TestShop, visitor: Browser, email: string, init?: Parameters<Browser['post']>[2]) {
  const memberId = (await faces.accounts.memberOfEmail(email)) ?? '';
  const [registered] = await engine.store.read(`member-${memberId}`);
  const { emailKey } = JSON.parse(registered?.data ?? '{}') as { emailKey: string };
  const token = (await faces.accounts.makeConfirmToken(memberId, emailKey))?.token;
  expect((await visitor.post('/api/member/confirm', { token }, init)).status).toBe(200);
}
const FAILED = '/login?login=line&state=404';
const signedIn = async (visitor: Browser) => (await visitor.get('/api/member')).status === 200;

describe('sign-in at a provider', () => {
  test("a callback in another browser signs nobody in: neither the attacker's account for the victim, nor the reverse", async () => {
    const attacker = shop.visit();
    const path = await chosen(await started(attacker, 'line'), { user: LINE_MING });
    const victim = shop.visit();
    expect((await back(victim, path)).location).toBe(FAILED);
    await started(victim, 'line');
    expect((await back(victim, path)).location).toBe(FAILED);
    expect((await victim.get('/api/register/pending')).status).toBe(404);
    // The state is used up also for the browser that it belongs to.
    expect((await back(attacker, path)).location).toBe(FAILED);
  });

  test('a state works once, and an invented one never', async () => {
    const visitor = shop.visit();
    const path = await chosen(await started(visitor, 'line'), newPerson(newEmail()));
    expect((await back(visitor, path)).location).toMatch(/^\/register/);
    expect((await back(visitor, path)).location).toBe(FAILED);
    expect((await back(visitor, '/api/line/login?code=x&state=aaaaaaaaaaaaaaaaaaaaaaaa')).location).toBe(FAILED);
    expect((await back(visitor, '/api/line/login?code=x')).location).toBe(FAILED);
    expect((await back(visitor, '/api/line/login?code=x&state=a&state=b')).status).not.toBe(500);
  });

  test("a provider's answer at the other provider's callback is refused, both ways", async () => {
    const visitor = shop.visit();
    const atLine = new URL(await chosen(await started(visitor, 'line'), newPerson(newEmail())), shop.url);
    expect(await back(visitor, `/api/facebook/login${atLine.search}`)).toMatchObject({ state: 500 });
    const atFacebook = new URL(await chosen(await started(visitor, 'facebook'), newPerson(newEmail())), shop.url);
    expect((await back(visitor, `/api/line/login${atFacebook.search}`)).location).toBe(FAILED);
    expect((await visitor.get('/api/register/pending')).status).toBe(404);
  });

  test('a code of one sign-in does not complete another one (nonce, PKCE)', async () => {
    const visitor = shop.visit();
    const stolen = new URL(await chosen(await started(shop.visit(), 'line'), { user: LINE_MING }), shop.url).searchParams.get('code');
    const own = (await started(visitor, 'line')).searchParams.get('state');
    expect((await back(visitor, `/api/line/login?code=${stolen}&state=${own}`)).location).toBe(FAILED);
  });

  test('a planted session is not the one that is signed in, and it ends', async () => {
    const [attacker, owner] = [await byLine(), await byLine()];
    const user = (await owner.get<{ user_line_id: string }>('/api/line/autoLogin/')).body.user_line_id;
    const sessionIn = (cookies: string) => /(?:^|[;,] ?)session=([^;]+)/.exec(cookies)?.[1];
    const planted = attacker.cookies();
    const victim = shop.visit();
    const path = await chosen(await started(victim, 'line'), { user });
    const answer = await victim.get(path, { headers: { cookie: `${victim.cookies()}; ${planted}` } });
    const opened = sessionIn(answer.headers.getSetCookie().join());
    expect(opened).toMatch(/./);
    expect(opened).not.toBe(sessionIn(planted));
    expect((await shop.visit().get('/api/member', { headers: { cookie: planted } })).status).toBe(401);
  });

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/api/line/logout/', 'javascript:alert(1)'])(
    'does not lead to %s',
    async (redirect) => {
      const visitor = shop.visit();
      const { location } = await atProvider(visitor, 'line', newPerson(newEmail()), `?redirect=${encodeURIComponent(redirect)}`);
      expect(location).toBe('/register?login=line&state=200');
    },
  );

  test('another member who is signed in by now does not get the link', async () => {
    const [one, two] = [await byLine(), await byLine()];
    await proven(one);
    const path = await chosen(await started(one, 'facebook', '?link=1'), newPerson(newEmail()));
    const mixed = `${one.cookies()}; ${two.cookies()}`.replace(/session=[^;]+; /, '');
    const answer = await shop.visit().get<string>(path, { headers: { cookie: mixed } });
    expect(answer.body).toContain('data-state="500"');
  });

  test('a pending registration is of its browser and of its provider', async () => {
    const visitor = shop.visit();
    await atProvider(visitor, 'line', newPerson(newEmail()));
    expect((await visitor.post<ErrorBody>('/api/register', form({ method: 'facebook' }))).body.code).toBe('LINK_INVALID');
    expect((await shop.visit().post<ErrorBody>('/api/register', form({ method: 'line' }))).body.code).toBe('LINK_INVALID');
    await shop.shop.engine.pool.query(`update account_tokens set ends_at = now() - interval '1 second' where kind = 'PENDING'`);
    expect((await visitor.post<ErrorBody>('/api/register', form({ method: 'line' }))).body.code).toBe('LINK_INVALID');
  });
});

describe('other sites', () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  test.each([
    ['POST', '/api/new-password', { password: 'abc1234' }],
    ['POST', '/api/member/password', { current: 'abc123', password: 'abc1234' }],
    ['POST', '/api/member/email', { user_email: 'evil@example.com' }],
    ['DELETE', '/api/member', {}],
    ['POST', '/api/member/prove', {}],
    ['DELETE', '/api/member/ways/LINE', undefined],
    ['GET', '/api/line/logout/', undefined],
    ['GET', '/api/line/start?link=1', undefined],
    ['GET', '/api/facebook/start?link=1', undefined],
  ] as const)('cannot send %s %s', async (method, path, body) => {
    const member = await byLine();
    const answer =
      method === 'GET'
        ? await member.get<ErrorBody>(path, { headers: foreign })
        : await (method === 'POST'
            ? member.post<ErrorBody>(path, body, { headers: foreign })
            : member.send<ErrorBody>('DELETE', path, body, { headers: foreign }));
    expect([answer.status, answer.body.code]).toEqual([403, 'FOREIGN_ORIGIN']);
    expect(await signedIn(member)).toBe(true);
  });
});

/** A form of another site. The browser sends it without the shop's cookies, which are `SameSite=Lax`, and keeps those of the answer. */
describe('a form of another site', () => {
  const fields: Record<string, string> = { user_email: 'planted@example.com', password: 'abc123' };
  const send = (path: string, form: Record<string, string>) =>
    fetch(shop.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
    });

  test.each([
    ['/api/login', { account: 'planted@example.com', password: 'abc123' }],
    ['/api/register', { ...fields, user_email: 'second@example.com', ...form({}), privacyAccepted: 'true', ageConfirmed: 'true' }],
    ['/api/logout', {}],
    ['/api/session/', { set: '{}' }],
  ] as const)('cannot replace who is signed in here by %s', async (path, asked) => {
    await shop.visit().post('/api/register', form({ user_email: 'planted@example.com', password: 'abc123' }));
    const answer = await send(path, asked as unknown as Record<string, string>);
    expect(await answer.json()).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('reset, sign-in, registration and account check share their limits, also over two processes', () => {
  const LIMITS = { RATE_LIMIT_FACTOR: '1' };
  const IDLE = ['projector', 'realtime', 'poller', 'sweeper', 'messaging', 'evidence', 'forgetter', 'cash-limit'];
  let limited: TestShop;
  let beside: TestShop;
  beforeAll(async () => {
    // Without the roles that this test does not need.
    limited = await testShop(LIMITS, { without: IDLE });
    beside = await testShop(LIMITS, { beside: limited, without: IDLE });
    // A known address, so that a registration is refused and counts.
    const owner = form({ user_email: 'victim@example.com', password: 'abc123' });
    await limited.visit().post('/api/register', owner);
  });
  afterAll(async () => {
    await beside.close();
    await limited.close();
  });
  let turn = 0;
  /** One of the four calls, in one of the two processes, in turn. */
  async function attempt(account: string, address: string): Promise<number> {
    const calls = [
      ['/api/password-reset', { email: account }],
      ['/api/login', { account, password: 'wrong1' }],
      ['/api/account-check', { email: account }],
      ['/api/register', form({ user_email: account, password: 'wrong1' })],
    ] as const;
    const [path, body] = calls[turn % 4] as (typeof calls)[number];
    const process = Math.floor(turn++ / 4) % 2 ? beside : limited;
    return (await process.visit().post(path, body, { headers: { 'x-forwarded-for': address } })).status;
  }

  test('ten an hour for an account, from any network', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 14; index++) statuses.push(await attempt('victim@example.com', `203.0.113.${index}`));
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429]);
    // The limits are of the hour, not of the process.
    expect(await attempt('VICTIM@example.com', '203.0.113.200')).toBe(429);
  });

  test('thirty an hour for a network, about any accounts, all at once', async () => {
    await limited.shop.engine.pool.query('delete from account_attempts');
    const statuses = await Promise.all(
      // No registration: one of an unknown address succeeds and does not count.
      Array.from({ length: 36 }, (_, index) => {
        turn = index + Math.floor(index / 3);
        return attempt(`stranger${index}@example.com`, '198.51.100.7');
      }),
    );
    expect(
      Object.fromEntries([401, 404, 429].map((status) => [status, statuses.filter((one) => one === status).length])),
      statuses.join(),
    ).toMatchObject({
      429: 6,
    });
  });
});

describe("attempts that use up an account's hour, and its network's", () => {
  const owner = 'known.owner@example.com';
  let limited: TestShop;
  beforeAll(async () => {
    limited = await testShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' }, { without: ['messaging'] });
  });
  afterAll(() => limited.close());
  const network = '198.51.100.30';
  const signIn = (visitor: Browser, password: string, account = owner, address = network) =>
    visitor.post('/api/login', { account, password }, { headers: { 'x-forwarded-for': address } });
  /** The browser has signed in before, and signs out. */
  async function home(address = network): Promise<Browser> {
    const visitor = limited.visit();
    expect((await signIn(visitor, 'abc123', owner, address)).status).toBe(200);
    await visitor.post('/api/logout', {});
    return visitor;
  }

  test('keep nobody out of a browser in which the account was open before, and leave few guesses to it', async () => {
    await limited.visit().post('/api/register', form({ user_email: owner, password: 'abc123' }));
    const [one, other] = [await home(), await home()];
    for (let index = 0; index < 10; index++)
      expect((await signIn(limited.visit(), 'wrong1', owner, `203.0.113.${index}`)).status).toBe(402);
    for (let index = 0; index < 30; index++) await signIn(limited.visit(), 'wrong1', `stranger${index}@example.com`);
    expect((await signIn(limited.visit(), 'abc123')).status).toBe(429);
    expect((await signIn(limited.visit(), 'abc123', owner, '203.0.113.99')).status).toBe(429);
    expect((await signIn(one, 'abc123')).status).toBe(200);
    await one.post('/api/logout', {});
    // All browsers in which it was open share the guesses.
    const guesses: number[] = [];
    for (let index = 0; index < 12; index++) guesses.push((await signIn(index % 2 ? one : other, 'wrong1')).status);
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 402), 429, 429]);
  });

  test('of somebody who had the account open once leave the owner what an unknown browser has', async () => {
    await limited.shop.engine.pool.query('delete from account_attempts');
    const [owned, once] = [await home('198.51.100.33'), await home('198.51.100.34')];
    for (let index = 0; index < 10; index++) expect((await signIn(once, 'wrong1', owner, '198.51.100.34')).status).toBe(402);
    expect((await signIn(owned, 'abc123', owner, '198.51.100.33')).status).toBe(200);
  });

  test.each<[string, (owned: Browser, account: string) => Promise<{ status: number }>]>([
    ['typed in the profile', (owned) => owned.post('/api/member/password', { current: 'abc123', password: 'abc1234' })],
    [
      'set by the link of a mail',
      async (owned, account) => {
        await owned.post('/api/password-reset', { email: account });
        const { engine, faces } = limited.shop;
        const events = await engine.store.read(`member-${await faces.accounts.memberOfEmail(account)}`);
        const asked = events.findLast(({ type }) => type === 'PasswordResetRequested');
        const { requestId } = JSON.parse(asked?.data ?? '{}') as { requestId: string };
        await owned.get(`/new-password?token=${await faces.accounts.makeResetToken(requestId)}`);
        return owned.post('/api/new-password', { password: 'abc1234' });
      },
    ],
  ])('of somebody who had the account open before a new password keep its owner in: it was %s', async (how, setAnew) => {
    const account = `known.former${how.length}@example.com`;
    await limited.visit().post('/api/register', form({ user_email: account, password: 'abc123' }));
    const [owned, once] = [limited.visit(), limited.visit()];
    for (const visitor of [owned, once]) expect((await signIn(visitor, 'abc123', account)).status).toBe(200);
    expect((await setAnew(owned, account)).status).toBe(200);
    for (const visitor of [owned, once]) await visitor.post('/api/logout', {});
    await limited.shop.engine.pool.query('delete from account_attempts');
    for (let index = 0; index < 20; index++)
      expect((await signIn(once, 'abc123', account, `203.0.113.${index}`)).status, `guess ${index}`).toBe(402);
    expect((await signIn(limited.visit(), 'abc1234', account, '203.0.113.99')).status).toBe(429);
    expect((await signIn(owned, 'abc1234', account)).status).toBe(200);
  });

  test('of somebody who had the account open through many new passwords leave as few guesses as of one', async () => {
    const account = 'known.often@example.com';
    const stranger = limited.visit();
    await stranger.post('/api/register', form({ user_email: account, password: 'abc1230' }));
    const marks = [stranger.cookies()];
    const set = (visitor: Browser, current: string, password: string) => visitor.post('/api/member/password', { current, password });
    for (let index = 0; index < 4; index++) {
      expect((await set(stranger, `abc123${index}`, `abc123${index + 1}`)).status).toBe(200);
      marks.push(stranger.cookies());
    }
    const owned = limited.visit();
    expect((await signIn(owned, 'abc1234', account)).status).toBe(200);
    expect((await set(owned, 'abc1234', 'abc12345')).status).toBe(200);
    await owned.post('/api/logout', {});
    await limited.shop.engine.pool.query('delete from account_attempts');
    let guesses = 0;
    for (const [nth, cookie] of marks.entries())
      for (let index = 0; index < 25; index++) {
        const headers = { cookie, 'x-forwarded-for': `203.0.113.${nth * 25 + index}` };
        const { status } = await limited.visit().post('/api/login', { account, password: 'wrong1' }, { headers });
        if (status === 402) guesses++;
      }
    // Ten with any of its marks, and ten without one.
    expect(guesses).toBe(20);
    expect((await signIn(owned, 'abc12345', account)).status).toBe(200);
  });

  test('keep nobody who is signed in from a new password, its link or another address, and a session has few guesses', async () => {
    await limited.shop.engine.pool.query('delete from account_attempts');
    const accounts = ['signed.in@example.com', 'confirmed.in@example.com'];
    const session = async (account: string, password: string) => {
      const visitor = limited.visit();
      expect((await signIn(visitor, password, account)).status).toBe(200);
      return visitor;
    };
    for (const account of accounts) await limited.visit().post('/api/register', form({ user_email: account, password: 'abc123' }));
    const [unconfirmed = '', confirmed = ''] = accounts;
    const [own, owner, thief] = [
      await session(unconfirmed, 'abc123'),
      await session(confirmed, 'abc123'),
      await session(confirmed, 'abc123'),
    ];
    await confirm(limited, owner, confirmed);
    for (const account of accounts)
      for (let index = 0; index < 10; index++) await signIn(limited.visit(), 'wrong1', account, `203.0.113.${index}`);
    const set = (visitor: Browser, current: string, password = 'abc1234') => visitor.post('/api/member/password', { current, password });

    expect((await set(own, 'abc123')).status).toBe(200);
    const guesses: number[] = [];
    for (let index = 0; index < 12; index++) guesses.push((await set(thief, 'wrong1')).status);
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 402), 429, 429]);
    expect((await owner.post('/api/member/password-reset', {})).status).toBe(200);
    const address = { user_email: 'another.in@example.com', password: 'abc123' };
    expect((await owner.post('/api/member/email', address, { headers: { 'x-forwarded-for': '203.0.113.50' } })).status).toBe(200);
    expect((await set(owner, 'abc123')).status).toBe(200);
  });

  test('count as before for an account that was never open in the browser', async () => {
    await limited.shop.engine.pool.query('delete from account_attempts');
    const stranger = await home('198.51.100.32');
    // Another name of the mailbox is another account.
    for (const account of ['known.other@example.com', 'known.owner+1@example.com']) {
      for (let index = 0; index < 10; index++) await signIn(stranger, 'wrong1', account, `203.0.113.${index}`);
      expect((await signIn(stranger, 'wrong1', account, '203.0.113.99')).status).toBe(429);
    }
  });

  test('end with the account', async () => {
    await limited.shop.engine.pool.query('delete from account_attempts');
    const visitor = await home('198.51.100.31');
    expect((await signIn(visitor, 'abc123', owner, '198.51.100.31')).status).toBe(200);
    expect((await visitor.send('DELETE', '/api/member', { password: 'abc123' })).status).toBe(200);
    expect(visitor.cookies()).not.toMatch(/known-browser=./);
  });
});

test('many newcomers of one network come by LINE in an hour; one address that has an account is asked about ten times', async () => {
  const limited = await testShop({ RATE_LIMIT_FACTOR: '1' });
  try {
    await limited.visit().post('/api/register', form({ user_email: 'known@example.com', password: 'abc123' }));
    const newcomer = (email: string) => atProvider(limited.visit(), 'line', newPerson(email));
    for (let index = 0; index < 35; index++) expect((await newcomer(newEmail())).location).toMatch(/^\/register\?/);
    const states: number[] = [];
    for (let index = 0; index < 12; index++) states.push((await newcomer('known@example.com')).state);
    // Ten for the account. The page says the failure of a sign-in.
    expect(states).toEqual([...Array.from({ length: 10 }, () => 409), 404, 404]);
  } finally {
    await limited.close();
  }
});

describe("an account with somebody else's address", () => {
  const address = 'mailbox.owner@example.com';
  const LIMITS = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' };
  let limited: TestShop;
  beforeAll(async () => {
    limited = await testShop(LIMITS);
  });
  afterAll(() => limited.close());
  let networks = 0;
  const from = () => ({ headers: { 'x-forwarded-for': `192.0.2.${++networks}` } });
  const mails = async (type: string) =>
    (await limited.shop.engine.pool.query('select from event_store.events where type = $1', [type])).rowCount;

  test('sends its owner ten mails an hour about new passwords', async () => {
    const stranger = limited.visit();
    await stranger.post('/api/register', form({ user_email: address, password: 'abc000' }), from());
    const statuses: number[] = [];
    for (let index = 0; index < 12; index++) {
      const [current, password] = [`abc00${index % 2}`, `abc00${(index + 1) % 2}`];
      statuses.push((await stranger.post('/api/member/password', { current, password }, from())).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    expect(await mails('PasswordChanged')).toBe(10);
  });

  test('sends its owner ten links an hour to a new password, whoever asks for them', async () => {
    const { pool } = limited.shop.engine;
    await pool.query('delete from account_attempts');
    const account = 'asked.owner@example.com';
    const stranger = limited.visit();
    await stranger.post('/api/register', form({ user_email: account, password: 'abc000' }), from());
    for (let index = 0; index < 7; index++) {
      await stranger.post('/api/member/password-reset', {}, from());
      await limited.visit().post('/api/password-reset', { email: account }, from());
    }
    expect(await mails('PasswordResetRequested')).toBe(10);
  });

  test('that members want as their new one gets ten links an hour, whoever asks for them again', async () => {
    const wanted = 'wanted.owner@example.com';
    const members = [];
    for (const email of [newEmail(), newEmail()]) {
      const visitor = limited.visit();
      await visitor.post('/api/register', form({ user_email: email, password: 'abc123' }), from());
      await confirm(limited, visitor, email, from());
      expect((await visitor.post('/api/member/email', { user_email: wanted, password: 'abc123' }, from())).status).toBe(200);
      members.push(visitor);
    }
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++)
      for (const visitor of members) statuses.push((await visitor.post('/api/member/confirmation', {}, from())).status);
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429, 429, 429, 429]);
  });

  test('uses up none of the attempts of its network', async () => {
    const { pool } = limited.shop.engine;
    await pool.query('delete from account_attempts');
    const network = { headers: { 'x-forwarded-for': '198.51.100.20' } };
    const change = async (email: string) => {
      const visitor = limited.visit();
      await visitor.post('/api/register', form({ user_email: email, password: 'abc000' }), network);
      return (await visitor.post('/api/member/password', { current: 'abc000', password: 'abc001' }, network)).status;
    };
    expect(await change(newEmail())).toBe(200);
    // The day of registrations, and the session, the account and the mailbox of the change. The network has counted no attempt.
    const counts = await pool.query<{ count: number }>('select count from account_attempts where count < 100 order by count desc');
    expect(counts.rows.map(({ count }) => count)).toEqual([1, 1, 1, 1, 0, 0]);
  });

  test('is opened and deleted ten times an hour', async () => {
    await limited.shop.engine.pool.query('delete from account_attempts');
    const statuses: number[] = [];
    for (let index = 0; index < 12; index++) {
      const stranger = limited.visit();
      await stranger.post('/api/register', form({ user_email: 'other.owner@example.com', password: 'abc123' }), from());
      statuses.push((await stranger.send('DELETE', '/api/member', { password: 'abc123' }, from())).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(await mails('AccountClosed')).toBe(10);
  });

  test("does not keep the owner's own account from a new password or its end by wrong ones", async () => {
    const [owner, stranger] = [limited.visit(), limited.visit()];
    await owner.post('/api/register', form({ user_email: 'name.owner@example.com', password: 'abc123' }), from());
    await stranger.post('/api/register', form({ user_email: 'nameowner+x@example.com', password: 'abc123' }), from());
    const set = async (visitor: Browser, current: string) =>
      (await visitor.post('/api/member/password', { current, password: 'abc1234' }, from())).status;
    const guesses: number[] = [];
    for (let index = 0; index < 12; index++) guesses.push(await set(stranger, 'wrong1'));
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 402), 429, 429]);
    expect(await set(owner, 'abc123')).toBe(200);
    expect((await owner.send('DELETE', '/api/member', { password: 'abc1234' }, from())).status).toBe(200);
  });

  test('is one of three hundred that a network opens in a day', async () => {
    const { pool } = limited.shop.engine;
    await pool.query('delete from account_attempts');
    const register = (user_email: string) =>
      limited
        .visit()
        .post<ErrorBody>('/api/register', form({ user_email, password: 'abc123' }), { headers: { 'x-forwarded-for': '198.51.100.9' } });
    expect((await register(newEmail())).status).toBe(200);
    await pool.query('update account_attempts set count = 299 where count = 1');
    expect((await register(newEmail())).status).toBe(200);
    const refused = await register(newEmail());
    expect([refused.status, refused.body.message]).toEqual([429, '目前網路今日註冊的帳號已達上限，請明天再試，或先不註冊直接訂購']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    // It was no attempt at an account.
    expect((await pool.query('select from account_attempts where count between 1 and 100')).rowCount).toBe(0);
  });
});

test("the phone number of an invite code's owner is not found by new accounts, one for each candidate", async () => {
  const limited = await testShop({ RATE_LIMIT_FACTOR: '1' });
  let networks = 0;
  const newcomer = async (more: Partial<RegisterRequest>) => {
    const visitor = limited.visit();
    const body = form({ user_email: newEmail(), password: 'abc123', ...more });
    const answer = await visitor.post('/api/register', body, { headers: { 'x-forwarded-for': `203.0.113.${++networks}` } });
    expect(answer.status).toBe(200);
    return { visitor, member: (await visitor.get<MemberAnswer>('/api/member')).body.member };
  };
  try {
    const user_phone = '0955000001';
    const { user_invite_code: code } = (await newcomer({ user_phone })).member;
    await caughtUp(limited);
    const bound = async (phone: string) => (await newcomer({ user_phone: phone, referralCode: code })).member.referralBound;
    expect(await bound(user_phone)).toBe(false);
    for (let index = 10; index < 29; index++) expect(await bound(`09550000${index}`)).toBe(true);
    // From here on the owner's number answers as every other one.
    expect(await bound(user_phone)).toBe(true);
    const { visitor } = await newcomer({ user_phone });
    expect((await visitor.post('/api/member/referral', { code })).body).toMatchObject({ state: 200 });
  } finally {
    await limited.close();
  }
});

test('no log line and no event has a code, a state, a token or a person', async () => {
  const visitor = shop.visit();
  const page = await started(visitor, 'line');
  const state = page.searchParams.get('state') as string;
  const path = await chosen(page, newPerson('canary.person@example.com', '金絲雀'));
  const code = new URL(path, shop.url).searchParams.get('code') as string;
  await back(visitor, path);
  await visitor.post('/api/register', form({ method: 'line' }));
  await visitor.post('/api/password-reset', { email: 'canary.person@example.com' });
  const { engine, faces } = shop.shop;
  const { rows } = await engine.pool.query<{ data: string }>(
    `select data from event_store.events where type = 'PasswordResetRequested' order by position desc limit 1`,
  );
  const requestId = (JSON.parse(rows[0]?.data ?? '{}') as { requestId: string }).requestId;
  const token = (await faces.accounts.makeResetToken(requestId)) as string;
  await visitor.get(`/new-password?token=${token}`);
  await visitor.post('/api/new-password', { password: 'canary1234' });
  const stored = await engine.pool.query(
    'select data, metadata from event_store.events union all select to_jsonb(t)::text, null from account_tokens t',
  );
  const everything = log.lines.join() + JSON.stringify(stored.rows);
  for (const canary of [state, code, token, 'canary.person', '金絲雀', 'canary1234']) expect(everything).not.toContain(canary);
});
