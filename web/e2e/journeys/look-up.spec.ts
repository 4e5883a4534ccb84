import type { OrderAnswer } from '@nordhaut/contracts';
import { goWithin, showAs } from '../harness/answers.ts';
import { alive } from '../harness/buyer.ts';
import { cardToStore, codToTheDoor, placeOrder } from '../harness/orders.ts';
import { linesOf } from '../harness/checks.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';
import { moveParcel } from '../harness/simulators.ts';

const NOT_FOUND = '查詢不到此編號的訂單，請確認訂單編號是否正確';

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a wrong number is refused; a right one with spaces around it is found', async ({ page }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await page.goto('/search-order');
    await alive(page);
    const input = page.getByPlaceholder('輸入訂單編號');
    const ask = page.getByRole('button', { name: '查詢' });
    await expect(ask).toHaveAttribute('aria-disabled', 'true');
    const almost = `${orderNo.slice(0, -1)}${orderNo.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of ['NOPE12345678', '不是編號', almost]) {
      await input.fill(wrong);
      await ask.click();
      await expect(page.getByRole('main')).toContainText(NOT_FOUND);
      await expect(page.getByRole('article')).toHaveCount(0);
    }
    await input.fill(`  ${orderNo}  `);
    await ask.click();
    await expect(page.getByRole('article')).toContainText(orderNo);
    await expect(page.getByRole('main')).not.toContainText(NOT_FOUND);

    const held = Promise.withResolvers<void>();
    await page.route(`**/api/orders/${almost}*`, (route) => held.promise.then(() => route.continue()));
    await input.fill(almost);
    const asked = page.waitForRequest(`**/api/orders/${almost}*`);
    await ask.click();
    await asked;
    await input.fill('typed while the answer is on its way');
    held.resolve();
    await expect(page.getByRole('main')).toContainText(NOT_FOUND);
    await expect(input).toHaveValue('typed while the answer is on its way');
    await page.goBack();
    await expect(page.getByRole('article')).toContainText(orderNo);
  });

  test('the expected days are right where the clock of the phone is not', async ({ page }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await page.clock.install({ time: Date.now() + 365 * 86_400_000 });
    for (const path of [`/search-order?id=${orderNo}`, `/result?order_number=${orderNo}&type=cod`]) {
      await page.goto(path);
      await alive(page);
      await expect(page.getByRole('main')).toContainText('預計送達');
    }
  });

  test('a closed period has each weekday beside its date', async ({ page }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    const arrival = { from: '2099-12-10', to: '2099-12-16', closed: { from: '2099-12-03', to: '2099-12-07' } };
    await showAs(page, orderNo, { order: { arrival } });
    await page.goto('/search-order');
    await alive(page);
    for (const path of [`/search-order?id=${orderNo}`, `/result?order_number=${orderNo}&type=cod`]) {
      await goWithin(page, path);
      await expect(page.getByRole('main')).toContainText('12/3（四）至 12/7（一）暫停出貨，12/8（二）起依序寄出。');
      for (const sentence of await page.getByText(/（[一二四]）/).all())
        expect.soft((await linesOf(sentence)).join('|')).not.toMatch(/\d\|（/);
    }
  });
});

test.describe('on a computer', () => {
  // The router reports that it could not ask for the routes of the page's links.
  test.use({ ...DESK, consoleMay: /ERR_INTERNET_DISCONNECTED|^Failed to fetch manifest patches/ });

  test('without proof the link to the carrier copies no number', async ({ page, context, playwright, baseURL }) => {
    const buyer = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const orderNo = await placeOrder(buyer, codToTheDoor());
    await buyer.dispose();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.route(/tcat/i, (route) => route.fulfill({ body: 'the carrier' }));
    await page.goto(`/search-order?id=${orderNo}`);
    await alive(page);
    await page.evaluate(() => navigator.clipboard.writeText('what was there'));
    await expect(page.getByRole('article')).toContainText('驗證收件人身分後顯示物流編號');
    const carrier = context.waitForEvent('page');
    await page.getByRole('link', { name: /包裹查詢/ }).click();
    await (await carrier).close();
    await expect(page.getByText('已複製物流編號')).toHaveCount(0);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('what was there');
  });

  test('the owner of an order that shows others no contact gets it, although the first answer was for others', async ({ page }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await page.goto('/search-order');
    await alive(page);
    // As the server renders a page: without the visitor's cookie.
    await page.route(
      `**/api/orders/${orderNo}`,
      async (route) => {
        const answer = (await (await route.fetch()).json()) as OrderAnswer;
        const recipient = { name: '', phone: '', email: '', address: '' };
        await route.fulfill({ json: { ...answer, order: { ...answer.order, personal: 'forgotten', recipient } } });
      },
      { times: 1 },
    );
    await goWithin(page, `/search-order?id=${orderNo}`);
    await expect(page.getByRole('article')).toContainText('0912345678');
    await expect(page.getByRole('article')).not.toContainText('已刪除');
  });

  test('without a network the page shows no wrong number and keeps the order; the answer follows later', async ({ page, context }) => {
    const [first, second] = [await placeOrder(page.request, codToTheDoor()), await placeOrder(page.request, codToTheDoor())];
    await page.goto(`/search-order?id=${first}`);
    await alive(page);
    await context.setOffline(true);
    const input = page.getByPlaceholder('輸入訂單編號');
    await input.fill(second);
    await page.getByRole('button', { name: '查詢' }).click();
    const failed = page.getByRole('alert').filter({ hasText: '目前沒有網路連線' });
    await expect(failed.getByRole('button', { name: '再試一次' })).toBeVisible();
    await expect(input).not.toHaveAttribute('aria-invalid', 'true');
    await expect(input).toHaveValue(second);
    await expect(page.getByRole('article')).toContainText(first);
    await context.setOffline(false);
    await expect(page.getByRole('article')).toContainText(second);
    await expect(failed).toHaveCount(0);
  });
});

test.describe('the number and the paper', () => {
  test.use(DESK);

  test('the number in groups of four, and the print of its order', async ({ page, context }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await test.step('the number is shown in groups of four, copied without spaces, and found with spaces', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`/result?order_number=${orderNo}&status=0&type=cod`);
      await alive(page);
      const groups: string[] = orderNo.match(/.{1,4}/g) ?? [];
      const gaps = await page
        .getByRole('definition')
        .first()
        .locator('span > span')
        .evaluateAll((spans) => spans.map((span) => [span.textContent, Number.parseFloat(getComputedStyle(span).marginInlineEnd) > 2]));
      expect(gaps.filter(([text]) => groups.includes(String(text)))).toEqual(
        groups.map((group, place) => [group, place < groups.length - 1]),
      );
      await page.getByRole('button', { name: /^複製\s*訂單編號$/ }).click();
      await expect(page.getByText('已複製訂單編號').first()).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(orderNo);
      await page.goto(`/search-order?id=${encodeURIComponent(groups.join(' '))}`);
      await expect(page.getByRole('article')).toContainText(orderNo);
    });
    await alive(page);
    await test.step('the print has the order’s facts, items and sums, and no navigation', async () => {
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo')).toBeHidden();
      await expect(page.getByPlaceholder('輸入訂單編號')).toBeHidden();
      const order = page.getByRole('article');
      for (const text of ['訂單資訊', '配送資訊', '溫和潔膚露', '合計']) await expect(order.getByText(text).first()).toBeVisible();
      await expect(order.getByRole('button')).toHaveCount(0);
      await expect(order.getByText('出貨', { exact: true }), 'what is still to come').toBeHidden();
    });
    await test.step('a page without an order prints what it says', async () => {
      await page.goto('/help/return-order');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').getByRole('paragraph').first()).toBeVisible();
    });
  });

  // Rows of a grid that a page's end moves lie on one another, and leave room of their own below.
  test('what does not fit on the first page of the print is on one more', async ({ page }) => {
    await page.goto(`/search-order?id=${await placeOrder(page.request, cardToStore('UNIMARTC2C'))}`);
    await expect(page.getByRole('heading', { name: '取貨資訊' })).toBeVisible();
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(2);
  });
});

test.describe('without script', () => {
  test.use({ ...DESK, javaScriptEnabled: false });

  test('the look-up is useful', { tag: '@cluster' }, async ({ page }) => {
    const orderNo = await placeOrder(page.request, cardToStore('FAMIC2C'));
    await moveParcel(orderNo, 3018);
    await expect.poll(async () => (await page.request.get(`/api/orders/${orderNo}`)).text()).toContain('3018');
    await page.goto('/search-order');
    await page.getByPlaceholder('輸入訂單編號').fill(orderNo);
    await page.getByRole('button', { name: '查詢' }).click();
    const order = page.getByRole('article');
    await expect(order).toContainText(orderNo);
    await expect(order.getByText('目前狀態').locator('+ p')).toHaveText('商品已送達取貨門市');
    await expect(
      page
        .getByRole('region', { name: '訂單進度' })
        .getByRole('listitem')
        .filter({ has: page.locator('time') }),
    ).toHaveText([/^訂單成立/, /^付款完成/, /^訂單處理中/, /^商品已送達取貨門市/]);
    await expect(order).toContainText('溫和潔膚露');
    await expect(order).toContainText('全家');
    await page.getByPlaceholder('輸入訂單編號').fill('NOPE12345678');
    await page.getByRole('button', { name: '查詢' }).click();
    await expect(page.getByRole('main')).toContainText(NOT_FOUND);
  });
});
