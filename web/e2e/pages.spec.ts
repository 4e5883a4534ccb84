import { fileURLToPath } from 'node:url';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { ACCOUNT_VISITS, isComplete } from './harness/account-visits.ts';
import { alive, heading, mainButton, openCart, openShipping, toPayStep } from './harness/buyer.ts';
import {
  expectAccessible,
  expectLargeTargets,
  expectNoSidewaysScroll,
  expectNothingCovered,
  expectStill,
  quietAfter,
} from './harness/checks.ts';
import { openCoupons } from './harness/coupons.ts';
import { memberTest, WIDTHS } from './harness/member-states.ts';
import { registerMember } from './harness/members.ts';
import { cardToStore, CART, codToTheDoor, fillCart, placeOrder } from './harness/orders.ts';
import { DESK, expect, PHONE, readerTest, test } from './harness/test.ts';

/** With E2E_PICTURES set, the run writes a screenshot of each page of the accounts at both widths to `test-results/accounts/`. */
const PICTURES = process.env['E2E_PICTURES'] && fileURLToPath(new URL('../../test-results/accounts/', import.meta.url));

type Visit = {
  name: string;
  open: (page: Page) => Promise<void>;
  /** Leads to the state that is looked at. What moves after it is no shift of the load, however slow the machine is. */
  act?: (page: Page) => Promise<void>;
  /** what opens over this page or within it, one after the other */
  opens?: readonly Opened[];
  /** further checks of a page at a computer's width */
  also?: (page: Page) => Promise<void>;
  leavesNothing?: true;
};
type Opened = { name: string; open: (page: Page) => Promise<void>; close?: (page: Page) => Promise<void> };

const content = (name: string, path: string, h1: string | RegExp, more: Pick<Visit, 'opens'> = {}): Visit => ({
  name,
  leavesNothing: true,
  ...more,
  open: async (page) => {
    await page.goto(path);
    await alive(page);
    await expect(heading(page)).toHaveText(h1);
  },
});

const SEARCH: Opened = {
  name: 'dialog of the search, with results',
  open: async (page) => {
    await page.getByRole('link', { name: '搜尋' }).first().click();
    await page.getByRole('combobox', { name: '要找什麼？' }).fill('修護');
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  close: async (page) => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
};
const MENU: Opened = {
  name: 'mobile menu',
  open: async (page) => {
    await page.getByRole('button', { name: '選單', exact: true }).click();
    await expect(page.locator('#mobile-menu')).toBeVisible();
  },
};
const COMMENTS: Opened = {
  name: 'tab COMMENT of a product',
  open: async (page) => {
    await page.getByRole('tab', { name: 'COMMENT' }).click();
    await expect(page.getByRole('tabpanel', { name: 'COMMENT' })).toBeVisible();
  },
};
const QUESTION: Opened = {
  name: 'question of the 404 page',
  open: async (page) => {
    const home = page.getByRole('main').getByRole('link', { name: '回到首頁' });
    await expect(home).toHaveAttribute('aria-haspopup', 'dialog');
    await home.click();
    await expect(page.getByRole('dialog', { name: '確定要返回首頁嗎？' })).toBeVisible();
  },
};

/** The order of another visitor: this visitor sees it without the personal data. */
async function strangersOrder(page: Page): Promise<string> {
  const { request } = page.context();
  const orderNo = await placeOrder(request, codToTheDoor());
  await page.context().clearCookies({ name: /^(?!consent$)/ });
  return orderNo;
}

/** Every page, in each state that looks different. A new route needs a row here. */
const VISITS: readonly Visit[] = [
  content('home', '/', /由 01 到 08/),
  content('list', '/product', '系列商品'),
  content('list, filtered', '/product?feature=hand-dry', '適合「手部乾燥」'),
  content('product', '/product/repair-essence', '修護精華液', { opens: [COMMENTS] }),
  content('set', '/product/daily-basics-set', '基礎保養三件組'),
  content('product with a Chinese address', `/product/${encodeURIComponent('刺青修護凝膠')}`, '刺青修護凝膠'),
  content('404', '/no-such-page', '找不到這個頁面', { opens: [QUESTION] }),
  content('corporate gifts', '/corporate-gifts', '企業贈禮'),
  content('cookie settings', '/cookie-settings', 'Cookie 設定'),
  content('help', '/help/cs-landing', '客服中心'),
  content('frequent questions', '/help/faq', '常見問題'),
  content('return rules', '/help/return-order', '退換貨須知'),
  content('contact', '/help/contact-us', '聯絡我們'),
  content('ways to pay', '/help/payment-options', '付款選項'),
  content('terms', '/help/termsAndConditions', '服務條款'),
  content('privacy', '/help/privacy', '隱私權政策'),
  content('sensitive skin', '/skin-type/sensitive', '敏感肌'),
  content('dry skin', '/skin-type/dry', '乾性肌'),
  content('fragile skin', '/skin-type/fragile', '脆弱肌'),
  content('combination skin', '/skin-type/combination', '混合肌'),
  content('usage guide', '/product-instruction', '商品使用說明'),
  content('brand story', '/about', '少一點，照順序', { opens: [SEARCH, MENU] }),
  content('tattoo care', '/tattoo-care', /刺青之後/),
  content('membership benefits', '/vip-rights', '會員禮遇'),
  content('questionnaire', '/questionnaire/skin-check', '三分鐘膚況問卷'),
  content('articles', '/blog', '專欄文章'),
  content('article', '/blog/plum-rain-notes', /梅雨筆記/),
  content('campaigns', '/event', '優惠活動'),
  content('campaign with products', '/event/all-products-free-sample', /./),
  content('past campaigns', '/event?filter=past', '優惠活動'),
  content('campaign with a text', '/event/skin-consultation-day', /^\[已結束\]/),
  content('group project', '/group/sunlight-salon', '日光沙龍團購'),
  content('group project, not begun', '/group/forest-office', /尚未開始/),
  content('group project, ended', '/group/coast-yoga', '海岸瑜珈教室團購'),
  content('reviews', '/comments', '商品評價'),
  content('reviews of a product', '/comments/product/repair-essence', '修護精華液'),
  content('one review, with a picture', '/comments/post/gentle-cleanser-25', '第五瓶'),
  content('search', `/search?q=${encodeURIComponent('保濕')}`, '搜尋'),
  {
    name: 'cart, empty',
    open: openCart,
    also: async (page) => {
      const title = page.getByRole('heading', { name: '購物車還是空的' });
      await expect(title).toBeVisible();
      const box = await title.locator('..').boundingBox();
      const steps = await page.getByRole('main').boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0), 'as far from the right edge as from the left one').toBeCloseTo(
        (steps?.width ?? 0) - (box?.x ?? 0),
        -1,
      );
    },
  },
  {
    name: 'cart',
    open: async (page) => {
      await fillCart(page.request, [...CART, { productId: 33, quantity: 1, tier: 'ADDITIONAL' }]);
      await openCart(page);
    },
  },
  {
    name: 'shipping with errors',
    open: (page) => openShipping(page),
    act: async (page) => {
      await mainButton(page, '下一步：確認與付款').click();
      await expect(page.getByRole('alert').filter({ hasText: '收件資料未填寫完整' })).toBeVisible();
    },
  },
  {
    name: 'pay by card',
    open: async (page) => {
      await fillCart(page.request);
      await toPayStep(page);
      await expect(page.getByText('信用卡欄位已就緒')).toBeAttached();
    },
    act: async (page) => {
      await page.getByRole('radio', { name: /^公司統一編號/ }).check();
      await mainButton(page, '確認付款').click();
      await expect(page.getByRole('alert').filter({ hasText: '請修正以下項目' })).toBeVisible();
    },
  },
  {
    name: 'result',
    open: async (page) => {
      const orderNo = await placeOrder(page.request, codToTheDoor());
      await page.goto(`/result?order_number=${orderNo}&status=0&type=cod`);
      await expect(heading(page)).toHaveText('訂單已成立');
    },
  },
  {
    name: 'result of nothing',
    open: async (page) => {
      await page.goto('/result');
      await expect(heading(page)).toHaveText('查詢不到訂單');
    },
  },
  content('look-up', '/search-order', '線上訂單查詢'),
  {
    name: 'look-up, own order',
    open: async (page) => {
      const orderNo = await placeOrder(page.request, cardToStore('UNIMARTC2C'));
      await page.goto(`/search-order?id=${orderNo}`);
      await expect(page.getByRole('button', { name: '退貨申請' })).toBeVisible();
    },
    act: async (page) => {
      await page.getByRole('button', { name: '退貨申請' }).click();
      await expect(page.getByRole('group', { name: '退貨原因' })).toBeVisible();
    },
  },
  {
    name: 'look-up, another’s order',
    open: async (page) => {
      await page.goto(`/search-order?id=${await strangersOrder(page)}`);
      await alive(page);
    },
    act: async (page) => {
      await page.getByRole('button', { name: '查看完整資料' }).click();
      await expect(page.getByRole('region', { name: '驗證收件人身分' })).toBeVisible();
    },
  },
  {
    name: 'look-up of nothing',
    open: async (page) => {
      await page.goto('/search-order?id=NOPE12345678');
      await expect(page.getByRole('main')).toContainText('查詢不到此編號的訂單');
    },
  },
];

/** A document that is a 404 makes the browser write an error to the console. */
const NOT_FOUND = /Failed to load resource: the server responded with a status of 404/;

/** The size of the letters that the visitor has chosen for all pages in the browser. */
const setLetters = (page: Page, size: string): Promise<void> =>
  page.evaluate((size) => void (document.documentElement.style.fontSize = size), size);

async function lookAtOpened(page: Page): Promise<void> {
  for (const { viewport } of [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await expectLargeTargets(page);
    if (viewport === PHONE.viewport) await expectNoSidewaysScroll(page, 320);
  }
}

test.describe('every page', () => {
  for (const { name, open, act, opens = [], also, leavesNothing } of VISITS) {
    test.describe(name, () => {
      const visit = leavesNothing ? readerTest : test;
      visit.use({ ...PHONE, ...(name === '404' && { consoleMay: NOT_FOUND }) });

      visit('is accessible at both widths, with large targets, without sideways scroll and with nothing covered', async ({ page }) => {
        await open(page);
        await expectStill(page);
        await act?.(page);
        await expect(page.getByRole('heading', { level: 1 }), 'one main heading').toHaveCount(1);
        for (const { looked, narrower } of [
          { looked: PHONE.viewport, narrower: [320] },
          { looked: DESK.viewport, narrower: [900, 1024] },
        ]) {
          await page.setViewportSize(looked);
          await expectAccessible(page);
          await expectLargeTargets(page);
          if (looked === DESK.viewport) await also?.(page);
          for (const width of narrower) {
            await expectNoSidewaysScroll(page, width);
            await expectNothingCovered(page, width);
          }
        }
        await test.step('at 200 % zoom', async () => {
          await expectNoSidewaysScroll(page, 640);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        });
        await test.step('with letters of twice the size', async () => {
          await setLetters(page, '200%');
          await expectNoSidewaysScroll(page, 320);
          await setLetters(page, '');
        });
        for (const { name: opened, open: openIt, close } of opens)
          await test.step(opened, async () => {
            await page.setViewportSize(PHONE.viewport);
            await openIt(page);
            await lookAtOpened(page);
            await page.setViewportSize(PHONE.viewport);
            await close?.(page);
          });
      });
    });
  }
});

/** What opens for some visitors only. */
const OPENED: readonly (Opened & { unseen?: true })[] = [
  {
    name: 'popup of the home page',
    unseen: true,
    open: async (page) => {
      await page.goto('/');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'form of a review, with its faults',
    open: async (page) => {
      await registerMember(page.request);
      await page.goto('/comments/product/repair-essence');
      await alive(page);
      await page.getByRole('button', { name: '寫評價' }).click();
      const form = page.getByRole('form', { name: /寫評價$/ });
      await expect(form.getByLabel('性別')).toBeVisible();
      await form.getByRole('button', { name: '送出評價' }).click();
      await expect(form.getByText('請給予此產品評分')).toBeVisible();
      // On a phone, pictures are chosen, not dropped.
      await expect(form.getByText('選擇檔案')).toBeVisible();
      await expect(form.getByText('把圖片拖到這裡')).toBeHidden();
    },
  },
];

test.describe('what opens', () => {
  for (const { name, open, unseen: isUnseen } of OPENED) {
    test.describe(name, () => {
      test.use({ ...PHONE, hasSeenPopup: !isUnseen });

      test('is accessible at both widths, with large targets', async ({ page }) => {
        await open(page);
        await lookAtOpened(page);
      });
    });
  }
});

memberTest.describe('every page of the accounts', () => {
  for (const visit of ACCOUNT_VISITS) {
    memberTest.describe(visit.name, () => {
      const as = visit.as ?? 'guest';
      memberTest.use({ ...PHONE, as, alone: as === 'guest' && visit.before !== undefined });

      memberTest('is still, accessible and has large targets at both widths', async ({ page, regular }) => {
        const quiet = quietAfter(page);
        await visit.before?.(page);
        const path = typeof visit.path === 'string' ? visit.path : visit.path(regular.orders);
        for (const { viewport } of WIDTHS) {
          await page.setViewportSize(viewport);
          await page.goto(path);
          await isComplete(page, visit);
          await alive(page);
          await quiet();
          await expectStill(page);
        }
        await expect(page.getByRole('heading', { level: 1 }), 'one main heading').toHaveCount(1);
        for (const { name, act } of [visit, ...(visit.then ?? [])])
          await test.step(name, async () => {
            await act?.(page);
            for (const { viewport } of WIDTHS.toReversed()) {
              await page.setViewportSize(viewport);
              await expectAccessible(page);
              await expectLargeTargets(page);
              if (PICTURES) await page.screenshot({ path: `${PICTURES}${name} ${viewport.width}.png`, fullPage: true });
            }
            await expectNoSidewaysScroll(page, 320);
            await page.setViewportSize(PHONE.viewport);
          });
      });
    });
  }
});

test.describe('on a computer', () => {
  test.use({ ...DESK, consoleMay: NOT_FOUND });

  test('pages without an order do not shift while they load', async ({ page }) => {
    const quiet = quietAfter(page);
    for (const [path, shows] of [
      ['/no-such-page', '找不到這個頁面'],
      ['/help/termsAndConditions', '服務條款'],
      ['/search-order', '線上訂單查詢'],
      ['/search-order?id=NOPE12345678', '查詢不到此編號的訂單'],
      ['/result?order_number=NOPE12345678', '查詢不到訂單'],
    ] as const) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('main')).toContainText(shows);
        await alive(page);
        await quiet();
        await expectStill(page);
      });
    }
  });
});

test.describe('navigation', () => {
  test.use(DESK);

  test('every page has a title of its own', async ({ request }) => {
    const titles = new Map<string, string>();
    for (const path of [
      '/',
      '/product',
      '/product?feature=dryness',
      '/product?feature=hand-dry',
      '/product/repair-essence',
      '/product/daily-basics-set',
      '/payment',
      '/result',
      '/search-order',
    ]) {
      const title = /<title>([^<]*)<\/title>/.exec(await (await request.get(path)).text())?.[1] ?? '';
      expect(title, path).toMatch(/Nordhaut/);
      expect(titles.get(title), `${path} has the title of`).toBeUndefined();
      titles.set(title, path);
    }
  });

  test('after a navigation the heading has the focus', async ({ page }) => {
    await page.goto('/');
    await alive(page);
    await page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '系列商品' }).press('Enter');
    await expect(heading(page)).toHaveText('系列商品');
    await expect(heading(page)).toBeFocused();
    // A heading is no control, so nothing marks it.
    await expect(heading(page)).toHaveCSS('box-shadow', 'none');
    await page.getByRole('main').getByRole('link', { name: '修護精華液' }).first().click();
    await expect(heading(page)).toHaveText('修護精華液');
    await expect(heading(page)).toBeFocused();
    await page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '訂單查詢' }).click();
    await expect(heading(page)).toHaveText('線上訂單查詢');
    await expect(heading(page)).toBeFocused();
  });

  test('the focus on the list: the skip link leads past the navigation, a choice to the heading, a filter stays', async ({ page }) => {
    await page.goto('/product');
    await test.step('the skip link', async () => {
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: '跳到主要內容' });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.locator('#main')).toBeFocused();
    });
    await alive(page);
    await test.step('after a choice in the header’s menu the heading has the focus, after a filter of the page the filter', async () => {
      const menu = page.getByRole('navigation', { name: '主選單' });
      await menu.locator('summary').first().click();
      await menu.getByRole('link', { name: '手部乾燥' }).click();
      await expect(heading(page)).toHaveText('適合「手部乾燥」');
      await expect(heading(page)).toBeFocused();
      const filter = page.getByRole('navigation', { name: '依膚況篩選' }).getByRole('link', { name: '全部' });
      await filter.click();
      await expect(heading(page)).toHaveText('系列商品');
      await expect(filter).toBeFocused();
    });
  });

  test('the button to the top of a page', async ({ page }) => {
    const back = page.getByRole('button', { name: '回到頁首' });
    await test.step('appears after a scroll up and at the end of the page only', async () => {
      await page.goto('/');
      await alive(page);
      await page.mouse.wheel(0, 1_800);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_700);
      await expect(back).toHaveCount(0);
      await page.mouse.wheel(0, -200);
      await expect(back).toBeVisible();
      await page.mouse.wheel(0, 20_000);
      await expect.poll(() => page.evaluate(() => scrollY + innerHeight - document.documentElement.scrollHeight)).toBeGreaterThan(-2);
      await expect(back).toBeVisible();
      await back.click();
      await expect(heading(page)).toBeFocused();
      await expect(back).toHaveCount(0);
    });
    await test.step('covers no link at the end of the page', async () => {
      const scrollToThe = (where: 'start' | 'end') =>
        page.evaluate((at) => scrollTo({ top: at === 'start' ? 0 : document.documentElement.scrollHeight, behavior: 'instant' }), where);
      for (const path of ['/', '/product/repair-essence']) {
        if (path !== '/') await page.goto(path);
        await alive(page);
        for (const width of [320, 390, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          await scrollToThe('start');
          await expect(back).toHaveCount(0);
          await scrollToThe('end');
          await expect(back).toBeVisible();
          const covered = await back.evaluate((button) => {
            const { left, right, top, bottom } = button.getBoundingClientRect();
            return [...document.querySelectorAll('footer a')]
              .filter((link) => {
                const box = link.getBoundingClientRect();
                return box.right > left && box.left < right && box.bottom > top && box.top < bottom;
              })
              .map((link) => link.textContent);
          });
          expect(covered, `${path} at ${width} px`).toEqual([]);
        }
      }
    });
  });

  test('on a phone, the tag of a campaign covers no product', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/event/autumn-barrier-care');
    const products = page.getByRole('region', { name: '活動商品' }).getByRole('listitem');
    await expect(products).toHaveCount(3);
    for (const product of await products.all()) {
      const [tag, picture] = await Promise.all([product.getByText('換季三瓶').boundingBox(), product.locator('img').boundingBox()]);
      expect((tag?.y ?? 0) + (tag?.height ?? 0)).toBeLessThanOrEqual((picture?.y ?? 0) + 4);
    }
  });

  test('at 320 px no name, heading or button ends a line inside a word', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    /** the lines of what is found, as they stand on the screen */
    const linesOf = (found: Locator): Promise<string[][]> =>
      found.evaluateAll((elements) =>
        elements.map((element) => {
          const lines: { top: number; text: string }[] = [];
          const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const range = document.createRange();
            for (const [place, character] of [...(texts.currentNode.nodeValue ?? '')].entries()) {
              range.setStart(texts.currentNode, place);
              range.setEnd(texts.currentNode, place + 1);
              const { bottom, height } = range.getBoundingClientRect();
              if (height === 0) continue;
              const last = lines.at(-1);
              // A number beside a name can be higher than the name.
              if (last && Math.abs(last.top - bottom) < 8) last.text += character;
              else lines.push({ top: bottom, text: character });
            }
          }
          return lines.map(({ text }) => text.trim());
        }),
      );
    await page.goto('/');
    expect(await linesOf(page.getByRole('heading', { name: /^手上有哪幾瓶/ }))).toEqual([['手上有哪幾瓶，', '就照號碼用']]);
    expect(await linesOf(page.locator('.order-step > :nth-child(3)'))).toContainEqual(['淨膚調理', '精華']);
    await page.goto('/product');
    await alive(page);
    const names = await linesOf(page.locator('.tile h3'));
    expect(names.filter((lines) => lines.length !== 1)).toEqual([]);
    await fillCart(page.request, [{ productId: 5, quantity: 1, tier: 'ORIGIN' }]);
    await page.goto('/payment');
    await expect(page.getByRole('main').getByRole('button', { name: /^下一步/ })).toBeVisible();
    expect(await linesOf(page.getByRole('main').getByRole('button', { name: /^下一步/ }))).toEqual([['下一步：填寫配送']]);
    await openCoupons(page);
    const title = page.getByRole('dialog').getByRole('heading', { level: 2 });
    await expect(title).toBeVisible();
    expect(await linesOf(title)).toEqual([['登入會員即可使用優惠券']]);
  });

  test('with a mouse, no page scrolls sideways at 200 % zoom', async ({ page }) => {
    for (const path of ['/', '/product']) {
      await page.setViewportSize(DESK.viewport);
      await page.goto(path);
      await expectNoSidewaysScroll(page, 640);
    }
  });

  test('with letters of double size no page of a phone scrolls sideways', async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.setViewportSize(PHONE.viewport);
    for (const path of ['/', '/product', '/product/repair-essence', '/payment', '/login', '/group/sunlight-salon']) {
      await page.goto(path);
      await alive(page);
      await expectNoSidewaysScroll(page, PHONE.viewport.width);
    }
    await page.goto('/product/repair-essence');
    await alive(page);
    await page.getByRole('button', { name: '加入購物車', exact: true }).scrollIntoViewIfNeeded();
    await page.getByRole('region', { name: '全成分' }).scrollIntoViewIfNeeded();
    const bar = page.getByRole('region', { name: '購買列' });
    const price = await bar.getByText('NT$').boundingBox();
    const button = await bar.getByRole('button').boundingBox();
    expect((price?.y ?? 0) + (price?.height ?? 0), 'the button does not cover the price').toBeLessThanOrEqual(button?.y ?? 0);

    await registerMember(page.request);
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await fillCart(page.request);
    for (const path of ['/payment', '/member/order', `/member/order?order_number=${orderNo}`]) {
      await page.goto(path);
      await expect(page.getByRole('main')).toContainText('NT$1,');
      await expectNoSidewaysScroll(page, PHONE.viewport.width);
      const letters = await page
        .getByText('溫和潔膚露', { exact: true })
        .first()
        .evaluate((name) => name.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(name).fontSize));
      expect(letters, `letters in a line of a name on ${path}`).toBeGreaterThan(2);
    }
  });

  test('with letters of double size the shop’s name and the pickup store fit a narrow phone', async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`/search-order?id=${await placeOrder(page.request, cardToStore('UNIMARTC2C'))}`);
    await alive(page);
    for (const part of [page.getByRole('banner').getByRole('link', { name: /首頁/ }), page.getByText('店號')]) {
      const box = await part.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(320);
    }
  });

  test('at 200 % zoom nothing covers the checkout, and the terms show their button', async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 400 });
    await fillCart(page.request);
    await toPayStep(page);
    const button = mainButton(page, '確認付款');
    await heading(page).scrollIntoViewIfNeeded();
    await expect(button, 'it stands at the end').not.toBeInViewport();
    await page.getByRole('button', { name: '查看服務條款重點' }).click();
    await expect(page.getByRole('banner')).not.toBeInViewport();
    await expect(page.getByRole('dialog').getByRole('button', { name: '我同意' })).toBeInViewport({ ratio: 1 });
  });
});

test.describe('layout', () => {
  /** The upper edges of elements, px. */
  const tops = (page: Page, selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));

  test('a phone shows the jars of the care whole, and a tablet has the care and its steps side by side', async ({ page }) => {
    await page.setViewportSize(PHONE.viewport);
    await page.goto('/skin-type/sensitive');
    const jar = page.locator('#care li img').last();
    await expect(jar).toHaveCSS('object-fit', 'contain');
    await page.setViewportSize({ width: 768, height: 1024 });
    const [first, second, third] = await tops(page, '#care ol > li');
    expect([second, third === first]).toEqual([first, false]);
    const steps = await tops(page, '.tint ol > li');
    expect([steps.length, new Set(steps).size]).toEqual([3, 1]);
    await page.goto('/product-instruction');
    const slide = page.getByRole('region', { name: '溫和潔膚露的使用步驟' }).getByRole('listitem').first();
    expect((await slide.boundingBox())?.height, 'a step is lower than the screen is wide').toBeLessThan(400);
  });

  test('the home page: the words beside the still life on a wide screen, the search field of a phone', async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto('/');
    await test.step('on a wide screen the words beside the still life stand in the columns of the page', async () => {
      const main = page.getByRole('main');
      const left = async (name: string) => (await main.getByText(name, { exact: true }).first().boundingBox())?.x;
      expect(await left('兩滴，就夠了')).toBeCloseTo((await left('明星商品')) ?? 0, 0);
      const right = (selector: string) =>
        main
          .locator(selector)
          .first()
          .evaluate((one) => one.getBoundingClientRect().right);
      expect(await right('.suits-types')).toBeCloseTo(await right('.order'), 0);
    });
    await page.setViewportSize(PHONE.viewport);
    await alive(page);
    await test.step('a phone’s search field shows all of what it can find', async () => {
      await page
        .getByRole('button', { name: '搜尋' })
        .or(page.getByRole('link', { name: '搜尋' }))
        .first()
        .click();
      const field = page.getByRole('combobox', { name: '要找什麼？' });
      const missing = await field.evaluate((input: HTMLInputElement) => {
        const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(input);
        const text = document.createElement('span');
        text.style.cssText = `position:absolute;white-space:nowrap;font:${font};letter-spacing:${letterSpacing}`;
        text.textContent = input.placeholder;
        input.closest('dialog')?.append(text);
        const { width } = text.getBoundingClientRect();
        text.remove();
        return width - (input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
      });
      expect(missing, 'px of the hint that do not fit').toBeLessThanOrEqual(0);
    });
  });

  test('the lines of a member’s cart on a phone have one height', async ({ page }) => {
    await page.setViewportSize(PHONE.viewport);
    await registerMember(page.request);
    await fillCart(page.request, [
      { productId: 5, quantity: 1, tier: 'MEMBER' },
      { productId: 8, quantity: 3, tier: 'MEMBER' },
    ]);
    await openCart(page);
    const lines = page.getByRole('list', { name: '購物車內的商品' }).getByRole('listitem');
    await expect(lines).toHaveCount(2);
    const heights = await lines.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    expect(new Set(heights).size, heights.join(' and ')).toBe(1);
  });
});

test.describe('motion', () => {
  test.use(DESK);
  const scrolled = (page: Page): Promise<number> => page.getByRole('list', { name: '主打' }).evaluate((row) => row.scrollLeft);

  test('with reduced motion nothing plays; otherwise the first screen plays, and its button stops it', async ({ page }) => {
    await page.clock.install();
    await test.step('with reduced motion', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/');
      await alive(page);
      await page.clock.runFor(16_000);
      await page.waitForTimeout(500);
      expect(await scrolled(page)).toBe(0);
      await expect(page.getByRole('button', { name: '暫停輪播' })).toHaveCount(0);
    });
    await page.emulateMedia({ reducedMotion: null });
    await page.goto('/');
    await alive(page);
    await page.clock.runFor(5_200);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
    await page.getByRole('button', { name: '暫停輪播' }).click();
    await page.mouse.move(5, 5);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect(page.getByRole('button', { name: '播放輪播' })).toBeVisible();
    await page.waitForTimeout(700);
    const at = await scrolled(page);
    await page.clock.runFor(11_000);
    await page.waitForTimeout(700);
    expect(await scrolled(page)).toBe(at);
  });
});

/** Asks for several at a time, as a browser does. */
async function inTurns<Item>(items: readonly Item[], ask: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const one = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await ask(item);
  };
  await Promise.all(Array.from({ length: 6 }, one));
}

/** The size in the first frame of a JPEG. */
async function jpegSize(request: APIRequestContext, url: string): Promise<{ width: number; height: number }> {
  const answer = await request.get(url);
  expect(answer.headers()['content-type'], url).toBe('image/jpeg');
  const bytes = await answer.body();
  let at = 2;
  while (![0xc0, 0xc2].includes(bytes[at + 1] ?? 0)) at += 2 + bytes.readUInt16BE(at + 2);
  return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
}

test.describe('answers for machines', () => {
  test.use(DESK);
  const status = async (request: APIRequestContext, path: string): Promise<number> => (await request.get(path)).status();

  test('an unknown path is a 404', async ({ request }) => {
    for (const path of ['/no-such-page', '/product/no-such-product', '/product/a/b', '/img/no.png', '/assets/no.js', '/api/no-such-call']) {
      expect(await status(request, path), path).toBe(404);
    }
  });

  test('the icons of tabs, bookmarks and home screens are pictures that may be kept', async ({ request }) => {
    const begins = { '/favicon.svg': '<svg', '/favicon.ico': '\0\0\u0001\0', '/apple-touch-icon.png': '\u0089PNG' };
    for (const [path, begin] of Object.entries(begins)) {
      const answer = await request.get(path);
      expect([answer.status(), answer.headers()['cache-control']], path).toEqual([200, 'public, max-age=86400']);
      expect(answer.headers()['content-type'], path).toMatch(/^image\//);
      expect((await answer.body()).toString('latin1').startsWith(begin), path).toBe(true);
    }
  });

  test('robots and sitemap', async ({ request, baseURL }) => {
    const robots = await (await request.get('/robots.txt')).text();
    expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
    expect(robots.match(/^Disallow: .*$/gm)).toEqual(['Disallow: /api/']);
    const sitemap = await (await request.get('/sitemap.xml')).text();
    const entries = [...sitemap.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g)];
    const changed = new Map(entries.map(([, url = '', lastmod]) => [decodeURI(new URL(url).pathname), lastmod]));
    expect(changed.size, 'each page stands there once').toBe(entries.length);
    const notYet = [...changed].filter(([path, lastmod]) => lastmod === undefined && !path.startsWith('/event/')).map(([path]) => path);
    expect(notYet, 'each page has its last change; only a campaign that has not begun has none').toEqual([]);
    for (const [path, lastmod] of changed) if (lastmod) expect(Date.parse(lastmod), path).toBeLessThan(Date.now());
    const { product } = (await (await request.get('/api/products/hand-cream')).json()) as { product: { changedAt: string } };
    expect(changed.get('/product/hand-cream')).toBe(product.changedAt);
    const { changes } = (await (await request.get('/api/content/changes')).json()) as { changes: Record<string, string> };
    expect(changed.get('/product-instruction')).toBe(changes['usageGuide']);
    expect(changed.get('/help/faq')).toBe(changes['faq']);
    expect(changed.get('/help/termsAndConditions')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const { reviews } = (await (await request.get('/api/content/reviews?product=hand-cream&sort=newest')).json()) as {
      reviews: { createdAt: string }[];
    };
    expect(changed.get('/comments/product/hand-cream')).toBe(reviews[0]?.createdAt);

    const shared = new Map<string, string>();
    const pictures = new Set<string>();
    await inTurns([...changed.keys()], async (path) => {
      const answer = await request.get(path);
      expect(answer.status(), path).toBe(200);
      const html = await answer.text();
      const tag = (name: string): string => new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`).exec(html)?.[1] ?? '';
      for (const name of ['description', 'og:title', 'og:description', 'og:type', 'og:site_name', 'og:image:width', 'og:image:height'])
        expect(tag(name), `${name} of ${path}`).not.toBe('');
      expect(decodeURI(tag('og:url')), path).toBe(baseURL + path);
      expect(html, path).toContain('<link rel="canonical"');
      for (const [, src = ''] of html.matchAll(/<img [^>]*?src="(\/img\/[^"]+)"/g)) pictures.add(src);
      shared.set(path, tag('og:image'));
    });
    // A drawn picture for each page, in a format and size that social networks show. Only the reviews of a product share its own.
    const pages = [...shared].filter(([path]) => !path.startsWith('/comments/product/'));
    const owners = Map.groupBy(pages, ([, image]) => image);
    expect([...owners.values()].filter((all) => all.length > 1).map((all) => all.map(([path]) => path))).toEqual([]);
    // The smallest file of a picture is there where the picture is, and is drawn in a quarter of the time. In the order of their
    // addresses, the files of one picture come from one painting.
    const small = [...pictures].map((src) => src.replace('-640.png', '-320.webp'));
    await inTurns([...small, ...owners.keys()].toSorted(), async (src) => {
      if (owners.has(src)) expect(await jpegSize(request, src), src).toEqual({ width: 1200, height: 630 });
      else expect(await status(request, src), src).toBe(200);
    });
    const questionnaire = await (await request.get('/questionnaire/skin-check')).text();
    expect(await jpegSize(request, /property="og:image" content="([^"]+)"/.exec(questionnaire)?.[1] ?? '')).toEqual({
      width: 1200,
      height: 630,
    });
  });

  test('a product’s structured data equals the page', async ({ page, request, baseURL }) => {
    await page.goto('/product/repair-essence');
    const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
      (text) => JSON.parse(text) as Record<string, any>,
    );
    const product = data.find((entry) => entry['@type'] === 'Product');
    expect(product).toMatchObject({
      name: '修護精華液',
      offers: { price: 1680, priceCurrency: 'TWD', availability: 'https://schema.org/InStock' },
    });
    await expect(page.getByRole('status', { name: '價格' })).toContainText('NT$1,680');
    expect(data.find((entry) => entry['@type'] === 'BreadcrumbList')?.['itemListElement']).toHaveLength(3);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${baseURL}/product/repair-essence`);
    const images = [
      ...((product?.['image'] ?? []) as string[]),
      (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '',
    ];
    for (const image of images) expect(await status(request, image), image).toBe(200);
  });

  test('structured data of every kind has what search engines require', async ({ request }) => {
    const REQUIRED: Record<string, string[]> = {
      OnlineStore: ['name', 'url', 'logo'],
      WebSite: ['name', 'url', 'potentialAction.target.urlTemplate', 'potentialAction.query-input'],
      Product: [
        'name',
        'image.0',
        'aggregateRating.ratingValue',
        'aggregateRating.reviewCount',
        'review.0.author.name',
        'review.0.reviewRating.ratingValue',
        'offers.price',
        'offers.priceCurrency',
        'offers.availability',
      ],
      BlogPosting: ['headline', 'image.0', 'datePublished', 'dateModified', 'author.name', 'publisher.name'],
      FAQPage: ['mainEntity.0.name', 'mainEntity.0.acceptedAnswer.text'],
      BreadcrumbList: ['itemListElement.1.position', 'itemListElement.1.name', 'itemListElement.1.item'],
    };
    const article = /href="(\/blog\/[^"?]+)"/.exec(await (await request.get('/blog')).text())?.[1] ?? '';
    const seen = new Set<string>();
    for (const path of ['/', '/product', '/product/repair-essence', article, '/help/faq', '/event']) {
      const html = await (await request.get(path)).text();
      const texts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '');
      expect(texts.length, path).toBeGreaterThan(0);
      for (const text of texts) {
        const data = JSON.parse(text) as Record<string, any>;
        expect(data['@context'], path).toBe('https://schema.org');
        seen.add(data['@type']);
        for (const field of REQUIRED[data['@type']] ?? [])
          expect(
            field.split('.').reduce((part, name) => part?.[name], data),
            `${data['@type']}.${field} of ${path}`,
          ).toBeTruthy();
      }
    }
    expect([...seen].toSorted()).toEqual(Object.keys(REQUIRED).toSorted());
  });

  test('caches may store guests’ pages and no page of a buyer', async ({ request }) => {
    for (const path of ['/', '/product', '/product/repair-essence']) {
      const first = await request.get(path);
      expect(first.headers()['cache-control'], path).toContain('s-maxage');
      const again = await request.get(path, { headers: { 'if-none-match': first.headers()['etag'] ?? '' } });
      expect(again.status(), path).toBe(304);
    }
    for (const path of ['/payment', '/result', '/search-order']) {
      const answer = await request.get(path);
      expect(answer.status(), path).toBe(200);
      expect(answer.headers()['cache-control'], path).toBe('no-store');
    }
  });

  test('the content security policy allows no inline script and no foreign origin', async ({ request }) => {
    const policy = (await request.get('/')).headers()['content-security-policy'] ?? '';
    expect(policy).toContain('script-src ');
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(scripts).not.toContain("'unsafe-inline'");
    expect(scripts).not.toContain("'unsafe-eval'");
    expect(scripts).not.toContain('*');
    expect(policy).toContain("frame-ancestors 'none'");
  });
});
