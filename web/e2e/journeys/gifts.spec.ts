import { alive, heading } from '../harness/buyer.ts';
import { goWithin } from '../harness/answers.ts';
import { memberMenu, registerMember, signIn } from '../harness/members.ts';
import { expect, PHONE, test } from '../harness/test.ts';

test.use(PHONE);

test('a company asks for gifts: the first fault has the focus, and what was typed stays', async ({ page }) => {
  await page.goto('/corporate-gifts');
  await alive(page);
  await expect(heading(page)).toHaveText('企業贈禮');
  await page.getByLabel('公司名稱').fill('晨光股份有限公司');
  await page.getByLabel('聯絡人').fill('陳小姐');
  await page.getByLabel('電子郵件或電話').fill('沒有');
  await page.getByRole('button', { name: '送出詢問' }).click();
  await expect(page.getByLabel('電子郵件或電話')).toBeFocused();
  await expect(page.getByText('請填寫電子郵件或電話')).toBeVisible();
  await page.getByLabel('電子郵件或電話').fill('02-2345-6789');
  await page.getByLabel('數量（份）').fill('50');
  await expect(page.getByLabel('公司名稱')).toHaveValue('晨光股份有限公司');
  await page.getByRole('button', { name: '送出詢問' }).click();
  await expect(page.getByRole('heading', { name: '已收到您的詢問' })).toBeVisible();
});

test('an inquiry may have the digits of a Chinese keyboard, and a phone with its extension', async ({ page }) => {
  await page.goto('/corporate-gifts');
  await alive(page);
  await page.getByLabel('公司名稱').fill('晨光股份有限公司');
  await page.getByLabel('聯絡人').fill('陳小姐');
  await page.getByLabel('電子郵件或電話').fill('０２－２３４５－６７８９ 分機 123');
  await page.getByLabel('數量（份）').fill('５０');
  const sent = page.waitForRequest('**/api/inquiries');
  await page.getByRole('button', { name: '送出詢問' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ contact: '02-2345-6789#123', quantity: 50 });
  await expect(page.getByRole('heading', { name: '已收到您的詢問' })).toBeVisible();
});

for (const who of ['a guest', 'a member']) {
  test(`what ${who} typed into an inquiry is there again after Back, and is gone once the shop has it`, async ({ page }) => {
    if (who === 'a member') await registerMember(page.request);
    await page.goto('/corporate-gifts');
    await alive(page);
    const typed = {
      公司名稱: '晨光股份有限公司',
      聯絡人: '陳小姐',
      電子郵件或電話: '02-2345-6789',
      '數量（份）': '50',
      想法與需求: '年節禮盒',
    };
    const holds = async (values: Record<string, string>) => {
      await expect(heading(page)).toHaveText('企業贈禮');
      for (const [label, value] of Object.entries(values)) await expect(page.getByLabel(label)).toHaveValue(value);
    };
    for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
    await page.getByRole('link', { name: '首頁' }).first().click();
    await expect(page).toHaveURL(/\/$/);
    await page.goBack();
    await holds(typed);
    await page.goto('/product');
    await page.goBack();
    await holds(typed);
    await alive(page);
    await page.getByRole('button', { name: '送出詢問' }).click();
    await expect(page.getByRole('heading', { name: '已收到您的詢問' })).toBeVisible();
    await page.goto('/product');
    await page.goBack();
    await alive(page);
    await holds(Object.fromEntries(Object.keys(typed).map((label) => [label, ''])));
  });
}

test('an inquiry of a member whose session ends comes back for the same member, who is heard again', async ({ page }) => {
  const email = await registerMember(page.request);
  await page.goto('/corporate-gifts');
  await alive(page);
  await expect(memberMenu(page)).toBeAttached();
  await page.getByLabel('公司名稱').fill('晨光股份有限公司');
  await page.context().clearCookies({ name: /^(session|signed-in)$/ });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByLabel('公司名稱')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('晨光');
  await page.getByLabel('聯絡人').fill('陳小姐');
  await goWithin(page, '/login?redirect=%2Fcorporate-gifts');
  await signIn(page, email);
  await page.waitForURL('/corporate-gifts');
  await expect(page.getByLabel('公司名稱')).toHaveValue('晨光股份有限公司');
  await expect(page.getByLabel('聯絡人'), 'typed by a guest meanwhile').toHaveValue('陳小姐');
  await page.getByLabel('數量（份）').fill('50');
  await page.reload();
  await expect(page.getByLabel('數量（份）')).toHaveValue('50');
  await expect(page.getByLabel('公司名稱')).toHaveValue('晨光股份有限公司');
});

for (const { path, first, second } of [
  { path: '/corporate-gifts', first: '公司名稱', second: '聯絡人' },
  { path: '/group/sunlight-salon', first: '收件人姓名', second: '手機號碼' },
])
  test(`what a member types at ${path} before the account is known replaces nothing that was typed before`, async ({ page }) => {
    await registerMember(page.request);
    await page.goto(path);
    await alive(page);
    await expect(memberMenu(page)).toBeAttached();
    await page.getByLabel(first).fill('王小明');
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/member', async (route) => {
      await asked;
      await route.continue();
    });
    await page.reload();
    await alive(page);
    await page.getByLabel(second).fill('0912345678');
    await expect(page.getByLabel(first), 'not known to be of who is here').toHaveValue('');
    answer();
    await expect(page.getByLabel(first)).toHaveValue('王小明');
    await expect(page.getByLabel(second)).toHaveValue('0912345678');
    await page.reload();
    await expect(page.getByLabel(first)).toHaveValue('王小明');
    await expect(page.getByLabel(second)).toHaveValue('0912345678');
  });
