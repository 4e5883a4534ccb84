import { describe, expect, it, test } from 'vitest';
import { askedStep, payButtonText, shownStep, stepBefore } from './flow.ts';

const asked = (query: string) => askedStep(new URLSearchParams(query));
const ready = { cartProblem: undefined, shippingIsComplete: true };

describe('the step in a URL', () => {
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
  it('shows the step that was asked for when nothing is missing', () => {
    expect(shownStep('CART', ready)).toEqual({ step: 'CART' });
    expect(shownStep('SHIPPING', ready)).toEqual({ step: 'SHIPPING' });
    expect(shownStep('PAY', ready)).toEqual({ step: 'PAY' });
  });
  it('stays at CART while the cart cannot be ordered, and reports it only if another step was asked for', () => {
    const gone = { cartProblem: '商品缺貨中', shippingIsComplete: true };
    expect(shownStep('CART', gone)).toEqual({ step: 'CART' });
    expect(shownStep('SHIPPING', gone)).toEqual({ step: 'CART', refusal: '商品缺貨中' });
    expect(shownStep('PAY', gone)).toEqual({ step: 'CART', refusal: '商品缺貨中' });
  });
  it('shows SHIPPING instead of PAY while the shipping form is incomplete', () => {
    expect(shownStep('PAY', { cartProblem: undefined, shippingIsComplete: false })).toEqual({
      step: 'SHIPPING',
      refusal: '收件資料未填寫完整',
    });
  });
  it('shows CART instead of RESULT', () => expect(shownStep('RESULT', ready)).toEqual({ step: 'CART' }));
});

test('goes back from PAY to SHIPPING to CART', () => {
  expect(stepBefore('PAY')).toBe('SHIPPING');
  expect(stepBefore('SHIPPING')).toBe('CART');
  expect(stepBefore('CART')).toBeUndefined();
});

test('the pay button shows the amount that it charges', () => {
  expect(payButtonText('CREDIT', 1860)).toBe('確認付款 NT$1,860');
  expect(payButtonText('COD', 1860)).toBe('送出訂單');
});
