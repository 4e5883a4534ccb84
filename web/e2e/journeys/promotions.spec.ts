import type { MemberAnswer } from '@nordhaut/contracts';
import { agree, heading, mainButton, onToPay, openCart, orderByCash, toPay, toShipping, viewOrder } from '../harness/buyer.ts';
import { expectStill } from '../harness/checks.ts';
import {
  couponDialog,
  enterCode,
  giveWithNineteen,
  importCoupons,
  openCoupons,
  promotions,
  summary,
  takeCoupon,
  withCountdown,
} from '../harness/coupons.ts';
import { registerMember, signIn } from '../harness/members.ts';
import { giveCredit } from '../harness/staff.ts';
import { codToTheDoor, fillCart, placeOrder } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

test.beforeAll(importCoupons);

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a code from its entry to the order', async ({ page }) => {
    await registerMember(page.request);
    for (const code of ['JOURNEY_100', 'JOURNEY_MUCH']) await takeCoupon(page.request, code);
    await fillCart(page.request);
    await openCart(page);
    await openCoupons(page);
    await enterCode(page, 'NO_SUCH_CODE');
    await expect(couponDialog(page).getByRole('alert')).toHaveText('查無此優惠券代碼');
    await enterCode(page, 'JOURNEY_MUCH');
    await expect(couponDialog(page).getByRole('alert')).toHaveText('消費滿 NT$90,000 才可使用');
    await enterCode(page, 'JOURNEY_100');
    await expect(couponDialog(page)).toHaveCount(0);
    await expect(summary(page)).toContainText('−NT$100');
    await page.reload();
    await expect(promotions(page).getByRole('listitem')).toContainText('旅程折 NT$100');
    await expectStill(page);

    await onToPay(page, '貨到付款');
    await expect(summary(page)).toContainText('NT$1,510');
    const orderNo = await orderByCash(page);
    await expect(heading(page)).toHaveText('訂單已成立');
    await viewOrder(page, orderNo, 'member');
    await expect(page.getByRole('article')).toContainText('旅程折 NT$100');
  });

  test('a gift for each third piece and a discount on sets alone, from their codes to the order', async ({ page }) => {
    await registerMember(page.request);
    for (const code of ['HAND_3_GET_1', 'JOURNEY_SETS']) await takeCoupon(page.request, code);
    await fillCart(page.request, [
      { productId: 13, quantity: 2, tier: 'ORIGIN' },
      { productId: 21, quantity: 1, tier: 'ORIGIN' },
    ]);
    await openCart(page);
    await openCoupons(page);
    await enterCode(page, 'HAND_3_GET_1');
    await expect(couponDialog(page).getByRole('alert'), 'two pieces are too few').toBeVisible();
    await enterCode(page, 'JOURNEY_SETS');
    await expect(couponDialog(page)).toHaveCount(0);
    await expect(summary(page), '15 % of the set of NT$2,380, not of the hand creams').toContainText('−NT$357');
    await page.getByRole('button', { name: /^增加一件.*柔潤護手霜/ }).click();
    await openCoupons(page);
    await enterCode(page, 'HAND_3_GET_1');
    await expect(promotions(page).getByRole('listitem').filter({ hasText: '護手霜買三送一' })).toContainText('有機化妝棉 × 1');
    await expect(summary(page)).toContainText('−NT$357');

    await onToPay(page, '貨到付款');
    await expect(summary(page)).toContainText('NT$3,523');
    await viewOrder(page, await orderByCash(page), 'member');
    for (const name of ['護手霜買三送一', '組合商品 85 折', '有機化妝棉']) await expect(page.getByRole('article')).toContainText(name);
  });

  test('a coupon of the shop comes and goes by itself, cannot be removed, and stays with the order', async ({ page }) => {
    await registerMember(page.request);
    await fillCart(page.request, [{ productId: 13, quantity: 16, tier: 'ORIGIN' }]);
    await openCart(page);
    const coupon = promotions(page).getByRole('listitem').filter({ hasText: '十七件折 NT$30' });
    await expect(coupon).toHaveCount(0);
    const more = page.getByRole('button', { name: /^增加一件.*柔潤護手霜/ });
    await more.click();
    await expect(coupon).toContainText('系統自動套用');
    await expect(coupon.getByRole('button', { name: /^移除/ })).toHaveCount(0);
    await expect(summary(page)).toContainText('−NT$30');
    await more.click();
    await expect(coupon, 'its condition holds no more').toHaveCount(0);
    await page.getByRole('button', { name: /^減少一件.*柔潤護手霜/ }).click();
    await expect(coupon).toHaveCount(1);

    await onToPay(page, '貨到付款');
    await expect(summary(page)).toContainText('−NT$30');
    await viewOrder(page, await orderByCash(page), 'member');
    await expect(page.getByRole('article')).toContainText('十七件折 NT$30');
  });

  test('the countdown reminds, gives its discount, is extended once and ends, across reloads and tabs', async ({ page, context }) => {
    await page.clock.install();
    await withCountdown(page);
    await fillCart(page.request);
    await openCart(page);
    const bar = page.getByRole('region', { name: '結帳倒數' });
    await expect(page.getByText('結帳倒數已開始')).toBeVisible();
    await expect(summary(page)).toContainText('NT$1,860');
    await page.clock.fastForward('02:30');
    await expect(bar).toContainText('限時結帳折 NT$50');
    await expect(summary(page)).toContainText('NT$1,810');
    await expect(promotions(page).getByRole('listitem')).toContainText('系統自動套用');
    await expect(promotions(page).getByRole('button', { name: /^移除/ })).toHaveCount(0);
    await page.reload();
    await expect(bar.getByRole('timer')).toHaveText(/^7:[123]\d$/);
    await expect(summary(page)).toContainText('NT$1,810');
    await page.clock.fastForward('03:00');
    await bar.getByRole('button', { name: '延長時間' }).press('Enter');
    await expect(bar.getByRole('timer')).toHaveText(/^(5:00|4:5\d)$/);
    await expect(bar.getByRole('button', { name: '延長時間' })).toBeHidden();
    await expect(bar.getByText('限時結帳折 NT$50'), 'the focus stays in the bar').toBeFocused();
    const second = await context.newPage();
    await openCart(second);
    const secondBar = second.getByRole('region', { name: '結帳倒數' });
    await expect(secondBar.getByRole('timer'), 'the same countdown').toHaveText(/^(5:00|4:\d\d)$/);
    await expect(secondBar.getByRole('button', { name: '延長時間' })).toBeHidden();
    await page.clock.fastForward('06:00');
    for (const tab of [page, second]) {
      await expect(tab.getByRole('region', { name: '結帳倒數' })).toContainText('限時優惠已結束');
      await expect(summary(tab)).toContainText('NT$1,860');
      await expect(promotions(tab).getByRole('listitem')).toHaveCount(0);
    }
    await second.close();
    await page.clock.fastForward('05:00:00');
    const asked = page.waitForResponse('**/api/checkout/timer');
    await page.reload();
    expect(await (await asked).json(), 'five hours give no second countdown').toMatchObject({ state: 'ended' });
    await expect(summary(page)).toContainText('NT$1,860');
    await expect(page.getByRole('timer')).toHaveCount(0);
    await expect(page.getByRole('button', { name: '延長時間' })).toHaveCount(0);
  });
});

test.describe('on a computer', () => {
  test.use(DESK);

  test('a guest who wants a coupon is invited to sign in', async ({ page, playwright, baseURL }) => {
    const other = await playwright.request.newContext({
      baseURL: baseURL ?? '',
    });
    const email = await registerMember(other);
    await other.dispose();
    await fillCart(page.request);
    await openCart(page);
    await openCoupons(page);
    const invitation = page.getByRole('dialog', {
      name: '登入會員即可使用優惠券',
    });
    await expect(invitation).toContainText('會員專屬');
    await signIn(page, email);
    await expect(invitation).toHaveCount(0);
    await expect(promotions(page).getByLabel('購物金', { exact: true })).toBeVisible();
    await openCoupons(page);
    await expect(couponDialog(page).getByLabel('優惠券代碼')).toBeVisible();
  });

  test('a guest chooses the gifts that the shop gives by itself, and orders with them', async ({ page }) => {
    await fillCart(page.request, [{ productId: 13, quantity: 23, tier: 'ORIGIN' }]);
    await openCart(page);
    const gifts = promotions(page).getByRole('listitem').filter({ hasText: '二十三件三選二' });
    await expect(async () => {
      await page.reload();
      await expect(gifts).toContainText('請選擇贈品，才會套用', { timeout: 2_000 });
    }, 'guests’ prices read the shop’s coupons anew from time to time').toPass();
    await expect(gifts.getByRole('button', { name: /^移除/ }), 'the shop gives it').toHaveCount(0);
    await gifts.getByRole('button', { name: /^選擇贈品/ }).press('Enter');
    const picker = page.getByRole('dialog', { name: '選擇贈品' });
    await picker.getByRole('checkbox').nth(1).check();
    await picker.getByRole('checkbox').nth(2).check();
    await picker.getByRole('button', { name: '確認贈品' }).press('Enter');
    await expect(picker).toHaveCount(0);
    await expect(gifts).toContainText('有機化妝棉 × 1');
    await expect(promotions(page), 'the button that opened the dialog is gone').toBeFocused();
    await openCoupons(page);
    await expect(page.getByRole('dialog', { name: '登入會員即可使用優惠券' })).toBeVisible();
    await page.keyboard.press('Escape');

    await onToPay(page, '貨到付款');
    await viewOrder(page, await orderByCash(page));
    for (const name of ['二十三件三選二', '有機化妝棉']) await expect(page.getByRole('article')).toContainText(name);
  });

  test('a member is not invited to sign in while the shop looks who it is, nor after this answer was lost', async ({ page }) => {
    await registerMember(page.request);
    await takeCoupon(page.request, 'JOURNEY_100');
    await fillCart(page.request);
    const button = promotions(page).getByRole('button', { name: '使用優惠券' });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/member', async (route) => (await held.promise, route.continue()));
    await openCart(page);
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    held.resolve();
    await expect(couponDialog(page)).toContainText('旅程折 NT$100');

    await page.unroute('**/api/member');
    await page.route('**/api/member', (route) => route.abort());
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/member'));
    await openCart(page);
    await lost;
    await button.click();
    await expect(page.getByRole('alert').filter({ hasText: '暫時連不上伺服器' })).toBeVisible();
    await expect(button).not.toHaveAttribute('aria-busy');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.unroute('**/api/member');
    await button.click();
    await expect(couponDialog(page)).toContainText('旅程折 NT$100');
  });

  test('a gift that ends between the page and the click: back in the cart without it, and ordered', async ({ page }) => {
    const now = (): number => Math.floor(Date.now() / 1_000);
    await giveWithNineteen(now() + 3_600);
    const items = [{ productId: 13, quantity: 19, tier: 'ORIGIN' as const }];
    await fillCart(page.request, items);
    const priced = async (): Promise<unknown> => {
      const answer = await page.request.post('/api/getPrice/', { data: { items, coupons: [], vouchers: 0, portType: 'HOME' } });
      return ((await answer.json()) as { coupons: unknown }).coupons;
    };
    const gift = expect.objectContaining({ uid: 'JOURNEY_NINETEEN' });
    await expect.poll(priced).toContainEqual(gift);
    await openCart(page);
    const coupon = promotions(page).getByRole('listitem').filter({ hasText: '十九件贈化妝棉' });
    await expect(coupon).toContainText('有機化妝棉 × 1');
    await onToPay(page, '貨到付款');
    await expect(page.getByRole('main')).toContainText('有機化妝棉');
    await agree(page);
    // Longer ago than the seconds for which an order still gets what its page showed.
    await giveWithNineteen(now() - 3_600);
    await expect.poll(priced).not.toContainEqual(gift);
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/orders'));
    await mainButton(page, '送出訂單').click();
    expect(await (await refused).json()).toMatchObject({ status: 409, code: 'GIFT_GONE' });
    await expect(heading(page)).toHaveText('購物車');
    await expect(page.getByRole('alert').filter({ hasText: '贈品已變動，請確認後再結帳' })).toBeVisible();
    await expect(coupon).toHaveCount(0);
    await expect(summary(page), 'the price is the same').toContainText('NT$11,020');

    await toShipping(page);
    await toPay(page);
    await viewOrder(page, await orderByCash(page));
    await expect(page.getByRole('article')).toContainText('NT$11,020');
    await expect(page.getByRole('article')).not.toContainText('有機化妝棉');
  });

  test('the list names usable, unfit and expired coupons; gifts are chosen exactly, and changed', async ({ page }) => {
    await registerMember(page.request);
    for (const code of ['JOURNEY_OVER', 'JOURNEY_MUCH', 'JOURNEY_PICK']) await takeCoupon(page.request, code);
    await fillCart(page.request);
    await openCart(page);
    await expect
      .poll(async () => (await (await page.request.get('/api/member/coupons')).text()).includes('"expired"'), 'the second is over')
      .toBe(true);
    await openCoupons(page);
    const rows = couponDialog(page).getByRole('list', { name: '我的優惠券' }).getByRole('listitem');
    await expect(rows.nth(0), 'period and end of the copy').toContainText(/\d{4}\/\d{2}\/\d{2} 取得（輸入優惠券代碼），/);
    await expect(rows.nth(2)).toContainText(/，\d{4}\/\d{2}\/\d{2} \d{2}:\d{2} 前可使用/);
    await expect(rows).toHaveText([/三選二好禮/, /滿額折.*消費滿 NT\$90,000 才可使用/, /一秒折.*已過期/]);
    await expect(couponDialog(page).getByRole('button', { name: '使用：滿額折 NT$500' })).toBeDisabled();

    await couponDialog(page).getByRole('button', { name: '使用：三選二好禮' }).click();
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
    await page
      .getByRole('button', { name: /^增加一件/ })
      .first()
      .click();
    await expect(gifts, 'the choice stays while it fits').toContainText('有機化妝棉 × 1');
    await gifts.getByRole('button', { name: /^移除/ }).press('Enter');
    await expect(gifts).toHaveCount(0);
    await expect(promotions(page), 'the part around the removed coupon').toBeFocused();
    await openCoupons(page);
    await couponDialog(page).getByRole('button', { name: '使用：三選二好禮' }).click();
    await expect(gifts, 'used again, it keeps its gifts').toContainText('有機化妝棉 × 1');

    await onToPay(page, '貨到付款');
    const cause = page.getByRole('region', { name: '訂購商品' }).getByText('「三選二好禮」由您選擇的贈品');
    await expect(cause, 'each gift says why').toHaveCount(2);
    await viewOrder(page, await orderByCash(page), 'member');
    for (const name of ['三選二好禮', '有機化妝棉']) await expect(page.getByRole('article')).toContainText(name);
  });

  test('the last piece of a coupon goes to somebody else while the buyer pays: back in the cart without it, and ordered', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const quicker = await playwright.request.newContext({
      baseURL: baseURL ?? '',
    });
    for (const request of [page.request, quicker]) {
      await registerMember(request);
      await takeCoupon(request, 'JOURNEY_LAST');
    }
    await fillCart(page.request);
    await openCart(page);
    await openCoupons(page);
    await couponDialog(page).getByRole('button', { name: '使用：限量一份折 NT$80' }).click();
    await expect(summary(page)).toContainText('−NT$80');
    await onToPay(page, '貨到付款');
    await agree(page);
    const taken = await placeOrder(quicker, {
      ...codToTheDoor(),
      coupons: ['JOURNEY_LAST'],
    });
    await mainButton(page, '送出訂單').click();
    const refusal = page.getByRole('main').getByRole('alert').filter({ hasText: '限量優惠券，已全數領取完畢' });
    await expect(refusal).toContainText('請調整購物車的商品或優惠後再結帳');
    await expect(heading(page), 'the way to another order, not to the support').toHaveText('購物車');
    await expect(summary(page)).not.toContainText('−NT$80');
    await toShipping(page);
    await toPay(page);
    await orderByCash(page);
    // So that the journey can be repeated.
    expect(
      (
        await quicker.post(`/api/orders/${taken}/cancel`, {
          data: { reason: 'NOT_STATED' },
        })
      ).ok(),
    ).toBe(true);
    await quicker.dispose();
  });

  test('another window sees at once what is left of the credit, and uses no more', async ({ page, context }) => {
    await registerMember(page.request);
    const { member } = (await (await page.request.get('/api/member')).json()) as MemberAnswer;
    await giveCredit(member.user_invite_code);
    await fillCart(page.request);
    const other = await context.newPage();
    const socket = other.waitForEvent('websocket');
    await openCart(other);
    const field = other.getByLabel('購物金', { exact: true });
    await field.fill('50');
    await expect(summary(other)).toContainText('−NT$50');
    await socket;
    await placeOrder(page.request, { ...codToTheDoor(), credit: 30 });
    await expect(promotions(other), 'without a reload').toContainText('可用餘額 NT$20');
    await expect(field).toHaveValue('20');
    await other.close();
  });

  test('shopping credit is clamped, loses leading zeros, is restored, and pays the order', async ({ page }) => {
    await registerMember(page.request);
    const { member } = (await (await page.request.get('/api/member')).json()) as MemberAnswer;
    await giveCredit(member.user_invite_code);
    await fillCart(page.request);
    await openCart(page);
    const field = page.getByLabel('購物金', { exact: true });
    await expect(promotions(page)).toContainText('可用餘額 NT$50');
    await field.fill('999');
    await expect(field).toHaveValue('50');
    await expect(summary(page)).toContainText('NT$1,560');
    await field.fill('0030');
    await expect(field).toHaveValue('30');
    await expect(summary(page)).toContainText('−NT$30');
    await page.reload();
    await expect(field).toHaveValue('30');
    await expect(summary(page)).toContainText('NT$1,580');
    await expectStill(page);

    // The next step opens before the amount is applied.
    await field.fill('40');
    await onToPay(page, '貨到付款');
    await expect(summary(page)).toContainText('NT$1,570');
    await viewOrder(page, await orderByCash(page), 'member');
    await expect(page.getByRole('article')).toContainText('−NT$40');
    await page.goto('/member/coupon');
    await expect(page.getByRole('main'), 'what the order left').toContainText('可用餘額 NT$10');
  });
});
