import { shownTime } from '@nordhaut/contracts';
import type { HistoryEvent } from '@nordhaut/contracts/support';
import { type OrderCommand, orderDecider, type OrderEvent, type Order } from '@nordhaut/ordering';
import { authorised, placed, shipped } from '@nordhaut/ordering/testing';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { summaryOf } from './summary.ts';

const at = '2026-11-20T02:00:00.000Z';
const AT = shownTime(at);

type Commands = [name: string, command: OrderCommand][];
type About = Parameters<typeof summaryOf>[2];
/** An event of a wallet, which the history has beside those of the order. */
type OfWallet = { type: string; data: Record<string, unknown> };

/** The lines after commands, which a person of this name gives. */
function summaryAfter(begun: readonly OrderEvent[], commands: Commands = [], about: Partial<About> = {}, wallet: OfWallet[] = []) {
  const events = [...begun];
  const names = events.map(() => '會員');
  for (const [name, command] of commands) {
    const decision = orderDecider.decide(command, foldEvents(orderDecider, events));
    if (!decision.ok) throw new Error(decision.rejection.code);
    events.push(...decision.events);
    names.push(...decision.events.map(() => name));
  }
  const told = [...events, ...wallet.map(({ type, data }) => ({ type, data: { at, ...data } }))].map(
    ({ type, data }, revision): HistoryEvent => ({
      id: String(revision),
      stream: 'order-A1',
      revision,
      position: String(revision),
      type,
      sentence: type,
      actor: { kind: 'support', name: names[revision] ?? '' },
      cause: null,
      at: data.at,
      recordedAt: data.at,
      isTechnical: false,
      carrierAt: null,
      requestId: null,
      traceId: null,
      changes: [],
      raw: { data: { ...data }, metadata: {} },
    }),
  );
  const { money, parcel } = summaryOf(foldEvents(orderDecider, events) as Order, told, { memberCode: undefined, rewards: [], ...about });
  return new Map([...money, ...parcel].map((line) => [line.label, line]));
}
const valuesOf = (lines: ReturnType<typeof summaryAfter>): Map<string, string> =>
  new Map([...lines].map(([label, { value }]) => [label, value]));
const linesAfter = (begun: readonly OrderEvent[], ...commands: Commands): Map<string, string> => valuesOf(summaryAfter(begun, commands));
const paid = [placed({ memberId: 'm1' }), authorised];
const report: OrderCommand = {
  type: 'ReportParcelStatus',
  at,
  tradeNo: 'N123456789ABCDEF',
  logisticsId: 'L1',
  subtype: 'TCAT',
  code: '3003',
  carrierAt: at,
  source: 'callback',
};
const ask: OrderCommand = { type: 'RequestReturn', at, reason: 'DAMAGED', comment: '破損', sender: null, bankAccount: null };
const propose: OrderCommand = {
  type: 'ProposeRefund',
  at,
  by: 's1',
  amount: 200,
  note: '補償',
  over: { limit: 'AMOUNT', max: 100 },
};
const judge = (verdict: 'approve' | 'decline') => ({
  type: 'JudgeRefund' as const,
  at,
  proposalId: 'P1',
  verdict,
  by: 's2',
  proposer: 's1',
  note: '',
});

test('goodwill names who proposed it and who approved it, or who decided it alone', () => {
  expect(linesAfter(paid, ['客服 林', propose]).get('待覆核')).toBe(
    `善意退款 NT$200，客服 林於 ${AT} 提出，等另一位同仁覆核（超過 NT$100 須第二人覆核）`,
  );
  const approved = linesAfter(paid, ['客服 林', propose], ['客服 陳', judge('approve')]);
  expect(approved.get('善意退款')).toBe(
    `NT$200；尚未入帳，將退回信用卡；客服 林於 ${AT} 提出，客服 陳於 ${AT} 核准（超過 NT$100 須第二人覆核）`,
  );
  expect(['待覆核', '未通過的提案', '退款合計'].filter((label) => approved.has(label))).toEqual([]);
  const ended = (name: string, by: string) =>
    linesAfter(paid, ['客服 林', propose], [name, { ...judge('decline'), by }]).get('未通過的提案');
  expect(ended('客服 陳', 's2')).toContain(`客服 陳於 ${AT} 不同意`);
  expect(ended('客服 林', 's1')).toContain(`客服 林於 ${AT} 撤回`);
  const alone = linesAfter(paid, ['客服 林', { type: 'GrantRefund', at, amount: 50, note: '補償' }]);
  expect(alone.get('善意退款')).toBe('NT$50；尚未入帳，將退回信用卡；客服 林決定');
});

test('two refunds have a line each, and a line that adds them up', () => {
  const own = linesAfter(
    paid,
    ['客服 林', { type: 'GrantRefund', at, amount: 50, note: '補償' }],
    ['會員', { type: 'CancelOrder', at, reason: 'CHANGED_MIND' }],
  );
  expect(own.get('取消退款')).toMatch(/^已收 NT\$1,100 − 先前的退款 NT\$50 = 應退 NT\$1,050；待決定，尚未入帳/);
  expect(own.get('退款合計')).toBe('已退 NT$0，尚須退 NT$1,100');
  expect(own.get('取消')).toBe(`不想買了，由會員於 ${AT} 取消`);
});

test('the refund of a late return says what is kept of an order abroad, and that the carriage is kept of one at home', () => {
  const late = '2026-12-10T02:00:00.000Z';
  const refundOf = (delivery: { type: 'HOME'; subtype: 'TCAT' } | { type: 'INTERNATIONAL'; subtype: 'INTERNATIONAL' }, code: string) => {
    // At home a dearer order has free carriage; abroad a cheaper one gives nothing back.
    const total = delivery.type === 'HOME' ? 1_100 : 4_000;
    const charged: OrderEvent = { ...authorised, data: { ...authorised.data, amount: total } };
    const isAbroad = delivery.type === 'INTERNATIONAL';
    const parcel = { ...report, subtype: delivery.subtype, ...(isAbroad && { logisticsId: null, source: 'support', carrierAt: null }) };
    return linesAfter(
      [placed({ delivery, subtotal: total - 120, total }), charged, ...(isAbroad ? [] : [shipped()])],
      ...(isAbroad ? ['900', code] : [code]).map((one): Commands[number] => ['客服 林', { ...parcel, code: one } as OrderCommand]),
      ['訪客', { ...ask, at: late } as OrderCommand],
      ['客服 林', { type: 'ApproveReturn', at: late }],
      ['客服 林', { type: 'ReceiveReturn', at: late, reason: 'COMPLETE' }],
      ['系統', { type: 'StartRefunds', at: late }],
    ).get('退貨退款');
  };
  expect(refundOf({ type: 'HOME', subtype: 'TCAT' }, '3003')).toMatch(
    /^已收 NT\$1,100 − 退貨運費（逾七日的退貨） NT\$120 = 應退 NT\$980；尚未入帳，/,
  );
  expect(refundOf({ type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' }, '20000')).toMatch(
    /^已收 NT\$4,000 − 逾七日的海外退貨不退的部分 NT\$2,000 = 應退 NT\$2,000；尚未入帳，/,
  );
});

test('a late return of a small order abroad says why nothing of it is paid back, and a delivered order that nothing is', () => {
  const late = '2026-12-10T02:00:00.000Z';
  const delivery = { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } as const;
  const begun = [
    placed({ delivery, subtotal: 1_500, shippingFee: 500, total: 2_000 }),
    { ...authorised, data: { ...authorised.data, amount: 2_000 } },
  ];
  const parcel = { ...report, subtype: 'INTERNATIONAL', logisticsId: null, source: 'support', carrierAt: null };
  const delivered = ['900', '20000'].map((code): Commands[number] => ['客服 林', { ...parcel, code } as OrderCommand]);
  const back: Commands = [
    ['訪客', { ...ask, at: late } as OrderCommand],
    ['客服 林', { type: 'ApproveReturn', at: late }],
    ['客服 林', { type: 'ReceiveReturn', at: late, reason: 'COMPLETE' }],
  ];
  expect(linesAfter(begun, ...delivered).get('退款')).toBe('無');
  expect(linesAfter(begun, ...delivered, ...back).get('退款')).toBe('已收 NT$2,000 − 逾七日的海外退貨不退的部分 NT$2,000 = 應退 NT$0');
});

test('goods whose receipt two people decided name both, each at the time of the own deed', () => {
  const [came, later] = ['2026-11-20T03:00:00.000Z', '2026-11-20T04:00:00.000Z'];
  const asked: Commands = [
    ['物流業者', report],
    ['會員', ask],
    ['客服 林', { type: 'ApproveReturn', at }],
    ['客服 林', { ...propose, at: came, as: 'return', cameAt: came }],
  ];
  const goods = (...commands: Commands) => linesAfter([...paid, shipped()], ...asked, ...commands).get('退回商品');
  expect(goods()).toBe('已收到，登記待覆核');
  expect(goods(['客服 陳', { ...judge('approve'), at: later }])).toBe(
    `已收到，由客服 林於 ${shownTime(came)} 提出，客服 陳於 ${shownTime(later)} 核准（超過 NT$100 須第二人覆核）`,
  );
});

test('a return says its reason, its verdict and whether the goods are there, each with a person', () => {
  const delivered: [string, OrderCommand][] = [
    ['物流業者', report],
    ['會員', ask],
  ];
  const open = linesAfter([...paid, shipped()], ...delivered);
  expect([open.get('退貨原因'), open.get('退貨審核'), open.get('退回商品')]).toEqual([
    `商品損壞，由會員於 ${AT} 申請`,
    '尚未審核',
    undefined,
  ]);
  const approved = linesAfter([...paid, shipped()], ...delivered, ['客服 林', { type: 'ApproveReturn', at }]);
  expect([approved.get('退貨審核'), approved.get('退回商品')]).toEqual([`通過（七日鑑賞期內），由客服 林於 ${AT} 審核`, '尚未收到']);
  const refused = linesAfter([...paid, shipped()], ...delivered, ['客服 林', { type: 'RejectReturn', at, reason: 'OPENED_GOODS' }]);
  expect(refused.get('退貨審核')).toBe(`未通過（商品已拆封），由客服 林於 ${AT} 審核`);
  const uncollected = linesAfter(
    [...paid, shipped()],
    ['會員', ask],
    ['物流業者', { ...report, code: '5004' }],
    ['系統', { type: 'StartRefunds', at }],
  );
  expect(uncollected.get('退貨審核')).toBe('包裹未取貨，不再審核');
});

test('an order that nothing happened to has few lines', () => {
  expect([...linesAfter(paid)].map(([label]) => label)).toEqual([
    '付款',
    '銀行交易編號',
    '訂單金額',
    '優惠券',
    '退款',
    '顧客',
    '收件人',
    '配送',
    '包裹狀態',
    '交給物流',
    '顧客收到',
  ]);
  expect(linesAfter(paid).get('收件人')).toMatch(/^.○.*，09••••\d{3}，/);
  expect(linesAfter([placed({ payment: 'COD' })]).get('付款')).toBe('貨到付款，未收款');
  expect(linesAfter([placed({ credit: 300, memberId: 'm1' })]).get('購物金')).toBe('折抵 NT$300');
});

const failed = (reason: 'REFUSED' | 'MISMATCH', more: object = {}): OrderEvent => ({
  type: 'CardPaymentFailed',
  data: { at, reason, providerCode: null, recTradeId: 'D1', ...more },
});
const refunded = (amount: number): OrderEvent => ({
  type: 'RefundIssued',
  data: { at, refundId: 'R1', amount, reason: 'GOODWILL', way: 'card', strayTradeId: null },
});
const PAID = `信用卡，付款成功，已收 NT$1,100（${shownTime('2026-11-20T01:00:00.000Z')}）`;
const linked = { orderNo: 'A1B2C3D4E5F6G7H8', kind: 'EXCHANGE', value: 980 } as const;
const cash = [placed({ payment: 'COD' }), shipped()];
const stray: OrderEvent = { type: 'StrayChargeFound', data: { at, recTradeId: 'D2', bankTransactionId: 'TP2', amount: 1100 } };
test.each<[string, readonly OrderEvent[], Commands, string | RegExp]>([
  ['paid', paid, [], PAID],
  ['paid back in part', [...paid, refunded(100)], [], `${PAID}；之後已部分退款`],
  ['paid back', [...paid, refunded(1100)], [], `${PAID}；之後已全額退款`],
  ['refused by the bank', [placed(), failed('REFUSED')], [], /^信用卡，付款失敗：銀行拒絕授權；未扣款，/],
  ['refused with a code', [placed(), failed('REFUSED', { providerCode: 10003 })], [], /：銀行拒絕授權（卡片錯誤，請顧客洽發卡銀行）；/],
  ['that came after it failed', [placed(), failed('REFUSED'), authorised], [], /^信用卡，(?!.*未扣款)/],
  ['of another amount', [placed(), failed('MISMATCH', { charged: 5 })], [], /；已扣款的金額與訂單不符，須核對後退款$/],
  ['in cash, and the parcel is on its way', cash, [], '貨到付款，未收款'],
  ['in cash, at the delivery', cash, [['物流業者', report]], `貨到付款，物流已代收 NT$1,100（${AT}）`],
  ['in cash, beside a charge to a card', [...cash, stray], [['物流業者', report]], `貨到付款，物流已代收 NT$1,100（${AT}）`],
  ['for nothing, as goods are sent again', [placed({ total: 0, linked })], [], '不另收費'],
])('a payment: %s', (_, begun, commands, said) => {
  expect(linesAfter(begun, ...commands).get('付款')).toEqual(said instanceof RegExp ? expect.stringMatching(said) : said);
});

test('a second charge has its own number at the bank', () => {
  expect(linesAfter([...paid, stray]).get('重複扣款')).toBe('NT$1,100，銀行交易編號 TP2');
});

test('coupons and credit say whether they were given back, and why', () => {
  const coupon = { couponId: 1, uid: 'u1', name: '折一百', type: 'DISCOUNT', scope: 'SYSTEM', super: null } as const;
  const gift = { productId: 7, nameZh: '旅行組', nameEn: 'Travel set', image: 'set', quantity: 1, value: 200, deductible: true };
  const coupons = [
    { ...coupon, discount: { formula: '100', base: 980, amount: 100, shares: [] }, gifts: [] },
    { ...coupon, couponId: 2, name: '好禮', type: 'GIVEAWAY' as const, discount: null, gifts: [gift] },
  ];
  const promotions = { pricedAt: at, coupons, credit: [], goodsPaid: 880, takes: [], asked: { coupons: [], credit: 0 }, personKeys: [] };
  const discounts = [{ couponId: 1, name: '折一百', formula: '100', amount: 100 }] as never;
  const begun = [placed({ memberId: 'm1', discounts, credit: 300, promotions })];
  const said = (...wallet: OfWallet[]) => {
    const lines = valuesOf(summaryAfter(begun, [], {}, wallet));
    return [lines.get('優惠券'), lines.get('購物金')];
  };
  const used = ['折一百 −NT$100、好禮（贈 1 項）', '折抵 NT$300'];
  expect(said()).toEqual(used);
  const all = { coupons: [{ couponId: '1' }], credit: [{ amount: 100 }, { amount: 200 }] };
  const back = (why: string) => [`${used[0]}；已因${why}歸還（${AT}）`, `${used[1]}；已因${why}歸還 NT$300（${AT}）`];
  expect(said({ type: 'PromotionsReleased', data: all })).toEqual(back('結帳或付款未完成'));
  expect(said({ type: 'PromotionsRestored', data: { ...all, outcome: 'CANCELLED' } })).toEqual(back('訂單取消'));
  const nothing = { coupons: [], credit: [] };
  expect(said({ type: 'PromotionsRestored', data: { ...nothing, outcome: 'RETURNED' } })).toEqual([
    `${used[0]}；退貨後不歸還：退貨時歸還購物金，已使用的優惠券不重發`,
    used[1],
  ]);
  expect(said({ type: 'PromotionsRestored', data: { ...nothing, outcome: 'CANCELLED' } })).toEqual(used);
  const taken: OrderEvent = { type: 'RewardsTakenBack', data: { at, deducted: 0 } };
  expect(valuesOf(summaryAfter([...paid, taken], [], { rewards: ['創始會員回饋 NT$22', '推薦回饋 NT$45'] })).get('回饋收回')).toBe(
    `創始會員回饋 NT$22、推薦回饋 NT$45（${AT}）`,
  );
});

test('credit that support gave names who gave it, who approved it and who took the rest back', () => {
  const give: OrderCommand = { type: 'GrantGoodwillCredit', at, amount: 50, note: '補償' };
  const alone = linesAfter(paid, ['客服 林', give]);
  expect(alone.get('贈送購物金')).toMatch(new RegExp(`^NT\\$50（\\w+），客服 林於 ${AT} 贈送$`));
  const creditId = /（(\w+)）/.exec(alone.get('贈送購物金') ?? '')?.[1] ?? '';
  const revoke: OrderCommand = { type: 'RevokeGoodwillCredit', at, creditId, note: '重複' };
  expect(linesAfter(paid, ['客服 林', give], ['客服 陳', revoke]).get('贈送購物金')).toMatch(
    new RegExp(`贈送，客服 陳於 ${AT} 收回未使用的餘額$`),
  );
  const both: Commands = [
    ['客服 林', { ...propose, as: 'credit' }],
    ['客服 陳', judge('approve')],
  ];
  expect(linesAfter(paid, ...both).get('贈送購物金')).toContain(`，客服 林於 ${AT} 提出，客服 陳於 ${AT} 核准（超過 NT$100 須第二人覆核）`);
});

test('of two acts that were approved, each names its own two people', () => {
  const lines = linesAfter(
    paid,
    ['客服 林', { ...propose, as: 'credit' }],
    ['客服 陳', judge('approve')],
    ['客服 黃', propose],
    ['客服 王', { ...judge('approve'), proposalId: 'P2' }],
  );
  expect(lines.get('贈送購物金')).toContain(`，客服 林於 ${AT} 提出，客服 陳於 ${AT} 核准`);
  expect(lines.get('善意退款')).toContain(`；客服 黃於 ${AT} 提出，客服 王於 ${AT} 核准`);
});

test('the number of a parcel to a store is masked, and gone with the data of its buyer', () => {
  const store = [placed({ delivery: { type: 'CVS', subtype: 'UNIMARTC2C' } }), shipped({ subtype: 'UNIMARTC2C', cvsPaymentNo: 'C1' })];
  const shown = summaryAfter(store);
  expect(shown.get('查件號碼')).toEqual({
    label: '查件號碼',
    value: '已遮罩（顧客訂單頁的物流編號）',
    sealed: { what: '查件號碼', fields: ['查件號碼'] },
  });
  expect(shown.get('收件人')?.sealed).toEqual({ what: '收件資料', fields: ['收件人', '電話', '電子郵件', '地址'] });
  const forgotten = { at, purposes: ['contact'], requester: { kind: 'shop' }, reason: 'KEPT_LONG_ENOUGH' };
  const gone = store.map((event) => ({ ...event, personal: {} }) as OrderEvent);
  expect(summaryAfter([...gone, { type: 'PersonalDataForgotten', data: forgotten } as never]).get('查件號碼')).toEqual({
    label: '查件號碼',
    value: '已刪除',
  });
  expect(summaryAfter([...paid, shipped()]).get('查件號碼')).toEqual({ label: '查件號碼', value: '8800412（顧客訂單頁的物流編號）' });
});

test('the buyer is a guest, a member, or a guest whose order a member took over', () => {
  const adopted: OrderEvent = { type: 'OrderAdopted', data: { at, memberId: 'm1', by: 'EMAIL' } };
  const buyer = (begun: readonly OrderEvent[], about: Partial<About> = {}) => summaryAfter(begun, [], about).get('顧客');
  expect(buyer([placed()])).toEqual({ label: '顧客', value: '訪客' });
  expect(buyer([placed({ memberId: 'm1' })], { memberCode: '000123' })).toEqual({ label: '顧客', value: '會員', member: '000123' });
  expect(buyer([placed(), adopted])).toEqual({ label: '顧客', value: '會員（下單時為訪客）' });
});

test('a parcel that the carrier refused, and a return that ended without its goods, say so', () => {
  const refusal: OrderEvent = {
    type: 'ShipmentRejected',
    data: { at, tradeNo: 'N123456789ABCDEF', reason: 'REFUSED_BY_CARRIER' },
    personal: { support: { carrierText: '' } },
  };
  expect(linesAfter([...paid, refusal]).get('包裹狀態')).toBe('物流拒絕建立');
  expect(linesAfter(paid).get('包裹狀態')).toBe('—');
  const later = '2026-12-20T02:00:00.000Z';
  const approved: Commands = [
    ['物流業者', report],
    ['會員', ask],
    ['客服 林', { type: 'ApproveReturn', at }],
  ];
  const ended: Commands = [...approved, ['客服 陳', { type: 'EndReturn', at: later, note: '未寄回' }]];
  const said = (...commands: Commands) => linesAfter([...paid, shipped()], ...commands).get('退貨審核');
  expect(said(...ended)).toBe(`結束，未收到退回商品，由客服 陳於 ${shownTime(later)} 結束`);
  expect(said(...ended, ['客服 陳', { type: 'ReceiveReturn', at: later, reason: 'COMPLETE' }])).toBe(said(...approved));
});

test('an open dispute warns before a refund, also somebody who was not told of it; an order without a card has no bank to ask', () => {
  const hold = (type: 'PlaceHold' | 'LiftHold') => ['林客服', { type, at, hold: 'DISPUTE', note: '' }] as Commands[number];
  expect(linesAfter(paid, hold('PlaceHold')).get('帳款爭議')).toBe(
    `進行中，由林客服於 ${AT} 登記；銀行可能已將款項退給持卡人，退款前請先確認`,
  );
  for (const uncharged of [{ payment: 'COD' as const }, {}])
    expect(linesAfter([placed(uncharged)], hold('PlaceHold')).get('帳款爭議')).toBe(`進行中，由林客服於 ${AT} 登記`);
  expect(linesAfter(paid, hold('PlaceHold'), hold('LiftHold')).get('帳款爭議')).toBeUndefined();
});
