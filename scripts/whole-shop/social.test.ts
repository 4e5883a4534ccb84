import type { CartAnswer, ErrorBody, MemberAnswer, PendingRegistration, RegisterRequest, SignedInAnswer } from '@nordhaut/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  atProvider,
  back,
  chosen,
  FACEBOOK_YIJUN,
  LINE_MING,
  LINE_WITHOUT_EMAIL,
  newPerson,
  proven,
  started,
} from './fixtures/at-provider.ts';
import type { Browser } from './fixtures/browser.ts';
import { caughtUp, memberIdOf, memberOf } from './fixtures/member-operations.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

let people = 0;
const newEmail = () => `social${++people}@example.com`;
const form = (more: Partial<RegisterRequest> = {}): RegisterRequest => ({
  firstName: '林',
  lastName: '怡君',
  user_phone: '0955123456',
  privacyAccepted: true,
  ageConfirmed: true,
  ...more,
});
const register = (visitor: Browser, more: Partial<RegisterRequest>) =>
  visitor.post<SignedInAnswer & ErrorBody>('/api/register', form(more));
const withPassword = async (email = newEmail()): Promise<{ visitor: Browser; email: string }> => {
  const visitor = shop.visit();
  expect((await register(visitor, { user_email: email, password: 'abc123' })).status).toBe(200);
  return { visitor, email };
};
async function byLine(email = newEmail()): Promise<{ visitor: Browser; person: Record<string, string>; email: string }> {
  const visitor = shop.visit();
  const page = await started(visitor, 'line');
  const path = await chosen(page, newPerson(email));
  await back(visitor, path);
  expect((await register(visitor, { method: 'line' })).status).toBe(200);
  const id = (await visitor.get<{ user_line_id: string }>('/api/line/autoLogin/')).body.user_line_id;
  return { visitor, person: { user: id }, email };
}

test('LINE’s app comes back in a browser where nobody began: the sign-in by LINE’s page in that browser works', async () => {
  const [began, other] = [shop.visit(), shop.visit()];
  const page = await started(began, 'line');
  expect(page.searchParams.has('disable_auto_login')).toBe(false);
  expect((await back(other, await chosen(page, newPerson(newEmail())))).location).toBe('/login?login=line&state=404');
  const again = await started(other, 'line', '?app=0');
  expect(again.searchParams.get('disable_auto_login')).toBe('true');
  expect((await back(other, await chosen(again, newPerson(newEmail())))).location).toBe('/register?login=line&state=200');
});

describe('LINE', () => {
  test('a new person completes the profile, and is signed in; the next time at once, back to the page they came from', async () => {
    const visitor = shop.visit();
    expect(await atProvider(visitor, 'line', LINE_MING, '?redirect=/payment?to=PAY')).toMatchObject({
      location: '/register?login=line&redirect=%2Fpayment%3Fto%3DPAY&state=200',
    });
    expect((await visitor.get<PendingRegistration>('/api/register/pending')).body).toEqual({
      method: 'line',
      user_email: 'ming@example.com',
      displayName: '王大明',
    });
    expect((await visitor.get('/api/member')).status).toBe(401);
    const answer = await register(visitor, { method: 'line', user_email: 'ignored@example.com' });
    expect(answer.body).toMatchObject({ state: 200, session: { user_name: '林怡君', user_login_type: 'LINE' } });
    expect(await memberOf(visitor)).toMatchObject({ user_email: 'ming@example.com', emailConfirmed: false, ways: ['LINE'] });
    expect((await visitor.get('/api/register/pending')).status).toBe(404);
    const again = shop.visit();
    expect((await atProvider(again, 'line', LINE_MING, '?redirect=/payment?to=PAY')).location).toBe('/payment?to=PAY&login=line&state=200');
    expect((await memberOf(again)).ways).toEqual(['LINE']);
  });

  test('asks for the e-mail that LINE did not give', async () => {
    const visitor = shop.visit();
    await atProvider(visitor, 'line', LINE_WITHOUT_EMAIL);
    expect((await register(visitor, { method: 'line' })).body.code).toBe('EMAIL_INVALID');
    expect((await register(visitor, { method: 'line', user_email: newEmail() })).status).toBe(200);
  });

  test('a cancelled sign-in and a failed one lead back to the sign-in page', async () => {
    expect((await atProvider(shop.visit(), 'line', { action: 'cancel' })).location).toBe('/login?login=line&state=405');
    expect((await atProvider(shop.visit(), 'line', 'nobody')).location).toBe('/login?login=line&state=404');
  });

  test('the own row of the data API has the LINE id until LINE is removed, also in the session that began there', async () => {
    const { visitor, person } = await byLine();
    type Users = { data: Record<string, unknown>[] };
    const lineId = async () => (await visitor.post<Users>('/api/get/', { table: 'user' })).body.data[0]?.['user_line_id'];
    expect(await lineId()).toBe(person['user']);
    await proven(visitor);
    await atProvider(visitor, 'facebook', newPerson(newEmail()), '?link=1');
    await proven(visitor);
    expect((await visitor.send('DELETE', '/api/member/ways/LINE')).status).toBe(200);
    expect(await lineTokensOf(await memberIdOf(shop, visitor))).toBe(1);
    expect(await lineId()).toBeNull();
  });

  test('auto login tells the LINE id while LINE knows the session; signing out at LINE ends both', async () => {
    const { visitor, person } = await byLine();
    expect((await visitor.get('/api/line/autoLogin/')).body).toEqual({ state: 200, user_line_id: person['user'] });
    expect((await shop.visit().get('/api/line/autoLogin/')).body).toEqual({ state: 404 });
    await visitor.post('/api/cart/items', { productId: 5, quantity: 1, tier: 'ORIGIN' });
    const cookie = visitor.cookies();
    expect((await visitor.get('/api/line/logout/')).body).toEqual({ state: 200 });
    expect((await visitor.get<CartAnswer>('/api/cart')).body).toMatchObject({ cartId: null, items: [] });
    expect((await shop.visit().get('/api/member', { headers: { cookie } })).status).toBe(401);
    expect((await visitor.get('/api/line/autoLogin/')).body).toEqual({ state: 404 });
  });

  test.each<[string, (visitor: Browser, person: Record<string, string>) => Promise<unknown>]>([
    ['a sign-out', (visitor) => visitor.post('/api/logout', {})],
    ["a sign-out from LINE's page", (visitor) => visitor.get('/api/line/logout/')],
    ['the removal of another way, in another session', (_, person) => removeFacebook(person)],
    ['the end of the account, in another session', (_, person) => closeAccount(person)],
  ])("%s leaves no token of LINE's session", async (_, end) => {
    const { visitor, person } = await byLine();
    const memberId = await memberIdOf(shop, visitor);
    expect(await lineTokensOf(memberId)).toBe(1);
    await end(visitor, person);
    expect((await visitor.get('/api/member')).status).toBe(401);
    // What is left belongs to the session that ended the other one.
    expect(await lineTokensOf(memberId)).toBe(await sessionsOf(memberId));
  });
});

const count = async (text: string, memberId: string): Promise<number> =>
  (await shop.shop.engine.pool.query(text, [memberId])).rowCount ?? 0;
const sessionsOf = (memberId: string) => count('select from account_sessions where "userId" = $1', memberId);
const lineTokensOf = (memberId: string) =>
  count(
    `select from account_sessions where "userId" = $1 and "lineTokens" is not null
     union all select from account_tokens where owner = $1 and kind = 'LINE_SESSION'`,
    memberId,
  );
async function removeFacebook(person: Record<string, string>): Promise<void> {
  const other = shop.visit();
  await atProvider(other, 'line', person);
  await proven(other);
  await atProvider(other, 'facebook', newPerson(newEmail()), '?link=1');
  await proven(other);
  expect((await other.send('DELETE', '/api/member/ways/FACEBOOK')).status).toBe(200);
}
async function closeAccount(person: Record<string, string>): Promise<void> {
  const other = shop.visit();
  await atProvider(other, 'line', person);
  expect((await other.send('DELETE', '/api/member', {})).status).toBe(200);
}

describe('Facebook', () => {
  test('tells the page that opened the window: new, signed in, cancelled, failed', async () => {
    const visitor = shop.visit();
    expect(await atProvider(visitor, 'facebook', FACEBOOK_YIJUN)).toEqual({
      status: 200,
      state: 404,
      location: '/register?login=fb&state=200',
    });
    expect((await register(visitor, { method: 'facebook' })).body.session.user_login_type).toBe('FACEBOOK');
    expect(await atProvider(shop.visit(), 'facebook', FACEBOOK_YIJUN)).toEqual({
      status: 200,
      state: 200,
      location: '/member?login=fb&state=200',
    });
    expect(await atProvider(shop.visit(), 'facebook', { action: 'cancel' })).toMatchObject({ state: 405 });
    expect(await atProvider(shop.visit(), 'facebook', 'nobody')).toMatchObject({ state: 405 });
    expect(await back(shop.visit(), '/api/facebook/login?code=x&state=y')).toEqual({
      status: 200,
      state: 500,
      location: '/login?login=fb&state=404',
    });
  });

  test('says 205 to a person whose registration a crash cut short, and the form completes it', async () => {
    const { credentials } = shop.shop.faces.accounts;
    const { changeEmail } = credentials;
    const visitor = shop.visit();
    const email = newEmail();
    const page = await started(visitor, 'facebook');
    await back(visitor, await chosen(page, newPerson(email)));
    credentials.changeEmail = () => Promise.reject(new Error('the process died'));
    expect((await register(visitor, { method: 'facebook' })).status).toBe(500);
    credentials.changeEmail = changeEmail;
    const html = await (await fetch(await started(visitor, 'facebook'))).text();
    const id = [...html.matchAll(/name="user" value="(\d+)"/g)].map(([, one]) => one as string).at(-1) as string;
    const again = shop.visit();
    expect(await atProvider(again, 'facebook', id)).toEqual({ status: 200, state: 205, location: '/register?login=fb&state=200' });
    expect((await register(again, { method: 'facebook' })).status).toBe(200);
    expect(await memberOf(again)).toMatchObject({ user_email: email, ways: ['FACEBOOK'] });
    expect(await atProvider(shop.visit(), 'facebook', id)).toMatchObject({ state: 200 });
  });

  test.each([
    ['?redirect=/member', true],
    ['?redirect=/member&window=0', false],
  ])('the callback page of %s closes its window: %s', async (query, closes) => {
    const visitor = shop.visit();
    const { body } = await visitor.get<string>(await chosen(await started(visitor, 'facebook', query), { action: 'cancel' }));
    expect(body).toContain('data-state="405"');
    expect(body.includes('window.close()')).toBe(closes);
  });

  test('the closing page has its own opener policy and only its own script', async () => {
    const { headers, body } = await shop.visit().get<string>('/api/facebook/login');
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    const [, nonce] = /<script nonce="([^"]+)"/.exec(body) ?? [];
    expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  });
});

describe('linking', () => {
  test('the same e-mail is never merged: the account signs in first, then the two are linked', async () => {
    const { visitor, email } = await withPassword();
    const stranger = shop.visit();
    expect((await atProvider(stranger, 'line', newPerson(email))).location).toBe('/login?login=line&state=409');
    expect((await stranger.get('/api/member')).status).toBe(401);
    expect((await stranger.get('/api/register/pending')).status).toBe(404);
    const person = newPerson(email, '同一人');
    await proven(visitor, 'abc123');
    expect((await atProvider(visitor, 'line', person, '?link=1&redirect=/member/info')).location).toBe(
      '/member/info?login=line&state=200&link=1',
    );
    expect((await memberOf(visitor)).ways).toEqual(['EMAIL', 'LINE']);
  });

  test('a way is removed while another remains', async () => {
    const { visitor } = await withPassword();
    const remove = async (way: string) => {
      await proven(visitor, 'abc123');
      return visitor.send<MemberAnswer & ErrorBody>('DELETE', `/api/member/ways/${way}`);
    };
    expect((await remove('EMAIL')).body.code).toBe('LAST_SIGN_IN_WAY');
    const other = shop.visit();
    await proven(visitor, 'abc123');
    await atProvider(visitor, 'line', newPerson(newEmail()), '?link=1');
    expect((await remove('LINE')).body.member.ways).toEqual(['EMAIL']);
    expect((await other.get('/api/member')).status).toBe(401);
  });

  test('a login of another member is not taken over', async () => {
    const { person } = await byLine();
    const { visitor } = await withPassword();
    const link = async (choice: typeof person) => {
      await proven(visitor, 'abc123');
      return atProvider(visitor, 'line', choice, '?link=1&redirect=/member/follow');
    };
    expect((await link(person)).location).toBe('/member/follow?login=line&state=409&link=1');
    expect((await link({ action: 'cancel' })).location).toBe('/member/follow?login=line&state=405&link=1');
    expect((await memberOf(visitor)).ways).toEqual(['EMAIL']);
  });
});

type Held = PromiseWithResolvers<undefined>;

describe('at once', () => {
  /** The person who was added last at the simulated provider. */
  async function newestPerson(provider: 'line' | 'facebook'): Promise<string> {
    const html = await (await fetch(await started(shop.visit(), provider))).text();
    return [...html.matchAll(/name="user" value="(?!new")([^"]+)"/g)].map(([, id]) => id as string).at(-1) as string;
  }
  const loginsOf = async (memberId: string): Promise<string[]> =>
    (
      await shop.shop.engine.pool.query<{ way: string }>('select "providerId" as way from account_logins where "userId" = $1', [memberId])
    ).rows
      .map(({ way }) => way)
      .toSorted();

  test('two first sign-ins of one person make one member', async () => {
    const [one, two] = [shop.visit(), shop.visit()];
    const page = await started(one, 'line');
    await back(one, await chosen(page, newPerson(newEmail())));
    const pendingOf = (visitor: Browser) => visitor.get<PendingRegistration>('/api/register/pending');
    expect((await pendingOf(one)).status).toBe(200);
    // The same person in another browser.
    await atProvider(two, 'line', await newestPerson('line'));
    const answers = await Promise.all([one, two].map((visitor) => register(visitor, { method: 'line' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const members = await Promise.all([one, two].map(memberOf));
    expect(members[0]?.user_uid).toBe(members[1]?.user_uid);
  });

  test('two forms of one person with different addresses: the shop knows the member by the address of the first', async () => {
    const [one, two] = [shop.visit(), shop.visit()];
    await atProvider(one, 'line', newPerson(''));
    await atProvider(two, 'line', await newestPerson('line'));
    const [first, second] = [newEmail(), newEmail()];
    const [taken, secondTaken, done] = [1, 2, 3].map(() => Promise.withResolvers<undefined>()) as [Held, Held, Held];
    const { credentials } = shop.shop.faces.accounts;
    const { changeEmail } = credentials;
    // The second form takes its address between the first one's address and event, and goes on after the first.
    credentials.changeEmail = async (accountId, email) => {
      const outcome = await changeEmail(accountId, email);
      (email === first ? taken : secondTaken).resolve(undefined);
      await (email === first ? secondTaken : done).promise;
      return outcome;
    };
    try {
      const answer = register(one, { method: 'line', user_email: first });
      await taken.promise;
      const later = register(two, { method: 'line', user_email: second });
      expect((await answer).status).toBe(200);
      done.resolve(undefined);
      expect((await later).status).toBe(200);
    } finally {
      credentials.changeEmail = changeEmail;
    }
    for (const visitor of [one, two]) expect(await memberOf(visitor)).toMatchObject({ user_email: first });
    const reset = async (email: string) => (await shop.visit().post('/api/password-reset', { email })).status;
    expect([await reset(first), await reset(second)]).toEqual([200, 404]);
  });

  test('link and unlink leave the member, the library and the next sign-in of one mind', async () => {
    const { visitor } = await withPassword();
    await proven(visitor, 'abc123');
    await atProvider(visitor, 'line', newPerson(newEmail()), '?link=1');
    await proven(visitor, 'abc123');
    const page = await started(visitor, 'facebook', '?link=1');
    const path = await chosen(page, newPerson(newEmail()));
    const remove = async (way: string) => {
      const one = visitor.at(shop.url);
      await proven(one, 'abc123');
      return one.send('DELETE', `/api/member/ways/${way}`);
    };
    await Promise.all([back(visitor, path), remove('FACEBOOK'), remove('LINE')]);
    const [{ ways }, memberId] = [await memberOf(visitor), await memberIdOf(shop, visitor)];
    expect(ways).toContain('EMAIL');
    expect(ways).not.toContain('LINE');
    await caughtUp(shop);
    const signedIn = await atProvider(shop.visit(), 'facebook', { user: await newestPerson('facebook') });
    expect(signedIn.location).toMatch(ways.includes('FACEBOOK') ? /^\/member\?/ : /^\/register\?/);
    expect(await loginsOf(memberId)).toEqual(ways.map((way) => (way === 'EMAIL' ? 'credential' : way.toLowerCase())).toSorted());
  });

  test('an e-mail whose registration was cut short registers by LINE after an hour', async () => {
    const email = newEmail();
    const { credentials } = shop.shop.faces.accounts;
    await credentials.register(email, 'first123');
    const visitor = shop.visit();
    await atProvider(visitor, 'line', newPerson(email));
    expect((await register(visitor, { method: 'line' })).body.code).toBe('EMAIL_TAKEN');
    await shop.shop.engine.pool.query(`update account_users set "signedInAt" = "signedInAt" - interval '61 minutes' where id = $1`, [
      await credentials.accountOf(email),
    ]);
    expect((await register(visitor, { method: 'line' })).status).toBe(200);
    expect((await memberOf(visitor)).user_email).toBe(email);
  });

  test('a registration by LINE that is continued after an hour keeps its address before its event', async () => {
    const email = newEmail();
    const { credentials } = shop.shop.faces.accounts;
    const { changeEmail } = credentials;
    const [visitor, other] = [shop.visit(), shop.visit()];
    await atProvider(visitor, 'line', newPerson(email));
    const [held, going] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    try {
      credentials.changeEmail = () => Promise.reject(new Error('the process died'));
      expect((await register(visitor, { method: 'line' })).status).toBe(500);
      await shop.shop.engine.pool.query(`update account_users set "createdAt" = "createdAt" - interval '61 minutes' where id = $1`, [
        await credentials.accountOf(email),
      ]);
      credentials.changeEmail = async (...args) => {
        const outcome = await changeEmail(...args);
        held.resolve(undefined);
        await going.promise;
        return outcome;
      };
      const answer = register(visitor, { method: 'line' });
      await held.promise;
      expect((await register(other, { user_email: email, password: 'other123' })).body.code).toBe('EMAIL_TAKEN');
      going.resolve(undefined);
      expect((await answer).status).toBe(200);
    } finally {
      going.resolve(undefined);
      credentials.changeEmail = changeEmail;
    }
    expect(await memberOf(visitor)).toMatchObject({ user_email: email, ways: ['LINE'] });
    expect((await atProvider(shop.visit(), 'line', { user: await newestPerson('line') })).state).toBe(200);
  });

  test.each(['line', 'facebook'] as const)('one e-mail registers by %s and with a password: one member has it', async (provider) => {
    for (let round = 0; round < 5; round++) {
      const email = newEmail();
      const [social, typed] = [shop.visit(), shop.visit()];
      expect((await atProvider(social, provider, newPerson(email))).location).toMatch(/^\/register\?/);
      const answers = await Promise.all([
        register(social, { method: provider }),
        register(typed, { user_email: email, password: 'abc123' }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      expect(answers.find(({ status }) => status === 400)?.body.code).toBe('EMAIL_TAKEN');
      const [winner, way] = answers[0].status === 200 ? [social, provider] : [typed, 'credential'];
      const memberId = await memberIdOf(shop, winner);
      expect(await shop.shop.faces.accounts.credentials.accountOf(email)).toBe(memberId);
      expect(await loginsOf(memberId)).toEqual([way]);
    }
  });
});
