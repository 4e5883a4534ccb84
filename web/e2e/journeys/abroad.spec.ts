import {
  agree,
  chooseDelivery,
  choosePayment,
  fillAddressInHongKong,
  fillCard,
  heading,
  mainButton,
  openShipping,
  registerBox,
  resultOf,
  toPay,
  viewOrder,
  wantsNoAccount,
} from '../harness/buyer.ts';
import { VISA } from '../harness/orders.ts';
import { DESK, expect, test } from '../harness/test.ts';
import { parcelsOf, paymentsOf } from '../harness/simulators.ts';

test.use(DESK);

test('Hong Kong, by card', async ({ page }) => {
  const address = '香港港島中西區德輔道中 1 號';
  await openShipping(page);
  await choosePayment(page, '貨到付款');
  await chooseDelivery(page, '海外配送');
  await expect(page.getByRole('radio', { name: /^信用卡/ }), 'abroad forces the card').toBeChecked();
  await page.getByLabel('姓氏').fill('陳');
  await page.getByLabel('名字').fill('小美');
  await page.getByLabel('國際區碼').selectOption('+852');
  await page.getByLabel('手機號碼').fill('61234567');
  await page.getByLabel('電子郵件信箱').fill('mei @example.com');
  await fillAddressInHongKong(page);
  await expect(registerBox(page)).toBeChecked();
  await mainButton(page, '下一步：確認與付款').click();
  // A member has a number in Taiwan.
  await expect(page.getByLabel('手機號碼')).toHaveAccessibleDescription(/註冊會員需填寫台灣手機號碼/);
  await wantsNoAccount(page);
  await expect(page.getByRole('region', { name: '訂單摘要' })).toContainText('NT$500');
  await toPay(page);
  await expect(page.getByRole('region', { name: '付款與配送' })).toContainText(address);
  await expect(page.getByRole('region', { name: '付款與配送' }), 'where the shop writes to').toContainText('mei@example.com');
  await fillCard(page, VISA);
  await agree(page);
  await mainButton(page, '確認付款 NT$2,360').click();
  await page.getByRole('button', { name: '通過' }).click();

  const orderNo = await resultOf(page);
  await expect(heading(page)).toHaveText('付款成功');
  expect(await paymentsOf(orderNo)).toMatchObject([{ amount: 2360 }]);
  expect(await parcelsOf(orderNo), 'no carrier of the store chains takes it').toEqual([]);
  await viewOrder(page, orderNo);
  await expect(page.getByRole('article')).toContainText(address);
  await expect(page.getByRole('article')).toContainText('+852 61234567');
  await expect(page.getByRole('article').getByText('目前狀態').locator('+ p')).toHaveText('訂單處理中');
  const steps = page
    .getByRole('region', { name: '訂單進度' })
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
  await expect(steps).toHaveText([/^訂單成立/, /^前往3D驗證/, /^付款完成/, /^訂單處理中/]);
  await expect(steps.last(), 'the step that the status names').toHaveAttribute('aria-current', 'step');
});
