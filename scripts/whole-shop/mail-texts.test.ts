import { evolveOrder, type Order, type OrderEvent, orderReceipt } from '@nordhaut/ordering';
import { authorised, line, personal, placed, shipped } from '@nordhaut/ordering/testing';
import { describe, expect, test } from 'vitest';
import { orderValues, render, type Sender, type Template, TEMPLATES, type Values } from '@nordhaut/messaging/testing';

const sender: Sender = {
  brand: 'Nordhaut',
  email: 'support@nordhaut.example',
  phone: '+886 2 0000 0000',
  hours: '09:00-18:00',
  shopUrl: 'https://shop.example',
  seller: '',
};
const receipt = orderReceipt('N123456789ABCDEF', { revision: 3, hash: 'ab'.repeat(32) });
const templateOf = (id: string): Template => TEMPLATES.find((one) => one.id === id) as Template;

function order(more: Partial<Parameters<typeof placed>[0]> = {}, contact = personal.contact, later: OrderEvent[] = []): Order {
  const { subtype } = { ...more.delivery };
  const sent = shipped({ cvsPaymentNo: 'A1234567', cvsValidationNo: '4321', ...(subtype && { subtype }) });
  const events: OrderEvent[] = [{ ...placed(more), personal: { contact } }, authorised, sent, ...later];
  const state = events.reduce<Order | null>(
    (before, event, revision) =>
      evolveOrder(before, { ...event, revision, position: BigInt(revision), recordedAt: event.data.at } as never),
    null,
  );
  if (!state) throw new Error('no order');
  return state;
}
const mailOf = (id: string, of = order(), data = {}) =>
  render(templateOf(id), orderValues(of, { receipt, ...data }, sender.shopUrl), sender);

const MEMBER: Values = {
  texts: {
    name: '王大明',
    brand: 'Nordhaut',
    inviteCode: 'ABCDEFGHIJ',
    confirmText: '請點選。',
    confirmUrl: 'https://shop.example/confirm-email?token=SECRETTOKEN',
    resetUrl: 'https://shop.example/new-password?token=SECRETTOKEN',
    amount: 'NT$100',
    reason: '這是創始會員的訂單回饋。',
    endsAt: '2027/11/22',
    couponUrl: 'https://shop.example/member/coupon',
    way: 'LINE',
    at: '2026/11/22 14:00',
    newPasswordUrl: 'https://shop.example/new-password',
    note: 'shop.example/history\n18230\nabc=\n\n— shop.example/history xyz=',
    size: '18230',
    day: '2026/11/22',
  },
};
const refused: OrderEvent[] = [
  { type: 'ReturnRequested', data: { at: '2026-11-25T01:00:00.000Z', reason: 'OTHER' } },
  { type: 'ReturnRejected', data: { at: '2026-11-25T02:00:00.000Z', reason: 'TOO_LATE' } },
];
const values = (id: string): Values =>
  /^(ORDER|PARCEL|RETURN)/.test(id)
    ? orderValues(order({}, personal.contact, refused), { receipt, amount: 980, way: 'card' }, sender.shopUrl)
    : MEMBER;

describe.each(TEMPLATES.map(({ id }) => id))('%s', (id) => {
  const mail = render(templateOf(id), values(id), sender);

  test('has every value, in HTML and in text', () => {
    expect(mail.html + mail.text + mail.subject).not.toMatch(/\{\{|undefined|null|NaN/);
    expect(mail.text).toContain('support@nordhaut.example');
  });

  test('has balanced elements, no script, no image, and nothing from elsewhere', () => {
    const open: string[] = [];
    for (const [, end, name = ''] of mail.html
      .replace(/<!doctype[^>]*>|<style>[\s\S]*?<\/style>/g, '')
      .matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
      if (['meta', 'br'].includes(name)) continue;
      if (end) expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
    expect(mail.html).not.toMatch(/<script|<img|<link|url\(|javascript:/i);
  });

  test('has no token in its subject, and no gap where a value is missing', () => {
    expect(mail.subject).not.toContain('SECRETTOKEN');
    expect(mail.text).not.toMatch(/：\n(?!http)/);
  });
});

test.each(TEMPLATES.map(({ id }) => id).filter((id) => /^(ORDER|PARCEL|RETURN)/.test(id)))(
  '%s has the order number in groups of four, the look-up and the receipt',
  (id) => {
    const mail = render(templateOf(id), values(id), sender);
    for (const content of [mail.html, mail.text]) {
      expect(content).toContain('N123 4567 89AB CDEF');
      expect(content).toContain('https://shop.example/search-order?id=N123456789ABCDEF');
      expect(content).toContain(receipt);
    }
  },
);

test('escapes what people typed, in the body and in attributes', () => {
  const contact = {
    ...personal.contact,
    recipient: { ...personal.contact.recipient, firstName: '<b>', lastName: '"&\'', address: '<img src=x onerror=alert(1)>{{name}}' },
  };
  const { html, text } = mailOf('ORDER_CREATED_HOME', order({ lines: [{ ...line, nameZh: '「潔膚露」"大" <i>\'s' }] }, contact));
  expect(html).toContain('&lt;b&gt;&quot;&amp;&#39;您好');
  expect(html).toContain('&quot;大&quot; &lt;i&gt;&#39;s');
  expect(html).toContain('&#123;&#123;name&#125;&#125;');
  expect(html).not.toMatch(/<b>|<i>|<img/);
  expect(text).toContain('<b>"&\'您好');
});

test('the hours of service stay in one line, and long amounts stand beside the first line of their label', () => {
  const { html } = mailOf('ORDER_CREATED_HOME');
  expect(html).toContain('<span style="white-space:nowrap">（09:00-18:00）</span>');
  expect(html).toMatch(/<td class="soft" valign="top"[^>]*>運費<\/td><td class="soft" align="right" valign="top"/);
});

test('a subject is one line', () => {
  const template: Template = { ...templateOf('CONFIRM_EMAIL'), subject: '{{name}}' };
  const { subject } = render(template, { texts: { ...MEMBER.texts, name: 'a\r\nBcc: b@example.com {{x}}' } }, sender);
  expect(subject).toBe('a Bcc: b@example.com { {x}}');
});

test('a subject that is too long ends with a whole character', () => {
  const named = { ...templateOf('REGISTER_SUCCESS'), subject: '{{name}}' };
  const { subject } = render(named, { texts: { ...MEMBER.texts, name: `${'好'.repeat(149)}😀用` } }, sender);
  expect(subject).toBe(`${'好'.repeat(149)}😀`);
});

test('a link that is no web address leads nowhere', () => {
  const { html } = render(templateOf('CONFIRM_EMAIL'), { texts: { ...MEMBER.texts, confirmUrl: 'javascript:alert(1)' } }, sender);
  expect(html).toContain('href="#"');
});

test('the parts of an address in Hong Kong go from the large to the small', () => {
  const place = { zip: '', city: '香港', district: '港島', area: '中西區', address: '德輔道中 1 號' };
  const contact = { ...personal.contact, recipient: { ...personal.contact.recipient, ...place } };
  const abroad = order({ delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } }, contact);
  expect(mailOf('ORDER_CREATED_ABROAD', abroad).text).toContain('香港港島中西區德輔道中 1 號');
});

test('names what the buyer pays, what happens next, and where', () => {
  const store = { id: '131386', name: '建盛門市', address: '台北市大安區建國南路一段1號' };
  const cash = mailOf('ORDER_CREATED_HOME', order({ payment: 'COD' }));
  expect(cash.text).toContain('付款方式：貨到付款');
  expect(cash.text).toContain('請備妥 NT$1,100 付款');
  const card = mailOf('ORDER_CREATED_HOME');
  expect(card.text).toContain('付款方式：信用卡');
  expect(card.text).not.toContain('請備妥');
  expect(card.text).not.toContain('購物金');
  const credit = mailOf('ORDER_CREATED_HOME', order({ total: 0, credit: 980, shippingFee: 0 })).text;
  expect(credit).toContain('付款方式：購物金');
  expect(credit).toContain('購物金折抵：');
  expect([card.text.includes('運費：免運費'), credit.includes('運費：免運費')]).toEqual([false, true]);
  const [delivery, contact] = [{ type: 'CVS', subtype: 'UNIMARTC2C' } as const, { ...personal.contact, store }];
  const toStore = order({ delivery }, contact);
  expect(mailOf('ORDER_CREATED_STORE', toStore).text).toContain('取貨門市：7-11 建盛門市');
  expect(mailOf('ORDER_CREATED_STORE', toStore).text).toContain('我們已收到您的訂單。商品送達取貨門市時，我們會再寄信通知您取貨。');
  expect(mailOf('ORDER_CREATED_STORE', toStore).text).not.toContain('信義路');
  // The poll comes after midnight in Taipei, the parcel came before it.
  const [arrival, poll] = ['2026-11-20T15:30:00.000Z', '2026-11-20T16:30:00.000Z'];
  const report = (at: string, timed: boolean): OrderEvent => ({
    type: 'ParcelStatusReported',
    data: {
      at,
      tradeNo: toStore.terms.orderNo,
      logisticsId: 'L1',
      subtype: 'UNIMARTC2C',
      code: '2073',
      source: timed ? 'callback' : 'poll',
      timed,
      current: !timed,
      finished: false,
    },
  });
  const arrived = (...reports: OrderEvent[]) => mailOf('PARCEL_AT_STORE', order({ delivery }, contact, reports), { at: poll });
  expect(arrived(report(poll, false)).text).toContain('取貨編號：A1234567-4321');
  expect(arrived(report(poll, false)).text).toContain('取貨期限：2026/11/28');
  expect(arrived(report(poll, false)).text, 'the last day counts').toContain('請於 2026/11/28（含當日）以前');
  expect(arrived(report(poll, false), report(arrival, true)).text, "the carrier's own report came since").toContain('取貨期限：2026/11/27');
});

test('says where the money of a refund goes, and why an order was cancelled', () => {
  const refund = (data: object) => mailOf('ORDER_REFUNDED', order(), { amount: 300, ...data }).text;
  expect(refund({ way: 'card' })).toContain('您的訂單已退款 NT$300。款項會退回您付款的信用卡');
  expect(refund({ way: 'transfer' })).toContain('款項已匯入您提供的帳戶');
  expect(refund({ way: 'card', stray: true })).toContain('有一筆重複扣款');
  const cancelled = (reason: 'PAYMENT_TOO_LATE' | 'CHANGED_MIND') =>
    mailOf(
      'ORDER_CANCELLED',
      order({}, personal.contact, [{ type: 'OrderCancelled', data: { at: '2026-11-20T02:00:00.000Z', reason, refundDue: true } }]),
    ).text;
  expect(cancelled('PAYMENT_TOO_LATE')).toContain('您的付款在期限之後才完成');
  expect(cancelled('CHANGED_MIND')).toContain('您的訂單已取消。');
});

test('leaves out what has no value', () => {
  const blocks: Template['blocks'] = [
    { heading: '{{store}}' },
    { note: ' {{payNote}}' },
    { facts: [['取貨門市', '{{store}}']] },
    { text: '{{name}}' },
  ];
  const { text } = render({ ...templateOf('ORDER_REFUNDED'), blocks }, orderValues(order(), {}, sender.shopUrl), sender);
  expect(text.split('──')[0]?.trim()).toBe('王大明');
});

test('a template that needs an unknown value fails instead of sending a gap', () => {
  expect(() => render({ ...templateOf('CONFIRM_EMAIL'), subject: '{{nothing}}' }, MEMBER, sender)).toThrow('nothing');
});

test('the foot of a mail names the company that sells, where the settings do', () => {
  const named = { ...sender, seller: '北膚 <生技> 股份有限公司　統一編號 04595257' };
  const { text, html } = render(templateOf('REGISTER_SUCCESS'), MEMBER, named);
  expect(text.endsWith(`\n${sender.shopUrl}\n${named.seller}\n`)).toBe(true);
  expect(html).toContain('<br>北膚 &lt;生技&gt; 股份有限公司　統一編號 04595257</td>');
  const without = render(templateOf('REGISTER_SUCCESS'), MEMBER, sender);
  expect(without.text.endsWith(`\n${sender.shopUrl}\n`)).toBe(true);
  expect(without.html).toContain('09:00-18:00）</span></td>');
});
