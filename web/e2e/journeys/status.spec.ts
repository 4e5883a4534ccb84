import { displayLabel, isFinal, isGoingBack, isNotCollected, type ParcelGroup, statusesOf, statusOf } from '@nordhaut/logistics';
import { REFUND_PROCESSING_SUFFIX, REFUNDED_SUFFIX } from '@nordhaut/ordering';
import type { Locator, Page } from '@playwright/test';
import { cardToStore, cardToTheDoor, codToTheDoor, orderOf, placeOrder } from '../harness/orders.ts';
import { expect, PHONE, test } from '../harness/test.ts';
import { moveParcel, paymentsOf } from '../harness/simulators.ts';

const status = (page: Page): Locator => page.getByRole('article').getByText('目前狀態').locator('+ p');
const steps = (page: Page): Locator =>
  page
    .getByRole('region', { name: '訂單進度' })
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
/** Future steps follow without a time. */
const upcoming = (page: Page): Locator =>
  page
    .getByRole('region', { name: '訂單進度' })
    .getByRole('listitem')
    .filter({ hasNot: page.locator('time') });
const connection = (page: Page, word: string): Promise<void> =>
  expect(page.getByRole('article').getByRole('status').getByText(word)).toBeVisible();

async function follow(page: Page, orderNo: string): Promise<void> {
  await page.goto(`/search-order?id=${orderNo}`);
  await connection(page, '已連線');
}

/** Collects every text of the polite live region from now on. */
async function listenToAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      const text = document.getElementById('announce-polite')?.textContent;
      if (text) said.push(text);
    }).observe(document.getElementById('announce-polite') as Node, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

type Carrier = 'TCAT' | 'UNIMARTC2C' | 'FAMIC2C';
/** The buyers of these journeys never received the parcel before. */
const isUncollected = (subtype: Carrier, code: string): boolean => isNotCollected(subtype, code) || isGoingBack(subtype, code);
/**
 * The carrier's codes in the order of its table, final codes last. Those of a parcel that goes back come before them: after its refund
 * was decided, a lost parcel reads as not collected, too.
 */
const codesOf = (subtype: Carrier): string[] => {
  const stateOf = (code: string): number => (isFinal(subtype, code) ? 2 : isUncollected(subtype, code) ? 1 : 0);
  return statusesOf(subtype)
    .map(({ code }) => code)
    .filter((code) => /^\d{3,4}$/.test(code) && code !== '300' && code !== '900')
    .toSorted((one, other) => stateOf(one) - stateOf(other));
};
/** The label of a paid order. The refund of an uncollected parcel may be pending or done. */
const labelOfPaid = (subtype: Carrier, code: string): string | RegExp => {
  const label = displayLabel(subtype, code);
  return isUncollected(subtype, code) ? new RegExp(`^${label}(${REFUND_PROCESSING_SUFFIX}|${REFUNDED_SUFFIX})$`) : label;
};

/** States in which the page shows what to bring to the store, and the deadline. */
const TO_BE_COLLECTED: ReadonlySet<ParcelGroup> = new Set([
  'processing',
  'shipped',
  'at-sender-store',
  'in-transit',
  'store-changed',
  'at-pickup-store',
]);
/** The number of steps for these labels: equal neighbours are one step. */
const distinct = (labels: string[]): number => labels.filter((label, place) => label !== labels[place - 1]).length;

// The other carriers differ in their tables only, which whole-shop/carrier.test.ts walks through: each code of each carrier.
test.describe('UNIMARTC2C', () => {
  const subtype = 'UNIMARTC2C';
  test.use(PHONE);

  test(`an open look-up follows every code of ${subtype}`, { tag: ['@eventstore', '@cluster'] }, async ({ page }) => {
    const orderNo = await placeOrder(page.request, cardToStore(subtype));
    await follow(page, orderNo);
    await expect(steps(page).first().locator('time'), 'read as two').toHaveText(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/);
    await expect(status(page)).toHaveText('訂單處理中');
    await expect(steps(page)).toHaveText([/^訂單成立/, /^付款完成/, /^訂單處理中/]);
    await expect(upcoming(page)).toHaveText([/^出貨/, /^運送中/, /^送達取貨門市/, /^取貨/]);
    const said = await listenToAnnouncements(page);

    const codes = codesOf(subtype);
    const walked = codes.slice(0, codes.findIndex((code) => isFinal(subtype, code)) + 1);
    expect(walked.length).toBeGreaterThan(20);
    const labels = ['訂單成立', '付款完成', '訂單處理中', ...walked.map((code) => displayLabel(subtype, code))];
    const known = async (): Promise<number> => (await orderOf(page.request, orderNo)).timeline.length;
    for (const [place, code] of walked.entries()) {
      await moveParcel(orderNo, code);
      await expect.poll(known, code).toBe(place + 4);
      await expect(steps(page), code).toHaveCount(distinct(labels.slice(0, place + 4)));
      await expect(steps(page).last()).toContainText(displayLabel(subtype, code));
      await expect(steps(page).last()).toHaveAttribute('aria-current', 'step');
      await expect(status(page)).toHaveText(labelOfPaid(subtype, code));
      const toBeCollected = TO_BE_COLLECTED.has(statusOf(subtype, code).group);
      await expect(page.getByRole('article').getByText('取貨證件'), code).toHaveCount(toBeCollected ? 1 : 0);
      await expect(page.getByRole('button', { name: '退貨申請' }), code).toHaveCount(isUncollected(subtype, code) ? 0 : 1);
    }
    await expect(page.locator('[aria-current=step]')).toHaveCount(1);
    await expect.poll(async () => (await said()).at(-1)).toContain(`訂單狀態更新：${displayLabel(subtype, walked.at(-1) ?? '')}`);

    await page.reload();
    await expect(steps(page)).toHaveCount(distinct(labels));
    await expect(status(page)).toHaveText(labelOfPaid(subtype, walked.at(-1) ?? ''));
  });
});

test.describe('an uncollected parcel', () => {
  test.use(PHONE);

  test('is shown once, offers no action, and is refunded without an application', async ({ page }) => {
    const orderNo = await placeOrder(page.request, cardToStore('UNIMARTC2C'));
    await follow(page, orderNo);
    const order = page.getByRole('article');
    await moveParcel(orderNo, 2073);
    await expect(order.getByText('取貨期限').locator('+ dd')).toHaveText(/^\d+\/\d+（[日一二三四五六]），含當日$/);
    await expect(order.getByText('取貨門市', { exact: true }), 'the store stands once').toHaveCount(1);
    await expect(page.getByRole('button', { name: '退貨申請' })).toBeVisible();
    await moveParcel(orderNo, 2074);
    await expect(status(page)).toHaveText(labelOfPaid('UNIMARTC2C', '2074'));
    await expect(order).toContainText(/(退款處理中|已退款) NT\$1,860/);
    await expect(order).toContainText('已退款 NT$1,860');
    await expect.poll(async () => (await orderOf(page.request, orderNo)).order.facts.refund).toEqual({ state: 'paid', amount: 1860 });
    expect(await paymentsOf(orderNo)).toMatchObject([{ amount: 1860, refunded: 1860 }]);
    await expect(order).not.toContainText('取貨期限');
    await expect(order).not.toContainText('取貨證件');
    await expect(order.getByText('取貨門市', { exact: true })).toHaveCount(1);
    await expect(page.getByRole('button', { name: '退貨申請' })).toHaveCount(0);
    const refused = await page.request.post(`/api/orders/${orderNo}/return`, { data: { returnComment: '沒去拿' } });
    expect(await refused.json()).toMatchObject({ status: 409, code: 'RETURN_NOT_OFFERED' });
  });
});

test.describe('a page that was offline or in the background', () => {
  test.use({ ...PHONE, consoleMay: /WebSocket connection .*ERR_INTERNET_DISCONNECTED/ });

  test('shows each change of the offline time once', { tag: ['@eventstore', '@cluster'] }, async ({ page, context }) => {
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    await follow(page, orderNo);
    const said = await listenToAnnouncements(page);
    await moveParcel(orderNo, 3001);
    await expect(steps(page)).toHaveCount(4);

    await context.setOffline(true);
    await connection(page, '離線');
    for (const code of [3013, 3120, 3006]) await moveParcel(orderNo, code);
    await page.waitForTimeout(1_500);
    await context.setOffline(false);

    await connection(page, '已連線');
    await expect(steps(page)).toHaveText([/^訂單成立/, /^付款完成/, /^訂單處理中/, /^運送中/, /^準備配送/, /^配送中/]);
    await expect(status(page)).toHaveText('配送中');
    await expect.poll(said).toContain('訂單狀態更新：配送中');
    await moveParcel(orderNo, 3003);
    await expect(status(page)).toHaveText('已送達');
    await expect(steps(page)).toHaveCount(7);
    await expect.poll(said).toContain('訂單狀態更新：已送達');
    await page.waitForTimeout(1_500);
    const words = (await said()).filter((text) => text.startsWith('訂單狀態更新'));
    expect(words.filter((text) => text === '訂單狀態更新：配送中')).toHaveLength(1);
    expect(words.filter((text) => text === '訂單狀態更新：已送達')).toHaveLength(1);
  });

  test('shows the missed changes after the Back button', async ({ page }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await follow(page, orderNo);
    await page.goto('/product');
    await moveParcel(orderNo, 3001);
    await moveParcel(orderNo, 3006);
    await page.goBack();
    await connection(page, '已連線');
    await expect(status(page), 'decisions.md 36').toHaveText('配送中');
    await expect(page.getByRole('article')).toContainText('貨到付款，收件時支付 NT$1,860');
    await expect(steps(page)).toHaveText([/^訂單成立/, /^訂單處理中/, /^運送中/, /^配送中/]);
  });

  test('is connected also where a WebSocket is refused', async ({ page }) => {
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    await page.addInitScript(() => {
      const refused = function (this: Partial<WebSocket>) {
        this.close = () => undefined;
        setTimeout(() => this.onerror?.call(this as WebSocket, new Event('error')));
      };
      Object.assign(window, { WebSocket: refused });
    });
    await follow(page, orderNo);
    await moveParcel(orderNo, 3001);
    await expect(status(page)).toHaveText('運送中');
    await connection(page, '已連線');
  });

  test('two pages of one order show the same', async ({ page, context }) => {
    const orderNo = await placeOrder(page.request, cardToStore('UNIMARTC2C'));
    const other = await context.newPage();
    await follow(page, orderNo);
    await follow(other, orderNo);
    await moveParcel(orderNo, 2073);
    for (const one of [page, other]) {
      await expect(status(one)).toHaveText('商品已送達取貨門市');
      await expect(one.getByText('取貨期限').locator('+ dd')).toHaveText(/^\d+\/\d+（[日一二三四五六]），含當日$/);
    }
  });
});
