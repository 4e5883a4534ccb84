import { OrderNoText } from '@nordhaut/contracts';
import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { orderNumbers } from './order-number.ts';

const numbers = orderNumbers(createSecretKey(Buffer.from('a secret of this shop')));

test('numbers fit the carrier and the API, do not repeat, and are recognised', () => {
  const issued = Array.from({ length: 2_000 }, () => numbers.issue());
  expect(new Set(issued).size).toBe(issued.length);
  for (const one of issued) {
    expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(OrderNoText.safeParse(one).success).toBe(true);
    expect(numbers.isOurs(one)).toBe(true);
  }
});
test('every letter occurs in every place, so a number has 65 random bits', () => {
  const seen = Array.from({ length: 13 }, () => new Set<string>());
  for (let count = 0; count < 3_000; count++)
    for (const [place, letter] of Array.from(numbers.issue().slice(0, 13)).entries()) seen[place]?.add(letter);
  expect(seen.map(({ size }) => size)).toEqual(Array.from({ length: 13 }, () => 32));
});
test('a mistyped number is not recognised', () => {
  const one = numbers.issue();
  const wrong = [...one].map((letter, place) => one.slice(0, place) + (letter === 'A' ? 'B' : 'A') + one.slice(place + 1));
  expect(wrong.filter((text) => numbers.isOurs(text)).length).toBeLessThanOrEqual(1);
});
test.each(['', 'A', 'A'.repeat(16), 'A'.repeat(17), '訂'.repeat(16), '0'.repeat(15)])('%j is not recognised', (text) =>
  expect(numbers.isOurs(text)).toBe(false),
);
test('a number of another shop is not recognised', () => {
  const others = orderNumbers(createSecretKey(Buffer.from('another secret')));
  expect(Array.from({ length: 50 }, () => numbers.isOurs(others.issue())).filter(Boolean).length).toBeLessThanOrEqual(1);
});
