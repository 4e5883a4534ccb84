import { fileURLToPath } from 'node:url';
import type { OrderFacts } from '@nordhaut/contracts';
import { makePrime } from '@nordhaut/simulators';
import type { APIRequestContext, Page } from '@playwright/test';
import { goWithin, NO_ACTIONS, type Shown, showAs } from './harness/answers.ts';
import { alive, cartLink } from './harness/buyer.ts';
import { expectAccessible, expectLargeTargets, expectNoSidewaysScroll, expectStill, linesOf, quietAfter } from './harness/checks.ts';
import { CART, cardToStore, cardToTheDoor, codToTheDoor, fillCart, orderOf, placeOrder, VISA } from './harness/orders.ts';
import { DESK, expect, PHONE, test } from './harness/test.ts';
import { moveParcel } from './harness/simulators.ts';

/** With E2E_PICTURES set, the run writes a screenshot of every state at both widths to `test-results/order-states/`. */
const PICTURES = process.env['E2E_PICTURES'] && fileURLToPath(new URL('../../test-results/order-states/', import.meta.url));

type Terms = Parameters<typeof placeOrder>[1];
const atTheBank = (): Terms => ({ ...cardToTheDoor(), payment: { type: 'CREDIT', prime: makePrime(VISA, Date.now()) } });

type State = {
  name: string;
  terms?: () => Terms;
  /** the carrier's reports */
  codes?: readonly number[];
  /** The buyer cancels. */
  cancels?: true;
  /** The page is opened after the refund is paid. */
  paidBack?: true;
  /** changes to the shop's answer; these states share one page, without its measured load */
  shown?: Shown;
  page: 'result' | 'look-up';
  /** The order's lines are in the cart again; for states that share a page. */
  inCart?: true;
  /** A visitor without proof opens the page. */
  stranger?: true;
  text: string | RegExp;
  /** further checks of this state */
  also?: (page: Page) => Promise<void>;
  /** states that the buyer reaches from this state on the same page */
  then?: readonly { name: string; act: (page: Page) => Promise<void> }[];
};

const refund = (state: 'owed' | 'paid'): OrderFacts['refund'] => ({ state, amount: 1860 });
const over = (phase: OrderFacts['phase'], more: Partial<OrderFacts> = {}): Partial<OrderFacts> => ({ phase, actions: NO_ACTIONS, ...more });
const open = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click();

const STATES: readonly State[] = [
  { name: 'awaiting payment', page: 'result', terms: atTheBank, text: '付款結果確認中' },
  { name: 'paid', page: 'result', terms: cardToTheDoor, text: '付款成功' },
  { name: 'paid, to a store', page: 'result', terms: () => cardToStore('FAMIC2C'), text: '付款成功' },
  { name: 'cash', page: 'result', terms: codToTheDoor, text: '訂單已成立' },
  { name: 'cash, a stranger looks', page: 'result', terms: codToTheDoor, stranger: true, text: '訂單已成立' },
  {
    name: 'failed for certain',
    page: 'result',
    shown: { facts: over('payment-failed', { payment: 'failed', parcel: null }), order: { notCharged: true }, label: '付款失敗' },
    inCart: true,
    text: '這筆訂單沒有扣款',
    also: async (page) => {
      await expect(page.getByRole('link', { name: '重新付款' })).toHaveAttribute('href', '/payment?to=PAY');
      await page.setViewportSize({ ...PHONE.viewport, width: 320 });
      const lines = await linesOf(page.getByText('這筆訂單沒有扣款'));
      expect(lines, 'no full stop alone').toEqual(['這筆訂單沒有扣款，', '可以重新結帳或改用其他付款方式。']);
    },
  },
  {
    name: 'failed, unclear',
    page: 'result',
    shown: { facts: over('payment-failed', { payment: 'failed', parcel: null }), label: '付款失敗' },
    text: '若您的帳戶仍有這筆扣款',
    also: async (page) => {
      const elsewhere = page.getByText('這個瀏覽器的購物車是空的');
      await expect(elsewhere, 'the cart of this browser is empty').toBeVisible();
      await expect(page.getByRole('main'), 'so the page offers no checkout').not.toContainText('可以重新結帳');
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ ...PHONE.viewport, width });
        const lines = await linesOf(page.getByText('若您的帳戶仍有這筆扣款'));
        expect(
          lines.filter((line) => !/[，；。]$/.test(line)),
          `lines that end inside a clause at ${width} px`,
        ).toEqual([]);
      }
      expect(await linesOf(elsewhere)).toEqual([
        '這個瀏覽器的購物車是空的。',
        '若您在其他\u00a0App（如\u00a0LINE）或瀏覽器下單，',
        '購物車與填寫的資料會保留在那裡。',
      ]);
    },
  },
  {
    name: 'cancelled',
    page: 'result',
    shown: { facts: over('cancelled', { refund: refund('owed'), parcel: null }), label: '訂單已取消' },
    text: '退款處理中 NT$1,860',
  },
  { name: 'delivered', page: 'result', codes: [3003], text: '訂單狀態' },

  { name: 'awaiting payment', page: 'look-up', terms: atTheBank, text: '待3D驗證' },
  {
    name: 'paid',
    page: 'look-up',
    terms: cardToTheDoor,
    text: '訂單處理中',
    then: [{ name: 'cancelling', act: (page) => open(page, '取消訂單') }],
  },
  {
    name: 'paid with a coupon',
    page: 'look-up',
    shown: { order: { discount: 200 } },
    text: '取消訂單',
    then: [{ name: 'cancelling with a coupon', act: (page) => open(page, '取消訂單') }],
  },
  {
    name: 'masked',
    page: 'look-up',
    stranger: true,
    text: '查看完整資料',
    then: [
      { name: 'masked, asked for proof to return', act: (page) => open(page, '退貨申請') },
      {
        name: 'masked, asked for proof to see',
        act: async (page) => {
          await open(page, '返回');
          await open(page, '查看完整資料');
        },
      },
      {
        name: 'masked, a wrong phone number',
        act: async (page) => {
          await page.getByLabel('收件人手機號碼').fill('0900000000');
          await open(page, '驗證');
          await expect(page.getByRole('article')).toContainText('資料不符');
        },
      },
    ],
  },
  { name: 'cash, on its way', page: 'look-up', terms: codToTheDoor, codes: [3001, 3006], text: '收件時支付' },
  {
    name: 'failed',
    page: 'look-up',
    shown: { facts: over('payment-failed', { payment: 'failed', parcel: null }), label: '付款失敗' },
    text: '重新付款',
    also: async (page) => {
      const lines = await linesOf(page.getByText('若您的帳戶仍有這筆扣款'));
      expect(lines.length).toBeGreaterThan(1);
      expect(
        lines.filter((line) => !/[，；。]$/.test(line)),
        'lines that end inside a clause',
      ).toEqual([]);
    },
  },
  { name: 'on its way to a store', page: 'look-up', terms: () => cardToStore('UNIMARTC2C'), codes: [2068], text: '預計到店' },
  { name: 'at the store', page: 'look-up', terms: () => cardToStore('UNIMARTC2C'), codes: [2068, 2073], text: '取貨期限' },
  {
    name: 'at the store, a stranger looks',
    page: 'look-up',
    terms: () => cardToStore('UNIMARTC2C'),
    codes: [2068, 2073],
    stranger: true,
    text: '取貨期限',
  },
  {
    name: 'delivered',
    page: 'look-up',
    codes: [3001, 3006, 3003],
    text: '已送達',
    also: (page) => expect(page.getByText(/^七天鑑賞期至 \d+\/\d+（[日一二三四五六]）$/), 'before a form is opened').toBeVisible(),
    then: [
      { name: 'return form, card', act: (page) => open(page, '退貨申請') },
      {
        name: 'return requested',
        act: async (page) => {
          await open(page, '送出');
          await open(page, '確定送出');
          await expect(page.getByRole('article')).toContainText('退貨審核中');
        },
      },
    ],
  },
  {
    name: 'cash, delivered',
    page: 'look-up',
    terms: codToTheDoor,
    codes: [3001, 3003],
    text: '已收款 NT$1,860',
    then: [
      {
        name: 'return form, cash, with faults',
        act: async (page) => {
          await open(page, '退貨申請');
          await page.getByRole('radio', { name: '其他' }).check();
          await open(page, '送出');
        },
      },
    ],
  },
  {
    name: 'not collected, owed',
    page: 'look-up',
    terms: () => cardToStore('UNIMARTC2C'),
    codes: [2073, 2074],
    shown: { facts: { refund: refund('owed') }, label: '未取貨，訂單已取消（退款處理中）' },
    text: '退款處理中 NT$1,860',
  },
  {
    name: 'not collected, paid back',
    page: 'look-up',
    terms: () => cardToStore('UNIMARTC2C'),
    codes: [2073, 2074],
    paidBack: true,
    text: '已退款 NT$1,860',
  },
  {
    name: 'cancelled, owed',
    page: 'look-up',
    shown: { facts: over('cancelled', { refund: refund('owed'), parcel: null }), label: '訂單已取消（退款處理中）', steps: ['訂單已取消'] },
    text: '退款處理中 NT$1,860',
  },
  {
    name: 'cancelled, paid back',
    page: 'look-up',
    cancels: true,
    paidBack: true,
    text: '已退款 NT$1,860',
    // The carrier never got the parcel.
    also: (page) => expect(page.getByRole('link', { name: /包裹查詢/ })).toHaveCount(0),
  },
  {
    name: 'delivered, the return period is over',
    page: 'look-up',
    codes: [3003],
    shown: { facts: { returnDeadline: '2025-03-05T15:59:59.999Z' } },
    text: '七天鑑賞期已於 2025/03/05 結束，逾期申請由客服審核',
  },
  {
    name: 'returning',
    page: 'look-up',
    codes: [3003],
    shown: { facts: over('returning'), label: '退貨中', steps: ['退貨審核中', '退貨中'] },
    text: '接下來1–3 個工作天內收回商品',
  },
  {
    name: 'refunded',
    page: 'look-up',
    codes: [3003],
    shown: {
      facts: over('refunded', { refund: refund('paid') }),
      label: '已退款',
      steps: ['退貨審核中', '退貨中', '已收到退貨', '已退款'],
    },
    text: '已退款 NT$1,860',
  },
  {
    name: 'return received, money owed',
    page: 'look-up',
    codes: [3003],
    shown: {
      facts: over('returning', { refund: refund('owed') }),
      label: '已收到退貨',
      steps: ['退貨審核中', '退貨中', '已收到退貨'],
    },
    text: '退貨款項將由本店退回',
    also: async (page) => {
      await expect(page.getByText('檢查後 3 個工作天內退款至原付款信用卡')).toBeVisible();
      await expect(page.getByText('工作天內收回商品'), 'the goods are back').toHaveCount(0);
    },
  },
  {
    name: 'delivered, a part paid back',
    page: 'look-up',
    codes: [3003],
    shown: { facts: { refund: { state: 'paid', amount: 100 } }, order: { credit: 50 } },
    text: '已退款 NT$100',
  },
  { name: 'store closed', page: 'look-up', terms: () => cardToStore('UNIMARTC2C'), codes: [2068, 2104], text: '取貨門市異動，客服處理中' },
  {
    name: 'sent again',
    page: 'look-up',
    codes: [3003],
    shown: { order: { linked: { from: null, orders: [{ orderNo: 'N123456789ABCDEF', kind: 'RESEND', ended: false }] } } },
    text: '補寄訂單 N123456789ABCDEF',
    also: async (page) => {
      const notice = page.locator('p', { hasText: '補寄訂單：' });
      await expect(notice.getByRole('link', { name: 'N123456789ABCDEF' })).toBeVisible();
    },
  },
  {
    name: 'forgotten',
    page: 'look-up',
    codes: [3003],
    shown: { order: { personal: 'forgotten', recipient: { name: '', phone: '', email: '', address: '' }, tracking: null } },
    text: '已刪除，或僅供會員登入查看',
  },
  {
    name: 'shipped',
    page: 'look-up',
    codes: [3001],
    text: '運送中',
    also: async (page) =>
      expect(await linesOf(page.getByText('包裹已交給物流'))).toEqual(['包裹已交給物流，無法取消；', '如需退貨請改用退貨申請']),
    then: [
      {
        name: 'offline',
        act: async (page) => {
          await page.context().setOffline(true);
          await expect(page.getByRole('article').getByText('離線')).toBeVisible();
        },
      },
    ],
  },
];

/** Places the order and brings it into the state. Returns its number when the look-up shows the state. */
async function orderIn({ terms = cardToTheDoor, codes = [], cancels, paidBack }: State, buyer: APIRequestContext): Promise<string> {
  const orderNo = await placeOrder(buyer, terms());
  for (const code of codes) await moveParcel(orderNo, code);
  const last = codes.at(-1);
  if (last !== undefined)
    await expect.poll(async () => (await orderOf(buyer, orderNo)).timeline.map(({ code }) => code)).toContain(String(last));
  if (cancels) expect((await buyer.post(`/api/orders/${orderNo}/cancel`, { data: { reason: 'NOT_STATED' } })).ok()).toBe(true);
  if (paidBack) await expect.poll(async () => (await orderOf(buyer, orderNo)).order.facts.refund.state).toBe('paid');
  return orderNo;
}

const pathOf = ({ page }: State, orderNo: string): string =>
  page === 'result' ? `/result?order_number=${orderNo}&status=0` : `/search-order?id=${orderNo}`;

/** Loads the page at each width; nothing shifts. The last load is at the phone's width. */
async function loadAtBothWidths(page: Page, path: string): Promise<void> {
  const quiet = quietAfter(page);
  for (const { viewport } of [DESK, PHONE]) {
    await page.setViewportSize(viewport);
    await page.goto(path);
    await alive(page);
    await quiet();
    await expectStill(page);
  }
}

/** Checks the state at both widths. It stays at the phone's width. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const { viewport } of [DESK, PHONE]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
  }
  await expectLargeTargets(page);
  await expectNoSidewaysScroll(page, 320);
  if (PICTURES) {
    for (const { viewport } of [DESK, PHONE]) {
      await page.setViewportSize(viewport);
      await page.screenshot({ path: `${PICTURES}${name} ${viewport.width}.png`, fullPage: true });
    }
  }
  await page.setViewportSize(PHONE.viewport);
}

/** Checks the state that the page shows, and the states that follow from it. */
async function lookAtAll(page: Page, state: State): Promise<void> {
  await expect(page.getByRole('main')).toContainText(state.text);
  await state.also?.(page);
  await lookAt(page, `${state.page} ${state.name}`);
  for (const { name, act } of state.then ?? []) {
    await act(page);
    await lookAt(page, `${state.page} ${name}`);
  }
}

test.describe('an order', () => {
  test.use({ ...PHONE, consoleMay: /ERR_INTERNET_DISCONNECTED/ });
  for (const state of STATES.filter(({ shown }) => !shown)) {
    test(`${state.page}: ${[state, ...(state.then ?? [])].map(({ name }) => name).join(' → ')}`, async ({ page }) => {
      const orderNo = await orderIn(state, page.request);
      if (state.stranger) await page.context().clearCookies({ name: /^(?!consent$)/ });
      await loadAtBothWidths(page, pathOf(state, orderNo));
      await lookAtAll(page, state);
    });
  }

  // The buyer keeps one page open and goes from order to order.
  for (const where of ['result', 'look-up'] as const) {
    const states = STATES.filter(({ page, shown }) => shown && page === where);
    test(`${where}, with changed answers: ${states.map(({ name }) => name).join(', ')}`, async ({ page }) => {
      test.slow();
      await page.goto('/search-order');
      await alive(page);
      for (const state of states) {
        await test.step(state.name, async () => {
          const orderNo = await orderIn(state, page.request);
          await showAs(page, orderNo, state.shown ?? {});
          if (state.inCart) await fillCart(page.request);
          await page.evaluate(() => dispatchEvent(new Event('online')));
          await expect(cartLink(page)).toHaveAccessibleName(`購物車，${state.inCart ? CART.length : 0} 件商品`);
          await goWithin(page, pathOf(state, orderNo));
          await lookAtAll(page, state);
          for (const { productId } of state.inCart ? CART : []) await page.request.delete(`/api/cart/items/${productId}?tier=ORIGIN`);
          await goWithin(page, '/product');
          await expect(page.getByRole('heading', { level: 1 })).toHaveText('系列商品');
        });
      }
    });
  }
});
