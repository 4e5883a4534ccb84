import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import {
  addressIsFilled,
  agree,
  cartLink,
  chooseDelivery,
  choosePayment,
  fillAddress,
  fillPerson,
  fillShipping,
  heading,
  mainButton,
  onToPay,
  openCart,
  openShipping,
  toPay,
  toPayStep,
  toShipping,
} from '../harness/buyer.ts';
import { expectAccessible, expectStill } from '../harness/checks.ts';
import { CART, fillCart } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a reload in the middle keeps what was typed', async ({ page }) => {
    await fillCart(page.request);
    await openCart(page);
    await fillShipping(page, '貨到付款');
    await page.reload();
    await expect(heading(page)).toHaveText('付款與配送');
    await expect(page.getByRole('radio', { name: /^貨到付款/ })).toBeChecked();
    await expect(page.getByLabel('姓氏')).toHaveValue('王');
    await expect(page.getByLabel('電子郵件信箱')).toHaveValue('ming@example.com');
    await addressIsFilled(page);
    await toPay(page);
    await page.getByRole('radio', { name: /^公司統一編號/ }).check();
    await page.getByLabel('公司抬頭').fill('好日子有限公司');
    await page.reload();
    await expect(heading(page)).toHaveText('確認訂單');
    await expect(page.getByLabel('公司抬頭')).toHaveValue('好日子有限公司');
    await expect(page.getByRole('main')).toContainText('王大明');
  });

  test('Back goes a step back, and steps ahead cannot be jumped to', async ({ page }) => {
    await fillCart(page.request);
    await page.goto('/product');
    await openCart(page);
    await page.goto('/payment?to=PAY');
    await expect(heading(page), 'no pay step without an address').toHaveText('付款與配送');
    await openCart(page);
    await toShipping(page);
    await fillPerson(page);
    await fillAddress(page);
    await toPay(page);
    await expect(heading(page), 'the heading has the focus').toBeFocused();
    await page.goBack();
    await expect(heading(page)).toHaveText('付款與配送');
    await addressIsFilled(page);
    await page.goBack();
    await expect(heading(page)).toHaveText('購物車');
    await page.goForward();
    await expect(heading(page)).toHaveText('付款與配送');
    await page.getByRole('link', { name: /回上一步/ }).click();
    await expect(heading(page)).toHaveText('購物車');
  });

  test('the total stays in view on every step', async ({ page }) => {
    await fillCart(page.request, [...CART, { productId: 33, quantity: 1, tier: 'ADDITIONAL' }]);
    await toPayStep(page, '貨到付款');
    for (const step of ['PAY', 'SHIPPING', 'CART']) {
      if (step !== 'PAY') await page.goto(`/payment?to=${step}`);
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'NT$1,959' })).toBeInViewport();
    }
  });
});

test.describe('on a computer', () => {
  test.use(DESK);

  test('an empty cart goes no further', async ({ page }) => {
    await page.goto('/payment?to=SHIPPING');
    await expect(heading(page)).toHaveText('購物車');
    await expect(page.getByRole('main')).toContainText('購物車內沒有商品，請先加入商品');
    await expect(page.getByText('購物車內沒有商品，請先加入商品').first()).toBeVisible();
    await page.getByRole('link', { name: '逛逛系列商品' }).click();
    await expect(heading(page)).toHaveText('系列商品');
  });

  test('the address of a later step opens the cart while a product in it is gone', async ({ page }) => {
    await fillCart(page.request);
    await page.route('**/api/products', async (route) => {
      const response = await route.fetch();
      const { products } = (await response.json()) as { products: { productId: number }[] };
      const isGone = (productId: number): boolean => CART.some((item) => item.productId === productId);
      const json = { products: products.map((product) => (isGone(product.productId) ? { ...product, available: false } : product)) };
      await route.fulfill({ response, json });
    });
    await page.goto('/payment?to=SHIPPING');
    await expect(heading(page)).toHaveText('購物車');
    await expect(page).toHaveURL(/to=CART$/);
    await expect(page.getByRole('region', { name: '訊息' })).toContainText('商品缺貨中，請自購物車移除後再結帳');
  });

  test('the screen of a laptop shows the total when a step opens', async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 657 });
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    for (const step of ['PAY', 'SHIPPING', 'CART']) {
      if (step !== 'PAY') await page.goto(`/payment?to=${step}`);
      await expect(page.getByRole('region', { name: '訂單摘要' }).getByRole('status')).toBeInViewport({ ratio: 1 });
    }
  });

  test('the cart: quantities, removal, additional purchases', async ({ page }) => {
    await fillCart(page.request);
    await openCart(page);
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(3);
    await page.getByRole('button', { name: '增加一件溫和潔膚露' }).click();
    await expect(cartLink(page)).toHaveAccessibleName('購物車，3 件商品');
    await expect(page.getByRole('region', { name: '訂單摘要' })).toContainText('NT$2,740');
    await page.getByRole('textbox', { name: '溫和潔膚露的數量' }).fill('100');
    await page.getByRole('textbox', { name: '溫和潔膚露的數量' }).press('Enter');
    await expect(page.getByRole('main')).toContainText('超過單次只能購買上限 99 個品項！');
    await page.getByRole('button', { name: '移除溫和潔膚露' }).first().press('Enter');
    await expect(rows).toHaveCount(2);
    await expect(heading(page), 'the focus stays in the page').toBeFocused();

    await page.getByRole('button', { name: /^加購 ?：有機化妝棉/ }).click();
    await expect(page.getByRole('button', { name: /^已加購 ?：有機化妝棉/ })).toHaveAttribute('aria-disabled', 'true');
    await expect(rows).toHaveCount(3);
    await page.getByRole('button', { name: '移除保濕化妝水' }).first().click();
    await expect(page.getByRole('main'), 'nothing additional without a main product').toContainText('購物車還是空的');
    await page.getByRole('button', { name: /^加購 ?：有機化妝棉/ }).click();
    await expect(page.getByText('請先加入主要商品，再選擇加購商品').first()).toBeVisible();
  });

  test('the pay step has its form beside the summary and the lines, which stay in view', async ({ page }) => {
    await fillCart(page.request);
    await openCart(page);
    await onToPay(page);
    const main = page.getByRole('main');
    const lines = page.getByRole('region', { name: '訂購商品' });
    await expect(lines.getByRole('listitem').filter({ hasText: '保濕化妝水' }).first()).toBeVisible();
    const form = await main.getByRole('group', { name: '發票' }).boundingBox();
    const beside = await lines.boundingBox();
    expect(beside?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
    const agreement = page.getByRole('checkbox', { name: /我已閱讀並同意/ });
    await agreement.evaluate((box) => box.scrollIntoView({ block: 'center' }));
    await expect(main.getByRole('button', { name: '確認付款 NT$1,860' })).toBeInViewport();
    await expect(lines).toBeInViewport();
    const before = await page.evaluate(() => scrollY);
    await lines.hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(() => page.evaluate(() => scrollY), 'the wheel over the lines moves the page').toBeLessThan(before);
    await lines.getByRole('link', { name: /^修改/ }).click();
    await expect(heading(page)).toHaveText('購物車');
    await page.goto('/payment?to=PAY');
    await expect(lines.getByRole('listitem').first()).toBeVisible();
    await expectStill(page);
    await expectAccessible(page);
  });

  test('every error is listed, linked, and shown beside its field', async ({ page }) => {
    await openShipping(page);
    await mainButton(page, '下一步：確認與付款').click();
    const problems = page.getByRole('alert').filter({ hasText: '收件資料未填寫完整' });
    await expect(problems).toBeFocused();
    await expect(problems, 'a screen reader reads it once, and later what is new in it').toHaveAttribute('aria-atomic', 'false');
    await expect(problems.getByRole('listitem')).toHaveText([
      '請填寫收件人姓氏',
      '請填寫收件人名字',
      /手機號碼格式錯誤/,
      '信用卡付款需填寫電子郵件信箱',
      '請選擇縣市',
      '請選擇鄉鎮市區',
      '請填寫詳細地址',
    ]);
    await problems.getByRole('link', { name: '請填寫收件人名字' }).click();
    const lastName = page.getByLabel('名字');
    await expect(lastName).toBeFocused();
    await expect(lastName).toHaveAttribute('aria-invalid', 'true');
    await expect(lastName).toHaveAccessibleDescription(/請填寫收件人名字/);
    await lastName.fill('大明明明');
    await page.getByLabel('姓氏').fill('王');
    await page.getByLabel('手機號碼').fill('12345');
    await mainButton(page, '下一步：確認與付款').click();
    await expect(problems).toContainText('收件人姓氏最多 2 個字、名字最多 3 個字');
    await expect(problems).toContainText('手機號碼格式錯誤，請輸入 09 開頭的手機號碼');
  });

  test('over the carriers’ limit cash and stores are disabled with the reason', async ({ page }) => {
    await openShipping(page, [{ productId: 5, quantity: 23, tier: 'ORIGIN' }]);
    const cash = page.getByRole('radio', { name: /^貨到付款/ });
    await expect(cash).toBeDisabled();
    await expect(cash).toHaveAccessibleName(/訂單金額超過 NT\$20,000，無法使用貨到付款/);
    const store = page.getByRole('radio', { name: /^超商取貨/ });
    await expect(store).toBeDisabled();
    await expect(store).toHaveAccessibleName(/訂單金額超過 NT\$20,000，無法使用超商取貨/);
    await expectAccessible(page);
    await fillPerson(page);
    await fillAddress(page);
    await toPay(page);
  });

  test('cash is refused when the cart grew over the limit after the choice', async ({ page }) => {
    await fillCart(page.request, [{ productId: 5, quantity: 22, tier: 'ORIGIN' }]);
    await toPayStep(page, '貨到付款');
    await page.request.post('/api/cart/items', {
      data: { productId: 5, quantity: 1, tier: 'ORIGIN' },
    });
    await page.goto('/payment?to=PAY');
    await expect(heading(page)).toHaveText('付款與配送');
    // Before the price is known, the pay step opens and leads back with a message of its own.
    await expect(page.getByRole('radio', { name: /^貨到付款/ })).toBeDisabled();
    await mainButton(page, '下一步：確認與付款').click();
    const problems = page.getByRole('alert').filter({ hasText: '收件資料未填寫完整' });
    await problems
      .getByRole('link', {
        name: '貨到付款單筆訂單上限為 NT$20,000，請改用信用卡付款',
      })
      .click();
    await expect(page.getByRole('group', { name: '付款方式' })).toBeFocused();
    await choosePayment(page, '信用卡');
    await toPay(page);
  });

  test('a mobile barcode is checked and sent with the order', async ({ page }) => {
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    await agree(page);
    const barcode = page.getByLabel('手機條碼載具');
    await barcode.fill('/abc123');
    await mainButton(page, '送出訂單').click();
    await expect(barcode).toHaveAccessibleDescription(/手機條碼格式錯誤，請填寫「\/」開頭的 8 碼/);
    await barcode.fill('/abc12.4');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/orders'));
    await mainButton(page, '送出訂單').click();
    expect((await sent).postDataJSON()).toMatchObject({
      invoice: { type: 'NORMAL', mobileBarcode: '/ABC12.4' },
    });
    await expect(heading(page)).toHaveText('訂單已成立');
  });

  test('delivery and payment force each other', async ({ page }) => {
    await openShipping(page);
    await choosePayment(page, '貨到付款');
    await chooseDelivery(page, '超商取貨');
    await expect(page.getByRole('radio', { name: /^信用卡/ })).toBeChecked();
    await choosePayment(page, '貨到付款');
    await expect(page.getByRole('radio', { name: /^宅配到府/ })).toBeChecked();
  });

  test('a pasted address is taken without the signs that nobody sees, and a name with its accents as they are typed', async ({ page }) => {
    await openShipping(page);
    await fillPerson(page);
    await fillAddress(page);
    await page.getByLabel('詳細地址').fill('\u202a信義路三段\t\u200b134巷1號\u202c');
    await expect(page.getByLabel('詳細地址')).toHaveValue('信義路三段 134巷1號');
    await page.getByLabel('姓氏').fill('Vu\u0303');
    await page.getByLabel('名字').fill('Lan');
    await toPay(page);
  });

  test('a lost answer at the pay step: the next try is the same order', async ({ page, context }) => {
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    await agree(page);
    await expect(mainButton(page, '送出訂單')).toBeEnabled();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/orders')) sent.push(request.headers()['idempotency-key'] ?? '');
    });
    // The shop gets the order, and its answer is lost.
    await page.route('**/api/orders', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await mainButton(page, '送出訂單').click();
    const lost = page.getByRole('main').getByRole('alert');
    await expect(lost).toContainText('再試一次會沿用同一筆訂單，不會重複扣款');
    await page.unroute('**/api/orders');
    await context.setOffline(false);
    await lost.getByRole('button', { name: '再試一次' }).click();
    await expect(heading(page)).toHaveText('訂單已成立');
    expect(new Set(sent).size, 'one intent, one key').toBe(1);
  });
});

test('a pay step without a price says why and offers no payment until there is one', async ({ page }) => {
  await page.setViewportSize(PHONE.viewport);
  await fillCart(page.request);
  await toPayStep(page, '貨到付款');
  await page.route('**/api/getPrice/', (route) => route.abort('connectionreset'));
  await page.reload();
  const main = page.getByRole('main');
  await expect(main).toContainText('無法計算金額');
  await expect(main.getByRole('button'), 'no button is busy').toHaveText(['再試一次']);
  await page.unroute('**/api/getPrice/');
  await main.getByRole('button', { name: '再試一次' }).click();
  await expect(mainButton(page, '送出訂單')).toBeEnabled();
});

test('the summary has no price of another delivery, when the new one cannot be had', async ({ page }) => {
  await openShipping(page);
  const summary = page.getByRole('region', { name: '訂單摘要' });
  await expect(summary).toContainText('運費（宅配到府）');
  await page.route('**/api/getPrice/', (route) => route.abort('connectionreset'));
  await chooseDelivery(page, '海外配送');
  await expect(summary).toContainText('無法計算金額');
  await expect(summary).not.toContainText('運費');
  await expect(summary).not.toContainText('NT$');
  await page.unroute('**/api/getPrice/');
  await summary.getByRole('button', { name: '再試一次' }).click();
  await expect(summary).toContainText('運費（海外配送）');
});

test('the step after the shipping step waits for the price', async ({ page }) => {
  await fillCart(page.request);
  await toPayStep(page);
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/api/getPrice/', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/payment?to=SHIPPING');
  await expect(heading(page)).toHaveText('付款與配送');
  await expect(mainButton(page, '計算金額中…')).toBeDisabled();
  await page.getByLabel('姓氏').press('Enter');
  await expect(heading(page)).toHaveText('付款與配送');
  answer();
  await toPay(page);
});

for (const { screen, name } of [
  { screen: PHONE, name: '390 px' },
  { screen: DESK, name: '1280 px' },
]) {
  test.describe(`nothing moves while a step loads, ${name}`, () => {
    test.use(screen);

    /** Loads the page, with late price, districts and card fields; nothing shifts. */
    async function load(page: Page, path: string): Promise<void> {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'NT$' }).first()).toBeVisible();
      await page.waitForTimeout(500);
      await expectStill(page);
    }

    test('cart, delivery in its three ways, and payment', async ({ page }) => {
      await page.goto('/payment');
      await expect(page.getByText('購物車還是空的')).toBeVisible();
      await expectStill(page);

      await fillCart(page.request);
      await page.route('**/api/**', async (route) => {
        await sleep(150);
        await route.continue();
      });
      await load(page, '/payment');
      await toShipping(page);
      await load(page, '/payment?to=SHIPPING');
      await fillPerson(page);
      await fillAddress(page);
      await load(page, '/payment?to=SHIPPING');
      await load(page, '/payment?to=PAY');
      await page.goto('/payment?to=SHIPPING');
      await chooseDelivery(page, '超商取貨');
      await load(page, '/payment?fromcvs=1');
      await load(page, '/payment?to=SHIPPING');
      await chooseDelivery(page, '海外配送');
      await load(page, '/payment?to=SHIPPING');
    });
  });
}
