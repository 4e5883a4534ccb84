import { expectedArrival } from '@nordhaut/contracts';
import { alive, cartLink, heading } from '../harness/buyer.ts';
import { expectAccessible } from '../harness/checks.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

/** What the page of a product says of its arrival at this moment. */
function promised(): string {
  const { from, to } = expectedArrival('HOME', '', new Date().toISOString(), new Set());
  const day = (text: string): string => text.slice(5).split('-').map(Number).join('/');
  return `預計 ${day(from)}–${day(to)} 到貨`;
}

test.describe('on a computer', () => {
  test.use(DESK);

  test('the jump bar counts down, and takes nobody away who has clicked elsewhere', async ({ page }) => {
    await page.clock.install();
    await test.step('counts down, pauses on hover and focus, and Escape cancels it', async () => {
      await page.goto('/product');
      await alive(page);
      const add = page.getByRole('button', { name: '加入購物車：保濕化妝水' }).first();
      const bar = page.getByRole('region', { name: '已加入購物車' });
      await add.click();
      await expect(bar).toContainText('4 秒後前往結帳');
      await page.keyboard.press('Escape');
      await expect(bar).toBeHidden();

      await add.click();
      await bar.hover();
      await expect(bar).toContainText('倒數已暫停');
      await page.clock.runFor(4_500);
      await expect(page).toHaveURL(/\/product$/);
      await page.mouse.move(10, 10);
      await bar.getByRole('button', { name: '取消' }).focus();
      await expect(bar).toContainText('倒數已暫停');
      await page.keyboard.press('Escape');
      await expect(bar).toBeHidden();
      await expect(page).toHaveURL(/\/product$/);

      await add.click();
      await page.mouse.move(10, 10);
      await page.clock.runFor(4_500);
      await expect(heading(page), 'the countdown ends').toHaveText('購物車');
      await expect(bar).toBeHidden();
      await expect(cartLink(page)).toHaveAccessibleName('購物車，3 件商品');
    });
    await test.step('takes nobody away who has clicked elsewhere', async () => {
      await page.goto('/product');
      await alive(page);
      await page.getByRole('button', { name: '加入購物車：保濕化妝水' }).first().click();
      await expect(page.getByRole('region', { name: '已加入購物車' })).toContainText('4 秒後前往結帳');
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/product\/gentle-cleanser\.data/, async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole('link', { name: '溫和潔膚露' }).first().click();
      await page.clock.runFor(6_000);
      release();
      await expect(heading(page)).toHaveText('溫和潔膚露');
      await page.clock.runFor(6_000);
      await expect(page).toHaveURL(/\/product\/gentle-cleanser$/);
    });
  });

  test('the quantity field corrects invalid input and says why', async ({ page }) => {
    await page.goto('/product/balancing-toner');
    await alive(page);
    const quantity = page.getByRole('textbox', { name: '保濕化妝水的數量' });
    for (const [typed, message, left] of [
      ['三', '請確認商品數量為數字！', '1'],
      ['1.5', '請確認商品數量為數字！', '1'],
      ['-1', '請確認商品數量為數字！', '1'],
      ['0', '商品數量最少為 1。', '1'],
      ['100', '超過單次只能購買上限 99 個品項！', '99'],
      ['1000000000', '超過單次只能購買上限 99 個品項！', '99'],
    ] as const) {
      await quantity.fill(typed);
      await quantity.press('Enter');
      await expect(page.getByRole('main')).toContainText(message);
      await expect(quantity).toHaveValue(left);
    }
    await quantity.fill('２');
    await quantity.press('Enter');
    await expect(quantity).toHaveValue('2');
    await expect(page.getByRole('status', { name: '價格' })).toContainText('NT$1,960');
    await page.getByRole('button', { name: '減少一件保濕化妝水' }).click();
    await expect(quantity).toHaveValue('1');
  });

  test('the list has a group for each care step, and its sets name what they save', async ({ page }) => {
    await page.goto('/product');
    await alive(page);
    await test.step('groups by care step, with the numbers of the range and no product twice', async () => {
      const main = page.getByRole('main');
      const groups = main.locator('section.care');
      await expect(groups.getByRole('heading', { level: 2 })).toHaveText(['潔淨', '補水', '功能保養', '鎖水滋養', '手部保養', '保養組合']);
      const tiles = groups.getByRole('article').getByRole('heading', { level: 3 });
      const names = await tiles.allTextContents();
      expect(names.length).toBeGreaterThan(15);
      expect(new Set(names).size, 'each has one tile').toBe(names.length);
      expect(names.flatMap((name) => /^0\d/.exec(name) ?? []).toSorted()).toEqual(['01', '02', '03', '04', '05', '06', '07', '08']);
      const functional = main.getByRole('region', { name: '功能保養' });
      await expect(functional.getByRole('heading', { level: 3 })).toHaveText(['03修護精華液', '05緊緻精華液', '06淨膚調理精華']);
      // The hot products are one quiet row below the groups.
      const hot = main.getByRole('region', { name: '熱銷商品' });
      const links = hot.getByRole('link');
      await expect(links).toHaveCount(6);
      await expect(links.first()).toHaveText(/^01溫和潔膚露NT\$880/);
      const tops = await links.evaluateAll((all) => all.map((link) => Math.round(link.getBoundingClientRect().top)));
      expect(new Set(tops).size, 'one row').toBe(1);
      const last = await groups.last().boundingBox();
      expect(tops[0]).toBeGreaterThan((last?.y ?? 0) + (last?.height ?? 0));
      await hot.getByRole('link', { name: '柔潤護手霜' }).click();
      await expect(heading(page)).toHaveText('柔潤護手霜');
    });
    await page.goBack();
    await expect(heading(page)).toHaveText('系列商品');
    await test.step('a set names what it saves, on its tile and on its page with the price of each item', async () => {
      const sets = page.getByRole('region', { name: '保養組合' });
      const tile = sets.getByRole('article').filter({ hasText: '基礎保養三件組' });
      await expect(tile.getByText(/^比單買省/)).toHaveText('比單買省 NT$540', { useInnerText: true });
      await tile.getByRole('link').click();
      await expect(heading(page)).toHaveText('基礎保養三件組');
      await expect(page.getByRole('status', { name: '價格' })).toContainText('比單買省 NT$540', { useInnerText: true });
      // Members see what they save. The page has this mark for them.
      await page.evaluate(() => document.documentElement.toggleAttribute('data-member', true));
      await expect(page.getByRole('status', { name: '價格' })).toContainText('比單買省 NT$430', { useInnerText: true });
      await expect(page.getByRole('region', { name: '組合內容' }).getByRole('listitem')).toHaveText([
        /01 溫和潔膚露.*單買 NT\$880/,
        /02 保濕化妝水.*單買 NT\$980/,
        /07 保濕滋養霜.*單買 NT\$1,380/,
      ]);
    });
  });

  test('a filter with one result is followed by what goes with it', async ({ page }) => {
    for (const [feature, only, goesWith] of [
      ['enlarged-pores', '06淨膚調理精華', ['01溫和潔膚露', '02保濕化妝水', '04舒緩保濕凝膠']],
      ['hand-dry', '柔潤護手霜', undefined],
    ] as const) {
      await page.goto(`/product?feature=${feature}`);
      const found = page.getByRole('region', { name: '共 1 項商品' });
      await expect(found.getByRole('heading', { level: 3 })).toHaveText(only);
      const others = page.getByRole('region', { name: '搭配著用' }).getByRole('heading', { level: 3 });
      await expect(others).toHaveCount(3);
      if (goesWith) await expect(others).toHaveText([...goesWith]);
      expect(await others.allTextContents()).not.toContain(only);
    }
    await page.goto('/product?feature=acne-blemishes');
    await expect(page.getByRole('region', { name: '共 2 項商品' }).getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('region', { name: '搭配著用' })).toHaveCount(0);
  });

  test('a row of tiles has its plates, names, prices and buttons on one line each, and no row of a group ends half empty', async ({
    page,
  }) => {
    const expectOneLine = async (where: string): Promise<void> => {
      const rows = await page.locator('main .tiles').evaluateAll((lists) =>
        lists.flatMap((list) => {
          const tiles = [...list.querySelectorAll('.tile')];
          const tops = [...new Set(tiles.map((tile) => Math.round(tile.getBoundingClientRect().top)))];
          return tops.map((top) => {
            const row = tiles.filter((tile) => Math.round(tile.getBoundingClientRect().top) === top);
            const lines = (part: string) =>
              new Set(row.map((tile) => Math.round(tile.querySelector(part)?.getBoundingClientRect().top ?? 0))).size;
            const heights = new Set(row.map((tile) => Math.round(tile.querySelector('.tile-view')?.getBoundingClientRect().height ?? 0)));
            return [heights.size, ...['h3', '.tile-en', '.tile-sub', '.tile-price', '.btn, .tile-gone'].map(lines)].join(' ');
          });
        }),
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(rows), where).toEqual(new Set(['1 1 1 1 1 1']));
      const plates = await page
        .locator('main .tile-view')
        .evaluateAll((all) => all.map((plate) => Math.round(plate.getBoundingClientRect().height)));
      expect(new Set(plates).size, `one height of all plates in ${where}`).toBe(1);
    };
    const expectFullRows = async (where: string): Promise<void> => {
      const gaps = await page.locator('main section.care .tiles').evaluateAll((lists) =>
        lists.map((list) => {
          const { right } = list.getBoundingClientRect();
          const last = [...list.children].findLast((tile) => tile.checkVisibility())?.getBoundingClientRect();
          return Math.round(right - (last?.right ?? 0));
        }),
      );
      expect(gaps.length).toBeGreaterThan(0);
      expect(
        gaps.filter((gap) => gap > 1),
        where,
      ).toEqual([]);
    };
    for (const [path, ...expectations] of [
      ['/product', expectOneLine, expectFullRows],
      ['/', expectOneLine],
      ['/product?feature=dryness', expectFullRows],
      ['/product?feature=dullness-uneven-texture', expectFullRows],
      ['/product?feature=acne-blemishes', expectFullRows],
    ] as const) {
      await page.goto(path);
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        for (const expectation of expectations) await expectation(`${path} at ${width} px`);
        if (path !== '/product' || width !== 768) continue;
        const columns = await page
          .locator('main .tiles')
          .nth(2)
          .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
        expect(columns, 'three columns on a tablet').toBe(3);
      }
    }
  });

  test('the detail page has one line of assurances, the size as text and folds, also without a pointer', async ({ page }) => {
    const before = promised();
    await page.goto('/product/repair-essence');
    const after = promised();
    await alive(page);
    const main = page.getByRole('main');
    await expect(main).toContainText('Repair Essence · 30 ml');
    await expect(main.getByRole('combobox')).toHaveCount(0);
    await expect(main.getByRole('list', { name: '到貨與鑑賞' }).getByRole('listitem')).toHaveText([
      // Two days if it is midnight in Taipei meanwhile.
      new RegExp(`^(${before}|${after})$`),
      '七天鑑賞期',
      '附 5 ml 試用品',
    ]);
    const fold = (title: string) => main.locator('.folds details').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(fold('使用方式').getByText('滴兩滴於掌心')).toBeVisible();
    await expect(fold('質地與氣味').getByText('乳白色精華')).toBeHidden();
    await fold('質地與氣味').locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(fold('質地與氣味').getByText('乳白色精華')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(fold('開封後的保存')).toContainText('請在 4 個月內用完', { useInnerText: true });
    await expectAccessible(page);

    await page.goto('/product/cotton-pads');
    await fold('開封後的保存').locator('summary').click();
    await expect(fold('開封後的保存')).toContainText('不會因為開封而變質', { useInnerText: true });
  });

  test('the gallery of the detail page: its buttons and keys, its place beside the text', async ({ page }) => {
    await page.goto('/product/repair-essence');
    await alive(page);
    await test.step('scrolls by its buttons and by the arrow keys', async () => {
      const row = page.getByRole('list', { name: '商品圖片' });
      const picture = (place: number) => row.getByRole('img', { name: `修護精華液，圖片 ${place}，共 4 張` });
      const choice = (place: number) => page.getByRole('button', { name: `看圖片 ${place}` });
      await expect(picture(1)).toBeInViewport({ ratio: 0.9 });
      await expect(choice(1)).toHaveAttribute('aria-pressed', 'true');
      await choice(3).scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => scrollY);
      await choice(3).click();
      await expect(picture(3)).toBeInViewport({ ratio: 0.9 });
      await expect(choice(3)).toHaveAttribute('aria-pressed', 'true');
      expect(await page.evaluate(() => scrollY), 'the page stays').toBe(before);
      await row.focus();
      await page.keyboard.press('ArrowRight');
      await expect(choice(4)).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('ArrowLeft');
      await expect(choice(3)).toHaveAttribute('aria-pressed', 'true');
      await expect(picture(3)).toBeInViewport({ ratio: 0.9 });
    });
    await test.step('two columns begin at 700 px', async () => {
      const gallery = page.getByRole('list', { name: '商品圖片' });
      for (const [width, beside] of [
        [699, false],
        [700, true],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        const [picture, title] = [await gallery.boundingBox(), await heading(page).boundingBox()];
        expect((title?.x ?? 0) > (picture?.x ?? 0) + (picture?.width ?? 0), `${width} px`).toBe(beside);
      }
    });
    await test.step('the pictures stay in view while the text beside them is read', async () => {
      const look = page.locator('.detail-look');
      await page.setViewportSize({ width: 768, height: 1024 });
      await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
      expect(Math.round((await look.boundingBox())?.y ?? 0)).toBe(88);
    });
  });

  test('two reviews and the average stand between the routine and the ingredients, also while the tab is filtered', async ({ page }) => {
    for (const path of ['/product/repair-essence', '/product/repair-essence?score=1']) {
      await page.goto(path);
      const main = page.getByRole('main');
      const voices = main.getByRole('region', { name: '用過的人怎麼說' });
      const { totals } = (await (await page.request.get('/api/content/reviews?product=repair-essence')).json()) as {
        totals: { average: number; count: number };
      };
      await expect(voices).toContainText(`${totals.average.toFixed(2)}`);
      await expect(voices).toContainText(`${totals.count} 則會員評價`);
      await expect(voices.locator('blockquote')).toHaveCount(2);
      for (const text of await voices.locator('blockquote').allTextContents()) expect(text.length).toBeGreaterThan(3);
      const tops = await Promise.all(
        [main.getByRole('region', { name: '建議使用流程' }), voices, main.getByRole('region', { name: '全成分' })].map(
          async (part) => (await part.first().boundingBox())?.y ?? 0,
        ),
      );
      expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    }
    await page.getByRole('region', { name: '用過的人怎麼說' }).getByRole('link', { name: '看全部評價' }).click();
    await expect(page).toHaveURL(/\/comments\/product\/repair-essence$/);
  });

  test('the filter is in the address and announces its results', async ({ page }) => {
    await page.goto('/product');
    await alive(page);
    await page.getByRole('navigation', { name: '依膚況篩選' }).getByRole('link', { name: '毛孔粗大' }).click();
    await expect(page).toHaveURL(/feature=enlarged-pores/);
    await expect(heading(page)).toHaveText('適合「毛孔粗大」');
    await expect(page.locator('#announce-polite')).toHaveText(/毛孔粗大，共 \d+ 項商品/);
    await page.goBack();
    await expect(heading(page)).toHaveText('系列商品');
  });
});

const NOT_FOUND = /status of 404/;

test.describe('an unknown page', () => {
  test.use({ ...PHONE, consoleMay: NOT_FOUND });

  test('asks before it goes to the home page', async ({ page }) => {
    await page.goto('/no-such-page');
    await alive(page);
    const home = page.getByRole('main').getByRole('link', { name: '回到首頁' });
    const dialog = page.getByRole('dialog', { name: '確定要返回首頁嗎？' });
    // The code of this page comes after that of the header. Until then it is a plain link.
    await expect(home).toHaveAttribute('aria-haspopup', 'dialog');
    await home.click();
    await dialog.getByRole('button', { name: '留在這一頁' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(home).toBeFocused();
    await expect(page).toHaveURL(/\/no-such-page$/);
    await home.click();
    await dialog.getByRole('link', { name: '返回首頁' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(heading(page)).toHaveText(/由 01 到 08/);
  });
});

test.describe('an unknown page, without script', () => {
  test.use({ ...PHONE, javaScriptEnabled: false, consoleMay: NOT_FOUND });

  test('has a plain link to the home page', async ({ page }) => {
    await page.goto('/no-such-page');
    const home = page.getByRole('main').getByRole('link', { name: '回到首頁' });
    await expect(home).not.toHaveAttribute('aria-haspopup');
    await home.click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe('the list without script, on a phone', () => {
  test.use({ ...PHONE, javaScriptEnabled: false });

  test('has its filters and folds, and a product shows six ingredients, and all of them on request', async ({ page }) => {
    await test.step('filters and folds', async () => {
      await page.goto('/product');
      await page.getByRole('navigation', { name: '依膚況篩選' }).getByRole('link', { name: '乾燥缺水' }).click();
      await expect(page).toHaveURL(/\/product\?feature=dryness$/);
      await expect(heading(page)).toHaveText('適合「乾燥缺水」');
      await page.getByRole('main').getByRole('link', { name: '修護精華液' }).first().click();
      await expect(heading(page)).toHaveText('修護精華液');
      await expect(page.getByRole('main')).toContainText('NT$1,680');
      const folds = page.getByRole('main').locator('.folds');
      await expect(folds.getByText('乳白色精華')).toBeHidden();
      await folds.locator('summary').filter({ hasText: '質地與氣味' }).click();
      await expect(folds.getByText('乳白色精華')).toBeVisible();
    });
    await test.step('ingredients', async () => {
      const list = page.getByRole('region', { name: '全成分' });
      await expect(list.getByText('標示「人體同源」的')).toBeVisible();
      await expect(list.locator('dt', { hasText: 'Ceramide NP' })).toHaveText(/人體同源$/);
      const shown = list.locator('dt').filter({ visible: true });
      await expect(shown).toHaveCount(6);
      const all = list.getByRole('checkbox', { name: /^顯示全部 \d+ 項成分$/ });
      await all.focus();
      await page.keyboard.press('Space');
      await expect(all).toBeChecked();
      await expect(shown).toHaveCount(await list.locator('dt').count());
      expect(await shown.count()).toBeGreaterThan(10);
      await page.setViewportSize(DESK.viewport);
      await expect(all, 'a computer shows all at once').toBeHidden();
    });
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the list: a row of filters, tiles with one line for name and size, subtitles, and a picture beside a product that is alone', async ({
    page,
  }) => {
    await page.goto('/product');
    await alive(page);
    await test.step('a tile has its English name and its size in one line', async () => {
      const heights = await page.locator('main .tile-en').evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
      expect(heights.length).toBeGreaterThan(15);
      expect(heights.filter((height) => height > 24)).toEqual([]);
    });
    await test.step('a subtitle breaks between its clauses, and beside a product alone in its row is a picture as high as it', async () => {
      const clauses = await page
        .locator('main .tile-sub > span')
        .evaluateAll((all) => all.map((clause) => [clause.textContent, clause.getBoundingClientRect().height] as const));
      expect(clauses.length).toBeGreaterThan(15);
      expect(clauses.filter(([, height]) => height > 30)).toEqual([]);
      const rows = await page.locator('main .tiles').evaluateAll((lists) =>
        lists.map((list) => {
          const items = [...list.children].map((item) => ({
            isTile: Boolean(item.querySelector('.tile')),
            box: item.getBoundingClientRect(),
          }));
          const last = items.filter(({ isTile }) => isTile).at(-1)?.box;
          const still = items.find(({ isTile, box }) => !isTile && box.width > 0)?.box;
          const isBeside = Boolean(last && still && still.top === last.top && still.height === last.height && still.left > last.right);
          return { isAlone: items.filter(({ isTile }) => isTile).length % 2 === 1, isShown: Boolean(still), isBeside };
        }),
      );
      expect(rows.some(({ isAlone }) => isAlone)).toBe(true);
      for (const { isAlone, isShown, isBeside } of rows) expect([isShown, isBeside]).toEqual([isAlone, isAlone]);
    });
    await test.step('the filters are one row that shows the chosen one, and the first product is on the first screen', async () => {
      const filters = page.getByRole('navigation', { name: '依膚況篩選' });
      const tops = await filters.getByRole('link').evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
      expect(new Set(tops).size, 'one row').toBe(1);
      const tile = await page.getByRole('main').getByRole('article').first().boundingBox();
      expect(tile?.y).toBeLessThan(400);
      await page.goto('/product?feature=all-skin-types');
      await expect(filters.getByRole('link', { name: '所有膚質' })).toBeInViewport({ ratio: 1 });
    });
  });

  test('the texture of a product runs across its page, and the dots stand below the gallery', async ({ page }) => {
    await page.goto('/product/repair-essence');
    const picture = page.getByRole('img', { name: '修護精華液的質地' });
    await picture.scrollIntoViewIfNeeded();
    for (const { width, height } of [PHONE.viewport, DESK.viewport]) {
      await page.setViewportSize({ width, height });
      const box = await picture.boundingBox();
      expect([box?.x, box?.width]).toEqual([0, await page.evaluate(() => document.documentElement.clientWidth)]);
    }
    await page.setViewportSize(PHONE.viewport);
    const [row, dots] = [await page.locator('.gallery').boundingBox(), await page.locator('.gallery-dots').boundingBox()];
    expect(Math.round((dots?.y ?? 0) - (row?.y ?? 0) - (row?.height ?? 0))).toBe(12);
  });

  test('menu, product, gallery and the sticky bar', async ({ page }) => {
    await page.goto('/');
    await alive(page);
    await page.getByRole('button', { name: '選單', exact: true }).click();
    await page.locator('#mobile-menu').getByRole('link', { name: '系列商品' }).click();
    await expect(heading(page)).toHaveText('系列商品');
    await expect(heading(page)).toBeFocused();
    await expect(page.locator('#mobile-menu')).toBeHidden();
    await page.getByRole('main').getByRole('link', { name: '保濕滋養霜' }).first().click();
    await expect(heading(page)).toHaveText('保濕滋養霜');
    const bar = page.getByRole('region', { name: '購買列' });
    const button = page.getByRole('button', { name: '加入購物車', exact: true });
    for (const part of [button, page.getByRole('status', { name: '價格' })]) {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
      expect(y + height, 'price and button are on the first screen').toBeLessThanOrEqual(780);
    }
    await expect(bar, 'one way to buy in view is enough').toHaveCount(0);
    const row = page.getByRole('list', { name: '商品圖片' });
    await expect(row.getByRole('img', { name: /圖片 1，共 \d 張/ })).toBeInViewport({ ratio: 0.9 });
    await row.evaluate((element) => element.scrollTo({ left: element.clientWidth, behavior: 'instant' }));
    await expect(row.getByRole('img', { name: /圖片 2，共 \d 張/ })).toBeInViewport({ ratio: 0.9 });
    await expect(page.locator('.gallery-dots > span').nth(1)).toHaveAttribute('data-at');
    await page.setViewportSize({ width: 390, height: 490 });
    await expect(button).not.toBeInViewport();
    await expect(bar, 'nor before the button was reached').toHaveCount(0);
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(bar, 'nor over the footer').toHaveCount(0);
    await page.getByRole('heading', { name: '您可能也會需要' }).scrollIntoViewIfNeeded();
    await expect(bar).toBeInViewport();
    await expect(bar).toContainText('07保濕滋養霜');
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect(bar).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 490 });
    await expect(button).not.toBeInViewport();
    await page.getByRole('heading', { name: '您可能也會需要' }).evaluate((title) => title.scrollIntoView({ behavior: 'instant' }));
    await expect(bar, 'a jump over the button shows it too').toBeInViewport();
    await page.setViewportSize(PHONE.viewport);
    await bar.getByRole('button', { name: '加入購物車：保濕滋養霜' }).click();
    await expect(cartLink(page)).toHaveAccessibleName('購物車，1 件商品');
  });
});
