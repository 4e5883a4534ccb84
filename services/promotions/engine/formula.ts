/**
 * A discount formula (spec/3-purchase-flow §4, decisions.md 28, 42, 46): `x` is the amount, the result is the new amount.
 * A formula is parsed when its coupon is defined, never run as code. Calculation is exact: fractions of BigInt.
 */
export type Term =
  | { kind: 'x' }
  /** a literal as a fraction; both parts are integers below 10^10 */
  | { kind: 'number'; numerator: number; denominator: number }
  | { kind: 'minus'; term: Term }
  | { kind: Operator; left: Term; right: Term };
type Operator = '+' | '-' | '*' | '/' | '//';

/** `text`: as defined. The tree is plain JSON. */
export type Formula = { text: string; tree: Term };

export const FORMULA_LENGTH = 100;
export const FORMULA_DEPTH = 16;
export const NUMBER_DIGITS = 9;

/** Why a formula is refused. The messages name the place, for the staff who define coupons. */
export class FormulaFault extends Error {}

type Token = { text: string; at: number };

const TOKEN = / *(\/\/|[-+*/()x]|\d+(?:\.\d+)?)/y;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.replace(/ +$/, '').length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw new FormulaFault(`第 ${from + 1} 個字元起無法解讀，僅可使用 x、數字、+ - * / // 與括號`);
    tokens.push({ text: found[1] as string, at: TOKEN.lastIndex - (found[1] as string).length + 1 });
  }
  return tokens;
}

/** @throws FormulaFault if the text is too long, too deep, divides by anything but a number other than 0, or is no formula */
export function parseFormula(text: string): Formula {
  if (text.length > FORMULA_LENGTH) throw new FormulaFault(`公式最多 ${FORMULA_LENGTH} 個字元`);
  const tokens = tokensOf(text);
  if (tokens.length === 0) throw new FormulaFault('公式不可為空');
  let next = 0;
  let depth = 0;
  const peek = (): string | undefined => tokens[next]?.text;
  const take = (): Token => {
    const token = tokens[next++];
    if (!token) throw new FormulaFault('公式不完整');
    return token;
  };

  function sum(): Term {
    let left = product();
    for (let operator = peek(); operator === '+' || operator === '-'; operator = peek()) {
      take();
      left = { kind: operator, left, right: product() };
    }
    return left;
  }

  function product(): Term {
    let left = factor();
    for (let operator = peek(); operator === '*' || operator === '/' || operator === '//'; operator = peek()) {
      take();
      left = { kind: operator, left, right: operator === '*' ? factor() : divisor() };
    }
    return left;
  }

  /** A bare number other than 0, so that no division can fail when a cart is priced. */
  function divisor(): Term {
    const token = take();
    const number = isNumber(token.text) ? literal(token) : undefined;
    if (number?.kind !== 'number' || number.numerator === 0) throw new FormulaFault(`第 ${token.at} 個字元：除數必須是 0 以外的數字`);
    return number;
  }

  function factor(): Term {
    const token = take();
    if (token.text === 'x') return { kind: 'x' };
    if (token.text === '-') return { kind: 'minus', term: factor() };
    if (isNumber(token.text)) return literal(token);
    if (token.text !== '(') throw new FormulaFault(`第 ${token.at} 個字元「${token.text}」不可在此`);
    if (++depth > FORMULA_DEPTH) throw new FormulaFault(`括號最多 ${FORMULA_DEPTH} 層`);
    const inner = sum();
    depth--;
    if (take().text !== ')') throw new FormulaFault(`第 ${token.at} 個字元的括號沒有結尾`);
    return inner;
  }

  const tree = sum();
  const rest = tokens[next];
  if (rest) throw new FormulaFault(`第 ${rest.at} 個字元「${rest.text}」不可在此`);
  return { text, tree };
}

const isNumber = (text: string): boolean => /^\d/.test(text);

function literal({ text, at }: Token): Term {
  const [whole = '', decimals = ''] = text.split('.');
  if (whole.length + decimals.length > NUMBER_DIGITS) throw new FormulaFault(`第 ${at} 個字元：數字最多 ${NUMBER_DIGITS} 位`);
  return { kind: 'number', numerator: Number(whole + decimals), denominator: 10 ** decimals.length };
}
