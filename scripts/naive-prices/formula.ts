/**
 * Formulas of discounts (decisions 28, 42, 46). The result is the new amount of x, not the discount.
 *
 * sum     := product (('+' | '-') product)*
 * product := signed (('*' signed) | (('/' | '//') number))*
 * signed  := '-' signed | 'x' | number | '(' sum ')'
 *
 * Open: spaces may stand between any two symbols. Other white space is refused. `.5` and `5.` are refused.
 * Open: the 9 digits of a number are counted on both sides of the point together, with leading zeros.
 * Open: several minus signs in a row are allowed (`x - -50`).
 * Open: a formula without x is allowed (`100` makes the new amount 100). A divisor in brackets is no literal.
 */
import { add, divided, type Fraction, floor, negate, times, whole } from './fractions.ts';

const MAX_CHARACTERS = 100;
const MAX_DEPTH = 16;
const MAX_DIGITS = 9;

export class BadFormula extends Error {}

/** The symbols of a formula: numbers, x, operators and brackets. */
function symbolsOf(text: string): string[] {
  if (text.length > MAX_CHARACTERS) throw new BadFormula('too long');
  const symbols: string[] = [];
  let rest = text;
  for (;;) {
    while (rest.startsWith(' ')) rest = rest.slice(1);
    if (rest === '') return symbols;
    const symbol = /^([0-9]+(\.[0-9]+)?|x|\/\/|[-+*/()])/.exec(rest)?.[0];
    if (symbol === undefined) throw new BadFormula('unknown character');
    if (symbol.replaceAll(/[^0-9]/g, '').length > MAX_DIGITS) throw new BadFormula('number too long');
    symbols.push(symbol);
    rest = rest.slice(symbol.length);
  }
}

function numberOf(symbol: string | undefined): Fraction {
  if (symbol === undefined || !/^[0-9]/.test(symbol)) throw new BadFormula('a number is missing');
  const [before = '', after = ''] = symbol.split('.');
  return { n: BigInt(before + after), d: 10n ** BigInt(after.length) };
}

/** Reads and calculates in one pass. Throws `BadFormula` for what is no formula, whatever x is. */
function calculate(text: string, x: Fraction): Fraction {
  const symbols = symbolsOf(text);
  let depth = 0;

  function signed(): Fraction {
    const symbol = symbols.shift();
    if (symbol === '-') return negate(signed());
    if (symbol === 'x') return x;
    if (symbol !== '(') return numberOf(symbol);
    depth += 1;
    if (depth > MAX_DEPTH) throw new BadFormula('too deep');
    const inside = sum();
    if (symbols.shift() !== ')') throw new BadFormula('a bracket is open');
    depth -= 1;
    return inside;
  }

  function product(): Fraction {
    let left = signed();
    for (;;) {
      if (symbols[0] === '*') {
        symbols.shift();
        left = times(left, signed());
      } else if (symbols[0] === '/' || symbols[0] === '//') {
        const operator = symbols.shift();
        const divisor = numberOf(symbols.shift());
        if (divisor.n === 0n) throw new BadFormula('division by 0');
        const quotient = divided(left, divisor);
        left = operator === '//' ? whole(floor(quotient)) : quotient;
      } else return left;
    }
  }

  function sum(): Fraction {
    let left = product();
    for (;;) {
      if (symbols[0] === '+') {
        symbols.shift();
        left = add(left, product());
      } else if (symbols[0] === '-') {
        symbols.shift();
        left = add(left, negate(product()));
      } else return left;
    }
  }

  const result = sum();
  if (symbols.length > 0) throw new BadFormula('text after the end');
  return result;
}

/** Why a formula is refused when its coupon is defined, or null for a good one. */
export function whyBadFormula(text: string): string | null {
  try {
    calculate(text, whole(0n));
    return null;
  } catch (error) {
    if (error instanceof BadFormula) return error.message;
    throw error;
  }
}

/** The new amount for x: the formula's result rounded down to NT$, never below 0. */
export function newAmount(formula: string, x: number): number {
  const result = floor(calculate(formula, whole(BigInt(x))));
  return result < 0n ? 0 : Number(result);
}

/** The discount on x: x − new amount, never below 0 and never above x. */
export function discountOf(formula: string, x: number): number {
  const discount = x - newAmount(formula, x);
  return discount < 0 ? 0 : discount;
}
