import {
  agree,
  choosePayment,
  fillAddress,
  fillPerson,
  heading,
  mainButton,
  openCart,
  resultOf,
  toPay,
  toShipping,
} from '../harness/buyer.ts';
import { registerMember, signIn } from '../harness/members.ts';
import { fillCart } from '../harness/orders.ts';
import {
  couponDialog,
  enterCode,
  hasCoupons,
  importCoupons,
  openCoupons,
  passMinutes,
  promotions,
  summary,
} from '../harness/promotions.ts';
import { type RunningShop, startShop } from '../harness/shop.ts';
import { DESK, expect, PHONE, test as base } from '../harness/test.ts';

/** A shop of its own with the seeded coupons: its countdown would change the prices of the other tests' checkouts. */
const test = base.extend<object, { shop: RunningShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const shop = await startShop('all-in-one', { NODE_ENV: 'development' });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
});
test.describe.configure({ mode: 'serial' });

const HAND_CREAM = 13;
const SET = 21;

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a member enters a code, takes coupons from the list, orders, cancels and has them back', async ({ page }) => {
    await registerMember(page.request);
    await hasCoupons(page.request);
    await fillCart(page.request);
    await openCart(page);
    await enterCode(page, 'NO_SUCH_CODE');
    await expect(couponDialog(page).getByRole('alert')).toHaveText('查無此優惠券代碼');
    await couponDialog(page).getByLabel('優惠券代碼').fill('FLASH_100');
    await couponDialog(page).getByRole('button', { name: '套用' }).click();
    await expect(couponDialog(page).getByRole('alert')).toContainText('消費滿 NT$2,000');
    await couponDialog(page).getByRole('button', { name: '使用：首購折 NT$200' }).click();
    await expect(summary(page)).toContainText('−NT$200');
    await openCoupons(page);
    await couponDialog(page).getByRole('button', { name: '使用：新會員旅行組' }).click();
    await expect(promotions(page).getByRole('listitem').filter({ hasText: '新會員旅行組' })).toContainText('× 1');
    await page.reload();
    await expect(promotions(page).getByRole('listitem')).toHaveCount(2);

    await toShipping(page);
    await choosePayment(page, '貨到付款');
    await fillPerson(page);
    await fillAddress(page);
    await toPay(page);
    await agree(page);
    await mainButton(page, '送出訂單').click();
    // Quicker than the countdown's reminder: the order gets its discount all the same.
    const change = page.getByRole('dialog', { name: '金額有變動，請再次確認' });
    await change.getByRole('button', { name: /^同意新的金額/ }).click();
    await mainButton(page, '送出訂單').click();
    const orderNo = await resultOf(page);
    await expect(heading(page)).toHaveText('訂單已成立');
    await expect(page.getByRole('main')).toContainText('首購折 NT$200');

    await page.goto('/member/coupon');
    await expect(page.getByRole('region', { name: '已使用的優惠券' })).toContainText(orderNo);
    await page.goto(`/member/order?order_number=${orderNo}`);
    await expect(page.getByRole('main')).toContainText('新會員旅行組');
    await page.getByRole('button', { name: '取消訂單' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '取消訂單' }).click();
    await expect(page.getByRole('main')).toContainText('訂單已取消');
    await page.goto('/member/coupon');
    await expect(page.getByRole('region', { name: '優惠券', exact: true })).toContainText('首購折 NT$200');
    await expect(page.getByRole('region', { name: '已使用的優惠券' })).toContainText('已退還');
  });

  test('the countdown reminds, gives its discount, is extended once and ends', async ({ page, shop }) => {
    await fillCart(page.request);
    await openCart(page);
    const total = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /NT\$1,8/ });
    await expect(total).toContainText('NT$1,860');
    await expect(page.getByText('結帳倒數已開始')).toBeVisible();
    await passMinutes(shop, 3);
    await page.reload();
    const bar = page.getByRole('region', { name: '結帳倒數' });
    await expect(bar).toContainText('限時結帳折 NT$50');
    await expect(total).toContainText('NT$1,810');
    await expect(promotions(page).getByRole('listitem').filter({ hasText: '限時結帳' })).toContainText('系統自動套用');
    await expect(promotions(page).getByRole('button', { name: /^移除/ })).toHaveCount(0);
    await passMinutes(shop, 4);
    const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await look();
    await bar.getByRole('button', { name: '延長時間' }).click();
    await expect(bar.getByRole('timer')).toHaveText(/^(5:00|4:5\d)$/);
    await expect(bar.getByRole('button', { name: '延長時間' })).toBeHidden();
    await passMinutes(shop, 6);
    await look();
    await expect(bar).toContainText('限時優惠已結束');
    await expect(total).toContainText('NT$1,860');
    await page.reload();
    await expect(total).toContainText('NT$1,860');
    await expect(bar).toHaveCount(0);
  });
});

test.describe('on a computer', () => {
  test.use(DESK);

  test('a guest is invited to sign in, and a bonus follows the quantity', async ({ page, playwright, baseURL }) => {
    const other = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const email = await registerMember(other);
    await other.dispose();
    await fillCart(page.request, [{ productId: HAND_CREAM, quantity: 3, tier: 'ORIGIN' }]);
    await openCart(page);
    await openCoupons(page);
    const invitation = page.getByRole('dialog', { name: '登入會員即可使用優惠券' });
    await expect(invitation).toContainText('會員專屬');
    await signIn(page, email);
    await expect(invitation).toHaveCount(0);
    await enterCode(page, 'HAND_3_GET_1');
    const bonus = promotions(page).getByRole('listitem').filter({ hasText: '護手霜買三送一' });
    await expect(bonus).toContainText('有機化妝棉 × 1');
    await page.getByRole('button', { name: /^減少一件/ }).click();
    await expect(page.getByText('適用商品需滿 3 件').first()).toBeVisible();
    await expect(bonus).toHaveCount(0);
  });

  test('gifts are chosen exactly, changed, and kept while they fit; a set has its discount', async ({ page, shop }) => {
    await importCoupons(shop, [
      {
        coupon_id: 901,
        coupon_uid: 'PICK_TWO',
        coupon_name: '三選二好禮',
        coupon_desc: '三項好禮任選兩項',
        coupon_type: 'GIVEAWAY',
        coupon_scope: 'ALL',
        coupon_product: 'ALL',
        coupon_max_product_chosen: 2,
        coupon_max_usage: 0,
        coupon_giveaway: '好禮兩項',
        coupon_items: ['NH01GC050T', 'NH02BT050T', 'NHCP080'].map((product_uid) => ({ product_uid, product_quantity: 1 })),
      },
    ]);
    await registerMember(page.request);
    await fillCart(page.request, [{ productId: SET, quantity: 1, tier: 'ORIGIN' }]);
    await openCart(page);
    await enterCode(page, 'PICK_TWO');
    const picker = page.getByRole('dialog', { name: '選擇贈品' });
    const boxes = picker.getByRole('checkbox');
    await boxes.nth(0).check();
    await picker.getByRole('button', { name: '確認贈品' }).click();
    await expect(picker).toContainText('您尚未選完贈品，可選擇 2 項');
    await boxes.nth(2).check();
    await expect(boxes.nth(1)).toBeDisabled();
    await boxes.nth(0).uncheck();
    await boxes.nth(1).check();
    await picker.getByRole('button', { name: '確認贈品' }).click();
    const gifts = promotions(page).getByRole('listitem').filter({ hasText: '三選二好禮' });
    await expect(gifts).toContainText('有機化妝棉 × 1');
    await enterCode(page, 'SET_15_OFF');
    await expect(summary(page)).toContainText('組合商品 85 折');
    await page.getByRole('button', { name: /^增加一件/ }).click();
    await expect(gifts).toContainText('有機化妝棉 × 1');
    await gifts.getByRole('button', { name: '移除：三選二好禮' }).click();
    await expect(gifts).toHaveCount(0);
  });
});
