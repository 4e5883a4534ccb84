import type { Page } from '@playwright/test';
import { alive, heading } from '../harness/buyer.ts';
import { addProject, endProject } from '../harness/groups.ts';
import { parcelsOf } from '../harness/simulators.ts';
import { goWithin } from '../harness/answers.ts';
import { memberMenu, registerMember, signIn } from '../harness/members.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

const OPEN = '/group/sunlight-salon';
const add = (page: Page, product: string) => page.getByRole('button', { name: `增加一件${product}` });
const send = (page: Page) => page.getByRole('button', { name: '送出訂單' });
const total = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: '合計' });

async function fillForm(page: Page): Promise<void> {
  await page.getByLabel('收件人姓名').fill('王小明');
  await page.getByLabel('手機號碼').fill('0912345678');
  await page.getByLabel('電子郵件信箱').fill('ming@example.com');
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a group order, with a store of each chain chosen on the map', async ({ page }) => {
    await page.goto(OPEN);
    await alive(page);
    await expect(heading(page)).toHaveText('日光沙龍團購');
    await expect(page.getByText('活動期間')).toBeVisible();
    // A product that comes with the order has no buttons.
    await expect(page.getByText('隨單附贈').first()).toBeVisible();
    await expect(add(page, '旅行裝潔膚露')).toHaveCount(0);

    // The faults stand in the order of the specification.
    await send(page).click();
    await expect(page.getByRole('alert').filter({ hasText: '請修正以下項目' }).getByRole('link')).toHaveText([
      '未選購任何團購商品',
      '請輸入姓名',
      'Email格式錯誤',
      '手機號碼格式錯誤',
      '請選擇門市',
    ]);

    await add(page, '溫和潔膚露').click();
    await expect(page.getByText('已加入購物車').first()).toBeVisible();
    await expect(total(page)).toContainText('NT$660');
    await fillForm(page);
    for (const chain of ['7-11', '全家 FamilyMart'])
      await test.step(chain, async () => {
        await page.getByRole('radio', { name: chain, exact: true }).check();
        await page.getByRole('button', { name: '選擇門市' }).click();
        await expect(page.getByRole('heading', { name: `${chain} 取貨門市` })).toBeVisible();
        const entry = page.getByRole('listitem').first();
        const name = (await entry.locator('strong').textContent()) ?? '';
        await entry.getByRole('button', { name: /^選擇/ }).click();

        await page.waitForURL(new RegExp(`${OPEN}$`));
        await expect(page.getByRole('heading', { name: '選購商品' })).toBeInViewport();
        await expect(page.getByLabel('門市名稱')).toHaveValue(name);
      });
    await expect(page.getByLabel('收件人姓名'), 'what was typed has survived the map').toHaveValue('王小明');
    await expect(total(page), 'and so has the cart').toContainText('NT$660');
    await add(page, '溫和潔膚露').click();
    await expect(total(page), 'free from 1,000').toContainText('NT$1,180');
    await send(page).click();

    await expect(heading(page)).toHaveText('已建立團購訂單');
    await expect(page.getByText('已成功建立訂單').first()).toBeVisible();
    await expect(page.getByRole('link', { name: '逛逛其他商品' })).toHaveAttribute('href', '/product');
    await expect(page.getByRole('main').getByRole('button', { name: /^複製\s*訂單編號$/ })).toBeVisible();
    const orderNo = (await page.getByRole('main').locator('strong').textContent()) ?? '';
    expect(await parcelsOf(orderNo)).toMatchObject([{ subtype: 'FAMIC2C', collects: true, amount: 1180 }]);
    await page.getByRole('link', { name: '查看訂單' }).click();
    await expect(page.getByRole('main')).toContainText('日光沙龍團購');
    await expect(page.getByRole('listitem').filter({ hasText: '旅行裝潔膚露' })).toContainText('隨單附贈');

    await page.goto(`/result?order_number=${orderNo}&type=cod`);
    await expect(page.getByRole('main'), 'no courier takes the money').toContainText('商品送達門市後，請於取貨時付款。');

    await page.goto(OPEN);
    await expect(total(page), 'success has emptied the cart').toContainText('NT$0');
  });
});

for (const { device, screen, inView } of [
  { device: 'a phone', screen: PHONE, inView: 1 },
  { device: 'a computer', screen: DESK, inView: 2 },
]) {
  test.describe(`the carousel on ${device}`, () => {
    test.use(screen);

    test(`shows ${inView} at a time, goes round, and links only to launched products`, async ({ page }) => {
      // 卸妝潔膚油 is no longer sold elsewhere, so it has no page.
      const hidden = '卸妝潔膚油';
      const address = `carousel-${inView}-${Date.now()}`;
      await addProject(
        address,
        [5, 9, 11, 2].map((product_id) => ({ product_id, price: 500 })),
      );
      await page.goto(`/group/${address}`);
      await alive(page);
      const carousel = page.getByRole('region', { name: '團購商品' });
      const slides = carousel.getByRole('listitem');
      const names = ['溫和潔膚露', '保濕化妝水', '保濕滋養霜', hidden];
      await expect(slides.getByRole('heading')).toHaveText(names);
      const line = page.getByRole('region', { name: '選購商品' }).getByRole('listitem').first();
      const name = await line.getByText('溫和潔膚露', { exact: true }).boundingBox();
      const stepper = await line.getByRole('group').boundingBox();
      expect(stepper?.y, 'beside its name').toBeLessThan((name?.y ?? 0) + (name?.height ?? 0));
      for (const field of ['門市名稱', '門市地址'])
        await expect(page.getByLabel(field)).toHaveCSS('background-color', 'rgb(233, 238, 236)');
      const row = carousel.getByRole('list');
      /** places of the slides that are wholly in view */
      const shown = async (): Promise<number[]> => {
        const { x, width } = (await row.boundingBox()) ?? { x: 0, width: 0 };
        const boxes = await Promise.all((await slides.all()).map((slide) => slide.boundingBox()));
        return boxes.flatMap((box, place) => (box && box.x >= x - 1 && box.x + box.width <= x + width + 1 ? [place] : []));
      };
      const from = (place: number) => Array.from({ length: inView }, (_, index) => place + index);
      const places = names.length - inView + 1;
      for (let place = 0; place < places; place++) {
        await expect.poll(shown).toEqual(from(place));
        await carousel.getByRole('button', { name: '下一項' }).click();
      }
      await expect.poll(shown, 'after the last one comes the first').toEqual(from(0));
      await carousel.getByRole('button', { name: '上一項' }).click();
      await expect.poll(shown, 'and before the first one the last').toEqual(from(places - 1));

      for (const [place, name] of names.entries()) {
        const links = slides.nth(place).getByRole('link');
        if (name === hidden) await expect(links).toHaveCount(0);
        else await expect(links).toHaveAttribute('href', /^\/product\/[a-z-]+$/);
      }
    });
  });
}

test('a project that has not begun, one that has ended, and none', async ({ page }) => {
  await page.goto('/group/forest-office');
  await expect(heading(page)).toHaveText(/森林辦公室團購\s*\[尚未開始\]/);
  await expect(page.getByText('柔潤護手霜')).toBeVisible();
  await expect(send(page)).toHaveCount(0);
  await page.goto('/group/coast-yoga');
  await expect(page.getByRole('main')).toContainText('活動已截止');
  await expect(send(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '團購商品' })).toHaveCount(0);
});

test.describe('an unknown address', () => {
  test.use({ consoleMay: /Failed to load resource: the server responded with a status of 404/ });

  test('is replaced by /404', async ({ page }) => {
    await page.goto('/group/none');
    await expect(page).toHaveURL(/\/404$/);
    await expect(heading(page)).toHaveText('找不到這個頁面');
  });
});

test('two projects and a checkout that are open at once have carts of their own', async ({ page, context }) => {
  const address = `second-${Date.now()}`;
  await addProject(address);
  const other = await context.newPage();
  await page.goto(OPEN);
  await other.goto(`/group/${address}`);
  await add(page, '保濕化妝水').click();
  await add(other, '溫和潔膚露').click();
  await add(other, '溫和潔膚露').click();
  for (const one of [page, other]) await one.reload();
  await expect(total(page)).toContainText('NT$760');
  await expect(total(other)).toContainText('NT$1,180');
  await other.goto('/payment');
  await expect(other.getByRole('main')).toContainText('購物車');
  await expect(other.getByRole('main')).not.toContainText('溫和潔膚露');
});

test('a project that ends while the map is open sells nothing more', async ({ page }) => {
  const address = `ends-${Date.now()}`;
  await addProject(address);
  await page.goto(`/group/${address}`);
  await add(page, '溫和潔膚露').click();
  await fillForm(page);
  await page.getByRole('button', { name: '選擇門市' }).click();
  await expect(page.getByRole('heading', { name: '7-11 取貨門市' })).toBeVisible();
  await endProject(address);
  await page.getByRole('listitem').first().getByRole('button', { name: /^選擇/ }).click();
  await expect(page.getByRole('main')).toContainText('活動已截止');
  await expect(send(page)).toHaveCount(0);
});

test('a gift that staff take out of the project is not missed without a word', async ({ page }) => {
  const address = `gift-${Date.now()}`;
  const cleanser = { product_id: 5, price: 590 };
  await addProject(address, [cleanser, { product_id: 31, price: null }]);
  await page.goto(`/group/${address}`);
  await add(page, '溫和潔膚露').click();
  await fillForm(page);
  await page.getByRole('button', { name: '選擇門市' }).click();
  await page.getByRole('listitem').first().getByRole('button', { name: /^選擇/ }).click();
  await page.waitForURL(new RegExp(`/group/${address}$`));
  const gift = page.getByRole('region', { name: '選購商品' }).getByText('隨單附贈');
  await expect(gift).toBeVisible();
  await addProject(address, [cleanser]);
  await send(page).click();
  await expect(page.getByRole('region', { name: '訂單金額' }).getByRole('alert')).toHaveText('商品或價格已更新，請確認新的金額後再送出');
  await expect(gift).toHaveCount(0);
  await send(page).click();
  await expect(heading(page)).toHaveText('已建立團購訂單');
});

test('a session that ends while a member fills the form loses nothing: it comes back for the same member, in memory only', async ({
  page,
  playwright,
  baseURL,
}) => {
  const email = await registerMember(page.request);
  await page.goto(OPEN);
  await alive(page);
  await expect(memberMenu(page)).toBeVisible();
  await fillForm(page);
  await page.getByRole('radio', { name: '全家 FamilyMart', exact: true }).check();
  await page.context().clearCookies({ name: /^(session|signed-in)$/ });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('您的登入已結束，請重新登入').first()).toBeVisible();
  await expect(page.getByLabel('手機號碼')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('0912345678');
  await add(page, '溫和潔膚露').click();
  await goWithin(page, `/login?redirect=${encodeURIComponent(OPEN)}`);
  await signIn(page, email);
  await page.waitForURL(new RegExp(`${OPEN}$`));
  await expect(page.getByLabel('收件人姓名')).toHaveValue('王小明');
  await expect(page.getByLabel('手機號碼')).toHaveValue('0912345678');
  await expect(page.getByRole('radio', { name: '全家 FamilyMart', exact: true })).toBeChecked();

  await page.context().clearCookies({ name: /^(session|signed-in)$/ });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByLabel('手機號碼')).toHaveValue('');
  const other = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const another = await registerMember(other);
  await other.dispose();
  await goWithin(page, `/login?redirect=${encodeURIComponent(OPEN)}`);
  await signIn(page, another);
  await page.waitForURL(new RegExp(`${OPEN}$`));
  await expect(memberMenu(page)).toBeVisible();
  await expect(page.getByLabel('手機號碼'), 'nobody else gets it').toHaveValue('');
});

test('an open page turns by itself when the project ends', async ({ page }) => {
  const address = `turns-${Date.now()}`;
  await addProject(address);
  await page.clock.install();
  await page.goto(`/group/${address}`);
  await expect(send(page)).toBeVisible();
  await endProject(address);
  // It had five more days and today.
  await page.clock.fastForward(6 * 86_400_000);
  await expect(page.getByRole('main')).toContainText('活動已截止');
  await expect(send(page)).toHaveCount(0);
});

test.describe('without an order number', () => {
  test.use({ consoleMay: /net::ERR_CONNECTION_RESET/ });

  test('the buyer is sent to customer care, the shop’s error log has a record, and the cart stays', async ({ page }) => {
    await page.goto(OPEN);
    await alive(page);
    await add(page, '溫和潔膚露').click();
    await fillForm(page);
    await page.getByRole('button', { name: '選擇門市' }).click();
    await page.getByRole('listitem').first().getByRole('button', { name: /^選擇/ }).click();
    await page.waitForURL(new RegExp(`${OPEN}$`));
    await page.route('**/api/genUid/', (route) => route.abort('connectionreset'));
    const reported = page.waitForRequest('**/api/error-log');
    await send(page).click();
    expect((await reported).postDataJSON()).toEqual({ code: 'ORDER_UID' });
    await expect(page.getByRole('main')).toContainText('訂單生成系統出現問題，請聯繫客服');
    await expect(total(page)).toContainText('NT$660');
  });
});

test('a store for a group order that cannot be read says so and is read again', async ({ page }) => {
  const stores = '**/api/chosen-store?*';
  await page.route(stores, (route) => route.abort('connectionreset'));
  await page.goto(OPEN);
  const unread = page.getByRole('alert').filter({ hasText: '無法讀取取貨門市' });
  await expect(unread).toBeVisible();
  await page.unroute(stores);
  await unread.getByRole('button', { name: '再試一次' }).click();
  await expect(unread).toHaveCount(0);
});
