import { expect, type Locator, type Page } from '@playwright/test';
import type { PlaceOrderRequest } from '@nordhaut/contracts';
import type { Stored } from '../../app/features/checkout/stored.ts';
import { CART, fillCart, RECIPIENT } from './orders.ts';

/** A buyer's actions on the pages, found by the texts of the pages. */

/** Waits until the page is hydrated. The server renders the page, and the cart link gets its number after hydration. */
export const alive = (page: Page): Promise<void> => expect(cartLink(page)).toHaveAccessibleName(/^購物車，\d+ 件商品$/);
export const cartLink = (page: Page): Locator => page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: /^購物車/ });
export const heading = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 });
/** The checkout's main button, in the side panel or in the bar at the bottom. */
export const mainButton = (page: Page, name: string | RegExp): Locator => page.getByRole('main').getByRole('button', { name });

export async function openCart(page: Page): Promise<void> {
  await page.goto('/payment');
  await expect(heading(page)).toHaveText('購物車');
}

export async function toShipping(page: Page): Promise<void> {
  // The click scrolls to its button. Parts that arrive in a scrolled page would count as a shift of what is below them.
  await expect(mainButton(page, '使用優惠券')).toBeVisible();
  await mainButton(page, '下一步').click();
  await expect(heading(page)).toHaveText('付款與配送');
}

/** Puts products in the cart without the pages, and opens its shipping step. */
export async function openShipping(page: Page, items: PlaceOrderRequest['items'] = CART): Promise<void> {
  await fillCart(page.request, items);
  await openCart(page);
  await toShipping(page);
}

export async function toPay(page: Page): Promise<void> {
  await mainButton(page, '下一步：確認與付款').click();
  await expect(heading(page)).toHaveText(/^確認(付款|訂單)$/);
}

/** 同時註冊會員, under the shipping form of who is not signed in. */
export const registerBox = (page: Page): Locator => page.getByRole('checkbox', { name: /^同時註冊會員/ });

type Payment = '信用卡' | '貨到付款';
export const choosePayment = (page: Page, name: Payment): Promise<void> =>
  page
    .getByRole('group', { name: '付款方式' })
    .getByRole('radio', { name: new RegExp(`^${name}`) })
    .check();
export const chooseDelivery = (page: Page, name: '宅配到府' | '超商取貨' | '海外配送'): Promise<void> =>
  page
    .getByRole('group', { name: '配送方式' })
    .getByRole('radio', { name: new RegExp(`^${name}`) })
    .check();

/** `asGuest`: also says, where nobody is signed in, that no account is wanted. */
export async function fillPerson(page: Page, { asGuest = true }: { asGuest?: boolean } = {}): Promise<void> {
  await page.getByLabel('姓氏').fill(RECIPIENT.firstName);
  await page.getByLabel('名字').fill(RECIPIENT.lastName);
  await page.getByLabel('手機號碼').fill(RECIPIENT.phone);
  await page.getByLabel('電子郵件信箱').fill(RECIPIENT.email);
  if (asGuest) await wantsNoAccount(page);
}

/** Call it after something was typed: the box comes with the first input. */
export async function wantsNoAccount(page: Page): Promise<void> {
  const register = registerBox(page);
  await expect(register.or(page.getByRole('checkbox', { name: /^記住收件資料/ }))).toBeVisible();
  if (await register.isVisible()) await register.uncheck();
}

export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('縣市', { exact: true }).selectOption(RECIPIENT.city);
  await page.getByLabel('鄉鎮市區').selectOption(RECIPIENT.district);
  await page.getByLabel('詳細地址').fill(RECIPIENT.address);
}

export async function addressIsFilled(page: Page): Promise<void> {
  await expect(page.getByLabel('縣市', { exact: true })).toHaveValue(RECIPIENT.city);
  await expect(page.getByLabel('鄉鎮市區')).toHaveValue(RECIPIENT.district);
  await expect(page.getByLabel('詳細地址')).toHaveValue(RECIPIENT.address);
}

export async function fillAddressInHongKong(page: Page): Promise<void> {
  await page.getByLabel('地區', { exact: true }).selectOption('香港');
  await page.getByLabel('區域').selectOption('港島');
  await page.getByLabel('分區').selectOption('中西區');
  await page.getByLabel('詳細地址').fill('德輔道中 1 號');
}

const CARD_FIELDS = {
  number: '信用卡卡號',
  expiry: '信用卡有效期限',
  ccv: '信用卡安全碼',
};
export const cardField = (page: Page, field: keyof typeof CARD_FIELDS): Locator =>
  page.frameLocator(`iframe[title="${CARD_FIELDS[field]}"]`).locator('input');

/** Types a card into the processor's fields. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await cardField(page, 'number').fill(number);
  await cardField(page, 'expiry').fill('12/39');
  await cardField(page, 'ccv').fill(number.startsWith('34') ? '1234' : '123');
}

export const agree = (page: Page): Promise<void> => page.getByRole('checkbox', { name: /我已閱讀並同意/ }).check();

/** Goes from the open cart to the shipping step and fills it in, with 宅配到府 and `payment`. */
export async function fillShipping(page: Page, payment: Payment): Promise<void> {
  await toShipping(page);
  await choosePayment(page, payment);
  await fillPerson(page);
  await fillAddress(page);
}

/** Goes from the open cart to the pay step and fills in everything except the card. */
export async function onToPay(page: Page, payment: Payment = '信用卡'): Promise<void> {
  await fillShipping(page, payment);
  await toPay(page);
}

/**
 * Opens the pay step with everything filled in except the card, as a reload there does: the tab's storage holds what was typed in
 * the step before. For tests whose promise is not the way through the steps.
 */
export async function toPayStep(page: Page, payment: Payment = '信用卡'): Promise<void> {
  const { firstName, lastName, phoneArea, phone, email, zip, city, district, address } = RECIPIENT;
  const state: Stored = {
    payment: payment === '信用卡' ? 'CREDIT' : 'COD',
    delivery: 'HOME',
    chain: 'UNIMARTC2C',
    fields: { firstName, lastName, phoneArea, phone, email, zip, city, district, address, area: '' },
    invoice: { type: 'NORMAL', uniformNumber: '', companyTitle: '', mobileBarcode: '' },
    credit: 0,
    register: false,
  };
  await page.goto('/robots.txt');
  await page.evaluate((typed) => sessionStorage.setItem('checkout', typed), JSON.stringify({ state, version: 1 }));
  await page.goto('/payment?to=PAY');
  await expect(heading(page)).toHaveText(/^確認(付款|訂單)$/);
  // Someone who came step by step has the price and the card's fields by now.
  if (payment === '信用卡') await expect(page.getByText('信用卡欄位已就緒')).toBeAttached();
  await expect(mainButton(page, payment === '信用卡' ? /^確認付款 NT\$/ : '送出訂單')).toBeEnabled();
}

/** The order's number from the address of the result page. */
export async function resultOf(page: Page): Promise<string> {
  await page.waitForURL(/\/result\?/);
  const orderNo = new URL(page.url()).searchParams.get('order_number') ?? '';
  expect(orderNo).toMatch(/^[A-Z0-9]{8,20}$/);
  return orderNo;
}

/** Goes from the result page to the order: a member in the member area, a guest in the look-up, which must show it without input. */
export async function viewOrder(page: Page, orderNo: string, who: 'guest' | 'member' = 'guest'): Promise<void> {
  await page.getByRole('link', { name: '查看訂單' }).click();
  await page.waitForURL(who === 'member' ? `**/member/order?order_number=${orderNo}` : `**/search-order?id=${orderNo}`);
  await expect(page.getByRole('main')).toContainText(orderNo);
}

/** Agrees to the terms and sends a cash order from its pay step. @returns the order's number */
export async function orderByCash(page: Page): Promise<string> {
  await agree(page);
  await mainButton(page, '送出訂單').click();
  return resultOf(page);
}
