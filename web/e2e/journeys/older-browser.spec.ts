import type { Page } from '@playwright/test';
import {
  agree,
  alive,
  heading,
  mainButton,
  openCart,
  fillAddress,
  fillPerson,
  chooseDelivery,
  choosePayment,
  resultOf,
  toPay,
  toShipping,
} from '../harness/buyer.ts';
import { codToTheDoor, placeOrder } from '../harness/orders.ts';
import { joinConsole, openOrder } from '../harness/staff.ts';
import { expect, PHONE, test } from '../harness/test.ts';

test.use({ ...PHONE, alone: true });

/** Takes away what Safari 16.4 lacks, which is the oldest one that Tailwind's styles need. */
async function asSafari16(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const lacks: [object | undefined, string[]][] = [
      [AbortSignal, ['any']],
      [Array, ['fromAsync']],
      [Element.prototype, ['checkVisibility', 'setHTMLUnsafe']],
      [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [Promise, ['try', 'withResolvers']],
      [RegExp, ['escape']],
      [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
      [URL, ['canParse', 'parse']],
      [Document.prototype, ['startViewTransition']],
      [globalThis, ['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'URLPattern', 'Iterator', 'CloseWatcher']],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
      ],
    ];
    for (const [owner, names] of lacks) for (const name of names) Reflect.deleteProperty(owner ?? {}, name);
    // Its buttons open no popover.
    addEventListener('click', (event) => (event.target as Element).closest('[popovertarget]') && event.preventDefault());
    for (const name of ['matches', 'closest', 'querySelector'] as const) {
      const own = Element.prototype[name] as (selector: string) => never;
      const checked = function (this: Element, selector: string) {
        if (/^(?!.*:is\().*:popover-open/.test(selector)) throw new DOMException(selector, 'SyntaxError');
        return own.call(this, selector);
      };
      Object.assign(Element.prototype, { [name]: checked });
    }
  });
  // The styles have the same said to them.
  await page.route(
    (url) => url.pathname === '/' || url.pathname.startsWith('/product'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('@supports not selector(:popover-open)', '@supports (display:block)');
      // The policy names the hash of the styles as they were.
      return route.fulfill({ response, body, headers: { ...response.headers(), 'content-security-policy': '' } });
    },
  );
}

test('a phone with Safari 16.4 has the menu, prices and an order', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await asSafari16(page);
  await page.goto('/');
  await alive(page);
  const menu = page.locator('#mobile-menu');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: '選單', exact: true }).click();
  await expect(menu.getByRole('link', { name: '系列商品' })).toBeInViewport();
  await page.getByRole('button', { name: '關閉選單' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: '選單', exact: true }).click();
  await menu.getByRole('link', { name: '系列商品' }).click();
  await expect(heading(page)).toHaveText('系列商品');
  await expect(menu).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: '保濕滋養霜' }).first().click();
  await expect(heading(page)).toHaveText('保濕滋養霜');
  await page.getByRole('main').getByRole('button', { name: '加入購物車', exact: true }).first().click();
  await expect(page.getByText('已加入購物車').first()).toBeVisible();

  await openCart(page);
  await toShipping(page);
  await chooseDelivery(page, '宅配到府');
  await choosePayment(page, '貨到付款');
  await fillPerson(page);
  await fillAddress(page);
  await toPay(page);
  await agree(page);
  await mainButton(page, '送出訂單').click();
  await resultOf(page);
  await expect(heading(page)).toHaveText('訂單已成立');
  expect(faults).toEqual([]);
});

test('support with Safari 16.4 sees what an event of an order led to', async ({ page, request }) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const orderNo = await placeOrder(request, codToTheDoor());
  await asSafari16(page);
  await joinConsole(page);
  await openOrder(page, orderNo);
  await expect(page.getByRole('region', { name: '起因與結果' }).getByRole('listitem').first()).toBeVisible();
  expect(faults).toEqual([]);
});
