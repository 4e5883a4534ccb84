import type { Page } from '@playwright/test';
import { alive, heading } from '../harness/buyer.ts';
import { registerMember } from '../harness/members.ts';
import { DESK, expect, test } from '../harness/test.ts';

/** Each would set `ran` on the page, by a way of its own. */
const SCRIPT = '<script>window.ran=1</script>';
const PICTURE = '<img src=x onerror="window.ran=1">';
const BREAKS_OUT = '"><svg onload=window.ran=1>';
const LINK = '[好](javascript:window.ran=1)';
const CLOSES = '</script><script>window.ran=1</script>';

const nothingRan = async (page: Page): Promise<void> => expect(await page.evaluate(() => 'ran' in window), page.url()).toBe(false);

test.use({ ...DESK, consoleMay: /status of 404/ });

test('scripts in every text field stay texts, where they are typed and where others read them', async ({ page }) => {
  await registerMember(page.request);

  // A review: its title and its text, on its product, on its own page and in the member's form.
  await page.goto('/comments/product/cotton-pads');
  await alive(page);
  await page.getByRole('button', { name: '寫評價' }).click();
  const form = page.getByRole('form', { name: /寫評價$/ });
  await form.getByRole('radio', { name: '3 顆星' }).press('Space');
  await form.getByLabel('標題').fill(SCRIPT.slice(0, 30));
  await form.getByLabel('內容').fill(`${SCRIPT}${PICTURE}${LINK}${CLOSES}`);
  await form.getByRole('button', { name: '送出評價' }).click();
  await expect(page.getByRole('region', { name: '訊息' }).getByText('已送出評分！感謝您的回饋！')).toBeVisible();
  await page.goto('/comments/product/cotton-pads?sort=newest');
  const review = page.locator('#reviews article').first();
  await expect(review).toContainText(`${SCRIPT}${PICTURE}${LINK}${CLOSES}`);
  await expect(review.locator('img, script, svg[onload], a[href^="javascript"]')).toHaveCount(0);
  await nothingRan(page);
  await review.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('main')).toContainText(PICTURE);
  await page.reload();
  await expect(page.getByRole('main')).toContainText(PICTURE);
  await nothingRan(page);

  // A questionnaire: the line, the text of many lines, and what is typed into a drop-down.
  await page.goto('/questionnaire/skin-check');
  await alive(page);
  for (const field of await page.getByRole('main').getByRole('textbox').all()) await field.fill(`${SCRIPT}${BREAKS_OUT}`);
  await page.getByLabel('乾性').check();
  await page.getByLabel('容易泛紅').check();
  await page.getByLabel('居住地區').fill(BREAKS_OUT);
  await page.getByLabel('不敢笑').check();
  await page.getByRole('button', { name: '提交' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '請從選項中選擇' })).toBeVisible();
  await nothingRan(page);
  await page.getByLabel('居住地區').fill('北部');
  await page.getByRole('button', { name: '提交' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('收到了');

  // The search, in its dialog and in its address.
  await page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '搜尋' }).click();
  const field = page.getByRole('combobox', { name: '要找什麼？' });
  await field.fill('<zqxj>');
  await expect(page.getByRole('dialog')).toContainText('沒有和「<zqxj>」相符的內容');
  await field.fill(`保濕化妝水${PICTURE}`);
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('dialog').locator('[onerror]')).toHaveCount(0);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=/);
  for (const q of [SCRIPT, PICTURE, BREAKS_OUT, CLOSES]) {
    await page.goto(`/search?q=${encodeURIComponent(q)}`);
    await expect(page).toHaveTitle(new RegExp(`^「${q.replace(/[^\p{Letter}\p{Number}]/gu, '.')}`, 'u'));
    await expect(page.getByRole('searchbox')).toHaveValue(q);
    await nothingRan(page);
  }

  // The inquiry of a company.
  await page.goto('/corporate-gifts');
  await alive(page);
  for (const box of await page.getByRole('main').getByRole('textbox').all()) await box.fill(BREAKS_OUT);
  await page.getByLabel('電子郵件或電話').fill('a@example.com');
  await page.getByLabel('數量（份）').fill('50');
  await page.getByRole('button', { name: '送出詢問' }).click();
  await expect(page.getByRole('heading', { name: '已收到您的詢問' })).toBeVisible();
  await nothingRan(page);

  // Addresses.
  for (const path of [`/${CLOSES}`, `/blog/${PICTURE}`, `/product?feature=${BREAKS_OUT}`, `/event/${SCRIPT}`, `/comments/post/${CLOSES}`]) {
    const [start = '', query] = path.split('?');
    await page.goto(start.split('/').map(encodeURIComponent).join('/') + (query ? `?${encodeURI(query)}` : ''));
    await expect(heading(page), path).toBeVisible();
    await nothingRan(page);
  }
});
