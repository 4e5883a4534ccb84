import { secret } from '@nordhaut/platform/config';
import type { Commands } from '@nordhaut/platform/envelope';
import { testApp } from '@nordhaut/platform/http/testing';
import { expect, test } from 'vitest';
import { orderingRoutes } from './http.ts';
import { maskEmail, maskName, maskPhone } from './mask.ts';
import { orderProofs, phoneMatches } from './proof.ts';

const ORDER = 'N123456789ABCDEF';
let now = new Date('2026-11-20T01:00:00Z');
const proofs = orderProofs(secret('a-secret-of-at-least-32-characters-'), () => now);

test('a proof is of one order, and expires', () => {
  const proof = proofs.issue(ORDER);
  expect(proofs.holds(ORDER, proof)).toBe(true);
  expect(proofs.holds('N999999999ABCDEF', proof)).toBe(false);
  expect(proofs.holds(ORDER, `${proof}x`)).toBe(false);
  expect(proofs.holds(ORDER, undefined)).toBe(false);
  now = new Date('2027-02-01T01:00:00Z');
  expect(proofs.holds(ORDER, proof)).toBe(false);
});

test.each(['0912345678', '912345678', '0912-345-678', '+886912345678', '+886 912 345 678', '+8860912345678'])(
  'the recipient may write the number as %s',
  (typed) => expect(phoneMatches(typed, '+886912345678')).toBe(true),
);
test.each(['0912345679', '', '12345678', '+85212345678', '0'])('%s is not the number', (typed) =>
  expect(phoneMatches(typed, '+886912345678')).toBe(false),
);
test('nobody is the recipient of an order that is not there', () => expect(phoneMatches('0912345678', undefined)).toBe(false));

test.each([
  ['王大明', '王○明'],
  ['王明', '王○'],
  ['歐陽小美麗', '歐○○○麗'],
])('%s is shown as %s', (name, masked) => expect(maskName(name)).toBe(masked));
test('phones and mail addresses keep little', () => {
  expect(maskPhone('0912345678')).toBe('09••••678');
  expect(maskPhone('85291234567')).toBe('••••567');
  expect(maskEmail('ming@example.com')).toBe('m••••@example.com');
  expect(maskEmail('')).toBe('');
});

test("one order's phone number is not guessed from many addresses", async () => {
  const app = await testApp({
    env: { RATE_LIMITS: 'on' },
    routes: [
      orderingRoutes({
        commands: {} as Commands,
        queries: { find: () => Promise.resolve(undefined), orderNoOfParcel: () => Promise.resolve(undefined) },
        proofs,
        trackingUrls: { TCAT: '', UNIMARTC2C: '', FAMIC2C: '' },
        clock: () => now,
        secureCookies: false,
      }),
    ],
  });
  const guess = async (orderNo: string, address: string) =>
    (await app.inject({ method: 'POST', url: `/api/orders/${orderNo}/proof`, remoteAddress: address, payload: { phone: '0912345678' } }))
      .statusCode;
  const answers: number[] = [];
  for (let index = 0; index < 25; index++) answers.push(await guess(ORDER, `10.0.0.${index}`));
  expect(answers.filter((status) => status === 403)).toHaveLength(20);
  expect(answers.filter((status) => status === 429)).toHaveLength(5);
  expect(await guess('N999999999ABCDEF', '10.0.0.99')).toBe(403);
  await app.close();
});
