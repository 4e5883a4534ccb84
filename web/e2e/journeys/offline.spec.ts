import { alive, fillAddress, fillPerson, heading, mainButton, openCart, toPay, toShipping } from '../harness/buyer.ts';
import { fileWith, routeFile } from '../harness/built.ts';
import { fillCart } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

const NO_NETWORK = '目前沒有網路連線，請確認連線後再試一次。';
const UNREACHABLE = '暫時連不上伺服器，請稍後再試一次。';
const consoleMay = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404/;

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

  test('the next checkout step is loaded ahead', async ({ page, context }) => {
    await fillCart(page.request);
    const ahead = [page.waitForResponse(`**${fileWith('as ShippingStep}')}`), page.waitForResponse(/taiwan-districts/)];
    await openCart(page);
    await Promise.all(ahead.map(async (answer) => (await answer).finished()));
    await context.setOffline(true);
    await toShipping(page);
    await fillPerson(page);
    await fillAddress(page);
    await context.setOffline(false);
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
});
