import { randomUUID } from 'node:crypto';
import type {
  ActAnswer,
  ActsAnswer,
  HistoryAnswer,
  HistoryEvent,
  MailList,
  NowAnswer,
  OrderAct,
  RevealAnswer,
  SeenAnswer,
  StateAnswer,
  WorkLists,
  WorkRows,
} from '@nordhaut/contracts/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { type Browser, checkOut, codOrder } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { hundredOff, memberWith, prepare, send } from './fixtures/member-promotions.ts';
import { orderDecider, orderStream } from '@nordhaut/ordering';
import { cardOrder, MASTERCARD, REFUSED_CARD, storeDelivery, STORES } from './fixtures/orders.ts';
import { control, orderOf } from './fixtures/records.ts';
import { toldOfStore } from '../../services/support/orders/seen.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/** Real orders, and the questions of their buyers. Each answer is a sentence of the history, with who did it. */
let shop: TestShop;
let lin: Browser;
let chen: Browser;
let total: number;
const orders = { returned: '', late: '', moved: '', cancelled: '', refused: '', consoled: '' };
type Place = keyof typeof orders;
const histories = new Map<Place, HistoryEvent[]>();

const path = (orderNo: string, what: string): string => `/api/support/orders/${orderNo}/${what}`;
const shipped = (orderNo: string) => eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
const revisionOf = async (orderNo: string) => (await lin.get<ActsAnswer>(path(orderNo, 'acts'))).body.revision;

async function act(orderNo: string, what: OrderAct, route: 'decisions' | 'payments', by = lin): Promise<void> {
  // Processes may record something in between; then the act is repeated with the newer revision, as a person would.
  await eventually(async () => {
    const body = { act: what, expectedRevision: await revisionOf(orderNo), reason: '顧客來電說明' };
    return (await by.post<ActAnswer>(path(orderNo, route), body, { key: randomUUID() })).status === 200;
  }, what.type);
}

async function returnedOrder(): Promise<string> {
  const uid = await hundredOff(shop, 701, { coupon_quantity: 10 });
  const { visitor } = await memberWith(shop, 1_000);
  const prepared = await prepare(visitor, cardOrder(MASTERCARD), { coupons: [uid], credit: 300 });
  const { orderNo } = prepared.request;
  const { body } = await send(visitor, prepared);
  ({ total } = body);
  await shipped(orderNo);
  for (const code of [3001, 3006, 3003]) await control(shop, `parcels/${orderNo}`, { code });
  await eventually(async () => (await orderOf(shop, orderNo))?.receivedAt != null, 'the delivery');
  const wish = { returnComment: '不合用', reason: 'NOT_SUITABLE', SenderName: '王大明', SenderCellPhone: '0912345678' };
  const sender = { ...wish, SenderZipCode: '106', SenderAddress: '臺北市大安區信義路三段134巷1號' };
  expect((await visitor.post(`/api/orders/${orderNo}/return`, sender)).status).toBe(200);
  await act(orderNo, { type: 'approve-return' }, 'decisions', chen);
  await act(orderNo, { type: 'receive-return', keptGifts: {} }, 'payments');
  await eventually(async () => (await orderOf(shop, orderNo))?.refunds.length === 1, 'the refund');
  return orderNo;
}

/** A return long after the seven days, which support takes by goodwill. The 120 are deducted (spec/2 §9). */
async function lateReturn(): Promise<string> {
  const items = [{ productId: 5, quantity: 1, tier: 'ORIGIN' as const }];
  const { orderNo } = await checkOut(shop.visit(), cardOrder(MASTERCARD, { items }));
  await shipped(orderNo);
  for (const code of [3001, 3006, 3003]) await control(shop, `parcels/${orderNo}`, { code });
  await eventually(async () => (await orderOf(shop, orderNo))?.receivedAt != null, 'the delivery');
  const { commands, clock } = shop.shop.engine;
  const [commandId, at] = [randomUUID(), new Date(clock().getTime() + 20 * 86_400_000).toISOString()];
  const wish = { type: 'RequestReturn', at, reason: 'NOT_SUITABLE', comment: '不合用', sender: null, bankAccount: null } as const;
  const context = { commandId, correlationId: commandId, actor: { kind: 'guest' as const, id: 'late' }, now: clock() };
  expect((await commands.handle(orderStream(orderNo), orderDecider, wish, context)).ok).toBe(true);
  await act(orderNo, { type: 'approve-return' }, 'decisions', chen);
  await act(orderNo, { type: 'receive-return', keptGifts: {} }, 'payments');
  return orderNo;
}

async function movedOrder(): Promise<string> {
  const delivery = storeDelivery('UNIMARTC2C', STORES.UNIMARTC2C);
  const { orderNo } = await checkOut(shop.visit(), cardOrder(MASTERCARD, { delivery }));
  await shipped(orderNo);
  for (const code of [2068, 2104]) await control(shop, `parcels/${orderNo}`, { code });
  await eventually(async () => (await orderOf(shop, orderNo))?.storeProblems?.length === 1, 'the notice about the store');
  await act(orderNo, { type: 'change-store', storeId: '991182' }, 'decisions');
  await eventually(async () => (await orderOf(shop, orderNo))?.storeChange?.state === 'DONE', 'the answer of the carrier');
  return orderNo;
}

async function cancelledOrder(): Promise<string> {
  const buyer = shop.visit();
  const { orderNo } = await checkOut(buyer, codOrder());
  await shipped(orderNo);
  expect((await buyer.post(`/api/orders/${orderNo}/cancel`, { reason: 'CHANGED_MIND' })).status).toBe(200);
  await eventually(async () => (await orderOf(shop, orderNo))?.recall != null, 'the recall');
  return orderNo;
}

async function consoledOrder(): Promise<string> {
  const { orderNo } = await checkOut(shop.visit(), cardOrder(MASTERCARD));
  await shipped(orderNo);
  await lin.post(path(orderNo, 'notes'), { text: '顧客來電，瓶身有刮痕' });
  await act(orderNo, { type: 'goodwill', amount: 200 }, 'payments');
  const judged = { verdict: 'approve', expectedRevision: await revisionOf(orderNo), reason: '已確認' };
  expect((await chen.post(path(orderNo, 'proposals/P1'), judged, { key: randomUUID() })).status).toBe(200);
  return orderNo;
}

beforeAll(async () => {
  shop = await testShop({ REFUND_ALONE_MAX: '100' });
  lin = await signedInStaff(shop, ['view', 'act', 'refund'], '林客服');
  chen = await signedInStaff(shop, ['view', 'act', 'refund'], '陳客服');
  orders.returned = await returnedOrder();
  orders.late = await lateReturn();
  orders.moved = await movedOrder();
  orders.cancelled = await cancelledOrder();
  orders.refused = (await checkOut(shop.visit(), cardOrder(REFUSED_CARD))).orderNo;
  orders.consoled = await consoledOrder();
  await eventually(async () => (await told('returned')).some(({ type }) => type === 'PromotionsRestored'), 'coupon and credit to return');
  await caughtUp(shop);
  for (const place of Object.keys(orders) as Place[]) histories.set(place, await told(place));
});
afterAll(() => shop.close());

async function told(place: Place): Promise<HistoryEvent[]> {
  const { body } = await lin.get<HistoryAnswer>(path(orders[place], 'events'));
  return body.groups.flatMap(({ lines }) => lines.flatMap(({ event, more }) => [event, ...more]));
}

test.each<[question: string, place: Place, sentence: RegExp, actor: RegExp]>([
  ['which coupon was used?', 'returned', /^訂單成立，.*優惠券「折一百」−NT\$100/, /會員/],
  ['how much credit was used?', 'returned', /^訂單成立，.*購物金 −NT\$300/, /會員/],
  ['what did the wallet hold for it?', 'returned', /^為此訂單保留：優惠券「折一百」、購物金 NT\$300$/, /./],
  ['was the limited coupon taken?', 'returned', /^限量優惠券由此訂單使用$/, /./],
  ['did the card pay?', 'returned', /^付款成功，已收 NT\$[\d,]+，銀行交易編號/, /./],
  ['who carries it, and under which number?', 'returned', /^已建立包裹 \w+（黑貓宅急便），查件號碼 \d+，內部編號 \d+/, /./],
  ['when was it handed over?', 'returned', /^包裹狀態：.*（代碼 3001/, /物流|系統/],
  ['was it delivered?', 'returned', /^包裹狀態：.*（代碼 3003/, /物流|系統/],
  ['why was it returned?', 'returned', /^顧客申請退貨：不適合使用$/, /會員/],
  ['who approved the return?', 'returned', /^退貨申請通過（七日鑑賞期內）$/, /^客服 陳客服$/],
  ['why is this amount paid back?', 'returned', /^收到退回商品，應退 NT\$[\d,]+（訂單全額）$/, /^客服 林客服$/],
  ['was anything kept back?', 'returned', /^決定退款 NT\$[\d,]+（退貨，退回信用卡，全額，無扣除，期限 20\d\d\/\d\d\/\d\d）$/, /./],
  [
    'what was kept back?',
    'late',
    /^決定退款 NT\$[\d,]+（退貨，退回信用卡，逾七日的退貨扣退貨運費 NT\$120，期限 20\d\d\/\d\d\/\d\d）$/,
    /./,
  ],
  ['when was it paid back, and how?', 'returned', /^完成退款 NT\$[\d,]+（退貨，退回信用卡）$/, /./],
  ['why 120 less back?', 'late', /^收到退回商品，應退 NT\$[\d,]+（訂單金額 NT\$[\d,]+，逾七日的退貨扣退貨運費 NT\$120）$/, /^客服 林客服$/],
  ['was it in time?', 'late', /^退貨申請通過（善意受理；申請時已逾七日鑑賞期）$/, /^客服 陳客服$/],
  ['why another store?', 'moved', /^取貨門市無法使用：門市停業或遷址（物流通知代碼 01），需改選門市$/, /物流|系統/],
  ['who changed the store?', 'moved', /^客服改選取貨門市（7-11 \S+區的門市 → 7-11 \S+區的門市），向物流申請變更$/, /^客服 林客服$/],
  [
    'did the carrier change it?',
    'moved',
    /^物流接受申請，已變更取貨門市（7-11 \S+區的門市 → 7-11 \S+區的門市）$/,
    /^物流業者，回覆客服 林客服的申請$/,
  ],
  ['do I get my credit again?', 'returned', /^因退貨歸還：購物金 NT\$300；此次退貨未歸還優惠券「折一百」，因為/, /系統/],
  ['which rewards were taken back?', 'returned', /^(收回此訂單的回饋：.+ NT\$\d+|核對此訂單的回饋：尚未發放，沒有可收回的$)/, /系統/],
  ['why no coupon?', 'cancelled', /^訂單成立，.*未使用優惠券（訪客不能使用會員優惠券）$/, /訪客/],
  ['why was it cancelled, and who did it?', 'cancelled', /^訂單取消：不想買了，無須退款$/, /訪客/],
  ['is the parcel still coming?', 'cancelled', /^停止寄送包裹 \w+：包裹須留在倉庫，請勿出貨；待倉庫確認$/, /./],
  ['why did the card not work?', 'refused', /^付款失敗：銀行拒絕授權（金流回覆代碼 \d+.*）；未扣款，/, /./],
  ['can the buyer pay again?', 'refused', /^付款失敗：.*此訂單不能再付款，請顧客重新下單$/, /./],
  ['was there an order?', 'refused', /^收到訂單，.*；之後付款失敗，訂單未成立$/, /訪客/],
  ['why did the checkout end?', 'refused', /^結帳流程未完成：銀行拒絕授權$/, /./],
  ['who wrote the note?', 'consoled', /^客服寫下備註（第 1 則備註）$/, /^客服 林客服$/],
  [
    'who proposed the refund, and why did it wait?',
    'consoled',
    /^提出善意退款 NT\$200，待另一位同仁覆核（第 1 號提案，超過 NT\$100 須第二人覆核）$/,
    /^客服 林客服$/,
  ],
  ['who approved the refund?', 'consoled', /^覆核通過善意退款（第 1 號提案）$/, /^客服 陳客服$/],
])('%s', (_, place, sentence, actor) => {
  const events = histories.get(place) ?? [];
  const answers = events.filter((event) => sentence.test(event.sentence));
  expect(answers, events.map((event) => `${event.actor.name}：${event.sentence}`).join('\n')).not.toHaveLength(0);
  expect(answers[0]?.actor.name).toMatch(actor);
});

test('the store of a change says nothing that the change ended', () => {
  const events = histories.get('moved') ?? [];
  const stores = events.flatMap(({ changes }) => changes.flatMap(({ what, after }) => (what === '取貨門市' ? [after] : [])));
  expect(stores).toContainEqual(expect.stringMatching(/^原門市無法使用；7-11 \S+區的門市 → .*等待物流回覆/));
  expect(stores).toContainEqual(expect.stringMatching(/^7-11 \S+區的門市 → 7-11 \S+區的門市，物流已變更/));
  for (const store of stores) expect(store).not.toMatch(/需改選.*(已變更|等待物流回覆)/);
});

test.each<[place: Place, type: string, actor: RegExp]>([
  ['returned', 'CardPaymentAuthorised', /^系統，因會員下單$/],
  ['returned', 'ShipmentCreated', /^系統，因會員下單$/],
  ['returned', 'RefundStarted', /^系統，因客服 林客服登記收到退貨$/],
  ['cancelled', 'ShipmentCancelled', /^系統，因顧客（訪客）取消訂單$/],
  ['cancelled', 'OrderCancelled', /^顧客（訪客）$/],
  ['consoled', 'ChargeRequested', /^系統，因顧客（訪客）下單$/],
  ['consoled', 'RefundStarted', /^客服 陳客服$/],
  ['moved', 'PickupStoreChanged', /^物流業者，回覆客服 林客服的申請$/],
])('who did it? %s: %s', (place, type, actor) => {
  const events = histories.get(place)?.filter((event) => event.type === type) ?? [];
  expect(events.map((event) => event.actor.name)).not.toEqual([]);
  for (const event of events) expect(event.actor.name).toMatch(actor);
});

test("each event has one time that counts; the carrier's is its own", () => {
  const events = [...histories.values()].flat();
  const timed = events.filter(({ carrierAt }) => carrierAt !== null);
  expect(timed.length).toBeGreaterThan(3);
  for (const { at, carrierAt } of timed) expect(at).toBe(carrierAt);
  const asked = histories.get('late')?.find(({ type }) => type === 'ReturnRequested');
  expect(Date.parse(asked?.at ?? '') - Date.parse(asked?.recordedAt ?? '')).toBeGreaterThan(19 * 86_400_000);
});

/** The two boxes at the top of the page: each question has one line, which also says why, and by whom. */
test.each<[question: string, place: Place, box: 'money' | 'parcel', label: string, value: RegExp]>([
  ['which coupon, and is it given back?', 'returned', 'money', '優惠券', /^折一百 −NT\$100；退貨後不歸還：退貨時歸還購物金，/],
  ['how much credit, and is it given back?', 'returned', 'money', '購物金', /^折抵 NT\$300；已因退貨歸還 NT\$300（20\d\d\//],
  ['did the card pay, how much, and when?', 'returned', 'money', '付款', /^信用卡，付款成功，已收 NT\$1,210（20.*）；之後已全額退款$/],
  ['which number does the bank have?', 'returned', 'money', '銀行交易編號', /^\w+$/],
  [
    'how much comes back, when and where to?',
    'returned',
    'money',
    '退貨退款',
    /^已收 NT\$1,210，全額退 NT\$1,210，無扣除；20.* 退回信用卡，銀行通常 7 至 14 個工作天入帳$/,
  ],
  ['were rewards taken back?', 'returned', 'money', '回饋收回', /^無：此訂單的購物金回饋尚未發放$/],
  ['which number can the buyer track?', 'returned', 'parcel', '查件號碼', /^\d{8,}（顧客訂單頁的物流編號）$/],
  ['and which one is ours?', 'returned', 'parcel', '內部編號', /^\d+（不必告訴顧客）$/],
  ['why was it returned?', 'returned', 'parcel', '退貨原因', /^不適合使用，由會員於 20.* 申請$/],
  ['who accepted it, and on which ground?', 'returned', 'parcel', '退貨審核', /^通過（七日鑑賞期內），由客服 陳客服於 20.* 審核$/],
  [
    'why 120 less back?',
    'late',
    'money',
    '退貨退款',
    /^已收 NT\$1,000 − 退貨運費（逾七日的退貨） NT\$120 = 應退 NT\$880；尚未入帳，將退回信用卡/,
  ],
  ['who let it through?', 'late', 'parcel', '退貨審核', /^通過（善意受理；申請時已逾七日鑑賞期），由客服 陳客服於/],
  ['why another store?', 'moved', 'parcel', '改門市原因', /^門市停業或遷址，由物流業者於 20.* 通知$/],
  ['who changed the store?', 'moved', 'parcel', '改門市經手', /^客服 林客服於 20.* 改選，並向物流申請變更$/],
  ['did the carrier change it?', 'moved', 'parcel', '取貨門市', /^7-11 \S+區的門市 → 7-11 \S+區的門市，物流已變更（20/],
  ['why no coupon?', 'cancelled', 'money', '優惠券', /^未使用（訪客不能使用會員優惠券）$/],
  ['is anything to be paid back?', 'cancelled', 'money', '退款', /^無須退款（未收款）$/],
  ['why was it cancelled, and by whom?', 'cancelled', 'parcel', '取消', /^不想買了，由顧客（訪客）於 20.* 取消$/],
  ['why did the card not work?', 'refused', 'money', '付款', /^信用卡，付款失敗：銀行拒絕授權（卡片錯誤，請顧客洽發卡銀行）；未扣款/],
  ['can the buyer pay again?', 'refused', 'money', '付款', /此訂單不能再付款，請顧客重新下單$/],
  [
    'who wanted to refund money, and who approved it?',
    'consoled',
    'money',
    '善意退款',
    /^NT\$200；尚未入帳，將退回信用卡；客服 林客服於 .* 提出，客服 陳客服於 .* 核准（超過 NT\$100 須第二人覆核）$/,
  ],
])('the first screen: %s', async (_, place, box, label, value) => {
  const { summary } = (await lin.get<HistoryAnswer>(path(orders[place], 'events'))).body;
  const lines = summary[box].filter((line) => line.label === label);
  expect(lines.map((line) => line.value)).toEqual([expect.stringMatching(value)]);
});

test('a line of the first screen says what only the revealed data shows, and which member it is', async () => {
  const { parcel } = (await lin.get<HistoryAnswer>(path(orders.moved, 'events'))).body.summary;
  const sealed = (label: string) => parcel.find((line) => line.label === label)?.sealed?.what;
  expect([sealed('查件號碼'), sealed('取貨門市')]).toEqual(['查件號碼', '店名']);
  const returned = (await lin.get<HistoryAnswer>(path(orders.returned, 'events'))).body;
  const buyer = returned.summary.parcel.find(({ label }) => label === '顧客');
  expect(buyer).toMatchObject({ value: '會員', member: expect.stringMatching(/^\w{6,}$/) });
  // The member's id is in no line.
  expect(JSON.stringify(returned.summary)).not.toMatch(/[A-Za-z0-9]{32}/);
});

test('the state after an event has the money, why a refund is as much as it is, and the number for the carrier', async () => {
  const fieldsOf = async (place: Place) => {
    const { fields } = (await lin.get<StateAnswer>(path(orders[place], 'state'))).body;
    return new Map(fields.map(({ label, value }) => [label, value]));
  };
  const returned = await fieldsOf('returned');
  expect(returned.get('已退')).toMatch(/^NT\$[\d,]+（20\d\d\/.* 退回信用卡，全額，無扣除）$/);
  expect(returned.get('優惠券與折扣')).toMatch(/^折一百 −NT\$100/);
  expect(returned.get('查件號碼')).toMatch(/^\d{8,}$/);
  expect((await fieldsOf('late')).get('其中已決定退款')).toMatch(/^NT\$880（退回信用卡，逾七日的退貨扣退貨運費 NT\$120，/);
  expect((await fieldsOf('moved')).get('查件號碼')).toBe('以「顯示個人資料」檢視');
});

test('what belongs together stands in one group, with a cause before its effect, and a head says nothing twice', async () => {
  const groupsOf = async (place: Place) => (await lin.get<HistoryAnswer>(path(orders[place], 'events'))).body.groups;
  const typesIn = async (place: Place, title: string) =>
    (await groupsOf(place)).find((group) => group.title === title)?.lines.map(({ event }) => event.type) ?? [];
  expect(await typesIn('cancelled', '取消訂單')).toEqual(['OrderCancelled', 'ShipmentCancelled']);
  for (const place of ['returned', 'late', 'consoled'] as const) expect(await typesIn(place, '付款與退款')).toContain('RefundStarted');
  expect(await typesIn('returned', '優惠券與購物金')).toContain('RewardsTakenBack');
  expect((await groupsOf('late')).find(({ title }) => title === '退貨')?.outcome).toBe('已收到退回商品，等待退款');
  expect((await lin.get<HistoryAnswer>(path(orders.late, 'events'))).body.status.note).toBe('已收到退回商品，等待退款');
  for (const place of Object.keys(orders) as Place[])
    for (const { outcome, lines } of await groupsOf(place)) expect(lines.map(({ event }) => event.sentence)).not.toContain(outcome);
});

test('one date for a mail, in what the buyer saw and where it is sent again', async () => {
  const sentMails = async () => {
    const { body } = await lin.get<MailList>(path(orders.returned, 'mails'));
    return body.mails.filter(({ state }) => state === 'sent').map(({ at }) => at);
  };
  // Mails are sent after the events.
  await expect.poll(async () => (await sentMails()).length).toBeGreaterThan(0);
  const sent = await sentMails();
  const { mails } = (await lin.get<SeenAnswer>(path(orders.returned, 'seen'))).body;
  expect(mails.map(({ sentAt }) => sentAt)).toEqual(expect.arrayContaining(sent));
});

test('a mail that does not apply any more says why it cannot be sent again', async () => {
  const mailsOf = async (place: Place) => (await lin.get<MailList>(path(orders[place], 'mails'))).body.mails;
  const created = (await mailsOf('returned')).find(({ title }) => title === '訂單成立');
  expect(created?.closed).toBe('內容已不適用');
  expect((await mailsOf('returned')).find(({ title }) => title.startsWith('退款通知'))?.closed).toBeNull();
  expect((await mailsOf('moved')).find(({ title }) => title === '訂單成立')?.closed).toBeNull();
});

test('an act that cannot be done says the true reason', async () => {
  const closed = async (place: Place, type: OrderAct['type']) =>
    (await lin.get<ActsAnswer>(path(orders[place], 'acts'))).body.acts.find((one) => one.act.type === type)?.preview.closed;
  expect(await closed('returned', 'goodwill')).toBe('已收的款項已全數退還，沒有可再退的款項');
  expect(await closed('cancelled', 'goodwill')).toBe('此訂單尚未收款，沒有可退的款項');
  expect(await closed('refused', 'goodwill')).toBe('此訂單尚未收款，沒有可退的款項');
  expect(await closed('consoled', 'goodwill')).toBeNull();
  expect(await closed('cancelled', 'cancel')).toBe('此訂單已取消');
  expect(await closed('late', 'receive-return')).toBe('已收到退回商品');
  expect(await closed('late', 'approve-return')).toBe('已收到退回商品');
  expect(await closed('cancelled', 'approve-return')).toBe('此訂單沒有退貨申請');
  expect(await closed('returned', 'credit')).toMatch(/^此訂單已退貨、取消或未成立，/);
  expect(await closed('consoled', 'credit')).toBe('訪客訂單沒有會員帳戶，無法贈送購物金');
});

test('the form of goodwill says where its most comes from, and from which amount a second person decides', async () => {
  const { available, bounds } = (await lin.get<ActsAnswer>(path(orders.late, 'acts'))).body;
  expect([available, bounds.goodwill]).toEqual([120, '已收 NT$1,000 − 已退或待退 NT$880；超過 NT$100 須由另一位同仁覆核']);
  const consoled = (await lin.get<ActsAnswer>(path(orders.consoled, 'acts'))).body;
  expect(consoled.bounds.goodwill).toBe(
    '已收 NT$1,860 − 已退或待退 NT$200；全額請改為取消訂單；此訂單的補償合計超過 NT$100，須由另一位同仁覆核',
  );
});

test('a changed store says how the buyer was told of it', async () => {
  const { storeChange } = (await lin.get<SeenAnswer>(path(orders.moved, 'seen'))).body;
  expect(storeChange).toMatch(/^沒有寄出門市變更的信；訂單頁已顯示新門市(。請確認|，變更後寄出的「訂單成立」信（20\d\d\/.*也寫新門市)/);
  expect((await lin.get<SeenAnswer>(path(orders.late, 'seen'))).body.storeChange).toBeNull();
  const at = '2026-11-27T02:00:00.000Z';
  const mail = (minutes: number) => ({ kind: 'ORDER_CREATED', sentAt: new Date(Date.parse(at) + minutes * 60_000) });
  expect(toldOfStore({ storeChange: { at, state: 'DONE', revision: 9 } }, [mail(-1)])).toMatch(
    /沒有寄出門市變更的信；.*請確認顧客是否知道$/,
  );
  expect(toldOfStore({ storeChange: { at, state: 'DONE', revision: 9 } }, [mail(-1), mail(1)])).toMatch(/信（.*）也寫新門市$/);
});

test('a row says what only the revealed data shows, which then has it', async () => {
  const sealed = (place: Place, type: string) => histories.get(place)?.find((event) => event.type === type)?.sealed;
  expect(sealed('moved', 'PickupStoreChosen')).toBe('店名與原因');
  expect(sealed('moved', 'PickupStoreChanged')).toBe('店名');
  expect(sealed('returned', 'ReturnRequested')).toBe('退貨說明');
  expect(sealed('consoled', 'RefundProposed')).toBe('原因');
  expect(sealed('consoled', 'NoteWritten')).toBeUndefined();
  const revealer = await signedInStaff(shop, ['view', 'reveal'], '王客服');
  const { body } = await revealer.post<RevealAnswer>(path(orders.consoled, 'reveal'), { reason: '顧客來電詢問退款' });
  const proposed = histories.get('consoled')?.find(({ type }) => type === 'RefundProposed');
  expect(body.events.find(({ id }) => id === proposed?.id)?.text).toBe('原因：顧客來電說明');
  const reasons = body.fields.flatMap(({ label, value }) => (label === '客服填寫的原因' ? [value] : []));
  expect(reasons).toContainEqual(expect.stringMatching(/^顧客來電說明（提出善意退款 NT\$200/));
  expect(reasons).toContainEqual(expect.stringMatching(/^已確認（覆核通過退款（第 1 號提案））$/));
});

test.each<[place: Place, text: RegExp | undefined, turn: string | undefined, list: string | undefined]>([
  ['returned', undefined, undefined, undefined],
  ['late', /^等系統退款 NT\$880（退回信用卡）$/, 'system', 'money-owed'],
  ['moved', /^等(倉庫將包裹交給物流|物流送達)$/, undefined, undefined],
  ['cancelled', /^請向倉庫確認包裹留在倉庫/, 'support', 'do-not-ship'],
  ['refused', undefined, undefined, undefined],
  ['consoled', /^等系統退款 NT\$200（退回信用卡）$/, 'system', 'money-owed'],
])('what now? %s', async (place, text, turn, list) => {
  const { lines } = (await lin.get<NowAnswer>(path(orders[place], 'now'))).body;
  if (text) expect(lines[0]?.what).toMatch(text);
  else expect(lines).toEqual([]);
  if (turn !== undefined) expect(lines[0]?.turn).toBe(turn);
  expect(lines[0]?.task?.list).toBe(list);
});

test('the work lists agree with the order about what to do, until when, and who does it', async () => {
  const rowOf = async (list: string, place: Place) =>
    (await lin.get<WorkRows>(`/api/support/work/${list}`)).body.rows.find(({ item }) => item === orders[place]);
  // One date for one refund: on the order's page, in the list, in the summary and in the history.
  const refund = await rowOf('money-owed', 'late');
  expect(refund).toMatchObject({ turn: 'system', owner: null });
  const { what, turn, until, dueAt } = refund ?? {};
  expect((await lin.get<NowAnswer>(path(orders.late, 'now'))).body.lines).toMatchObject([{ what, turn, until, dueAt }]);
  const received = histories.get('late')?.find(({ type }) => type === 'ReturnReceived')?.at ?? '';
  expect(Date.parse(dueAt ?? '') - Date.parse(received)).toBeGreaterThan(15 * 86_400_000);
  expect(Date.parse(dueAt ?? '') - Date.parse(received)).toBeLessThan(16 * 86_400_000);
  expect(until).toMatch(/^期限 20\d\d\/\d\d\/\d\d$/);
  const owed = (await lin.get<StateAnswer>(path(orders.late, 'state'))).body.fields.find(({ label }) => label === '其中已決定退款');
  expect(owed?.value).toContain(`，${until}）`);
  expect(histories.get('late')?.find(({ type }) => type === 'RefundStarted')?.sentence).toContain(`，${until}）`);
  expect(await rowOf('return-review', 'late')).toBeUndefined();
  expect(await rowOf('money-owed', 'consoled')).toMatchObject({ turn: 'system', until: '沒有固定期限', dueAt: null });
  const { lists } = (await lin.get<WorkLists>('/api/support/work')).body;
  expect(lists.find(({ key }) => key === 'money-owed')).toMatchObject({ count: 0, overdue: 0, waiting: 2 });
  const row = await rowOf('do-not-ship', 'cancelled');
  const now = async () => (await lin.get<NowAnswer>(path(orders.cancelled, 'now'))).body.lines;
  expect(await now()).toMatchObject([{ what: row?.what, until: row?.until, dueAt: row?.dueAt, task: { owner: null } }]);
  const move = (what: string, reason?: string) =>
    lin.post(`/api/support/work/do-not-ship/${orders.cancelled}`, { move: what, since: row?.since, reason });
  expect((await move('take')).status).toBe(200);
  expect(await now()).toMatchObject([{ task: { owner: '林客服' } }]);
  expect((await move('done')).status).toBe(400);
  expect((await move('done', '倉庫回覆已留件')).status).toBe(200);
  expect(await now()).toEqual([]);
  const { fields } = (await lin.get<StateAnswer>(path(orders.cancelled, 'state'))).body;
  const parcel = fields.find(({ label }) => label === '包裹狀態')?.value;
  expect(parcel).toMatch(/^倉庫已確認留件，不會寄出；/);
  const kept = (await told('cancelled')).filter(({ type }) => type === 'ShipmentCancelled').at(-1);
  expect(kept?.sentence).toMatch(/^倉庫確認包裹 \w+ 留在倉庫，不會寄出$/);
  expect(kept?.actor.name).toBe('客服 林客服');
});

test('was the mail sent? The mails stand beside the page that the buyer saw', async () => {
  await eventually(async () => {
    const { mails } = (await lin.get<SeenAnswer>(path(orders.returned, 'seen'))).body;
    return mails.some(({ subject }) => subject?.startsWith('退款通知'));
  }, 'the mail about the refund');
});

test('no sentence shows a type or JSON, and the amount back is what the order cost', () => {
  for (const events of histories.values())
    for (const { sentence, type } of events) {
      expect(sentence).not.toBe(type);
      expect(sentence).not.toMatch(/[{}[\]]|undefined|null/);
    }
  const due = histories.get('returned')?.find(({ type }) => type === 'ReturnReceived')?.sentence;
  expect(due).toContain(`NT$${total.toLocaleString('en-US')}`);
});

test('an event of the wallet has its cause in the order, and other orders do not have it', async () => {
  const events = histories.get('returned') ?? [];
  const restored = events.find(({ type }) => type === 'PromotionsRestored');
  const ids = new Set(events.map(({ id }) => id));
  expect(restored?.stream).toMatch(/^wallet-/);
  expect(ids).toContain(restored?.cause?.id);
  expect(events.some(({ stream }) => stream === 'coupon-701')).toBe(true);
  const others = histories.get('cancelled') ?? [];
  expect(others.filter(({ stream }) => /^(wallet|coupon)-/.test(stream))).toEqual([]);
});
