import {
  agree,
  alive,
  chooseDelivery,
  fillAddress,
  fillCard,
  fillPerson,
  heading,
  mainButton,
  openShipping,
  resultOf,
  toPayStep,
} from '../harness/buyer.ts';
import { codToTheDoor, fillCart, MASTERCARD, placeOrder } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

test.describe('on a phone', () => {
  test.use({ ...PHONE, consoleMay: /ERR_INTERNET_DISCONNECTED/ });

  test('without a network no order is sent, and the page says so', async ({ page, context }) => {
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    await agree(page);
    await expect(mainButton(page, '送出訂單')).toBeEnabled();
    await context.setOffline(true);
    await mainButton(page, '送出訂單').click();
    const problem = page.getByRole('main').getByRole('alert').filter({ hasText: '這次沒有送出訂單' });
    await expect(problem).toContainText('目前沒有網路連線');
    await expect(problem).not.toContainText('可能已送出');
    await context.setOffline(false);
    await problem.getByRole('button', { name: '再試一次' }).click();
    await resultOf(page);
    await expect(heading(page)).toHaveText('訂單已成立');
  });

  test('Back after an order shows the top of an empty cart and no error', async ({ page }) => {
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    await agree(page);
    await mainButton(page, '送出訂單').click();
    await resultOf(page);
    await expect(heading(page)).toHaveText('訂單已成立');
    await page.goBack();
    await expect(heading(page)).toHaveText('購物車');
    await expect(page).toHaveURL(/to=CART/);
    await expect(page.getByRole('main')).toContainText('購物車還是空的');
    await expect(heading(page)).toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(page.getByText('購物車內沒有商品，請先加入商品', { exact: true })).toHaveCount(0);
    await expect(page.getByText('收件資料未填寫完整')).toHaveCount(0);
  });
});

test.describe('on a computer', () => {
  test.use(DESK);

  test('a problem is shown after the first try, until it is corrected', async ({ page }) => {
    await fillCart(page.request);
    await toPayStep(page);
    await mainButton(page, '確認付款').click();
    const problems = page.getByRole('alert').filter({ hasText: '請修正以下項目' });
    await expect(problems.getByRole('listitem')).toHaveText(['請正確填寫信用卡資料', '請確認您同意服務條款']);
    await fillCard(page, MASTERCARD);
    await expect(problems.getByRole('listitem')).toHaveText(['請確認您同意服務條款']);
    await page.getByRole('radio', { name: /^公司統一編號/ }).check();
    await expect(page.getByLabel('統一編號', { exact: true })).not.toHaveAttribute('aria-invalid');
    await agree(page);
    await expect(problems).toHaveCount(0);
    await mainButton(page, '確認付款').click();
    await expect(page.getByLabel('統一編號', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(problems.getByRole('listitem')).toHaveText([/統一編號格式錯誤/, '請填寫公司抬頭']);
  });

  test('the choice of delivery abroad clears the address in Taiwan', async ({ page }) => {
    await openShipping(page);
    await fillPerson(page);
    await fillAddress(page);
    await chooseDelivery(page, '海外配送');
    await expect(page.getByLabel('詳細地址')).toHaveValue('');
    await expect(page.getByLabel('國際區碼')).toHaveValue('+852');
    await expect(page.getByLabel('手機號碼')).toHaveValue('');
    await expect(page.getByLabel('姓氏')).toHaveValue('王');
    await expect(page.locator('[aria-invalid=true]'), 'nobody left these fields empty').toHaveCount(0);
  });

  test('a mistyped e-mail domain is noticed, and corrected by one click', async ({ page }) => {
    await openShipping(page);
    const email = page.getByLabel('電子郵件信箱');
    await email.pressSequentially('Wang@gmial.com');
    const question = page.getByRole('button', { name: '是不是 Wang@gmail.com？' });
    await question.click();
    await expect(email).toHaveValue('Wang@gmail.com');
    await expect(email).toBeFocused();
    await expect(question).toHaveCount(0);

    await email.fill('');
    await email.pressSequentially('Wang@gmial.com');
    await question.focus();
    await email.evaluate((input) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'filled@example.com');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect(question, 'a program filled in another address').toHaveCount(0);
    await expect(email).toBeFocused();
  });
});

for (const { screen, name } of [
  { screen: PHONE, name: 'on a phone' },
  { screen: DESK, name: 'on a computer' },
]) {
  test.describe(name, () => {
    test.use(screen);

    test('an invalid quantity is corrected and not added, and the button does not move', async ({ page }) => {
      await page.goto('/product/gentle-cleanser');
      await alive(page);
      const added: unknown[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/cart/items')) added.push(request.postDataJSON());
      });
      const quantity = page.getByRole('textbox', { name: /的數量$/ });
      const add = page.getByRole('main').getByRole('button', { name: '加入購物車', exact: true }).first();
      await quantity.fill('150');
      // Relative to the heading, because the focused field may scroll the page.
      const place = async (): Promise<number> => ((await add.boundingBox())?.y ?? 0) - ((await heading(page).boundingBox())?.y ?? 0);
      const before = await place();
      await add.click();
      await expect(page.getByRole('main')).toContainText('超過單次只能購買上限 99 個品項！');
      await expect(quantity).toHaveValue('99');
      await expect(quantity).toBeFocused();
      expect(await place()).toBe(before);
      expect(added).toEqual([]);

      await quantity.fill('3');
      await add.click();
      await expect(page.getByRole('region', { name: '已加入購物車' })).toBeVisible();
      expect(added).toMatchObject([{ quantity: 3 }]);
    });
  });
}

test.describe('without script', () => {
  test.use({ ...PHONE, javaScriptEnabled: false });

  test('the result page shows the state of the order', async ({ page }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await page.goto(`/result?order_number=${orderNo}&status=0&type=cod`);
    await expect(heading(page)).toHaveText('訂單已成立');
    await expect(page).toHaveTitle(/^訂單已成立/);
    await expect(page.getByRole('main')).toContainText(orderNo);
    await page.getByRole('link', { name: '查看訂單' }).click();
    await expect(page.getByRole('article')).toContainText(orderNo);
    await page.goto('/result?order_number=NOPE12345678');
    await expect(heading(page)).toHaveText('查詢不到訂單');
  });
});
