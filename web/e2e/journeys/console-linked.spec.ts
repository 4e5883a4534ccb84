import { cardToTheDoor, placeOrder } from '../harness/orders.ts';
import { moveParcel } from '../harness/simulators.ts';
import { becomeStaff, openOrder } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

test('a lost parcel is sent again: support sees the effects first, and the shopper both orders without a reload', async ({
  page,
  browser,
}) => {
  const orderNo = await placeOrder(page.request, cardToTheDoor());
  for (const code of [3001, 3006, 5002]) await moveParcel(orderNo, code);
  await page.goto(`/search-order?id=${orderNo}`);
  const order = page.getByRole('article');
  await expect(order.getByRole('status').getByText('已連線')).toBeVisible();

  const support = await (await browser.newContext(DESK)).newPage();
  await becomeStaff(support, '林客服', 'view,act');
  await openOrder(support, orderNo);
  await support.getByRole('button', { name: '補寄', exact: true }).click();
  const form = support.getByRole('form', { name: '補寄' });
  await expect(form.getByRole('row', { name: /^換貨與補寄/ })).toBeVisible();
  await form.getByLabel('原因', { exact: true }).fill('物流遺失');
  await form.getByRole('button', { name: '確認送出' }).click();
  await expect(support.getByText(/^已完成，訂單狀態：/)).toBeVisible();
  await expect(support.getByRole('button', { name: '補寄', exact: true }), 'nothing is left to send').toBeDisabled();
  const fact = order.getByText(/^訂單 [0-9A-Z]{16}$/);
  await expect(fact).toBeVisible();
  const linkedNo = ((await fact.textContent()) ?? '').slice(-16);
  await page.goto(`/search-order?id=${linkedNo}`);
  await expect(order).toContainText(`訂單 ${orderNo} 的補寄，不另收費`);
  await expect(order.getByText('NT$0', { exact: true }).first()).toBeVisible();

  await support.goto(`${new URL(support.url()).origin}/console`);
  const listed = support.getByRole('region', { name: '訂單列表' }).getByRole('row');
  await expect(listed.filter({ hasText: linkedNo })).toContainText('補寄，不另收費NT$0');
  await expect(listed.filter({ hasText: orderNo })).toContainText('信用卡');
  await support.goBack();

  // From each order, support follows the link to the other one.
  await support.getByRole('link', { name: linkedNo }).first().click();
  await expect(support.getByRole('heading', { level: 1 })).toContainText(linkedNo);
  await support.getByRole('link', { name: orderNo }).first().click();
  await expect(support.getByRole('heading', { level: 1 })).toContainText(orderNo);
  await support.context().close();
});
