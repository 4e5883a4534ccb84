import { expect, test } from 'vitest';
import { digitsOf } from './digits.ts';

test.each([
  ['678', '678'],
  ['６７８', '678'],
  ['1,100', '1100'],
  ['NT$ １１００', '1100'],
])('of %s the digits stay', (typed, digits) => expect(digitsOf(typed)).toBe(digits));
