import { describe, expect, it, test } from 'vitest';
import { askedStep, shownStep, stepBefore } from './flow.ts';

const asked = (query: string) => askedStep(new URLSearchParams(query));
const ready = { cartIsEmpty: false, shippingIsComplete: true };

describe('the step a URL asks for', () => {
  test.each([
    ['', 'CART'],
    ['to=CART', 'CART'],
    ['to=SHIPPING', 'SHIPPING'],
    ['to=PAY', 'PAY'],
    ['to=RESULT', 'RESULT'],
    ['to=pay', 'CART'],
    ['to=__proto__', 'CART'],
    ['fromcvs=1', 'SHIPPING'],
    ['fromcvs=1&to=PAY', 'SHIPPING'],
    ['fromcvs=0&to=PAY', 'PAY'],
  ])('%j is %s', (query, step) => expect(asked(query)).toBe(step));
});

describe('the step that is shown', () => {
  it('follows what was asked when everything is there', () => {
    expect(shownStep('CART', ready)).toEqual({ step: 'CART' });
    expect(shownStep('SHIPPING', ready)).toEqual({ step: 'SHIPPING' });
    expect(shownStep('PAY', ready)).toEqual({ step: 'PAY' });
  });
  it('stays at the cart while it is empty, and says so only to whoever wanted on', () => {
    const empty = { cartIsEmpty: true, shippingIsComplete: true };
    expect(shownStep('CART', empty)).toEqual({ step: 'CART' });
    expect(shownStep('SHIPPING', empty)).toEqual({ step: 'CART', refusal: 'CART_EMPTY' });
    expect(shownStep('PAY', empty)).toEqual({ step: 'CART', refusal: 'CART_EMPTY' });
  });
  it('asks for the shipping form before paying', () => {
    expect(shownStep('PAY', { cartIsEmpty: false, shippingIsComplete: false })).toEqual({
      step: 'SHIPPING',
      refusal: 'SHIPPING_INCOMPLETE',
    });
  });
  it('never shows a result without an order', () => expect(shownStep('RESULT', ready)).toEqual({ step: 'CART' }));
});

test('back leads from PAY to SHIPPING to CART', () => {
  expect(stepBefore('PAY')).toBe('SHIPPING');
  expect(stepBefore('SHIPPING')).toBe('CART');
  expect(stepBefore('CART')).toBeUndefined();
});
