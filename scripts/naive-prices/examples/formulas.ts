import type { Example } from '../calls.ts';
import { days, facts, NOW, stored } from '../fixtures.ts';
import type { Facts } from '../conditions.ts';
import type { Condition } from '../types.ts';

type FormulaCase = [
  decision: 28 | 42 | 46,
  title: string,
  formula: string,
  x: number,
  calculation: string,
  newAmount: number,
  discount: number,
];
const formula = ([decision, title, text, x, calculation, newAmount, discount]: FormulaCase): Example => ({
  decision,
  title: `${title}: ${text} for ${x}`,
  calculation,
  call: 'formula',
  input: { formula: text, x },
  expected: { newAmount, discount },
});

type BadCase = [title: string, formula: string, expected: string | null];
const definition = ([title, text, expected]: BadCase): Example => ({
  decision: 46,
  title,
  calculation: text.length > 40 ? `${text.length} characters` : text,
  call: 'whyBadFormula',
  input: { formula: text },
  expected,
});

type HoldsCase = [title: string, property: string, operator: string, value: unknown, more: Partial<Facts>, expected: boolean];
const condition = ([title, property, operator, value, more, expected]: HoldsCase): Example => ({
  decision: 47,
  title,
  calculation: [property, operator, JSON.stringify(value) ?? ''].join(' ').trim(),
  call: 'holds',
  input: { condition: { property, operator, value, msg: '' }, facts: facts(more) },
  expected,
});

const refused = (title: string, bad: Omit<Condition, 'msg'>, expected: string | null): Example => ({
  decision: 47,
  title,
  calculation: [bad.property, bad.operator, JSON.stringify(bad.value) ?? ''].join(' ').trim(),
  call: 'whyBadCondition',
  input: { ...bad, msg: '' },
  expected,
});

/** Formulas and conditions. */
export const FORMULAS: Example[] = [
  ...(
    [
      [28, '100 off each full 1,000', 'x - x // 1000 * 100', 2999, '2,999 // 1,000 = 2; 2,999 − 200', 2799, 200],
      [28, '100 off each full 1,000', 'x - x // 1000 * 100', 3000, '3,000 // 1,000 = 3; 3,000 − 300', 2700, 300],
      [28, 'The result is rounded down', 'x * 0.9', 1005, '904.5 becomes 904', 904, 101],
      [28, 'Never below 0', 'x - 200', 150, '−50 becomes 0', 0, 150],
      [42, 'The result is the new amount', 'x - 100', 1000, '1,000 − 900', 900, 100],
      [42, 'A formula that makes it dearer', 'x + 100', 1000, '1,000 − 1,100 is below 0', 1100, 0],
      [42, 'A formula without x', '100', 1000, '1,000 − 100', 100, 900],
      [46, 'Exact, not floating point', 'x * 0.1 + x * 0.2', 10, '1 + 2 = 3 exactly', 3, 7],
      [46, 'Thirds stay exact', 'x / 3 * 3', 1000, '333.33… × 3 = 1,000', 1000, 0],
      [46, '// rounds down, also below 0', 'x + -x // 2', 7, '−7 // 2 = −4; 7 − 4', 3, 4],
      [46, '// leaves a whole number as it is, also below 0', 'x + -x // 2', 8, '−8 // 2 = −4; 8 − 4', 4, 4],
      [46, '// by a decimal', 'x // 0.3', 1, '1 ÷ 0.3 = 3.33… becomes 3', 3, 0],
      [46, '* before −, from left to right', 'x - 10 - 2 * 5', 100, '100 − 10 − 10', 80, 20],
      [46, 'Brackets', '(x - 10) * 0.5', 100, '90 × 0.5', 45, 55],
    ] satisfies FormulaCase[]
  ).map(formula),
  ...(
    [
      ['100 characters', `x${'+1'.repeat(49)} `, null],
      ['101 characters', `x${'+1'.repeat(50)}`, 'too long'],
      ['16 nested brackets', `${'('.repeat(16)}x${')'.repeat(16)}`, null],
      ['17 nested brackets', `${'('.repeat(17)}x${')'.repeat(17)}`, 'too deep'],
      ['17 brackets side by side', Array.from({ length: 17 }, () => '(x)').join('+'), null],
      ['9 digits', 'x - 123456.789', null],
      ['10 digits', 'x - 1234567890', 'number too long'],
      ['A division by 0', 'x / 0', 'division by 0'],
      ['A division by 0.00', 'x // 0.00', 'division by 0'],
      ['A division by x', '1000 / x', 'a number is missing'],
      ['A divisor in brackets is no literal', 'x / (1 - 1)', 'a number is missing'],
      ['A divisor with a sign is no literal', 'x / -2', 'a number is missing'],
      ['Nothing', '', 'a number is missing'],
      ['A call', 'x.constructor(1)', 'unknown character'],
      ['A power', 'x ** 2', 'a number is missing'],
      ['A bracket is open', '(x - 1', 'a bracket is open'],
      ['A bracket too many', 'x - 1)', 'text after the end'],
      ['A sign in the place of a bracket', '*x)', 'a number is missing'],
      ['A capital X', 'X - 1', 'unknown character'],
      ['An exponent', 'x - 1e3', 'unknown character'],
    ] satisfies BadCase[]
  ).map(definition),
  ...(
    [
      ['Total of 1,000', 'total', '>=', 1000, {}, true],
      ['Total of 999', 'total', '>=', 1000, { total: 999 }, false],
      ['Total of 1,000', 'total', '>', 1000, {}, false],
      ['Total of 1,000', 'total', '<=', 1000, {}, true],
      ['Total of 1,000', 'total', '<', 1000, {}, false],
      ['Two pieces', 'quantity', '==', 2, {}, true],
      ['Two pieces', 'quantity', '!=', 2, {}, false],
      ['Two pieces', 'quantity', 'in', [1, 3], {}, false],
      ['A founding member', 'user_group', '==', 'ORIGINAL', { user_group: 'ORIGINAL' }, true],
      ['A guest has no group', 'user_group', '==', 'ORIGINAL', {}, false],
      ['A guest has no group', 'user_group', '!=', 'ORIGINAL', {}, true],
      ['A guest has no group', 'user_group', 'exists', undefined, {}, false],
      ['A guest has no group', 'user_group', 'in', ['FRIEND'], {}, false],
      ['A guest has no group', 'user_group', 'no length', undefined, {}, true],
      ['A guest has no group', 'user_group', 'has length', undefined, {}, false],
      ['A guest has 0 orders', 'user_orders', '==', 0, {}, true],
      ['No birthday is known', 'user_birthday_month', '<', 13, {}, false],
      ['Product 1 in the cart', 'product_ids', 'includes', 1, {}, true],
      ['Product 1 in the cart', 'product_ids', 'not includes', 1, {}, false],
      ['Product 1 alone', 'product_ids', 'not only includes', 1, {}, false],
      ['Products 1 and 2', 'product_ids', 'not only includes', 1, { product_ids: [1, 2] }, true],
      ['Product 2 alone', 'product_ids', 'not only includes', 1, { product_ids: [2] }, false],
      ['Only single products', 'product_types', 'includes', 'SET', {}, false],
      ['A cart has products', 'product_ids', 'has length', undefined, {}, true],
      ['Last order exactly 30 × 24 h ago', 'user_last_order_at', 'days ago', 30, { user_last_order_at: days(-30) }, true],
      ['Last order 1 ms less than 30 × 24 h ago', 'user_last_order_at', 'days ago', 30, { user_last_order_at: days(-30) + 1 }, false],
      ['Never ordered', 'user_last_order_at', 'days ago', 30, {}, false],
      ['Member for exactly 60 × 24 h', 'user_created_at', 'month ago', 2, { user_created_at: days(-60) }, true],
      ['Member for 59 × 24 h', 'user_created_at', 'month ago', 2, { user_created_at: days(-59) }, false],
      ['Registered after a time stamp in s', 'user_created_at', '>', stored(days(-3)), { user_created_at: days(-2) }, true],
      ['Registered after a time stamp in ms', 'user_created_at', '>', days(-3), { user_created_at: days(-2) }, true],
      ['Friday is 5', 'weekday', '==', 5, {}, true],
      ['Friday is neither Sunday nor Saturday', 'weekday', 'weekday', [0, 6], {}, false],
      ['Registered on a Friday', 'user_created_at', 'weekday', 5, { user_created_at: NOW }, true],
      ['Card', 'pay_type', '==', 'CREDIT', {}, true],
      ['To the home', 'logistics_type', '!=', 'CVS', {}, true],
    ] satisfies HoldsCase[]
  ).map(condition),
  refused('A property outside the list', { property: 'user_email', operator: '==', value: 'a@b.c' }, 'unknown property'),
  refused('A property of every object', { property: 'constructor', operator: 'exists' }, 'unknown property'),
  refused('A number compared with text', { property: 'total', operator: '>=', value: '1000' }, 'value does not fit'),
  refused('Text compared by size', { property: 'user_group', operator: '>', value: 'A' }, 'operator does not fit'),
  refused('An unknown operator', { property: 'total', operator: '===', value: 1 }, 'operator does not fit'),
  refused('Days of a number', { property: 'total', operator: 'days ago', value: 1 }, 'operator does not fit'),
  refused('A list where one value is due', { property: 'total', operator: '==', value: [1] }, 'value does not fit'),
  refused('Days below 0', { property: 'user_created_at', operator: 'days ago', value: -1 }, 'value does not fit'),
  refused('A good one', { property: 'quantity', operator: 'in', value: [2, 3] }, null),
];
