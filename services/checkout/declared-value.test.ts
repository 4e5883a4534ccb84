import { expect, test } from 'vitest';
import { answerOf, type Answers, examplesOf, SHOWN_BY, type Shown } from '../../scripts/naive-prices/shown-by.ts';
import { declaredValue } from './declared-value.ts';

const EXAMPLES: Answers<Shown<'services/checkout/declared-value.test.ts'>> = {
  parcelValue: ({ goods, discounts, fee, credit }) =>
    declaredValue(goods - discounts + fee - credit, { subtotal: goods, discounts: [{ couponId: '1', name: '', amount: discounts }] }),
};

test.each(examplesOf(SHOWN_BY['services/checkout/declared-value.test.ts']))('$decision: $title', (example) => {
  expect(answerOf(EXAMPLES, example)).toBe(example.expected);
});
