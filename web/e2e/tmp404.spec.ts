import { test } from './harness/test.ts';
test('404', async ({ page }) => {
  for (const [w, h] of [[390, 844], [1280, 900]] as const) {
    await page.setViewportSize({ width: w, height: h });
    await page.goto('/nowhere');
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/404-${w}.png` });
    await page.goto('/search-order?id=AAAAAAAAAAAAAAAA');
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/unknown-${w}.png` });
  }
});
