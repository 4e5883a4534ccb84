import type { Page } from '@playwright/test';
import type { ProductCard } from '@nordhaut/contracts';
import { PAGE_EVENTS, type PageEventName, type TrackedItem } from '@nordhaut/contracts/tracking';
import {
  agree,
  alive,
  choosePayment,
  fillAddress,
  fillPerson,
  heading,
  mainButton,
  openCart,
  resultOf,
  toPay,
  toShipping,
} from '../harness/buyer.ts';
import { UNDECIDED } from '../harness/consent.ts';
import { atProvider, leave, newEmail, openMemberPage, PASSWORD, prove, registerMember, signIn } from '../harness/members.ts';
import { fillCart } from '../harness/orders.ts';
import { toldToCrm } from '../harness/simulators.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use({ ...DESK, storageState: UNDECIDED, hasSeenPopup: false });

type Sent = { event_name: string; event_id: string; custom_data: Record<string, unknown> };
type Pushed = { event: string; ecommerce: Record<string, unknown> };

/** What the pages send to the server and push into the data layer from now on, over all of the visitor's documents. */
async function heard(page: Page): Promise<{ sent: Sent[]; pushed: Pushed[] }> {
  const [sent, pushed]: [Sent[], Pushed[]] = [[], []];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/capi/' || request.method() !== 'POST') return;
    sent.push(...(request.postDataJSON() as { data: Sent[] }).data);
  });
  await page.exposeFunction('heardPush', (entry: Pushed) => void pushed.push(entry));
  await page.addInitScript(() => {
    const layer: object[] = [];
    layer.push = (entry) => {
      (window as unknown as { heardPush: (entry: object) => void }).heardPush(entry);
      return Array.prototype.push.call(layer, entry);
    };
    (window as { dataLayer?: object[] }).dataLayer = layer;
  });
  return { sent, pushed };
}

test('every event of the list is reached by a visitor who becomes a member, reads and buys, in the exact shape', async ({ page }) => {
  const { sent, pushed } = await heard(page);
  const { products } = (await (await page.request.get('/api/products')).json()) as { products: ProductCard[] };
  const item = (name: string, tier: NonNullable<TrackedItem['item_variant']> = 'ORIGIN'): TrackedItem => {
    const product = products.find(({ nameZh }) => nameZh === name);
    if (!product) throw new Error(`the catalogue lacks ${name}`);
    const price = product.prices[tier] ?? Number.NaN;
    return { item_id: String(product.productId), item_name: name, item_variant: tier, price, quantity: 1 };
  };
  const priced = (...items: TrackedItem[]) => ({ currency: 'TWD', value: items.reduce((sum, { price }) => sum + price, 0), items });
  /** a list with the items that it has, each of which is in the catalogue, at its place */
  const listed = (item_list_id: string, item_list_name: string, list: { items?: TrackedItem[] } = {}) => {
    const items = (list.items ?? []).map(({ item_name: name }, index) => ({ ...item(name), index }));
    expect(items.length, item_list_id).toBeGreaterThan(3);
    return { item_list_id, item_list_name, items };
  };
  const reached = (...names: PageEventName[]) =>
    expect.poll(() => sent.map(({ event_name: name }) => name).slice(-names.length)).toEqual(names);

  await page.goto('/product');
  await page.getByRole('region', { name: 'Cookie 同意' }).getByRole('button', { name: '全部同意' }).click();
  await reached('view_item_list');
  const campaign = page.getByRole('list', { name: '進行中的活動' }).getByRole('link').first();
  const [promotion, promotionName] = [await campaign.getAttribute('href'), await campaign.textContent()];
  await campaign.click();
  await reached('select_promotion');
  await page.goto('/product/gentle-cleanser');
  await reached('view_item');
  await page.getByRole('main').getByRole('button', { name: '加入購物車' }).first().click();
  await reached('add_to_cart');

  const email = newEmail();
  await page.goto(`/register?email=${email}`);
  await alive(page);
  await page.getByLabel('姓氏').fill('王');
  await page.getByLabel('名字').fill('大明');
  for (const field of ['密碼', '確認密碼']) await page.getByLabel(field, { exact: true }).fill(PASSWORD);
  await page.getByLabel('手機號碼').fill(`09${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`);
  await page.getByRole('checkbox', { name: /年滿/ }).check();
  await page.getByRole('checkbox', { name: /我已閱讀/ }).check();
  await page.getByRole('button', { name: '註冊', exact: true }).click();
  await reached('sign_up', 'view_item_list');
  // The home page shows its popup over the menu.
  await page.goto('/login');
  await leave(page);
  await page.goto('/login');
  await alive(page);
  await signIn(page, email);
  await reached('login');

  await page.goto('/product/repair-essence');
  await reached('view_item');
  await page.getByRole('button', { name: '願望清單：修護精華液' }).click();
  await reached('add_to_wishlist');

  await openCart(page);
  await reached('view_cart');
  await page.getByRole('button', { name: /^加購 ?：有機化妝棉/ }).click();
  await reached('add_to_cart');
  await toShipping(page);
  await reached('InitiateCheckout');
  await choosePayment(page, '貨到付款');
  await fillPerson(page);
  await fillAddress(page);
  await toPay(page);
  await reached('begin_checkout', 'add_shipping_info');
  await agree(page);
  await mainButton(page, '送出訂單').click();
  await reached('add_payment_info');
  await resultOf(page);
  await expect.poll(() => pushed.map(({ event }) => event)).toContain('purchase');

  await page.goto('/blog/plum-rain-notes');
  await expect(heading(page)).toBeVisible();
  // After three and five seconds.
  await reached('article_view', 'ViewContent');

  const cart = priced(item('溫和潔膚露', 'MEMBER'), item('有機化妝棉', 'ADDITIONAL'));
  const lists = sent.flatMap(({ event_name: name, custom_data: data }) => (name === 'view_item_list' ? [data] : []));
  const article = 'plum-rain-notes';
  // One line for each event of the list, in the order of the list: a new one does not compile without its line.
  const expected: Record<PageEventName, object[]> = {
    view_item_list: [listed('product', '系列商品', lists[0]), listed('home', '首頁', lists[1])],
    view_item: [priced(item('溫和潔膚露')), priced(item('修護精華液'))],
    select_promotion: [{ promotion_id: promotion, promotion_name: promotionName?.trim() }],
    add_to_cart: [priced(item('溫和潔膚露')), priced(item('有機化妝棉', 'ADDITIONAL'))],
    add_to_wishlist: [priced(item('修護精華液', 'MEMBER'))],
    view_cart: [priced(item('溫和潔膚露', 'MEMBER'))],
    InitiateCheckout: [cart],
    begin_checkout: [cart],
    add_shipping_info: [{ ...cart, shipping_tier: 'HOME' }],
    add_payment_info: [{ ...cart, payment_type: 'COD' }],
    sign_up: [{ method: 'EMAIL' }],
    login: [{ method: 'EMAIL' }],
    article_view: [{ article_id: article }],
    ViewContent: [{ content_type: 'article', content_id: article }],
  };
  const by = <Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => string, of: (entry: Entry) => object) =>
    Object.fromEntries(
      Object.keys(PAGE_EVENTS).map((name) => [name, entries.filter((entry) => nameOf(entry) === name).map((entry) => of(entry))]),
    );
  expect(
    by(
      sent,
      ({ event_name: name }) => name,
      ({ custom_data: data }) => data,
    ),
  ).toEqual(expected);
  // The data layer has the same, and the purchase in addition.
  expect(
    by(
      pushed,
      ({ event }) => event,
      ({ ecommerce }) => ecommerce,
    ),
  ).toEqual(expected);
  expect(new Set(sent.map(({ event_name: name }) => name))).toEqual(new Set(Object.keys(PAGE_EVENTS)));
  expect(pushed.filter(({ event }) => !(event in PAGE_EVENTS))).toEqual([
    {
      event: 'purchase',
      ecommerce: {
        transaction_id: expect.stringMatching(/^p_[0-9a-f]{32}$/),
        ...cart,
        items: cart.items.map((one, index) => ({ ...one, index })),
        shipping: cart.value >= 1_000 ? 0 : 120,
        tax: 0,
      },
    },
  ]);
});

test('view_cart is sent at the arrival on the checkout, whichever step opens, and not between its steps', async ({ page }) => {
  const { sent } = await heard(page);
  const names = () => sent.map(({ event_name: name }) => name);
  await fillCart(page.request);
  await page.goto('/product');
  await page.getByRole('region', { name: 'Cookie 同意' }).getByRole('button', { name: '全部同意' }).click();
  await expect.poll(names).toEqual(['view_item_list']);
  await page.goto('/payment?to=SHIPPING');
  await expect.poll(names).toEqual(['view_item_list', 'view_cart']);
  await page
    .getByRole('main')
    .getByRole('link', { name: /回上一步/ })
    .click();
  await expect(heading(page)).toHaveText('購物車');
  await toShipping(page);
  await expect.poll(names).toEqual(['view_item_list', 'view_cart', 'InitiateCheckout']);
});

test('a sign-in is reported with the way that was used, not with the first one, and once among the tabs', async ({ page, context }) => {
  const { sent } = await heard(page);
  // The first sign-in of an account that is two minutes old at most is reported as its registration.
  const isSignIn = ({ event_name: name }: Sent): boolean => name === 'sign_up' || name === 'login';
  const methods = () => sent.filter(isSignIn).map(({ custom_data: data }) => data['method']);
  const email = await registerMember(page.request);
  await page.request.post('/api/logout', { data: {} });
  await page.goto('/login');
  await page.getByRole('region', { name: 'Cookie 同意' }).getByRole('button', { name: '全部同意' }).click();
  const other = await context.newPage();
  const heardThere = await heard(other);
  await other.goto('/privacy');
  await alive(other);
  await alive(page);
  await signIn(page, email);
  await expect.poll(methods).toEqual(['EMAIL']);
  await other.bringToFront();
  await expect(other.getByText('您已在其他分頁登入').first()).toBeVisible();

  await page.bringToFront();
  await openMemberPage(page, 'info', '會員資料');
  await page.getByRole('button', { name: '連結 LINE' }).click();
  await prove(page, '連結 LINE');
  await atProvider(page).anew('同一個人', email);
  await page.waitForURL(/\/member\/info/);
  await leave(page);
  await page.goto('/login');
  await alive(page);
  await page.getByRole('link', { name: '以 LINE 登入' }).click();
  await atProvider(page).choose(email);
  await expect.poll(methods).toEqual(['EMAIL', 'LINE']);
  expect(heardThere.sent.filter(isSignIn)).toEqual([]);
});

test('who agrees to the CRM alone is reported to it at the sign-in, and nothing else is sent or kept', async ({ page }) => {
  const { sent, pushed } = await heard(page);
  const email = await registerMember(page.request);
  await page.request.post('/api/logout', { data: {} });
  await page.goto('/cookie-settings');
  await alive(page);
  await page.getByRole('checkbox', { name: '會員行銷' }).check();
  await page.getByRole('button', { name: '儲存勾選' }).click();
  await expect(page.getByText('已儲存您的選擇').first()).toBeVisible();
  await page.goto('/product/gentle-cleanser');
  await alive(page);
  await page.getByRole('main').getByRole('button', { name: '加入購物車' }).first().click();
  await page.goto('/login');
  await alive(page);
  await signIn(page, email);
  // The account is new, so its first sign-in is reported as its registration.
  await expect.poll(() => sent.map(({ event_name: name }) => name)).toEqual(['sign_up']);
  await expect.poll(() => toldToCrm(sent[0]?.event_id ?? '')).toEqual(['member_registered']);
  await page.goto('/product/gentle-cleanser');
  await alive(page);
  const cart = page.waitForResponse('**/api/accuhit/');
  await page.getByRole('main').getByRole('button', { name: '加入購物車' }).first().click();
  expect(await (await cart).json()).toEqual({ state: 200, accepted: true });
  expect(sent).toHaveLength(1);
  expect(pushed).toEqual([]);
});

test('a browser whose storage is full shows its pages after an agreement, and signs in', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const email = await registerMember(page.request);
  await page.request.post('/api/logout', { data: {} });
  await page.goto('/cookie-settings');
  await alive(page);
  await page.getByRole('main').getByRole('button', { name: '全部同意' }).click();
  await expect(page.getByText('已儲存您的選擇').first()).toBeVisible();
  await page.goto('/login');
  await alive(page);
  await signIn(page, email);
  await page.waitForURL('/member/order');
  await expect(heading(page)).toHaveText('我的訂單');
});
