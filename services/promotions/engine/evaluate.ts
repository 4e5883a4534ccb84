import type { Formula, Term } from './formula.ts';

/** `denominator` is above 0; not reduced, because a formula of 100 characters has few factors */
type Fraction = { numerator: bigint; denominator: bigint };

/** The largest integer that is not above the fraction, also below 0 (decisions.md 28, 46). */
const floor = ({ numerator, denominator }: Fraction): bigint => {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
};

function evaluate(term: Term, x: bigint): Fraction {
  switch (term.kind) {
    case 'x':
      return { numerator: x, denominator: 1n };
    case 'number':
      return { numerator: BigInt(term.numerator), denominator: BigInt(term.denominator) };
    case 'minus': {
      const { numerator, denominator } = evaluate(term.term, x);
      return { numerator: -numerator, denominator };
    }
    default:
      return combine(term.kind, evaluate(term.left, x), evaluate(term.right, x));
  }
}

function combine(operator: '+' | '-' | '*' | '/' | '//', left: Fraction, right: Fraction): Fraction {
  const { numerator: a, denominator: b } = left;
  const { numerator: c, denominator: d } = right;
  switch (operator) {
    case '+':
      return { numerator: a * d + c * b, denominator: b * d };
    case '-':
      return { numerator: a * d - c * b, denominator: b * d };
    case '*':
      return { numerator: a * c, denominator: b * d };
    case '/':
      return { numerator: a * d, denominator: b * c };
    case '//':
      return { numerator: floor({ numerator: a * d, denominator: b * c }), denominator: 1n };
  }
}

/** The new amount in NT$ for an amount `x` (NT$ integer): the floored result, never below 0 (decisions.md 28, 42). */
export function newAmount({ tree }: Formula, x: number): number {
  const result = floor(evaluate(tree, BigInt(x)));
  return result < 0n ? 0 : Number(result);
}

/** NT$ that the formula takes off `x`: never below 0, so a coupon makes nothing dearer, and never above x. */
export const discountOf = (formula: Formula, x: number): number => Math.max(0, x - newAmount(formula, x));
