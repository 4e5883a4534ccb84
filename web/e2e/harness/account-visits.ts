import { expect, type Page } from '@playwright/test';
import { type OrderNos, WIDTHS } from './member-states.ts';
import { heading, mainButton, openShipping } from './buyer.ts';
import { linesOf } from './checks.ts';
import { memberMenu } from './members.ts';
import { importCoupons, takeCoupon, withCountdown } from './coupons.ts';
import { fillCart } from './orders.ts';

export type AccountVisit = {
  name: string;
  as?: 'newMember' | 'regular';
  path: string | ((orders: OrderNos) => string);
  h1: string | RegExp;
  /** before the page is opened */
  before?: (page: Page) => Promise<void>;
  /** what shows that the page is complete */
  shows?: string | RegExp;
  /** leads to the state that is looked at */
  act?: (page: Page) => Promise<void>;
  /** further states that the visitor reaches from this one on the same page */
  then?: readonly { name: string; act: (page: Page) => Promise<void> }[];
};

const alert = (page: Page, text: string): Promise<void> => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
const click = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('main').getByRole('button', { name }).first().click();
const order = (state: keyof OrderNos) => (orders: OrderNos) => `/member/order?order_number=${orders[state]}`;

/** Answers a call of the page with a state that only a mail could lead to, or with many rows. */
const answered =
  (path: string, json: object, status = 200) =>
  async (page: Page) =>
    void (await page.route(
      ({ pathname }) => pathname === path,
      (route) => route.fulfill({ json, status }),
    ));

const mustSignInAnew = (path: string) =>
  answered(path, { status: 403, code: 'SIGN_IN_ANEW', message: '請重新登入後再試一次', correlationId: 'x' }, 403);

/** The same member with other data. */
const memberWith =
  (change: object) =>
  async (page: Page): Promise<void> =>
    void (await page.route(
      ({ pathname }) => pathname === '/api/member',
      async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { member: object };
        await route.fulfill({ response: answer, json: { ...body, member: { ...body.member, ...change } } });
      },
    ));

/** Every page of the accounts in each state that looks different. A new page of the accounts needs a row here. */
export const ACCOUNT_VISITS: readonly AccountVisit[] = [
  {
    name: 'login',
    path: '/login',
    h1: '會員登入',
    async act(page) {
      const form = page.getByRole('form', { name: '會員登入' });
      await form.getByLabel('電子郵件').fill('nobody@example.com');
      await form.getByLabel('密碼', { exact: true }).fill('wrong123');
      await form.getByRole('button', { name: '登入', exact: true }).click();
      await alert(page, '找不到此信箱註冊的帳戶');
    },
  },
  { name: 'login after Facebook failed', path: '/login?login=fb&state=404', h1: '會員登入', shows: 'Facebook 登入失敗' },
  { name: 'login of a member', as: 'newMember', path: '/login', h1: '會員登入', shows: '您已登入' },
  {
    name: 'register',
    path: '/register?email=ming@example.com',
    h1: '註冊會員',
    async act(page) {
      await page.getByLabel('姓氏').focus();
      for (const label of ['名字', '手機號碼']) await page.getByLabel(label).focus();
      await page.getByLabel('密碼', { exact: true }).fill('abc1');
      await page.getByLabel('確認密碼', { exact: true }).fill('abc2');
      await page.getByLabel('手機號碼').fill('12');
      await page.getByLabel('姓氏').focus();
      await expect(page.getByText('號碼格式錯誤')).toBeVisible();
    },
  },
  {
    name: 'new password, asks for a link',
    path: '/new-password',
    h1: '忘記密碼？',
    async act(page) {
      await click(page, '送出');
      await expect(page.getByText('請輸入欲重設密碼的信箱 Email')).toBeVisible();
    },
  },
  { name: 'new password, used link', path: '/new-password?state=404', h1: '忘記密碼？', shows: '連結' },
  {
    name: 'new password, missing token',
    path: '/new-password?step=set',
    h1: '設定新密碼',
    async act(page) {
      for (const label of ['新密碼', '確認密碼']) await page.getByLabel(label, { exact: true }).fill('abc12345');
      await click(page, '設定新密碼');
      await expect(page.getByRole('link', { name: '重新申請重設密碼' })).toBeVisible();
    },
  },
  { name: 'confirm e-mail, used link', path: '/confirm-email', h1: '確認電子郵件', shows: '前往會員資料' },
  {
    name: 'confirm e-mail, confirmed',
    path: '/confirm-email',
    h1: '確認電子郵件',
    before: answered('/api/member/confirm', { state: 200 }),
    shows: '電子郵件已確認',
  },
  {
    name: 'confirm e-mail, not signed in',
    path: '/confirm-email',
    h1: '確認電子郵件',
    before: answered('/api/member/confirm', { status: 403, code: 'CONFIRM_SIGN_IN', message: 'x', correlationId: 'x' }, 403),
    shows: '登入並確認',
  },
  {
    name: 'confirm e-mail, used link of a confirmed member',
    as: 'newMember',
    path: '/confirm-email',
    h1: '確認電子郵件',
    before: memberWith({ emailConfirmed: true }),
    shows: '先前已確認',
  },
  { name: 'privacy', path: '/privacy', h1: /隱私/ },
  { name: 'orders, none', as: 'newMember', path: '/member/order', h1: '我的訂單', shows: '目前沒有訂單' },
  { name: 'orders', as: 'regular', path: '/member/order', h1: '我的訂單', shows: '訂單已取消' },
  { name: 'orders, none of a year', as: 'regular', path: '/member/order?year=2021', h1: '我的訂單', shows: '2021 年沒有訂單' },
  { name: 'order at the bank', as: 'regular', path: order('atBank'), h1: '訂單明細', shows: '待3D驗證' },
  { name: 'order, paid', as: 'regular', path: order('paid'), h1: '訂單明細', shows: '訂單處理中', act: (page) => click(page, '取消訂單') },
  { name: 'order at the store', as: 'regular', path: order('atStore'), h1: '訂單明細', shows: '取貨期限' },
  {
    name: 'order, delivered',
    as: 'regular',
    path: order('delivered'),
    h1: '訂單明細',
    shows: '已送達',
    async act(page) {
      await click(page, '退貨申請');
      await expect(page.getByRole('group', { name: '退貨原因' })).toBeVisible();
    },
  },
  { name: 'order, cancelled', as: 'regular', path: order('cancelled'), h1: '訂單明細', shows: '訂單已取消' },
  { name: 'order of nobody', as: 'regular', path: '/member/order?order_number=NOPE12345678', h1: '訂單明細', shows: '查詢不到' },
  {
    name: 'info',
    as: 'regular',
    path: '/member/info',
    h1: '會員資料',
    before: answered('/api/member/vouchers', credit()),
    then: [
      {
        name: 'info, deleting the account',
        async act(page) {
          await click(page, '刪除帳號');
          await expect(page.getByRole('dialog')).toContainText('剩餘的購物金 NT$900 會失效');
        },
      },
    ],
    async act(page) {
      await click(page, '變更密碼');
      await page.getByLabel('新密碼', { exact: true }).fill('abc12345');
      await page
        .getByRole('textbox', { name: /邀請碼/ })
        .last()
        .fill('abc');
      await page.getByLabel('目前的密碼', { exact: true }).focus();
    },
  },
  {
    name: 'info, another e-mail and a link that failed',
    as: 'newMember',
    path: '/member/info?login=line&state=409&link=1',
    h1: '會員資料',
    before: memberWith({ emailConfirmed: true }),
    shows: '此社群帳號已綁定其他會員',
    async act(page) {
      await click(page, '變更電子郵件');
      await click(page, '寄送確認信');
      await expect(page.getByText('請輸入新的電子郵件')).toBeVisible();
    },
  },
  {
    name: 'info of a founding member',
    as: 'newMember',
    path: '/member/info',
    h1: '會員資料',
    before: memberWith({ user_group: 'ORIGINAL', foundingNumber: 12 }),
    shows: '創始會員 編號 12',
  },
  {
    name: 'info of a member by LINE, who must sign in anew',
    as: 'newMember',
    path: '/member/info',
    h1: '會員資料',
    before: async (page) => {
      await memberWith({ ways: ['LINE'], user_login_type: 'LINE' })(page);
      await mustSignInAnew('/api/member/email')(page);
    },
    shows: '電子郵件與密碼未連結',
    async act(page) {
      await expect(page.getByRole('region', { name: '密碼' })).toHaveCount(0);
      await click(page, '變更電子郵件');
      await page.getByLabel('新的電子郵件').fill('ming@example.com');
      await click(page, '寄送確認信');
      await alert(page, '請重新登入後再試一次');
      await expect(page.getByRole('main').getByRole('link', { name: '重新登入' })).toBeVisible();
    },
  },
  {
    name: 'info, linking LINE with the password',
    as: 'newMember',
    path: '/member/info?login=line&state=403&link=1',
    h1: '會員資料',
    before: answered('/api/member/prove', { status: 402, code: 'PASSWORD_WRONG', message: '目前的密碼有誤', correlationId: 'x' }, 402),
    shows: '請先輸入密碼或重新登入，再變更登入方式',
    async act(page) {
      await click(page, '連結 LINE');
      const form = page.getByRole('form', { name: '連結 LINE' });
      await form.getByLabel('密碼', { exact: true }).fill('wrong123');
      await form.getByRole('button', { name: '連結 LINE' }).click();
      await expect(form.getByText('目前的密碼有誤')).toBeVisible();
    },
  },
  {
    name: 'info, unlinking Facebook of a member who must sign in anew',
    as: 'newMember',
    path: '/member/info',
    h1: '會員資料',
    before: async (page) => {
      await memberWith({ ways: ['LINE', 'FACEBOOK'], user_login_type: 'LINE' })(page);
      await mustSignInAnew('/api/member/prove')(page);
    },
    shows: '解除連結',
    async act(page) {
      await click(page, '解除連結 Facebook');
      const form = page.getByRole('form', { name: '解除連結 Facebook' });
      await form.getByRole('button', { name: '解除連結 Facebook' }).click();
      await alert(page, '請重新登入後再試一次');
      await expect(form.getByRole('link', { name: '重新登入' })).toBeVisible();
    },
  },
  { name: 'wishlist, empty', as: 'newMember', path: '/member/wishlist', h1: '願望清單', shows: '目前尚未加入任何商品' },
  {
    name: 'wishlist',
    as: 'regular',
    path: '/member/wishlist',
    h1: '願望清單',
    shows: '共 3 項商品',
    then: [
      {
        name: 'menu of a member on a computer',
        async act(page) {
          await page.setViewportSize(WIDTHS[0].viewport);
          await memberMenu(page).click();
          await expect(page.getByRole('navigation', { name: '主選單' }).getByRole('button', { name: '登出' })).toBeVisible();
        },
      },
      {
        name: 'menu of a member',
        async act(page) {
          await page.setViewportSize(WIDTHS[0].viewport);
          await memberMenu(page).click();
          await page.setViewportSize(WIDTHS[1].viewport);
          await page.getByRole('button', { name: '選單', exact: true }).click();
          await expect(page.locator('#mobile-menu')).toContainText('會員資料');
        },
      },
    ],
  },
  {
    name: 'wishlist, sold out and withdrawn',
    as: 'regular',
    path: '/member/wishlist',
    h1: '願望清單',
    before: withWishes([
      { available: false },
      { available: false, linked: false, nameZh: '', nameEn: '', slug: '', image: '', price: { origin: 0, member: 0 } },
    ]),
    shows: '商品缺貨中',
  },
  {
    name: 'wishlist that cannot be loaded',
    as: 'regular',
    path: '/member/wishlist',
    h1: '願望清單',
    before: answered('/api/member/wishlist', { status: 503, code: 'UNAVAILABLE', message: '系統忙碌中', correlationId: 'x' }, 503),
    shows: '再試一次',
  },
  { name: 'coupons', as: 'regular', path: '/member/coupon', h1: '優惠券與購物金' },
  {
    name: 'coupons, some and one that is over',
    as: 'newMember',
    path: '/member/coupon',
    h1: '優惠券與購物金',
    before: async (page) => {
      await withCoupons(page);
      await takeCoupon(page.request, 'JOURNEY_OVER');
    },
    shows: '三選二好禮',
    async act(page) {
      // Each clause is on one line of its own, so that no date and no word is cut in two.
      for (const clause of [/^獲得後 1 小時內有效，$/, /^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2} 前可使用$/])
        expect(await linesOf(page.getByRole('main').getByText(clause))).toEqual([expect.stringMatching(clause)]);
    },
  },
  {
    name: 'shopping credit in each state',
    as: 'newMember',
    path: '/member/coupon',
    h1: '優惠券與購物金',
    before: answered('/api/member/vouchers', credit()),
    shows: '訂單保留',
    async act(page) {
      const table = page.getByRole('table', { name: '購物金明細' });
      for (const { viewport } of WIDTHS) {
        await page.setViewportSize(viewport);
        for (const text of ['可使用', '已用完', '訂單保留中', '已過期', '已收回', '收回 NT$1,000', '2027/02/01']) {
          const { x, width } = (await table.getByText(text, { exact: true }).boundingBox()) ?? { x: 0, width: Number.NaN };
          expect(x + width, `${text} is not beyond the edge`).toBeLessThan(viewport.width);
        }
      }
    },
  },
  {
    name: 'completion after LINE',
    path: '/register?login=line&state=200',
    h1: '完成會員資料',
    before: answered('/api/register/pending', { method: 'line', user_email: null, displayName: '小明' }),
    shows: '小明，您好',
  },
  { name: 'completion that is over', path: '/register?login=line&state=200', h1: /會員/, shows: '登入資料已逾時' },
  { name: 'follow', as: 'regular', path: '/member/follow', h1: 'LINE 好友' },
  { name: 'home of a member', as: 'regular', path: '/', h1: /由 01 到 08/ },
  { name: 'list of a member', as: 'regular', path: '/product', h1: '系列商品' },
  { name: 'product of a member', as: 'regular', path: '/product/repair-essence', h1: '修護精華液' },
  {
    name: 'shipping of a guest who registers',
    path: '/payment?to=SHIPPING',
    h1: '付款與配送',
    before: throughTheCart,
    async act(page) {
      await page.getByLabel('詳細地址').focus();
      const box = page.getByRole('region', { name: '註冊會員' });
      await box.getByLabel('會員密碼', { exact: true }).fill('abc1');
      await box.getByLabel('確認密碼', { exact: true }).fill('abc2');
      await box.getByLabel('會員密碼', { exact: true }).focus();
      await expect(box.getByText('兩次輸入的密碼不一致')).toBeVisible();
    },
    then: [
      {
        name: 'shipping of a guest who signs in',
        async act(page) {
          await mainButton(page, '登入').click();
          await expect(page.getByRole('form', { name: '會員登入' })).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'shipping of a member',
    as: 'newMember',
    path: '/payment?to=SHIPPING',
    h1: '付款與配送',
    before: throughTheCart,
    shows: '您好',
    async act(page) {
      await page.getByLabel('手機號碼').focus();
      await expect(page.getByRole('checkbox', { name: /^記住收件資料/ })).toBeVisible();
    },
  },
  {
    name: 'cart of a member',
    as: 'newMember',
    path: '/payment',
    h1: '購物車',
    before: (page) => fillCart(page.request),
    shows: '可用餘額',
  },
  {
    name: 'coupons of a cart',
    as: 'newMember',
    path: '/payment',
    h1: '購物車',
    before: withCoupons,
    shows: '使用優惠券',
    async act(page) {
      await click(page, '使用優惠券');
      await page.getByRole('dialog').getByRole('button', { name: '套用' }).click();
      await alert(page, '請輸入優惠券代碼');
      await expect(page.getByRole('list', { name: '我的優惠券' })).toBeVisible();
    },
    then: [
      {
        name: 'gifts of a cart',
        async act(page) {
          await page.getByRole('button', { name: '使用：三選二好禮' }).click();
          await page.getByRole('dialog').getByRole('button', { name: '確認贈品' }).click();
          await expect(page.getByText('您尚未選完贈品')).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'cart with its countdown',
    path: '/payment',
    h1: '購物車',
    before: async (page) => {
      await withCountdown(page, 5.5);
      await fillCart(page.request);
    },
    shows: '延長時間',
  },
];

/** The wishlist, whose first products have these changes. */
function withWishes(changes: readonly object[]) {
  return async (page: Page): Promise<void> => {
    await page.route(
      ({ pathname }) => pathname === '/api/member/wishlist',
      async (route) => {
        const answer = await route.fetch();
        const { items } = (await answer.json()) as { items: object[] };
        await route.fulfill({ response: answer, json: { items: items.map((item, at) => ({ ...item, ...changes[at] })) } });
      },
    );
  };
}

function credit() {
  const grant = {
    type: 'SHOP_BACK',
    label: '消費回饋',
    cause: 'x',
    value: 1_200,
    available: 0,
    reserved: 0,
    used: 0,
    expired: 0,
    takenBack: 0,
  };
  const at = { grantedAt: '2026-02-01T04:00:00.000Z', endsAt: '2027-02-01T04:00:00.000Z' };
  return {
    balance: 900,
    vouchers: [
      { ...grant, ...at, voucherId: 'a', available: 900, reserved: 300, state: 'active' },
      {
        ...grant,
        ...at,
        voucherId: 'b',
        type: 'FRIEND_BACK',
        label: '好友推薦回饋',
        used: 1_200,
        endsAt: '2026-12-31T04:00:00.000Z',
        state: 'out',
      },
      {
        ...grant,
        ...at,
        voucherId: 'held',
        label: '客服贈送',
        type: 'SUPPORT',
        reserved: 1_200,
        endsAt: '2027-01-15T04:00:00.000Z',
        state: 'out',
      },
      {
        ...grant,
        ...at,
        voucherId: 'c',
        type: 'BIRTHDAY',
        label: '生日禮',
        expired: 1_200,
        endsAt: '2026-10-01T04:00:00.000Z',
        state: 'expired',
      },
      { ...grant, ...at, voucherId: 'back', used: 200, takenBack: 1_000, endsAt: '2027-01-20T04:00:00.000Z', state: 'out' },
    ],
    scheduled: [{ voucherId: 'd', type: 'FRIEND_BACK', label: '好友推薦回饋', cause: 'x', value: 36, dueAt: '2026-12-05T04:00:00.000Z' }],
    position: '0',
  };
}

/** A member with coupons that the cart can use and cannot use. */
async function withCoupons(page: Page): Promise<void> {
  await importCoupons();
  for (const code of ['JOURNEY_MUCH', 'JOURNEY_PICK']) await takeCoupon(page.request, code);
  await fillCart(page.request);
}

/** The shipping step opens only to who has seen the cart. */
async function throughTheCart(page: Page): Promise<void> {
  await openShipping(page);
}

export const isComplete = async (page: Page, { h1, shows }: AccountVisit): Promise<void> => {
  await expect(heading(page)).toHaveText(h1);
  if (shows) await expect(page.getByRole('main')).toContainText(shows);
};
