import type { Order } from '@nordhaut/ordering';
import { expect, test } from 'vitest';
import { rewardsTakenBack } from './promotion-sentences.ts';
import { sentenceOf } from './sentences.ts';

test('a return that pays back less than the order cost says what was deducted, and for what', () => {
  const received = (due: number, back: number, isAbroad = false) => {
    const event = { type: 'ReturnReceived', data: { at: '2026-01-01T00:00:00.000Z', reason: 'COMPLETE', due } };
    return sentenceOf(event, new Map(), { cost: { total: 1_000, back, isAbroad } });
  };
  expect(received(880, 880)).toBe('收到退回商品，應退 NT$880（訂單金額 NT$1,000，逾七日的退貨扣退貨運費 NT$120）');
  expect(received(500, 500, true)).toBe('收到退回商品，應退 NT$500（訂單金額 NT$1,000，逾七日的海外退貨不退 NT$500）');
  expect(received(800, 1_000)).toBe('收到退回商品，應退 NT$800（訂單金額 NT$1,000，扣未退回的贈品 NT$200）');
  expect(received(680, 880)).toMatch(/退貨運費 NT\$120，扣未退回的贈品 NT\$200）$/);
  expect(received(1_000, 1_000)).toBe('收到退回商品，應退 NT$1,000（訂單全額）');
});

test('what a wallet keeps for an order names its coupons', () => {
  const reserved = { type: 'PromotionsReserved', data: { coupons: [{ couponId: '501' }, { couponId: '502' }], credit: [{ amount: 300 }] } };
  const coupons = new Map([['501', '滿千折百']]);
  expect(sentenceOf(reserved, new Map(), { coupons })).toBe('為此訂單保留：優惠券「滿千折百」、「502」、購物金 NT$300');
});

const PLACED = { promotions: undefined, credit: 0, total: 1_510, payment: 'CREDIT', delivery: { type: 'HOME', subtype: 'TCAT' } };
const said = (type: string, data: object, about?: Parameters<typeof sentenceOf>[2]) => sentenceOf({ type, data }, new Map(), about);

test('an order without a coupon says what is known of the reason', () => {
  expect(said('OrderPlaced', { ...PLACED, memberId: null })).toMatch(/未使用優惠券（訪客不能使用會員優惠券）$/);
  expect(said('OrderPlaced', { ...PLACED, memberId: 'm1' })).toMatch(/未使用優惠券（顧客送出訂單時未選用優惠券）$/);
  const group = { projectId: 1, address: 'a', name: '團' };
  expect(said('OrderPlaced', { ...PLACED, memberId: null, group })).toMatch(/未使用優惠券（團購不適用優惠券）$/);
});

test('an order that shopping credit paid names no card', () => {
  expect(said('OrderPlaced', { ...PLACED, total: 0, credit: 1_510, memberId: 'm1' })).toMatch(/^訂單成立，金額 NT\$0（購物金，/);
  expect(said('OrderPlaced', { ...PLACED, memberId: 'm1' })).toMatch(/^訂單成立，金額 NT\$1,510（信用卡，/);
  expect(said('OrderPlaced', { ...PLACED, payment: 'COD', memberId: 'm1' })).toMatch(/^訂單成立，金額 NT\$1,510（貨到付款，/);
});

test('an order whose payment failed is not called placed', () => {
  expect(said('OrderPlaced', { ...PLACED, memberId: null })).toMatch(/^訂單成立，/);
  expect(said('OrderPlaced', { ...PLACED, memberId: null }, { failed: true })).toMatch(/^收到訂單，.*；之後付款失敗，訂單未成立$/);
});

test('an order that sends goods again was sent by nobody, and names the order that was paid', () => {
  const linked = { orderNo: 'A1B2C3D4E5F6G7H8', kind: 'EXCHANGE', value: 755 };
  expect(said('CheckoutStarted', { total: 0, linked })).toBe('依訂單 A1B2C3D4E5F6G7H8 的決定換貨');
  expect(said('OrderPlaced', { ...PLACED, total: 0, memberId: 'm1', linked })).toBe('換貨訂單成立，不另收費（黑貓宅急便）');
  expect(said('CheckoutStarted', { total: 1_510 })).toBe('顧客送出訂單，同意金額 NT$1,510');
});

test('a parcel has one number for the buyer, and the other one is called internal', () => {
  const created = { tradeNo: 'A1S1', logisticsId: '17', bookingNote: '99', cvsPaymentNo: 'C1' };
  expect(said('ShipmentCreated', { ...created, subtype: 'TCAT' })).toBe('已建立包裹 A1S1（黑貓宅急便），查件號碼 99，內部編號 17');
  // A store gives the parcel to anyone with its number.
  expect(said('ShipmentCreated', { ...created, subtype: 'UNIMARTC2C' })).toBe('已建立包裹 A1S1（7-11 取貨），內部編號 17');
});

test('a refused card says that nothing was charged and that the buyer has to order again; an unclear one does not', () => {
  const failed = (reason: string, providerCode: number | null) => said('CardPaymentFailed', { reason, providerCode });
  expect(failed('REFUSED', 10003)).toBe(
    '付款失敗：銀行拒絕授權（金流回覆代碼 10003：卡片錯誤，請顧客洽發卡銀行）；未扣款，商品已退回購物車；此訂單不能再付款，請顧客重新下單',
  );
  expect(failed('NO_RESPONSE', null)).toMatch(/；尚無法確定是否扣款，/);
  expect(failed('MISMATCH', null)).toMatch(/；已扣款的金額與訂單不符/);
  expect(said('CheckoutFailed', { code: 'REFUSED' })).toBe('結帳流程未完成：銀行拒絕授權');
});

test('a proposal says which limit asked for a second person', () => {
  const proposed = (over?: object) => said('RefundProposed', { proposalId: 'P2', amount: 3_100, by: 's1', ...over });
  expect(proposed({ over: { limit: 'AMOUNT', max: 3_000 } })).toBe(
    '提出善意退款 NT$3,100，待另一位同仁覆核（第 2 號提案，超過 NT$3,000 須第二人覆核）',
  );
  expect(proposed({ over: { limit: 'A_DAY', max: 5 } })).toMatch(/（第 2 號提案，當日已單獨決定 5 筆退款，須第二人覆核）$/);
  expect(proposed()).toBe('提出善意退款 NT$3,100，待另一位同仁覆核（第 2 號提案）');
});

test('a return names the coupon that it keeps, and the rewards that were taken back', () => {
  const coupons = new Map([['501', '折一百']]);
  const restored = { outcome: 'RETURNED', coupons: [], credit: [] };
  expect(said('PromotionsRestored', restored, { coupons })).toBe(
    '因退貨歸還：沒有優惠券與購物金；此次退貨未歸還優惠券「折一百」，因為退貨時歸還購物金，已使用的優惠券不重發',
  );
  expect(said('PromotionsRestored', { ...restored, outcome: 'CANCELLED' }, { coupons })).not.toContain('未歸還');
  expect(said('PromotionsRestored', restored, {})).not.toContain('未歸還');
  const rewards = rewardsTakenBack([
    { type: 'CreditGranted', data: { grantId: 'g1', kind: 'FOUNDING', amount: 22 } },
    { type: 'CreditScheduled', data: { grantId: 'g2', kind: 'REFERRAL', amount: 45 } },
    { type: 'CreditTakenBack', data: { grantId: 'g1', outcome: 'RETURNED', amount: 20, deducted: 2, writtenOff: 0 } },
    { type: 'CreditCancelled', data: { grantId: 'g2', outcome: 'RETURNED' } },
    { type: 'CreditTakenBack', data: { grantId: 'g3', outcome: 'SUPPORT', amount: 9 } },
    { type: 'CreditTakenBack', data: { grantId: 'g4', outcome: 'RETURNED', amount: 300, recovered: 300 } },
  ]);
  expect(said('RewardsTakenBack', { deducted: 2 }, { rewards })).toBe(
    '收回此訂單的回饋：創始會員回饋 NT$22、推薦回饋 NT$45（尚未發放，已取消）；已使用的 NT$2 自退款扣除',
  );
  expect(said('RewardsTakenBack', { deducted: 0 })).toBe('核對此訂單的回饋：尚未發放，沒有可收回的');
});

test('a refund that was decided names its last day, or the days of the terms', () => {
  const decided = (reason: string) => said('RefundStarted', { amount: 100, reason, way: 'card' });
  const after = { return: { receivedAt: '2026-11-27T06:33:04.000Z' }, refunds: [], startedRefunds: [] } as unknown as Order;
  expect(said('RefundStarted', { amount: 100, reason: 'RETURN', way: 'card' }, { after })).toBe(
    '決定退款 NT$100（退貨，退回信用卡，期限 2026/12/12）',
  );
  expect(decided('NOT_COLLECTED')).toContain('約 21 個工作天');
  // The terms name no days for goodwill before the delivery.
  expect(decided('GOODWILL')).toBe('決定退款 NT$100（善意補償，退回信用卡）');
});

test('the approval of a return says whether the buyer asked in time', () => {
  const approved = (reason: string) => said('ReturnApproved', { reason });
  expect(approved('SEVEN_DAYS')).toBe('退貨申請通過（七日鑑賞期內）');
  expect(approved('GOODWILL')).toBe('退貨申請通過（善意受理；申請時已逾七日鑑賞期）');
  // An earlier release recorded no reason.
  expect(approved('OTHER')).toBe('退貨申請通過（其他原因）');
});

test('a refund that was decided says why it is as much as it is', () => {
  const cost = { total: 1_000, back: 880, isAbroad: false };
  const decided = (amount: number, reason: string, more: object = {}, strayTradeId: string | null = null) => {
    const refund = { refundId: 'R2', amount, reason, way: 'card', strayTradeId };
    const after = { refunds: [], startedRefunds: [refund], return: null, ...more } as unknown as Order;
    return said('RefundStarted', refund, { cost, after });
  };
  expect(decided(1_000, 'CANCELLED')).toBe('決定退款 NT$1,000（訂單取消，退回信用卡，全額，無扣除，預計3 個工作天內）');
  expect(decided(880, 'RETURN', { return: { due: 880 } })).toContain('，逾七日的退貨扣退貨運費 NT$120）');
  expect(decided(660, 'RETURN', { return: { due: 680 }, rewardsDeducted: 20 })).toContain(
    '，逾七日的退貨扣退貨運費 NT$120，扣未退回的贈品 NT$200，扣已使用的回饋 NT$20）',
  );
  const refunds = [{ refundId: 'R1', amount: 200, reason: 'GOODWILL', way: 'card', strayTradeId: null }];
  expect(decided(800, 'CANCELLED', { refunds })).toContain('，扣先前的退款 NT$200，');
  // What does not add up is not explained.
  expect(decided(700, 'CANCELLED', { refunds })).not.toMatch(/全額|扣/);
  expect(decided(1_000, 'GOODWILL')).not.toMatch(/全額|扣/);
  expect(decided(1_000, 'SECOND_CHARGE', {}, 'T2')).toBe('決定退款 NT$1,000（重複扣款，退回信用卡）');
});

test('a judgement says what was judged, and a proposal that its proposer ends is withdrawn', () => {
  const proposals = [
    { proposalId: 'P1', as: 'credit', by: 'one' },
    { proposalId: 'P2', by: 'one' },
  ];
  const after = { proposals } as unknown as Order;
  const judged = (type: string, proposalId: string, by: string) => said(type, { proposalId, by }, { after });
  expect(judged('RefundApproved', 'P1', 'two')).toBe('覆核通過贈送購物金（第 1 號提案）');
  expect(judged('RefundApproved', 'P2', 'two')).toBe('覆核通過善意退款（第 2 號提案）');
  expect(judged('RefundDeclined', 'P1', 'two')).toBe('覆核不同意贈送購物金（第 1 號提案）');
  expect(judged('RefundDeclined', 'P2', 'one')).toBe('撤回提案：善意退款（第 2 號提案）');
  expect(judged('RefundApproved', 'P3', 'two'), 'a proposal that is not known').toBe('覆核通過退款（第 3 號提案）');
});
