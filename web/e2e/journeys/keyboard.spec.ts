import type { Locator, Page } from '@playwright/test';
import { alive, cardField, heading, mainButton, openCart, registerBox, resultOf } from '../harness/buyer.ts';
import { registerMember, signIn } from '../harness/members.ts';
import { CART, fillCart, MASTERCARD } from '../harness/orders.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.ownerDocument.hasFocus() && element.ownerDocument.activeElement === element);

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < most; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached with ${most} presses of Tab`);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test('a whole purchase with the keyboard alone', async ({ page }) => {
  await page.goto('/product/gentle-cleanser');
  await alive(page);
  await tabTo(page, page.getByRole('button', { name: '加入購物車', exact: true }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: '已加入購物車' })).toBeVisible();
  await page.waitForURL(/\/payment/);
  await expect(heading(page)).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: '增加一件溫和潔膚露' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('textbox', { name: '溫和潔膚露的數量' })).toHaveValue('2');
  await tabTo(page, mainButton(page, '下一步'));
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('付款與配送');

  await tabTo(page, page.getByRole('radio', { name: /^信用卡/ }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^貨到付款/ })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: /^信用卡/ })).toBeChecked();
  await type(page, page.getByLabel('姓氏'), '王');
  await type(page, page.getByLabel('名字'), '大明');
  await type(page, page.getByLabel('手機號碼'), '0912345678');
  await type(page, page.getByLabel('電子郵件信箱'), 'ming@example.com');
  for (const select of ['縣市', '鄉鎮市區']) {
    await tabTo(page, page.getByLabel(select, { exact: true }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByLabel(select, { exact: true })).not.toHaveValue('');
  }
  await type(page, page.getByLabel('詳細地址'), '信義路三段134巷1號');
  await tabTo(page, registerBox(page));
  await page.keyboard.press('Space');
  await tabTo(page, mainButton(page, '下一步：確認與付款'));
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('確認付款');

  await type(page, cardField(page, 'number'), MASTERCARD);
  await type(page, cardField(page, 'expiry'), '1239');
  await type(page, cardField(page, 'ccv'), '123');
  await tabTo(page, page.getByRole('button', { name: '查看服務條款重點' }));
  await page.keyboard.press('Enter');
  const terms = page.getByRole('dialog', { name: '服務條款重點' });
  const texts = terms.getByRole('list', { name: '完整內容' }).getByRole('link');
  await expect(texts).toHaveCount(4);
  expect(await texts.evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('target')]))).toEqual(
    ['/help/termsAndConditions', '/help/return-order', '/help/privacy', '/help/faq'].map((path) => [path, '_blank']),
  );
  await tabTo(page, terms.getByRole('button', { name: '我同意' }));
  await page.keyboard.press('Enter');
  await expect(terms).toBeHidden();
  await expect(page.getByRole('checkbox', { name: /我已閱讀並同意/ })).toBeChecked();
  await tabTo(page, mainButton(page, '確認付款'));
  await page.keyboard.press('Enter');
  await resultOf(page);
  await expect(heading(page)).toHaveText('付款成功');
});

test('the bar after an add is the next stop of Tab, stops its countdown there and gives the focus back', async ({ page }) => {
  await page.clock.install();
  await page.goto('/product');
  await alive(page);
  const add = page.getByRole('button', { name: '加入購物車：保濕化妝水' }).first();
  const bar = page.getByRole('region', { name: '已加入購物車' });
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(bar).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(bar.getByRole('button', { name: '取消' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(add).toBeFocused();
  await expect(bar, 'its countdown does not go on').toContainText('倒數已暫停');
  await page.clock.runFor(4_500);
  await expect(bar).toBeVisible();
  await tabTo(page, bar.getByRole('button', { name: '取消' }), 80);
  await page.keyboard.press('Enter');
  await expect(bar).toBeHidden();
  await expect(add).toBeFocused();
  await expect(page).toHaveURL(/\/product$/);
});

test('where a button or a form goes away, the part around it gets the focus', async ({ page }) => {
  const email = await registerMember(page.request);
  await page.context().clearCookies({ name: /^(?!consent$)/ });
  await fillCart(page.request, [
    ...CART,
    { productId: 33, quantity: 1, tier: 'ADDITIONAL' },
    { productId: 31, quantity: 1, tier: 'ADDITIONAL' },
  ]);
  await openCart(page);
  await page.getByRole('button', { name: '清除全部加購' }).press('Enter');
  await expect(page.getByRole('region', { name: '加購優惠' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: '加購優惠' }).getByRole('button').first()).toBeFocused();

  await page.getByRole('region', { name: '會員登入' }).getByRole('button', { name: '登入' }).press('Enter');
  await signIn(page, email);
  await expect(page.getByRole('region', { name: '會員', exact: true })).toBeFocused();
});

test('lists without marks are lists in Safari, too', async ({ page }) => {
  await page.goto('/product');
  await alive(page);
  const bare = (): Promise<number> =>
    page.locator('ul, ol').evaluateAll((lists) => lists.filter((list) => getComputedStyle(list).listStyleType === 'none').length);
  expect(await bare()).toBe(0);
});

test('no item of a list that begins with a picture has a mark, for which Safari adds a line', async ({ page }) => {
  await page.setViewportSize(DESK.viewport);
  for (const path of ['/product/balancing-toner', '/about', '/vip-rights', '/help/cs-landing']) {
    await page.goto(path);
    await alive(page);
    const marked = await page.getByRole('main').evaluate((main) =>
      Array.from(main.querySelectorAll('li'), (item) => {
        const { display } = getComputedStyle(item);
        let first: Element = item;
        while (first.tagName !== 'svg' && first.firstChild instanceof Element) first = first.firstChild;
        return display === 'list-item' && /^(svg|img|source)$/i.test(first.tagName) && item.getClientRects()[0]
          ? item.outerHTML.slice(0, 200)
          : '';
      }).filter(Boolean),
    );
    expect(marked, path).toEqual([]);
  }
});
