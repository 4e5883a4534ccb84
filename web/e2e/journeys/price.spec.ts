import { setTimeout as sleep } from 'node:timers/promises';
import { agree, heading, mainButton, openCart, resultOf, toPay, fillShipping, toPayStep } from '../harness/buyer.ts';
import { expectStill } from '../harness/checks.ts';
import { fillCart } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';
import { parcelsOf, setPrice } from '../harness/simulators.ts';

/** Their prices change here, so no other test buys them. */
const CLARIFYING_ESSENCE = 8;
const TATTOO_GEL = 14;
/** A repeat of the test starts with the price of the catalogue, too. */
const before = { [CLARIFYING_ESSENCE]: 1_480, [TATTOO_GEL]: 880 } as const;

test.describe('on a computer', () => {
  test.use(DESK);

  test('a price that changed between cart and pay must be accepted first', async ({ page }) => {
    await setPrice(CLARIFYING_ESSENCE, before[CLARIFYING_ESSENCE]);
    await fillCart(page.request, [{ productId: CLARIFYING_ESSENCE, quantity: 1, tier: 'ORIGIN' }]);
    await openCart(page);
    await expect(page.getByRole('region', { name: '訂單摘要' })).toContainText('NT$1,480');
    await fillShipping(page, '貨到付款');
    await setPrice(CLARIFYING_ESSENCE, 1_600);
    await page.route('**/api/getPrice/', async (route) => {
      await sleep(800);
      await route.continue();
    });
    await toPay(page);

    const warning = page.getByRole('dialog', {
      name: '金額有變動，請再次確認',
    });
    await expect(warning.getByRole('alert')).toContainText('NT$1,480');
    await expect(warning.getByRole('alert')).toContainText('NT$1,600');
    await expectStill(page);
    await page.keyboard.press('Escape');
    await expect(warning).toHaveCount(0);
    await agree(page);
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/orders') && sent.push(request.url()));
    await mainButton(page, '請先確認金額').click();
    await warning.getByRole('button', { name: '同意新的金額 NT$1,600' }).click();
    await mainButton(page, '送出訂單').click();
    const orderNo = await resultOf(page);
    await expect(heading(page)).toHaveText('訂單已成立');
    expect(sent, 'nothing was sent before the agreement').toHaveLength(1);
    expect(await parcelsOf(orderNo)).toMatchObject([{ amount: 1600 }]);
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a price that changes during the pay step is refused by the server and shown', async ({ page }) => {
    await setPrice(TATTOO_GEL, before[TATTOO_GEL]);
    await fillCart(page.request, [{ productId: TATTOO_GEL, quantity: 2, tier: 'ORIGIN' }]);
    await toPayStep(page, '貨到付款');
    await agree(page);
    await expect(mainButton(page, '送出訂單')).toBeEnabled();
    await setPrice(TATTOO_GEL, 900);
    // A slow answer: layout shifts after it are not excused by the click.
    await page.route('**/api/{orders,getPrice/}', async (route) => {
      await sleep(800);
      await route.continue();
    });
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/orders'));
    await mainButton(page, '送出訂單').click();
    expect(await (await refused).json()).toMatchObject({
      code: 'AMOUNT_MISMATCH',
      message: '金額驗證出現問題，請聯繫客服',
    });
    const warning = page.getByRole('dialog', {
      name: '金額有變動，請再次確認',
    });
    await expect(warning).toContainText('NT$1,760');
    await expect(warning).toContainText('NT$1,800');
    await expectStill(page);
    await warning.getByRole('button', { name: '同意新的金額' }).click();
    await mainButton(page, '送出訂單').click();
    const orderNo = await resultOf(page);
    expect(await parcelsOf(orderNo)).toMatchObject([{ amount: 1800 }]);
  });
});
