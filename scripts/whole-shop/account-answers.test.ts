import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberForm, memberIdOf, register } from './fixtures/member-operations.ts';
import { recordCalls } from './fixtures/recorded-calls.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

// Where two answers are alike, the work behind them is alike too, so that their times cannot differ. `npm run timing` measures it.
let shop: TestShop;
let recorded: ReturnType<typeof recordCalls>;
let known: string;
let memberId: string;
let session: string;
beforeAll(async () => {
  shop = await testShop({ RATE_LIMIT_FACTOR: '1' }, { without: ['messaging'] });
  const { visitor, email } = await register(shop);
  known = email;
  session = visitor.cookies();
  memberId = await memberIdOf(shop, visitor);
  recorded = recordCalls(shop);
});
afterAll(async () => {
  recorded?.stop();
  await shop.close();
});

let networks = 0;
async function call(url: string, payload: object, headers: Record<string, string> = {}) {
  const remoteAddress = `10.1.${Math.floor(++networks / 250)}.${networks % 250}`;
  // `inject` begins only when it is awaited.
  const { calls, result } = await recorded.during(async () => {
    const answer = await shop.shop.app.inject({ method: 'POST', url, payload, headers, remoteAddress });
    return answer;
  });
  const { correlationId: _, ...body } = result.json<Record<string, unknown>>();
  const names = Object.keys(result.headers).filter((name) => name !== 'content-length');
  return { status: result.statusCode, body, headers: names.toSorted(), calls };
}
const hashes = (calls: readonly string[]) => calls.filter((one) => one.startsWith('crypto scrypt'));
const unknownEmail = () => `nobody${++networks}@example.com`;
/** The first calls fill caches. */
const warm = async (...pair: readonly (() => Promise<unknown>)[]) => {
  for (const one of pair) await one();
};

describe('sign-in', () => {
  const signIn = (account: string) => call('/api/login', { account, password: 'wrong1' });

  test('hashes once for an unknown e-mail and once for a wrong password, and reads no history for either', async () => {
    await warm(
      () => signIn(known),
      () => signIn(unknownEmail()),
    );
    const [wrong, unknown] = [await signIn(known), await signIn(unknownEmail())];
    expect([wrong.status, unknown.status]).toEqual([402, 401]);
    expect(hashes(wrong.calls)).toHaveLength(1);
    expect(unknown.calls).toEqual(wrong.calls);
    expect(wrong.calls.filter((one) => one.startsWith('store '))).toEqual([]);
  });
});

describe('a sign-in with the right password', () => {
  test('hashes once; before the hash it counts the attempt and finds the login, after it one step begins the session', async () => {
    const signIn = () => call('/api/login', { account: known, password: memberForm().password });
    await warm(signIn);
    const { status, calls } = await signIn();
    expect(status).toBe(200);
    const steps = calls.filter((one) => !/^crypto (createHmac|hash) /.test(one));
    const together = steps.splice(3, 4);
    expect(together.toSorted()).toEqual([
      'statement open-session-with-password',
      'statement take-back-attempt',
      'store read member',
      'store read wallet',
    ]);
    expect(steps).toEqual([
      'statement count-attempt',
      'statement login-of-email',
      `crypto scrypt ${memberForm().password as string}`,
      'statement adoptable-orders',
    ]);
  });
});

describe('a registration', () => {
  test('hashes the password also where the e-mail has an account', async () => {
    const attempt = (email: string) => call('/api/register', memberForm({ user_email: email }));
    const [taken, made] = [await attempt(known), await attempt(unknownEmail())];
    expect([taken.status, made.status]).toEqual([400, 200]);
    expect(hashes(taken.calls).length).toBeGreaterThanOrEqual(hashes(made.calls).length);
  });

  test("with a member's e-mail is answered the same for the right and for a wrong password, with the same calls", async () => {
    const attempt = async (password: string) => {
      const answer = await call('/api/register', memberForm({ user_email: known, password }));
      return { ...answer, calls: answer.calls.map((one) => one.replace(password, 'the password')) };
    };
    const right = memberForm().password as string;
    await warm(() => attempt(right));
    expect(await attempt(right)).toEqual(await attempt('wrong1'));
  });
});

describe('over the limit', () => {
  test.each([
    ['/api/login', (email: string) => ({ account: email, password: 'wrong1' })],
    ['/api/password-reset', (email: string) => ({ email })],
    ['/api/account-check', (email: string) => ({ email })],
    ['/api/register', (email: string) => memberForm({ user_email: email })],
  ] as const)('%s answers a known and an unknown e-mail the same, with the same calls', async (url, bodyOf) => {
    const stranger = unknownEmail();
    // Each attempt is from another network, so only the account's counter is used up.
    for (const email of [known, stranger]) for (let attempt = 0; attempt < 12; attempt++) await call('/api/account-check', { email });
    const form = bodyOf(known);
    const [one, other] = [await call(url, form), await call(url, { ...form, ...bodyOf(stranger) })];
    expect(one.status).toBe(429);
    expect(other).toEqual(one);
  });
});

describe('a link', () => {
  test.each([
    // A new password confirms the address, so this is first.
    ['/api/member/confirm', 'confirm-link', 'CONFIRM'],
    ['/api/new-password', 'password-link', 'RESET'],
  ] as const)('that was used and one that never was are answered the same by %s, with the same calls', async (url, cookie, kind) => {
    const { accounts } = shop.shop.faces;
    const { rows } = await shop.shop.engine.pool.query<{ data: string }>(
      `select data from event_store.events where stream = $1 and type = 'MemberRegistered'`,
      [`member-${memberId}`],
    );
    const { emailKey } = JSON.parse(rows[0]?.data ?? '{}') as { emailKey: string };
    let token: string | undefined;
    if (kind === 'CONFIRM') token = (await accounts.makeConfirmToken(memberId, emailKey))?.token;
    else {
      await shop.shop.engine.pool.query('delete from account_attempts');
      await shop.visit().post('/api/password-reset', { email: known });
      const events = await shop.shop.engine.store.read(`member-${memberId}`);
      const { requestId } = JSON.parse(events.findLast(({ type }) => type === 'PasswordResetRequested')?.data ?? '{}') as {
        requestId: string;
      };
      token = await accounts.makeResetToken(requestId);
    }
    const body = kind === 'CONFIRM' ? {} : { password: 'newpass1' };
    expect((await call(url, body, { cookie: `${session}; ${cookie}=${token}` })).status).toBe(200);
    const again = (value = '') => call(url, body, { cookie: `${cookie}=${value}` });
    await again('never-made-0123456789');
    const [used, invented] = [await again(token), await again('x'.repeat(43))];
    expect(used.status).toBe(400);
    expect(invented).toEqual(used);
  });
});
