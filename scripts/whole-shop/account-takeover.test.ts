import type { ErrorBody, MemberAnswer, RegisterRequest, SignedInAnswer, StateMessage } from '@nordhaut/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { atProvider, back, chosen, newPerson, type ProviderName, proven, started } from './fixtures/at-provider.ts';
import type { Browser } from './fixtures/browser.ts';
import { memberForm, memberIdOf, memberOf, personAt, register } from './fixtures/member-operations.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/**
 * Who holds a session but neither the password nor a fresh sign-in by a way that the owner already had cannot add a way to sign
 * in, remove one, change the address, or delete the account (infra/decisions/111). The mails are in `member-mails.test.ts`.
 */

type Answer = z.infer<typeof StateMessage> & ErrorBody;

let shop: TestShop;
beforeAll(async () => {
  // The mails' links would replace the ones that these tests make.
  shop = await testShop({}, { without: ['messaging'] });
});
afterAll(() => shop.close());

let people = 0;
const newEmail = () => `owner${++people}@example.com`;
const login = (account: string, password: string, visitor = shop.visit()) =>
  visitor.post<SignedInAnswer & ErrorBody>('/api/login', { account, password });
const remove = (visitor: Browser, way: string) => visitor.send<MemberAnswer & ErrorBody>('DELETE', `/api/member/ways/${way}`);
const changeEmail = (visitor: Browser, password?: string) =>
  visitor.post<Answer>('/api/member/email', { user_email: newEmail(), ...(password !== undefined && { password }) });
const close = (visitor: Browser) => visitor.send<ErrorBody>('DELETE', '/api/member', {});
const prove = (visitor: Browser, password?: string) =>
  visitor.post<Answer>('/api/member/prove', password === undefined ? {} : { password });
const startOf = async (visitor: Browser, provider: ProviderName, query = '?link=1&redirect=/member/info') => {
  const { status, headers, body } = await visitor.get<string>(`/api/${provider}/start${query}`);
  return { status, location: headers.get('location') ?? '', body: String(body) };
};
/** A member whose only way to sign in is LINE. `person`: LINE's id */
async function byLine(): Promise<{ visitor: Browser; email: string; person: string }> {
  const email = newEmail();
  const person = await personAt(shop, 'line', email);
  const visitor = shop.visit();
  await atProvider(visitor, 'line', person);
  const { password: _, ...form }: RegisterRequest = memberForm({ method: 'line' });
  expect((await visitor.post('/api/register', form)).status).toBe(200);
  return { visitor, email, person };
}
const signedInBy = async (provider: ProviderName, person: string): Promise<Browser> => {
  const visitor = shop.visit();
  expect((await atProvider(visitor, provider, person)).state).toBe(200);
  return visitor;
};
async function link(visitor: Browser, provider: ProviderName, person: string, password?: string): Promise<void> {
  await proven(visitor, password);
  expect((await atProvider(visitor, provider, person, '?link=1&redirect=/member/info')).state).toBe(200);
}
const older = (age: string) => shop.shop.engine.pool.query(`update account_sessions set "createdAt" = now() - $1::interval`, [age]);
async function resetToken(visitor: Browser, email: string): Promise<string> {
  const memberId = await memberIdOf(shop, visitor);
  await shop.visit().post('/api/password-reset', { email });
  const asked = (await shop.shop.engine.store.read(`member-${memberId}`)).findLast(({ type }) => type === 'PasswordResetRequested');
  const { requestId } = JSON.parse(asked?.data ?? '{}') as { requestId: string };
  return (await shop.shop.faces.accounts.makeResetToken(requestId)) as string;
}
async function reset(token: string, password: string): Promise<void> {
  const reader = shop.visit();
  await reader.get(`/new-password?token=${token}`);
  expect((await reader.post('/api/new-password', { password })).status).toBe(200);
}

describe('a session of a member with a password', () => {
  test.each(['line', 'facebook'] as const)(
    'does not add %s without the password, and says so on the page it came from',
    async (provider) => {
      const { visitor } = await register(shop, newEmail());
      const { status, location, body } = await startOf(visitor, provider);
      const shown = provider === 'line' ? location : (/href="([^"]*)" data-state="403"/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&');
      expect([status, shown]).toEqual([
        provider === 'line' ? 303 : 200,
        `/member/info?login=${provider === 'line' ? 'line' : 'fb'}&state=403&link=1`,
      ]);
      expect((await memberOf(visitor)).ways).toEqual(['EMAIL']);
      expect((await startOf(visitor, 'line', '?link=1')).location).toBe('/member/info?login=line&state=403&link=1');
    },
  );

  test('removes no way, changes no address and ends no account without the password', async () => {
    const { visitor } = await register(shop, newEmail());
    await link(visitor, 'line', await personAt(shop, 'line'), 'abc123');
    for (const way of ['EMAIL', 'LINE', 'FACEBOOK'])
      expect([way, (await remove(visitor, way)).body]).toEqual([way, expect.objectContaining({ status: 403, code: 'SIGN_IN_ANEW' })]);
    expect((await changeEmail(visitor)).body.code).toBe('PASSWORD_WRONG');
    expect((await close(visitor)).body.code).toBe('PASSWORD_WRONG');
    expect((await memberOf(visitor)).ways).toEqual(['EMAIL', 'LINE']);
  });

  test('proves itself with the password: for one change, in this session, for five minutes', async () => {
    const { visitor, email } = await register(shop, newEmail());
    await link(visitor, 'line', await personAt(shop, 'line'), 'abc123');
    expect((await prove(visitor, 'wrong1')).body).toMatchObject({ status: 402, code: 'PASSWORD_WRONG' });
    expect((await prove(visitor)).body.code).toBe('PASSWORD_WRONG');
    expect((await remove(visitor, 'LINE')).status).toBe(403);

    const other = shop.visit();
    await login(email, 'abc123', other);
    expect((await prove(other, 'abc123')).body.state).toBe(200);
    const [, proof = ''] = /(?:^|; )member-proof=([^;]+)/.exec(other.cookies()) ?? [];
    expect(proof).not.toBe('');
    const borrowed = await visitor.send<ErrorBody>('DELETE', '/api/member/ways/LINE', undefined, {
      headers: { cookie: `${visitor.cookies()}; member-proof=${proof}` },
    });
    expect(borrowed.status, 'the proof of another session').toBe(403);

    await proven(visitor, 'abc123');
    await shop.shop.engine.pool.query(`update account_tokens set ends_at = now() - interval '1 second' where kind = 'PROOF'`);
    expect((await remove(visitor, 'LINE')).status, 'after its end').toBe(403);
    await proven(visitor, 'abc123');
    expect((await remove(visitor, 'LINE')).body.member.ways).toEqual(['EMAIL']);
    expect((await startOf(visitor, 'line')).location, 'a second time').toContain('state=403');
  });

  test('does not complete a link that was begun before a new password, nor use a proof of the earlier one', async () => {
    const { visitor } = await register(shop, newEmail());
    await proven(visitor, 'abc123');
    const path = await chosen(await started(visitor, 'line', '?link=1&redirect=/member/info'), newPerson(newEmail()));
    await proven(visitor, 'abc123');
    expect((await visitor.post('/api/member/password', { current: 'abc123', password: 'mine1234' })).status).toBe(200);
    expect((await back(visitor, path)).location).toBe('/member/info?login=line&state=403&link=1');
    expect((await startOf(visitor, 'line')).location).toContain('state=403');
    expect((await memberOf(visitor)).ways).toEqual(['EMAIL']);
  });

  test('does not complete a link that another session of the member began', async () => {
    const { visitor, email } = await register(shop, newEmail());
    await proven(visitor, 'abc123');
    const path = await chosen(await started(visitor, 'line', '?link=1&redirect=/member/info'), newPerson(newEmail()));
    await visitor.post('/api/logout', {});
    await login(email, 'abc123', visitor);
    expect((await back(visitor, path)).state).not.toBe(200);
    expect((await memberOf(visitor)).ways).toEqual(['EMAIL']);
  });

  test('the whole way of a thief in an open session ends at its first step', async () => {
    const { visitor, email } = await register(shop, newEmail());
    const own = await personAt(shop, 'line');
    expect((await startOf(visitor, 'line')).location).toContain('state=403');
    expect((await remove(visitor, 'EMAIL')).status).toBe(403);
    expect((await atProvider(shop.visit(), 'line', own)).location, 'the thief has no way in').toMatch(/^\/register\?/);
    expect((await login(email, 'abc123')).body.state).toBe(200);
  });
});

describe('a session of a member without a password', () => {
  test('needs a sign-in of the last ten minutes for each change', async () => {
    const { visitor } = await byLine();
    await older('11 minutes');
    expect((await prove(visitor)).body).toMatchObject({ status: 403, code: 'SIGN_IN_ANEW' });
    expect((await startOf(visitor, 'facebook')).body).toContain('data-state="403"');
    for (const answer of [await remove(visitor, 'LINE'), await changeEmail(visitor), await close(visitor)])
      expect(answer.body.code).toBe('SIGN_IN_ANEW');
  });

  test('a way that was added a moment ago opens the account, and cannot take it from its owner', async () => {
    const { visitor, person } = await byLine();
    // Somebody at the owner's browser, right after the owner signed in.
    const stranger = await personAt(shop, 'facebook');
    await link(visitor, 'facebook', stranger);
    const thief = await signedInBy('facebook', stranger);
    expect((await prove(thief)).body).toMatchObject({ status: 403, code: 'SIGN_IN_ANEW', message: expect.stringContaining('7 天') });
    for (const answer of [await remove(thief, 'LINE'), await changeEmail(thief), await close(thief)])
      expect(answer.body.code).toBe('SIGN_IN_ANEW');

    const owner = await signedInBy('line', person);
    await proven(owner);
    expect((await remove(owner, 'FACEBOOK')).body.member.ways).toEqual(['LINE']);
    expect((await thief.get('/api/member')).status, 'the session of the removed way').toBe(401);
    expect((await owner.get('/api/member')).status).toBe(200);
    expect((await atProvider(shop.visit(), 'facebook', stranger)).location).toMatch(/^\/register\?/);
  });

  test('a session that began with the removed password proves nothing', async () => {
    const { visitor, email } = await register(shop, newEmail());
    const person = await personAt(shop, 'line');
    await link(visitor, 'line', person, 'abc123');
    const other = shop.visit();
    await proven(visitor, 'abc123');
    expect((await remove(visitor, 'EMAIL')).status).toBe(200);
    expect((await login(email, 'abc123', other)).body.status).toBe(402);
    expect((await prove(visitor, 'abc123')).body.code).toBe('SIGN_IN_ANEW');
    // LINE was added a moment ago.
    expect((await prove(await signedInBy('line', person))).body.code).toBe('SIGN_IN_ANEW');
  });
});

describe('a new password', () => {
  test.each<[string, (visitor: Browser, email: string) => Promise<unknown>]>([
    ['a link', async (visitor, email) => reset(await resetToken(visitor, email), 'mine1234')],
    ['the member', (visitor) => visitor.post('/api/member/password', { current: 'abc123', password: 'mine1234' })],
  ])('by %s ends what was linked with the earlier one, also after the address was confirmed', async (_, newPassword) => {
    const { visitor, email } = await register(shop, newEmail());
    const memberId = await memberIdOf(shop, visitor);
    const [registered] = await shop.shop.engine.store.read(`member-${memberId}`);
    const { emailKey } = JSON.parse(registered?.data ?? '{}') as { emailKey: string };
    const made = await shop.shop.faces.accounts.makeConfirmToken(memberId, emailKey);
    expect((await visitor.post('/api/member/confirm', { token: made?.token })).status).toBe(200);
    const people = { line: await personAt(shop, 'line'), facebook: await personAt(shop, 'facebook') };
    await link(visitor, 'line', people.line, 'abc123');
    await link(visitor, 'facebook', people.facebook, 'abc123');
    const thief = await signedInBy('line', people.line);
    await newPassword(visitor, email);
    expect((await thief.get('/api/member')).status).toBe(401);
    for (const provider of ['line', 'facebook'] as const)
      expect((await atProvider(shop.visit(), provider, people[provider])).location).toMatch(/^\/register\?/);
    const owner = shop.visit();
    expect((await login(email, 'mine1234', owner)).body.state).toBe(200);
    expect((await memberOf(owner)).ways).toEqual(['EMAIL']);
    await link(owner, 'line', people.line, 'mine1234');
  });

  test('is not needed to end a login whose link the process did not complete', async () => {
    const { visitor, email } = await register(shop, newEmail());
    const stranger = await personAt(shop, 'line');
    const memberId = await memberIdOf(shop, visitor);
    const { credentials } = shop.shop.faces.accounts;
    const { addLogin } = credentials;
    credentials.addLogin = async (...args) => {
      credentials.addLogin = addLogin;
      await addLogin(...args);
      throw new Error('the process died');
    };
    await proven(visitor, 'abc123');
    expect((await atProvider(visitor, 'line', stranger, '?link=1')).state).not.toBe(200);
    expect(
      await credentials.accountOfLogin(
        'line',
        (
          await shop.shop.engine.pool.query<{ key: string }>(
            `select "accountId" as key from account_logins where "userId" = $1 and "providerId" = 'line'`,
            [memberId],
          )
        ).rows[0]?.key ?? '',
      ),
    ).toBe(memberId);
    expect((await atProvider(shop.visit(), 'line', stranger)).location, 'it is no way in').toMatch(/^\/register\?/);
    expect((await login(email, 'abc123')).body.state).toBe(200);
    expect((await memberOf(visitor)).ways).toEqual(['EMAIL']);
  });
});

describe('the cookies of links', () => {
  const held = (visitor: Browser): string[] =>
    ['password-link', 'confirm-link', 'pending-registration', 'member-proof'].filter((name) =>
      new RegExp(`(?:^|; )${name}=[^;]`).test(visitor.cookies()),
    );
  const open = async (visitor: Browser, email: string, owner: Browser): Promise<void> => {
    await visitor.get(`/new-password?token=${await resetToken(owner, email)}`);
    await visitor.get(`/confirm-email?token=${'a'.repeat(43)}`);
    await atProvider(visitor, 'facebook', newPerson(newEmail()));
  };

  test('a sign-in ends the link to a new password and a registration that waits, and keeps the one that confirms', async () => {
    const { visitor: owner, email } = await register(shop, newEmail());
    const visitor = shop.visit();
    await open(visitor, email, owner);
    expect(held(visitor)).toEqual(['password-link', 'confirm-link', 'pending-registration']);
    expect((await login(email, 'abc123', visitor)).status).toBe(200);
    expect(held(visitor)).toEqual(['confirm-link']);
    await visitor.post('/api/logout', {});
    expect((await visitor.post<ErrorBody>('/api/new-password', { password: 'thief123' })).body.code).toBe('LINK_INVALID');
    expect((await visitor.get('/api/register/pending')).status).toBe(404);
  });

  test('so does a sign-in by LINE', async () => {
    const { visitor: owner, email, person } = await byLine();
    const visitor = shop.visit();
    await open(visitor, email, owner);
    await atProvider(visitor, 'line', person);
    expect(held(visitor)).toEqual(['confirm-link']);
  });

  const ends: [string, (visitor: Browser) => Promise<{ status: number }>][] = [
    ['/api/logout', (visitor) => visitor.post('/api/logout', {})],
    ['/api/line/logout/', (visitor) => visitor.get('/api/line/logout/')],
    ['the end of the account', (visitor) => visitor.send('DELETE', '/api/member', { password: 'abc123' })],
  ];
  test.each(ends)('all of them end with %s', async (_, end) => {
    const { visitor, email } = await register(shop, newEmail());
    await visitor.get(`/new-password?token=${await resetToken(visitor, email)}`);
    await visitor.get(`/confirm-email?token=${'a'.repeat(43)}`);
    await proven(visitor, 'abc123');
    expect(held(visitor)).toEqual(['password-link', 'confirm-link', 'member-proof']);
    expect((await end(visitor)).status).toBe(200);
    expect(held(visitor)).toEqual([]);
  });
});
