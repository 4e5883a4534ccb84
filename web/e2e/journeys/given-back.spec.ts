import type { MemberAnswer } from '@nordhaut/contracts';
import { makePrime, TEST_CARDS } from '@nordhaut/simulators';
import type { Page } from '@playwright/test';
import { importCoupons, takeCoupon } from '../harness/coupons.ts';
import { registerMember } from '../harness/members.ts';
import { cardToStore, cardToTheDoor, codToTheDoor, orderOf, placeOrder, sendOrder } from '../harness/orders.ts';
import { moveParcel } from '../harness/simulators.ts';
import { giveCredit, joinConsole } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

const SPENT = { coupons: ['JOURNEY_ONCE'], credit: 50 };
const SENDER = {
  SenderName: '王大明',
  SenderCellPhone: '0912345678',
  SenderAddress: '臺北市大安區和平東路一段 1 號',
  SenderZipCode: '106',
};

const rowOf = (page: Page, orderNo: string) =>
  page.getByRole('region', { name: '已使用的優惠券' }).getByRole('listitem').filter({ hasText: orderNo });

/** The open list of the member, without a reload. */
async function shows(page: Page, { credit, usable }: { credit: number; usable: boolean }): Promise<void> {
  await expect(page.getByRole('main')).toContainText(`可用餘額 NT$${credit}`);
  // The page may still show the balance of before the order. The answer is asked for until the wallet is up to date.
  const isUsedUp = async (): Promise<boolean | undefined> => {
    const { coupons } = (await (await page.request.get('/api/member/coupons')).json()) as { coupons: { uid: string; reason: string }[] };
    return coupons.find(({ uid }) => uid === 'JOURNEY_ONCE')?.reason.includes('已達使用次數上限');
  };
  await expect.poll(isUsedUp).toBe(!usable);
}

async function act(support: Page, name: string, orderNo: string): Promise<void> {
  await support.goto(`${new URL(support.url()).origin}/console/orders/${orderNo}`);
  await support.getByRole('button', { name, exact: true }).click();
  const form = support.getByRole('form', { name });
  await form.getByLabel('原因', { exact: true }).fill('七日內申請');
  await form.getByRole('button', { name: '確認送出' }).click();
  await expect(support.getByText(/^已完成，訂單狀態：/)).toBeVisible();
}

test.beforeAll(importCoupons);
test.use(DESK);

test('coupon and credit come back once: cancelled, refused, not collected; a return gives back the credit alone', async ({
  page,
  browser,
}) => {
  await registerMember(page.request);
  await takeCoupon(page.request, 'JOURNEY_ONCE');
  const { member } = (await (await page.request.get('/api/member')).json()) as MemberAnswer;
  const support = await (await browser.newContext(DESK)).newPage();
  await joinConsole(support);
  await giveCredit(member.user_invite_code);
  await page.goto('/member/coupon');
  await shows(page, { credit: 50, usable: true });

  const cancelled = await placeOrder(page.request, { ...codToTheDoor(), ...SPENT });
  await shows(page, { credit: 0, usable: false });
  expect((await page.request.post(`/api/orders/${cancelled}/cancel`, { data: { reason: 'NOT_STATED' } })).ok()).toBe(true);
  await expect(rowOf(page, cancelled)).toContainText('已退還');
  await shows(page, { credit: 50, usable: true });

  const bad = TEST_CARDS.find(({ result }) => result !== 0 && result !== 421);
  const payment = { type: 'CREDIT', prime: makePrime(bad?.number ?? '', Date.now()) } as const;
  const { answer } = await sendOrder(page.request, { ...cardToTheDoor(), ...SPENT, payment });
  expect(answer.ok(), 'the bank refuses the card').toBe(false);
  await shows(page, { credit: 50, usable: true });

  const uncollected = await placeOrder(page.request, { ...cardToStore('UNIMARTC2C'), ...SPENT });
  await shows(page, { credit: 0, usable: false });
  for (const code of [2073, 2074]) await moveParcel(uncollected, code);
  await expect(rowOf(page, uncollected)).toContainText('已退還');
  await shows(page, { credit: 50, usable: true });

  const returned = await placeOrder(page.request, { ...cardToTheDoor(), ...SPENT });
  await shows(page, { credit: 0, usable: false });
  for (const code of [3001, 3003]) await moveParcel(returned, code);
  await expect.poll(async () => (await orderOf(page.request, returned)).timeline.map(({ code }) => code)).toContain('3003');
  expect((await page.request.post(`/api/orders/${returned}/return`, { data: { returnComment: '不適合膚況', ...SENDER } })).ok()).toBe(true);
  for (const name of ['通過退貨', '收到退回商品']) await act(support, name, returned);
  await shows(page, { credit: 50, usable: false });
  await expect(rowOf(page, returned), 'a return gives no coupon back (decisions.md 40)').not.toContainText('已退還');
  await support.context().close();
});
