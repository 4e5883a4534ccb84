import {
  agree,
  alive,
  cartLink,
  choosePayment,
  fillAddress,
  fillCard,
  fillPerson,
  heading,
  mainButton,
  openCart,
  registerBox,
  toPay,
  toPayStep,
  toShipping,
} from '../harness/buyer.ts';
import { fileWith, holdScripts, routeFile } from '../harness/built.ts';
import { memberMenu, PASSWORD, registerMember } from '../harness/members.ts';
import { codToTheDoor, fillCart, placeOrder, RECIPIENT, VISA } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

const NO_NETWORK = '目前沒有網路連線，請確認連線後再試一次。';
const UNREACHABLE = '暫時連不上伺服器，請稍後再試一次。';
// The router reports that it could not ask for the routes of the page's links.
const consoleMay = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404|^Failed to fetch manifest patches/;

// What the network does to a page would be another thing with a cache that a visitor before has filled.
test.use({ alone: true });

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('forms write no password into an address', async ({ page }) => {
    for (const path of ['/login', '/new-password?step=set'])
      await test.step(path, async () => {
        await page.goto(path);
        const form = page
          .getByRole('main')
          .locator('form')
          .filter({ has: page.locator('input[type=password]') });
        await expect(form).toHaveAttribute('method', 'post');
      });
  });
});

test.describe('on a phone', () => {
  test.use({ ...PHONE, consoleMay });

  test('without a network a click on a product shows a message and stays on the page', async ({ page, context }) => {
    await page.goto('/product');
    await alive(page);
    await context.setOffline(true);
    const product = page.getByRole('link', { name: '溫和潔膚露' }).first();
    await product.click();
    await expect(page.getByText(NO_NETWORK).first()).toBeVisible();
    await expect(page).toHaveURL(/\/product$/);
    await expect(heading(page)).toHaveText('系列商品');
    await context.setOffline(false);
    await product.click();
    await expect(heading(page)).toHaveText('溫和潔膚露');
    await context.setOffline(true);
    await page.goBack();
    await expect(page.getByText(NO_NETWORK).first()).toBeVisible();
    await expect(heading(page)).toHaveText('溫和潔膚露');
    await context.setOffline(false);
    await page.goBack();
    await expect(heading(page)).toHaveText('系列商品');
  });

  test('a click on a button before the app has loaded counts, once, with the quantity that was typed', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/product/repair-essence', { waitUntil: 'commit' });
    const add = page.getByRole('main').getByRole('button', { name: '加入購物車' }).first();
    await add.click();
    await add.click();
    release();
    await expect(page.getByText('已加入購物車').first()).toBeVisible();
    await expect(cartLink(page)).toHaveAccessibleName('購物車，1 件商品');
    await expect(add).not.toHaveAttribute('aria-busy');

    const releaseAgain = await holdScripts(page);
    await page.goto('/product/repair-essence', { waitUntil: 'commit' });
    await page
      .getByRole('main')
      .getByRole('textbox', { name: /的數量$/ })
      .fill('3');
    await add.click();
    releaseAgain();
    await expect(cartLink(page)).toHaveAccessibleName('購物車，4 件商品');
  });

  // The hydration resets the fields of some pages at once, and of others with the next change.
  test('what is typed before the app has loaded stays', async ({ page }) => {
    for (const path of ['/search-order', '/login', '/corporate-gifts'])
      await test.step(path, async () => {
        const release = await holdScripts(page);
        await page.goto(path, { waitUntil: 'commit' });
        const field = page.getByRole('main').locator('input:visible').first();
        await field.fill('ABC12345');
        release();
        await alive(page);
        await expect(field).toHaveValue('ABC12345');
        await field.press('End');
        await field.pressSequentially('6');
        await expect(field).toHaveValue('ABC123456');
      });
  });

  test('an answer that is chosen before the app has loaded stays chosen', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/questionnaire/skin-check', { waitUntil: 'commit' });
    const answer = page.getByRole('main').getByRole('radio').nth(1);
    await answer.check({ force: true });
    await page.getByRole('main').getByRole('radio').nth(0).check({ force: true });
    await answer.check({ force: true });
    release();
    await alive(page);
    await page.getByRole('main').getByRole('textbox').first().fill('好');
    await expect(answer).toBeChecked();
  });

  test('a letter that is typed while the hydration runs stays behind those before it', async ({ page }) => {
    // The first moment of the hydration, which no clock of a test would hit.
    await page.addInitScript(() => {
      const listen = document.addEventListener.bind(document) as (...all: unknown[]) => void;
      let isTyped = false;
      const type = (): void => {
        const field = document.activeElement as HTMLInputElement;
        field.value += '7';
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      };
      document.addEventListener = (...all: unknown[]): void => {
        listen(...all);
        if (all[0] !== 'input' || isTyped) return;
        isTyped = true;
        queueMicrotask(type);
      };
    });
    const release = await holdScripts(page);
    await page.goto('/search-order', { waitUntil: 'commit' });
    const field = page.getByRole('main').locator('input:visible').first();
    await field.fill('ABC12345');
    release();
    await alive(page);
    await field.press('End');
    await field.pressSequentially('8');
    await expect(field).toHaveValue('ABC1234578');
  });

  test('a sign-in that is sent before the app has loaded signs in, and no address has the password', async ({ page }) => {
    const email = await registerMember(page.request);
    await page.context().clearCookies();
    const release = await holdScripts(page);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto('/login', { waitUntil: 'commit' });
    const main = page.getByRole('main');
    await main.locator('input[name=account]').fill(email);
    await main.locator('input[name=password]').fill(PASSWORD);
    await main.locator('input[name=password]').press('Enter');
    await main.getByRole('button', { name: '登入', exact: true }).click();
    release();
    await expect(page.getByRole('region', { name: '訊息' })).toContainText('登入成功');
    expect(addresses.filter((address) => address.includes(PASSWORD))).toEqual([]);
  });

  test('an order whose result cannot be loaded leaves the way to it, which opens when the network is back', async ({ page, context }) => {
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    await agree(page);
    await page.route('**/api/orders', async (route) => {
      const response = await route.fetch();
      await context.setOffline(true);
      await route.fulfill({ response });
    });
    await mainButton(page, '送出訂單').click();
    await expect(page.getByText(NO_NETWORK).first()).toBeVisible();
    await expect(heading(page)).toHaveText('訂單已送出');
    await expect(heading(page)).toBeInViewport();
    await expect(page.getByRole('link', { name: '查看訂單' })).toHaveAttribute('href', /^\/result\?order_number=/);
    await context.setOffline(false);
    await expect(heading(page)).toHaveText('訂單已成立');
  });

  test('a quantity that could not be changed is shown as it is', async ({ page, context }) => {
    await fillCart(page.request, [{ productId: 3, quantity: 1, tier: 'ORIGIN' }]);
    await openCart(page);
    const quantity = page.getByRole('main').getByRole('textbox', { name: /的數量$/ });
    await expect(quantity).toHaveValue('1');
    await context.setOffline(true);
    await page.getByRole('button', { name: /^增加一件/ }).click();
    await expect(page.getByText(NO_NETWORK).first()).toBeVisible();
    await expect(quantity).toHaveValue('1');
    await context.setOffline(false);
    await page.getByRole('button', { name: /^增加一件/ }).click();
    await expect(quantity).toHaveValue('2');
  });

  test('a page whose app cannot be loaded says so, and begins by itself when the network is back', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/product/repair-essence');
    const notice = page.getByRole('alert').filter({ hasText: '網頁沒有完整載入' });
    await expect(notice).toBeVisible();
    const reloaded = page.waitForEvent('domcontentloaded');
    await notice.getByRole('button', { name: '重新載入' }).click();
    await reloaded;
    await expect(notice).toBeVisible();
    const add = page.getByRole('main').getByRole('button', { name: '加入購物車' }).first();
    await add.click();
    await page.unroute('**/assets/*.js');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(cartLink(page)).toHaveAccessibleName('購物車，1 件商品');
    await expect(notice).toHaveCount(0);
  });

  test('a toggle that is clicked before and again during the hydration switches once', async ({ page }) => {
    // A phone is busy with the hydration for so long that a click waits for its end, and comes before the kept one is repeated.
    await page.addInitScript(() => {
      const later = window.setTimeout.bind(window) as (...all: unknown[]) => number;
      window.setTimeout = ((...all: unknown[]) => {
        const [, , button] = all;
        if (button instanceof HTMLButtonElement) queueMicrotask(() => button.click());
        return later(...all);
      }) as typeof window.setTimeout;
    });
    const release = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    const eye = page.getByRole('main').locator('[aria-pressed]').first();
    await eye.click();
    release();
    await alive(page);
    await expect(eye).not.toHaveAttribute('aria-busy');
    await expect(page.getByRole('main').locator('input[name=password]')).toHaveAttribute('type', 'text');
  });

  test('the list of counties that could not be loaded comes when the network is back', async ({ page }) => {
    await page.route(/taiwan-districts/, (route) => route.abort());
    await fillCart(page.request);
    await openCart(page);
    await toShipping(page);
    await expect(page.getByLabel('縣市', { exact: true })).toBeVisible();
    await page.unroute(/taiwan-districts/);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await fillAddress(page);
  });

  test('the price and the card fields that could not be loaded come when the network is back', async ({ page, context }) => {
    await fillCart(page.request);
    await openCart(page);
    await toShipping(page);
    await fillPerson(page);
    await fillAddress(page);
    await context.setOffline(true);
    await choosePayment(page, '貨到付款');
    const price = page.getByRole('alert').filter({ hasText: '無法計算金額' });
    await expect(price).toBeVisible();
    await context.setOffline(false);
    await expect(price).toHaveCount(0);
    await choosePayment(page, '信用卡');
    await page.route('**/api/payment-setup', (route) => route.abort());
    await toPay(page);
    const card = page.getByRole('alert').filter({ hasText: '信用卡欄位無法載入' });
    await expect(card).toBeVisible();
    await page.unroute('**/api/payment-setup');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await fillCard(page, VISA);
    await expect(card).toHaveCount(0);
  });

  test('additional products that could not be removed are not reported as removed', async ({ page, context }) => {
    await fillCart(page.request);
    await openCart(page);
    for (const name of [/^加購 ?：有機化妝棉/, /^加購 ?：/]) {
      const asked = page.waitForResponse('**/api/cart/items');
      await page.getByRole('button', { name }).first().click();
      await asked;
    }
    const clear = page.getByRole('button', { name: '清除全部加購' });
    await expect(clear).toBeVisible();
    await context.setOffline(true);
    await clear.click();
    await expect(page.getByText(NO_NETWORK).first()).toBeVisible();
    await expect(page.getByText('已清除全部加購商品')).toHaveCount(0);
    await context.setOffline(false);
    await clear.click();
    await expect(page.getByText('已清除全部加購商品').first()).toBeVisible();
  });

  test('the next checkout step is loaded ahead', async ({ page, context }) => {
    await fillCart(page.request);
    const ahead = [page.waitForResponse(`**${fileWith('as ShippingStep}')}`), page.waitForResponse(/taiwan-districts/)];
    await openCart(page);
    await Promise.all(ahead.map(async (answer) => (await answer).finished()));
    // The part with the coupons comes at a time of its own.
    await expect(mainButton(page, '使用優惠券')).toBeVisible();
    await context.setOffline(true);
    await toShipping(page);
    await fillPerson(page, { asGuest: false });
    await fillAddress(page);
    const register = registerBox(page);
    await expect(register).toHaveCount(0);
    await context.setOffline(false);
    await expect(register).toBeChecked();
    await register.uncheck();
    await toPay(page);
  });
});

test.describe('on a computer', () => {
  test.use({ ...DESK, consoleMay });

  test('when code cannot be fetched, the page and the step stay', async ({ page }) => {
    const files = [routeFile('product-detail'), fileWith('as ShippingStep}'), '/favicon.svg'];
    for (const file of files) await page.route(`**${file}`, (route) => route.abort());
    await page.goto('/product');
    await alive(page);
    await page.getByRole('link', { name: '溫和潔膚露' }).first().click();
    await expect(page.getByText(UNREACHABLE).first()).toBeVisible();
    await expect(heading(page)).toHaveText('系列商品');

    await fillCart(page.request);
    await openCart(page);
    await mainButton(page, '下一步').click();
    await expect(page.getByText(UNREACHABLE).first()).toBeVisible();
    await expect(heading(page)).toHaveText('購物車');
    for (const file of files) await page.unroute(`**${file}`);
    await toShipping(page);
  });

  test('after a new release removed the files, the next page is reloaded', async ({ page }) => {
    let gone = 0;
    await page.route(`**${routeFile('product-detail')}`, (route) => (gone++ === 0 ? route.fulfill({ status: 404 }) : route.continue()));
    await page.goto('/product');
    await alive(page);
    await page.getByRole('link', { name: '溫和潔膚露' }).first().click();
    await expect(heading(page)).toHaveText('溫和潔膚露');
    await expect(page).toHaveURL(/\/product\/gentle-cleanser$/);
    await alive(page);
    expect(gone).toBeGreaterThan(1);
  });

  test('a click opens the next page once, also while the page waits for a part of it', async ({ page }) => {
    await registerMember(page.request);
    for (const file of [fileWith('label:`會員`'), fileWith('as WishButton')]) await page.route(`**${file}`, (route) => route.abort());
    const client = await page.context().newCDPSession(page);
    for (const path of ['/product/gentle-cleanser', '/blog', '/event', '/help/faq', '/about']) {
      await page.goto('/product');
      await alive(page);
      // React then shows late what the router has already done.
      await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.evaluate((to) => document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`)?.click(), path);
      await expect(page).toHaveURL(path);
      await alive(page);
      await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
  });

  test('a part of the page whose code cannot be fetched appears when the network is back', async ({ page, context }) => {
    await registerMember(page.request);
    const files = [fileWith('label:`會員`'), fileWith('as WishButton')];
    for (const file of files) await page.route(`**${file}`, (route) => route.abort());
    const asked = files.map((file) => page.waitForRequest(`**${file}`));
    await page.goto('/product');
    await alive(page);
    await Promise.all(asked);
    const member = page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '會員' });
    const heart = page.getByRole('button', { name: '願望清單：溫和潔膚露' });
    await expect(member).toBeVisible();
    await expect(heart).toHaveCount(0);
    await expect(heading(page)).toHaveText('系列商品');
    await page.getByRole('link', { name: '溫和潔膚露' }).first().click();
    await expect(heading(page)).toHaveText('溫和潔膚露');
    await context.setOffline(true);
    for (const file of files) await page.unroute(`**${file}`);
    await context.setOffline(false);
    await expect(memberMenu(page)).toBeVisible();
    await expect(heart).toBeVisible();
  });

  test('a dialog whose code cannot be fetched says why and opens at the next click', async ({ page }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    const files = [fileWith('as CancelDialog'), '/favicon.svg'];
    for (const file of files) await page.route(`**${file}`, (route) => route.abort());
    await page.goto(`/search-order?id=${orderNo}`);
    await alive(page);
    const cancel = page.getByRole('button', { name: '取消訂單' });
    for (let time = 0; time < 2; time += 1) {
      await cancel.click();
      await expect(page.getByText(UNREACHABLE).first()).toBeVisible();
      await page.getByRole('button', { name: '關閉訊息' }).click();
    }
    for (const file of files) await page.unroute(`**${file}`);
    await cancel.click();
    await expect(page.getByRole('dialog', { name: '確定要取消訂單嗎？' })).toBeVisible();
  });

  test('after a new release removed the code of a dialog, the page is reloaded with what was typed', async ({ page }) => {
    let gone = 0;
    await page.route(`**${fileWith('as TermsDialog')}`, (route) => (gone++ === 0 ? route.fulfill({ status: 404 }) : route.continue()));
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    const reloaded = page.waitForEvent('domcontentloaded');
    await page.getByRole('button', { name: '查看服務條款重點' }).click();
    await reloaded;
    await expect(heading(page)).toHaveText('確認訂單');
    await expect(page.getByRole('main')).toContainText(RECIPIENT.address);
    await page.getByRole('button', { name: '查看服務條款重點' }).click();
    await expect(page.getByRole('dialog')).toContainText('鑑賞期');
    await page.getByRole('button', { name: '我同意' }).click();
    await expect(page.getByRole('checkbox', { name: /我已閱讀並同意/ })).toBeChecked();
  });
});
