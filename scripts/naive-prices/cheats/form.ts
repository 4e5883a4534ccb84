import type { Example } from '../calls.ts';
import type { Request } from '../types.ts';

/** A cheat that one request tries: what it sends, the calculation, and the answer. */
export type PriceCheat = [
  decision: number,
  title: string,
  input: Request,
  calculation: string,
  expected: Extract<Example, { call: 'price' }>['expected'],
];

export const atPrice = ([decision, title, input, calculation, expected]: PriceCheat): Example => ({
  decision,
  title,
  calculation,
  call: 'price',
  input,
  expected,
});
