import { alive, cartLink } from '../harness/buyer.ts';
import { openMemberPage, registerMember } from '../harness/members.ts';
import { expect, PHONE, test } from '../harness/test.ts';

test.use(PHONE);

test('a product is wished on its page, bought from the list and taken off it', async ({ page }) => {
  await registerMember(page.request);
  await openMemberPage(page, 'wishlist', '願望清單');
  await expect(page.getByRole('heading', { name: '目前尚未加入任何商品' })).toBeVisible();
  await page.goto('/product/gentle-cleanser');
  await alive(page);
  const heart = page.getByRole('button', { name: '願望清單：溫和潔膚露' });
  await heart.click();
  await expect(page.getByText('已加入願望清單').first()).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await heart.click();
  await expect(page.getByText('已從願望清單中移除').first()).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  await openMemberPage(page, 'wishlist', '願望清單');
  await page.getByRole('button', { name: '加入購物車：溫和潔膚露' }).click();
  await expect(cartLink(page)).toHaveAccessibleName('購物車，1 件商品');
  await page.getByRole('main').getByRole('link', { name: '溫和潔膚露' }).first().click();
  await expect(page).toHaveURL('/product/gentle-cleanser');
  await page.goBack();
  await page.getByRole('button', { name: '從願望清單移除：溫和潔膚露' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 }), 'the focus stays in the page').toBeFocused();
  await expect(page.getByText('已從願望清單中移除').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: '目前尚未加入任何商品' })).toBeVisible();
});
