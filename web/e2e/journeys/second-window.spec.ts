import { agree, heading, mainButton, resultOf, toPayStep } from '../harness/buyer.ts';
import { fillCart } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a cart that another window ordered is not ordered again', async ({ page, context }) => {
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    await agree(page);
    const other = await context.newPage();
    await toPayStep(other, '貨到付款');
    await agree(other);
    await mainButton(other, '送出訂單').click();
    await resultOf(other);

    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/orders') && sent.push(request.url()));
    await mainButton(page, '送出訂單').click();
    await expect(page.getByText('購物車內容已變更，請確認後再結帳').first()).toBeVisible();
    await expect(heading(page)).toHaveText('購物車');
    await expect(page.getByRole('main')).toContainText('購物車還是空的');
    await expect(page.getByText('購物車內沒有商品，請先加入商品', { exact: true }), 'one reason is enough').toHaveCount(0);
    expect(sent).toEqual([]);
  });
});

test.describe('on a computer', () => {
  test.use(DESK);

  test('a quantity that changed in another window is shown before it is bought', async ({ page }) => {
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    await agree(page);
    await page.request.patch('/api/cart/items/5', { data: { quantity: 3, tier: 'ORIGIN' } });
    await mainButton(page, '送出訂單').click();
    await expect(heading(page)).toHaveText('購物車');
    await expect(page.getByText('購物車內容已變更，請確認後再結帳').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: '溫和潔膚露的數量' })).toHaveValue('3');
  });

  test('a cart that is ordered between the last look and the order is refused on the cart step', async ({ page }) => {
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    await agree(page);
    const message = '購物車是空的';
    await page.route('**/api/orders', async (route) => {
      for (const id of [5, 9]) await page.request.delete(`/api/cart/items/${id}?tier=ORIGIN`);
      await route.fulfill({ status: 409, json: { status: 409, code: 'CART_EMPTY', message, correlationId: 'e2e' } });
    });
    await mainButton(page, '送出訂單').click();
    const refused = page.getByRole('main').getByRole('alert');
    await expect(refused).toContainText(message);
    await expect(refused).toBeFocused();
    await expect(refused.getByRole('link', { name: '訂單查詢' })).toBeVisible();
    await expect(heading(page)).toHaveText('購物車');
    await expect(page.getByRole('main')).toContainText('購物車還是空的');
  });
});
