import type { ActsAnswer, OrderAct } from '@nordhaut/contracts/support';
import { makePrime } from '@nordhaut/simulators';
import type { APIRequestContext, Page } from '@playwright/test';
import { importCoupons, takeCoupon } from '../harness/coupons.ts';
import { registerMember } from '../harness/members.ts';
import { cardToStore, cardToTheDoor, codToTheDoor, orderOf, placeOrder, RECIPIENT, sendOrder } from '../harness/orders.ts';
import { moveParcel } from '../harness/simulators.ts';
import { inviteByTool, inviteStaff, joinConsole, openOrder } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

/** ms that somebody new may take for an answer */
const PATIENCE = 30_000;
const REFUSED_CARD = '4242421602184242';
const SENDER = {
  SenderName: '王大明',
  SenderCellPhone: RECIPIENT.phone,
  SenderZipCode: RECIPIENT.zip,
  SenderAddress: '臺北市大安區信義路',
};

const reached = (visitor: APIRequestContext, orderNo: string, code: string) =>
  expect.poll(async () => (await orderOf(visitor, orderNo)).timeline.map((entry) => entry.code)).toContain(code);

/** Acts as the console's page does; a process of the shop may record something in between, then once more. */
async function act(support: Page, orderNo: string, what: OrderAct, route: 'decisions' | 'payments'): Promise<void> {
  const at = `${new URL(support.url()).origin}/api/support/orders/${orderNo}`;
  await expect(async () => {
    const { revision } = (await (await support.request.get(`${at}/acts`)).json()) as ActsAnswer;
    const data = { act: what, expectedRevision: revision, reason: '顧客來電說明' };
    const answer = await support.request.post(`${at}/${route}`, { data, headers: { 'idempotency-key': crypto.randomUUID() } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }).toPass();
}

/** What stands on the page without opening a fold, line by line. */
async function linesOf(page: Page): Promise<string[]> {
  return (await page.getByRole('main').innerText()).split('\n').map((line) => line.trim());
}

/**
 * Somebody new opens the order, looks for a word of the question, and reads on for a few lines. `answers`: what these lines say,
 * and by whom where that was asked.
 */
async function ask(
  page: Page,
  orderNo: string,
  questions: readonly [question: string, word: string, ...answers: RegExp[]][],
): Promise<void> {
  const began = Date.now();
  await openOrder(page, orderNo);
  await expect(page.getByRole('region', { name: '當時的訂單' })).toContainText('訂單狀態');
  await expect(page.getByRole('region', { name: '顧客當時看到的' })).toContainText('狀態');
  for (const [question, word, ...answers] of questions)
    await expect(async () => {
      const lines = await linesOf(page);
      expect(lines.join('\n')).not.toMatch(/[{}]|"\w+":/);
      const read = lines.flatMap((line, place) => (line.includes(word) ? [lines.slice(place, place + 3).join(' ')] : []));
      const isAnswered = read.some((text) => answers.every((answer) => answer.test(text)));
      expect(isAnswered, `${question}\n${read.join('\n') || lines.join('\n')}`).toBe(true);
    }).toPass({ timeout: PATIENCE });
  // Also all of them together.
  expect(Date.now() - began).toBeLessThan(PATIENCE);
}

test('somebody new answers twenty questions from the visible text of the order pages', async ({ page, browser }) => {
  await importCoupons();
  const [lin, chen] = await Promise.all(
    // Two accounts that one person opened count as one person.
    [
      { name: '林客服', invite: inviteStaff },
      { name: '陳客服', invite: inviteByTool },
    ].map(async ({ name, invite }) => {
      const support = await (await browser.newContext(DESK)).newPage();
      const rights = 'view,act,refund';
      await joinConsole(support, name, rights, await invite(name, rights));
      return support;
    }),
  );
  if (!lin || !chen) throw new Error('nobody signed in');

  await test.step('an order that came back', async () => {
    const member = await browser.newContext();
    await registerMember(member.request);
    await takeCoupon(member.request, 'JOURNEY_100');
    const orderNo = await placeOrder(member.request, { ...cardToTheDoor(), coupons: ['JOURNEY_100'] });
    for (const code of [3001, 3006, 3003]) await moveParcel(orderNo, code);
    await reached(member.request, orderNo, '3003');
    const wish = { returnComment: '不合用', reason: 'NOT_SUITABLE', ...SENDER };
    const wished = await member.request.post(`/api/orders/${orderNo}/return`, { data: wish });
    expect(wished.ok(), await wished.text()).toBe(true);
    await act(lin, orderNo, { type: 'approve-return' }, 'decisions');
    const at = `${new URL(lin.url()).origin}/api/support/orders/${orderNo}`;
    const textOf = async (part: string): Promise<string> => (await lin.request.get(`${at}/${part}`)).text();
    // Mails to one address wait for each other, and the order among those that wait is not fixed. Nobody's goods come back in a second.
    for (const kind of ['RETURN_REQUESTED', 'RETURN_APPROVED'])
      await expect.poll(() => textOf('seen'), { message: `${kind} is sent` }).toContain(kind);
    await act(lin, orderNo, { type: 'receive-return', keptGifts: {} }, 'payments');
    await expect.poll(() => textOf('seen'), { message: 'the mail is sent' }).toContain('ORDER_REFUNDED');
    await expect.poll(() => textOf('events'), { message: 'the wallet knows of the return' }).toContain('PromotionsRestored');
    await ask(lin, orderNo, [
      ['which coupon, and is it given back?', '優惠券', /旅程折 NT\$100 −NT\$100；退貨後不歸還：退貨時歸還購物金/],
      ['did the card pay, and when?', '付款', /信用卡，付款成功，已收 NT\$1,510（20\d\d\/.*）；之後已全額退款/],
      ['how much comes back, and why?', '退貨退款', /已收 NT\$1,510，全額退 NT\$1,510，無扣除；20\d\d\/.* 退回信用卡/],
      ['which number can the buyer track?', '查件號碼', /\d{8,}（顧客訂單頁的物流編號）/],
      ['why did it come back?', '退貨原因', /不適合使用，由會員於 20\d\d\/.* 申請/],
      ['who accepted it, on which ground?', '退貨審核', /通過（七日鑑賞期內），由客服 林客服於 20\d\d\//],
      ['which coupon was used?', '訂單成立', /優惠券「旅程折 NT\$100」−NT\$100/, /會員/],
      ['did the card pay?', '付款成功', /已收 NT\$[\d,]+，銀行交易編號 \w+/, /20\d\d\/\d\d\/\d\d/],
      ['who carries it, and under which number?', '建立包裹', /黑貓宅急便.*內部編號 \d+/],
      ['when was it handed over?', '運送中', /代碼 3001/, /20\d\d\/\d\d\/\d\d \d\d:\d\d/],
      ['was it delivered?', '已送達', /代碼 3003/, /物流/],
      ['why was it returned?', '申請退貨', /不適合使用/, /會員/],
      ['what did the buyer write?', '申請退貨', /退貨說明由有「顯示個資」權限的同仁檢視/],
      ['who approved the return?', '退貨申請通過', /七日鑑賞期內/, /客服 林客服/],
      ['why is this amount paid back?', '應退', /收到退回商品，應退 NT\$[\d,]+/, /客服 林客服/],
      ['was anything kept back?', '決定退款', /全額，無扣除/],
      ['when was the money paid back, and how?', '付款與退款', /已退 NT\$1,510（20\d\d\/\d\d\/\d\d\s\d\d:\d\d:\d\d 退回信用卡）/],
      ['when was it paid back, and how?', '完成退款', /退貨，退回信用卡/, /20\d\d\/\d\d\/\d\d \d\d:\d\d/],
      ['is anything owed now?', '本店尚須退給顧客', /NT\$0( |$)/],
      ['what was paid back?', '已退', /NT\$1,510/],
      ['how does the amount come about?', '訂單金額', /商品 NT\$1,610 − 優惠券 NT\$100 − 購物金 NT\$0 \+ 運費 NT\$0 = 應付 NT\$1,510/],
      ['which price is it?', '商品', /溫和潔膚露 × 1（會員價 NT\$[\d,]+）/],
      ['when did the carrier get it?', '交給物流', /20\d\d\/\d\d\/\d\d\s\d\d:\d\d/],
      ['when did the buyer get it?', '顧客收到', /20\d\d\/\d\d\/\d\d\s\d\d:\d\d/],
      ['why is the coupon not given back?', '因退貨歸還', /此次退貨未歸還優惠券「旅程折 NT\$100」，因為/],
      ['which rewards were taken back?', '此訂單的回饋', /收回此訂單的回饋：.+ NT\$\d|尚未發放，沒有可收回的/],
      ['which mail came last?', '最近一封信', /退款通知/],
      ['why can it not be sent again?', '目前不可用的處理', /目前不可用的處理（\d+）/],
      ['where does it stand?', '目前狀態', /已退款/],
      ['was the mail about the refund sent?', '退款通知', /退款通知/],
    ]);
    await member.close();
  });

  await test.step('an order that the buyer cancelled', async () => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await reached(page.request, orderNo, '300');
    expect((await page.request.post(`/api/orders/${orderNo}/cancel`, { data: { reason: 'CHANGED_MIND' } })).ok()).toBe(true);
    await ask(lin, orderNo, [
      ['why no coupon, in short?', '優惠券', /未使用（訪客不能使用會員優惠券）/],
      ['why was it cancelled, in short?', '取消', /不想買了，由顧客（訪客）於 20\d\d\/.* 取消/],
      ['why no coupon?', '訂單成立', /未使用優惠券（訪客不能使用會員優惠券）/, /訪客/],
      ['why was it cancelled, and who did it?', '訂單取消', /不想買了，無須退款/, /訪客/],
      ['is the parcel still coming?', '停止寄送包裹', /：(物流已取消|包裹須留在倉庫|物流沒有)/],
      ['does the warehouse know?', '包裹狀態', /已要求倉庫停止出貨，倉庫尚未確認；確認前請勿告知顧客不會寄出/],
    ]);
  });

  await test.step('an order whose card was refused', async () => {
    const visitor = await browser.newContext();
    const payment = { type: 'CREDIT', prime: makePrime(REFUSED_CARD, Date.now()) } as const;
    const { orderNo } = await sendOrder(visitor.request, { ...cardToTheDoor(), payment });
    await ask(lin, orderNo, [
      ['can the buyer pay again?', '付款', /此訂單不能再付款，請顧客重新下單/],
      ['why did the card not work?', '付款失敗', /銀行拒絕授權（金流回覆代碼 10003：卡片錯誤，請顧客洽發卡銀行）/],
      ['was anything charged, and can the buyer try again?', '付款失敗', /；未扣款，商品已退回購物車；此訂單不能再付款，請顧客重新下單/],
      ['what does the buyer read?', '不能付款', /付款失敗，此訂單無法再付款，請重新下單/],
      ['why can the buyer not cancel?', '不能取消訂單', /付款失敗，訂單未成立，無須取消/],
    ]);
    await visitor.close();
  });

  await test.step('an order to a store that closed', async () => {
    const visitor = await browser.newContext();
    const orderNo = await placeOrder(visitor.request, cardToStore('UNIMARTC2C'));
    await reached(visitor.request, orderNo, '300');
    await moveParcel(orderNo, 2068);
    await reached(visitor.request, orderNo, '2068');
    await moveParcel(orderNo, 2104);
    // The notice about the store comes beside the parcel's state.
    const events = `${new URL(lin.url()).origin}/api/support/orders/${orderNo}/events`;
    await expect.poll(async () => (await lin.request.get(events)).text(), { message: 'the notice' }).toContain('StoreProblemReported');
    await act(lin, orderNo, { type: 'change-store', storeId: '991182' }, 'decisions');
    await ask(lin, orderNo, [
      ['why another store, in short?', '改門市原因', /門市停業或遷址，由物流業者於 20\d\d\/.* 通知/],
      ['who changed it, in short?', '改門市經手', /客服 林客服於 20\d\d\/.* 改選，並向物流申請變更/],
      ['why another store?', '取貨門市無法使用', /門市停業或遷址（物流通知代碼 01），需改選門市/, /物流/],
      ['who changed the store?', '客服改選取貨門市', /（7-11 \S+區的門市 → 7-11 \S+區的門市）/, /客服 林客服/],
      [
        'did the carrier change it?',
        '已變更取貨門市',
        /物流接受申請，已變更取貨門市（7-11 \S+區的門市 → 7-11 \S+區的門市）/,
        /物流業者，回覆客服 林客服的申請/,
      ],
      ['what is the store called?', '客服改選取貨門市', /店名與原因由有「顯示個資」權限的同仁檢視/],
      ['which store is it now?', '取貨門市', /7-11 \S+ → 7-11 \S+，物流已變更/],
    ]);
    await visitor.close();
  });

  await test.step('an order with a refund that two people decided', async () => {
    const items = [{ productId: 5, quantity: 5, tier: 'ORIGIN' } as const];
    const visitor = await browser.newContext();
    const orderNo = await placeOrder(visitor.request, { ...cardToTheDoor(), items });
    const at = `${new URL(lin.url()).origin}/api/support/orders/${orderNo}`;
    expect((await lin.request.post(`${at}/notes`, { data: { text: '瓶身有刮痕' } })).ok()).toBe(true);
    await act(lin, orderNo, { type: 'goodwill', amount: 3100 }, 'payments');
    await expect(async () => {
      const { revision } = (await (await chen.request.get(`${at}/acts`)).json()) as ActsAnswer;
      const data = { verdict: 'approve', expectedRevision: revision, reason: '已確認' };
      expect((await chen.request.post(`${at}/proposals/P1`, { data })).ok()).toBe(true);
    }).toPass();
    await ask(chen, orderNo, [
      ['who wrote the note?', '客服寫下備註', /客服 林客服/],
      [
        'who wanted to refund money, and who approved it?',
        '善意退款',
        /NT\$3,100；.*客服 林客服於 .* 提出，客服 陳客服於 .* 核准（超過 NT\$/,
      ],
      [
        'who proposed the refund, and why did it wait?',
        '提出善意退款',
        /NT\$3,100，待另一位同仁覆核（第 1 號提案，超過 NT\$[\d,]+ 須第二人覆核）/,
        /客服 林客服/,
      ],
      ['who approved it?', '覆核通過善意退款', /第 1 號提案/, /客服 陳客服/],
    ]);
    await visitor.close();
  });
  await Promise.all([lin, chen].map((support) => support.context().close()));
});
