/** Ways to cheat with referral codes (decision 63). */
import type { Example } from '../calls.ts';
import { days } from '../fixtures.ts';
import type { Person } from '../referral.ts';

const person = (memberId: string, more: Partial<Person>): Person => ({
  memberId,
  registeredAt: days(-1),
  email: 'own@x',
  phones: [],
  hasOrdered: false,
  boundTo: null,
  ...more,
});
const old = person('R', { registeredAt: days(-9), email: 'same@x', phones: ['2'] });
const cheat = (title: string, friend: Partial<Person>, referrer: Person | null, expected: 404 | 409 | 500): Example => ({
  decision: 63,
  title,
  calculation: 'refused',
  call: 'bind',
  input: { friend: person('F', friend), referrer },
  expected,
});

export const REFERRAL_CHEATS: Example[] = [
  cheat('Refer oneself', {}, person('F', { registeredAt: days(-9) }), 500),
  cheat('A second account with the same e-mail', { email: 'same@x' }, old, 500),
  cheat('A second account for the same recipient', { phones: ['2'] }, old, 500),
  cheat('Two members refer each other', { registeredAt: days(-10) }, old, 409),
  cheat('Change the referrer', { boundTo: 'X' }, old, 409),
  cheat('Bind after one’s first order', { hasOrdered: true }, old, 409),
];
