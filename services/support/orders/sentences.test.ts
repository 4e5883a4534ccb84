import { expect, test } from 'vitest';
import { sentenceOf } from './sentences.ts';

test('a return that pays back less than the order cost says what was deducted, and for what', () => {
  const received = (due: number, back: number, isAbroad = false) => {
    const event = { type: 'ReturnReceived', data: { at: '2026-01-01T00:00:00.000Z', reason: 'COMPLETE', due } };
    return sentenceOf(event, new Map(), { total: 1_000, back, isAbroad });
  };
  expect(received(880, 880)).toBe('收到退回商品，應退 NT$880（訂單金額 NT$1,000，逾七日的退貨扣退貨運費 NT$120）');
  expect(received(500, 500, true)).toBe('收到退回商品，應退 NT$500（訂單金額 NT$1,000，逾七日的海外退貨不退 NT$500）');
  expect(received(800, 1_000)).toBe('收到退回商品，應退 NT$800（訂單金額 NT$1,000，扣未退回的贈品 NT$200）');
  expect(received(680, 880)).toMatch(/退貨運費 NT\$120，扣未退回的贈品 NT\$200）$/);
  expect(received(1_000, 1_000)).toBe('收到退回商品，應退 NT$1,000');
});

test('what a wallet keeps for an order names its coupons', () => {
  const reserved = { type: 'PromotionsReserved', data: { coupons: [{ couponId: '501' }, { couponId: '502' }], credit: [{ amount: 300 }] } };
  const coupons = new Map([['501', '滿千折百']]);
  expect(sentenceOf(reserved, new Map(), undefined, coupons)).toBe('為此訂單保留：優惠券「滿千折百」、「502」、購物金 NT$300');
});
