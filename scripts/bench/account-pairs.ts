import { randomUUID } from 'node:crypto';
import { browser } from '../whole-shop/fixtures/browser.ts';

export type Call = { method: 'GET' | 'POST'; path: string; body?: object; cookie?: string };
/** Two calls whose answers must not differ; `round` starts at 0. */
export type Pair = {
  what: string;
  one: (round: number) => Call;
  other: (round: number) => Call;
  /** calls under way at once; 1: each is timed alone */
  lanes: number;
  /** true: the answers differ by design, and the times are only reported */
  open?: true;
  /** true: the answers differ by specification, and the times must not differ by more than the limit */
  told?: true;
};

const PASSWORD = 'abc123';

/** Pairs of calls about an e-mail that has an account and one that has none (decisions.md 94), with a member of their own. */
export async function accountPairs(url: string): Promise<Pair[]> {
  const known = `timing-${randomUUID()}@example.com`;
  const form = (email: string) => ({
    firstName: '林',
    lastName: '怡君',
    user_email: email,
    password: PASSWORD,
    user_phone: '0955123456',
    privacyAccepted: true,
    ageConfirmed: true,
  });
  const { status } = await browser(url).post('/api/register', form(known));
  if (status !== 200) throw new Error(`a registration was answered with ${status}`);
  const unknown = (round: number): string => `nobody${round}-${known}`;
  const signIn = (account: string): Call => ({ method: 'POST', path: '/api/login', body: { account, password: 'wrong1' } });
  const reset = (email: string): Call => ({ method: 'POST', path: '/api/password-reset', body: { email } });
  const check = (email: string): Call => ({ method: 'POST', path: '/api/account-check', body: { email } });
  const link = (token: string): Call => ({
    method: 'POST',
    path: '/api/new-password',
    body: { password: 'newpass1' },
    cookie: `password-link=${token}`,
  });
  return [
    {
      what: 'sign-in: unknown e-mail, wrong password',
      one: (round) => signIn(unknown(round)),
      other: () => signIn(known),
      lanes: 1,
      told: true,
    },
    {
      what: 'account check: unknown, known e-mail',
      one: (round) => check(unknown(round)),
      other: () => check(known),
      lanes: 1,
      told: true,
    },
    {
      what: 'link to a new password: invented tokens',
      one: (round) => link(`a${round}`.padEnd(43, '0')),
      other: (round) => link(`b${round}`.padEnd(43, '0')),
      lanes: 1,
    },
    {
      what: 'registration of a known e-mail: right, wrong password',
      // Where the password is right, the answer must not be another one, nor come at another time.
      one: () => ({ method: 'POST', path: '/api/register', body: form(known) }),
      other: () => ({ method: 'POST', path: '/api/register', body: { ...form(known), password: 'wrong1' } }),
      lanes: 1,
      told: true,
    },
    {
      what: 'reset: unknown, known e-mail (the answers differ openly)',
      one: (round) => reset(unknown(round)),
      other: () => reset(known),
      lanes: 1,
      open: true,
    },
  ];
}
