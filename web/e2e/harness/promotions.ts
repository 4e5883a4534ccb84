import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPool } from '@nordhaut/platform/database';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { RunningShop } from './shop.ts';

const COUPONS = fileURLToPath(new URL('../../../services/shop/coupons.ts', import.meta.url));

/** Defines coupons of a shop as `npm run coupons -- import` does. */
export async function importCoupons({ dataDir }: RunningShop, list: readonly object[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nordhaut-coupons-'));
  const file = join(folder, 'coupons.json');
  writeFileSync(file, JSON.stringify(list));
  try {
    const env = { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir };
    await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', COUPONS, 'import', file], { env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until a new member has the coupons of the registration. */
export const hasCoupons = (visitor: APIRequestContext): Promise<void> =>
  expect
    .poll(async () => {
      const answer = (await (await visitor.get('/api/member/coupons')).json()) as { coupons: { uid: string }[] };
      return answer.coupons.map(({ uid }) => uid);
    })
    .toEqual(expect.arrayContaining(['WELCOME_1150', 'PUBLIC_FIRST_200']));

/** Moves the start of the newest countdown back: for its buyer the clock goes ahead. A test that uses it runs alone. */
export async function passMinutes({ databaseUrl }: RunningShop, minutes: number): Promise<void> {
  const pool = createPool({ url: databaseUrl, max: 1, name: 'e2e' });
  const by = `interval '${minutes} minutes'`;
  try {
    await pool.query(
      `update checkout_timers set started_at = started_at - ${by}, extended_at = extended_at - ${by}
       where timer_id = (select timer_id from checkout_timers order by started_at desc limit 1)`,
    );
  } finally {
    await pool.end();
  }
}

export const promotions = (page: Page): Locator => page.getByRole('region', { name: '優惠與購物金' });
export const summary = (page: Page): Locator => page.getByRole('region', { name: '訂單摘要' });
export const couponDialog = (page: Page): Locator => page.getByRole('dialog', { name: '選擇優惠券' });
export const openCoupons = (page: Page): Promise<void> => promotions(page).getByRole('button', { name: '使用優惠券' }).click();

/** Types a code into the dialog of coupons. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await openCoupons(page);
  await couponDialog(page).getByLabel('優惠券代碼').fill(code);
  await couponDialog(page).getByRole('button', { name: '套用' }).click();
}
