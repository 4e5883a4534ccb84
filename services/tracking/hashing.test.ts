import { expect, test } from 'vitest';
import { hashedCountry, hashedEmail, hashedPhone } from './hashing.ts';

/** The vectors of providers §8. */
test.each([
  ['john_smith@gmail.com', '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
  ['  John_Smith@Gmail.com ', '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
  ['ming@example.com', '320135435f975d8a4f39e4d38e08a6cc67eac36c38f9faf4a89022fba5d80fe7'],
])('the address %j', (email, hash) => expect(hashedEmail(email)).toBe(hash));

test.each([
  ['+16505551212', 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
  ['+886912345678', 'cf676475cec2ee7b7591f39bdefe7ef3dca63b14c1cdba3b19ce4219cbda2b09'],
  ['+85291234567', '01ee1402a8904af401329a98637b36f2db76d3b16f9d943a5d14a66806ab7f99'],
  ['+85366123456', 'b06c379065f9df035d4d2b0bdcdae87dd7ea6db600900a179f2897faa304b225'],
])('the number %s', (phone, hash) => expect(hashedPhone(phone)).toBe(hash));

test('the country, and absent values', () => {
  expect(hashedCountry('tw')).toBe('b6399cc26f4d76baacf93830240ae1a8b0b54060eda1e760d9e3a86d4d3cb618');
  expect([hashedEmail(' '), hashedPhone('')]).toEqual([undefined, undefined]);
});
