import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PriceAnswer, TimerAnswer } from '@nordhaut/contracts';
import type { DefineCouponsAnswer } from '@nordhaut/contracts/support';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { asAdministrator } from './staff.ts';

const COUPONS = fileURLToPath(new URL('../../../services/tools/coupons.ts', import.meta.url));
const gifts = ['NH01GC050T', 'NH02BT050T', 'NHCP080'].map((product_uid) => ({ product_uid, product_quantity: 1 }));
const atLeast = (value: number, msg: string) => [{ property: 'total', operator: '>=', value, msg }];

/** The coupons of the journeys. Only members who know their codes have them, so that no other journey's price changes. */
const LIST = [
  // The seeded campaign of the hand creams names this code.
  {
    coupon_id: 7,
    coupon_uid: 'HAND_3_GET_1',
    coupon_name: '護手霜買三送一',
    coupon_type: 'BONUS',
    coupon_product: [13],
    coupon_bonus_min_standard: 3,
    coupon_giveaway: '有機化妝棉',
    coupon_items: [{ product_uid: 'NHCP080', product_quantity: 1 }],
  },
  { coupon_id: 9001, coupon_uid: 'JOURNEY_100', coupon_name: '旅程折 NT$100', coupon_type: 'DISCOUNT', coupon_formula: 'x - 100' },
  {
    coupon_id: 9002,
    coupon_uid: 'JOURNEY_MUCH',
    coupon_name: '滿額折 NT$500',
    coupon_type: 'DISCOUNT',
    coupon_formula: 'x - 500',
    coupon_condition: atLeast(90_000, '消費滿 NT$90,000 才可使用'),
  },
  // The copy of a member ends one second after the member got it.
  {
    coupon_id: 9003,
    coupon_uid: 'JOURNEY_OVER',
    coupon_name: '一秒折 NT$50',
    coupon_type: 'DISCOUNT',
    coupon_formula: 'x - 50',
    coupon_period: 1,
  },
  {
    coupon_id: 9004,
    coupon_uid: 'JOURNEY_PICK',
    coupon_name: '三選二好禮',
    coupon_desc: '三項好禮任選兩項',
    coupon_type: 'GIVEAWAY',
    coupon_max_product_chosen: 2,
    coupon_giveaway: '好禮兩項',
    coupon_items: gifts,
  },
  {
    coupon_id: 9005,
    coupon_uid: 'JOURNEY_ONCE',
    coupon_name: '一次折 NT$60',
    coupon_type: 'DISCOUNT',
    coupon_formula: 'x - 60',
    coupon_max_usage: 1,
  },
  {
    coupon_id: 9007,
    coupon_uid: 'JOURNEY_SETS',
    coupon_name: '組合商品 85 折',
    coupon_type: 'DISCOUNT',
    coupon_product: 'SET',
    coupon_formula: 'x * 85 // 100',
  },
  {
    coupon_id: 9008,
    coupon_uid: 'JOURNEY_LAST',
    coupon_name: '限量一份折 NT$80',
    coupon_type: 'DISCOUNT',
    coupon_quantity: 1,
    coupon_formula: 'x - 80',
  },
  // A member who bound an invite code gets it.
  {
    coupon_id: 3,
    coupon_uid: 'INVITE',
    coupon_name: '好友邀請折 NT$100',
    coupon_type: 'DISCOUNT',
    coupon_scope: 'MEMBER',
    coupon_super: 'INVITE',
    coupon_max_usage: 1,
    coupon_formula: 'x - 100',
  },
  // The shop applies it by itself. No other journey has as many pieces.
  {
    coupon_id: 9009,
    coupon_uid: 'JOURNEY_BY_ITSELF',
    coupon_name: '十七件折 NT$30',
    coupon_scope: 'SYSTEM',
    coupon_type: 'DISCOUNT',
    coupon_auto_loading: '1',
    coupon_formula: 'x - 30',
    coupon_condition: [{ property: 'quantity', operator: '==', value: 17, msg: '購買十七件才可使用' }],
  },
  {
    coupon_id: 9011,
    coupon_uid: 'JOURNEY_PICK_BY_ITSELF',
    coupon_name: '二十三件三選二',
    coupon_scope: 'SYSTEM',
    coupon_type: 'GIVEAWAY',
    coupon_auto_loading: '1',
    coupon_max_product_chosen: 2,
    coupon_giveaway: '好禮兩項',
    coupon_items: gifts,
    coupon_condition: [{ property: 'quantity', operator: '==', value: 23, msg: '購買二十三件才可使用' }],
  },
].map((coupon) => ({ coupon_scope: 'ALL', coupon_product: 'ALL', coupon_max_usage: 0, ...coupon }));

/** The coupons that a new shop begins with. Some of them change every member's price, so they need a shop of their own. */
export const SEEDED = fileURLToPath(new URL('../../../services/promotions/data/coupons.json', import.meta.url));

/** Defines the coupons of a file as `npm run coupons -- import` does, beside the running shop. It may run twice. */
export async function importFile(file: string, dataDir: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', COUPONS, 'import', file], { env });
}

async function define(coupons: readonly object[]): Promise<void> {
  const request = { coupons, dryRun: false, reason: '旅程' };
  const { faults } = await asAdministrator<DefineCouponsAnswer>('/api/support/coupons', request);
  expect(faults).toEqual([]);
}

let imported: Promise<void> | undefined;
/** Defines the coupons of the journeys, once for each worker: a repeat changes nothing. */
export const importCoupons = (): Promise<void> => (imported ??= define(LIST));

/**
 * The shop gives 有機化妝棉 with nineteen pieces, until this instant. No other journey has as many.
 * @param end seconds since epoch
 */
export const giveWithNineteen = (end: number): Promise<void> =>
  define([
    {
      coupon_id: 9010,
      coupon_uid: 'JOURNEY_NINETEEN',
      coupon_name: '十九件贈化妝棉',
      coupon_scope: 'SYSTEM',
      coupon_type: 'GIVEAWAY',
      coupon_auto_loading: '1',
      coupon_product: 'ALL',
      coupon_max_usage: 0,
      coupon_max_product_chosen: 1,
      coupon_giveaway: '有機化妝棉',
      coupon_items: [{ product_uid: 'NHCP080', product_quantity: 1 }],
      coupon_condition: [{ property: 'quantity', operator: '==', value: 19, msg: '購買十九件才可使用' }],
      coupon_exp: end,
    },
  ]);

/** Makes a coupon the member's own, as soon as the shop has read it. */
export const takeCoupon = (visitor: APIRequestContext, code: string): Promise<void> =>
  expect
    .poll(async () => {
      const answer = await visitor.post('/api/member/coupons', {
        data: { code, items: [] },
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
      return ((await answer.json()) as { state: number }).state;
    })
    .toBe(200);

const MINUTE = 60_000;
const NAME = '限時結帳折 NT$50';

/**
 * All tabs of the page's browser see a countdown of the server that follows the page's clock, and its discount. A countdown of
 * the shop would change the prices of all journeys. `passed`: minutes since its start
 */
export async function withCountdown(page: Page, passed = 0): Promise<void> {
  const startedAt = Date.now() - passed * MINUTE;
  let end = startedAt + 10 * MINUTE;
  let extended = false;
  const pageTime = (): Promise<number> => page.evaluate(() => Date.now()).catch(() => Date.now());
  await page.context().route('**/api/checkout/timer', async (route) => {
    const now = await pageTime();
    if (route.request().postDataJSON()?.action === 'extend') [end, extended] = [now + 5 * MINUTE, true];
    const iso = (ms: number): string => new Date(ms).toISOString();
    const answer: TimerAnswer = {
      state: now < end ? 'running' : 'ended',
      startedAt: iso(startedAt),
      endsAt: iso(Math.min(end, now < end ? end : now)),
      remindsAt: iso(end - 8 * MINUTE),
      extendsFrom: extended ? null : iso(end - 5 * MINUTE),
      extended,
      now: iso(now),
      ...(now < end && { coupon: { couponId: '5', uid: 'pay_in_5_min', name: NAME } }),
    };
    await route.fulfill({ json: answer });
  });
  await page.context().route('**/api/getPrice/', async (route) => {
    const response = await route.fetch();
    const quote = (await response.json()) as PriceAnswer;
    const left = end - (await pageTime());
    const gives = left > 0 && left <= 8 * MINUTE;
    const coupon = { couponId: '5', uid: 'pay_in_5_min', name: NAME, type: 'DISCOUNT' as const, removable: false };
    const given = { discounts: [{ couponId: '5', name: NAME, amount: 50 }], coupons: [coupon], price: quote.price - 50 };
    await route.fulfill({ response, json: { ...quote, ...(gives && given) } });
  });
}

export const promotions = (page: Page): Locator => page.getByRole('region', { name: '優惠與購物金' });
export const summary = (page: Page): Locator => page.getByRole('region', { name: '訂單摘要' });
export const couponDialog = (page: Page): Locator => page.getByRole('dialog', { name: '選擇優惠券' });
export const openCoupons = (page: Page): Promise<void> => promotions(page).getByRole('button', { name: '使用優惠券' }).click();

/** Types a code into the open dialog of coupons. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await couponDialog(page).getByLabel('優惠券代碼').fill(code);
  await couponDialog(page).getByRole('button', { name: '套用' }).click();
}
