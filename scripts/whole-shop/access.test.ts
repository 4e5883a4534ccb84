import { type Right, RIGHTS } from '@nordhaut/contracts/support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder, until, type Browser } from './fixtures/browser.ts';
import { cardOrder, MASTERCARD, VISA } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { paymentsOf } from './fixtures/records.ts';
import { signedInStaff } from './fixtures/staff.ts';

const METRICS_TOKEN = 'operations-token-0123456789abcdef';

/**
 * The roles: nobody, the guest who placed the order, another guest with their own order, a member, the member who owns the
 * order, operations; and of the support staff one who may view, one for each right beside it, and an administrator with every
 * right.
 */
const ROLES = [
  'nobody',
  'buyer',
  'other',
  'member',
  'owner',
  'operations',
  'viewer',
  'revealer',
  'agent',
  'cashier',
  'keeper',
  'administrator',
] as const;
type Role = (typeof ROLES)[number];
const STAFF = {
  viewer: ['view'],
  revealer: ['view', 'reveal'],
  agent: ['view', 'act'],
  cashier: ['view', 'refund'],
  keeper: ['view', 'administer'],
  administrator: [...RIGHTS],
} satisfies Partial<Record<Role, Right[]>>;
type StaffRole = keyof typeof STAFF;
const isStaff = (role: Role): role is StaffRole => role in STAFF;
/** For the shop, a member of the staff is nobody. The owner of the order is a member, who may do more with this order. */
type Statuses = Record<Exclude<Role, StaffRole | 'owner'>, number> & Partial<Record<StaffRole | 'owner', number>>;
type Fixture = { orderNo: string; ownersOrderNo: string; notifyPath: string; order: (role: Role) => Promise<object> };
type Row = {
  path?: (fixture: Fixture) => string;
  body?: (fixture: Fixture, role: Role) => object | Promise<object>;
  form?: (fixture: Fixture) => Record<string, string>;
  /** the HTTP status for each role, or one status for all roles */
  status: number | Statuses;
};
const statusFor = ({ status }: Row, role: Role): number =>
  typeof status === 'number' ? status : (status[role] ?? (role === 'owner' ? status.member : status.nobody));

/** For the staff with a right; without `right` for every member of the staff. `status`: for who may call it */
const staffOnly = (right?: Right, { status = 200, ...more }: Partial<Omit<Row, 'status'>> & { status?: number } = {}): Row => {
  const of = (role: StaffRole): number => (right === undefined || (STAFF[role] as Right[]).includes(right) ? status : 403);
  const others = { nobody: 401, buyer: 401, other: 401, member: 401, operations: 401 };
  const staff = Object.fromEntries((Object.keys(STAFF) as StaffRole[]).map((role) => [role, of(role)]));
  return { ...more, status: { ...others, ...staff } };
};
const NO_TOKEN = 'a'.repeat(43);
const NO_ID = '00000000-0000-4000-8000-000000000000';

/** For members only; the answer is about the caller, because no address names a member. */
const membersOnly = (more: Partial<Row> = {}): Row => ({
  status: { nobody: 401, buyer: 401, other: 401, operations: 401, member: 200 },
  ...more,
});
const anybody = (more: Partial<Row> = {}): Row => ({ status: 200, ...more });
const items = [{ productId: 5, quantity: 1, tier: 'ORIGIN' as const }];
const ID_IS_1 = { property: 'id', operator: '==', value: 1 };
/** with a number that the shop did not make */
const GROUP_ORDER = {
  orderNo: 'NOTOFTHISSHOP',
  address: 'sunlight-salon',
  items: [{ productId: 5, quantity: 1 }],
  recipient: { name: '王小明', email: 'ming@example.com', phone: '0955000111' },
  expectedTotal: 660,
};
const SENDER = {
  SenderName: '陳志明',
  SenderCellPhone: '0955000111',
  SenderAddress: '臺北市大安區和平東路1號',
  SenderZipCode: '106',
};
/** not complete: the table registers nobody */
const REGISTRATION = {
  firstName: '',
  lastName: '志明',
  user_email: 'zhiming@example.com',
  password: 'abc123',
  user_phone: '0955000111',
  privacyAccepted: false,
  ageConfirmed: true,
};

/** goes to the provider's page */
const visitorsOnly: Statuses = { nobody: 303, buyer: 303, other: 303, operations: 303, member: 409 };

/** Every route. A route that is missing here fails the test, so a new route needs a row with the roles that may call it. */
const TABLE: Record<string, Row> = {
  'GET /livez': anybody(),
  'GET /readyz': anybody(),
  'GET /metrics': { status: { nobody: 401, buyer: 401, other: 401, member: 401, operations: 200 } },
  'GET /api/openapi.json': anybody(),
  'GET /api/products': anybody(),
  'GET /api/products/:slug': anybody({ path: () => '/api/products/gentle-cleanser' }),
  'GET /api/content/posts': anybody(),
  'GET /api/content/posts/:slug': anybody({ status: 404, path: () => '/api/content/posts/none' }),
  'GET /api/content/events': anybody(),
  'GET /api/content/events/:url': anybody({ status: 404, path: () => '/api/content/events/none' }),
  'GET /api/content/faq': anybody(),
  'GET /api/content/layout': anybody(),
  'GET /api/content/ingredients': anybody(),
  'GET /api/content/skin-types/:type': anybody({ path: () => '/api/content/skin-types/sensitive' }),
  'GET /api/content/skin-types': anybody(),
  'GET /api/content/usage-guide': anybody(),
  'GET /api/content/changes': anybody(),
  'GET /api/content/questionnaires/:customUrl': anybody({ status: 404, path: () => '/api/content/questionnaires/none' }),
  'POST /api/content/questionnaires/:customUrl': anybody({
    status: 404,
    path: () => '/api/content/questionnaires/none',
    body: () => ({ answers: {} }),
  }),
  'GET /api/content/search': anybody({ path: () => '/api/content/search?q=x' }),
  'GET /api/content/reviews': anybody({ path: () => '/api/content/reviews?product=gentle-cleanser' }),
  'GET /api/content/reviews/products': anybody(),
  'GET /api/content/reviews/own': membersOnly({ path: () => '/api/content/reviews/own?productId=5' }),
  'GET /api/content/reviews/:reviewId': anybody({ status: 404, path: () => '/api/content/reviews/none' }),
  'POST /api/content/reviews': membersOnly({ body: () => ({ productId: 5, stars: 5, title: '好用', content: '' }) }),
  'POST /api/upload/comment/': membersOnly({ status: { nobody: 401, buyer: 401, other: 401, operations: 401, member: 415 } }),
  'GET /img/content/*': anybody({ status: 404, path: () => '/img/content/none-640.webp' }),
  'GET /img/_comment/:name': anybody({ status: 404, path: () => '/img/_comment/none.webp' }),
  'POST /api/inquiries': anybody({
    body: () => ({ company: '晨光股份有限公司', person: '陳小姐', contact: 'chen@example.com', quantity: 50, wish: '' }),
  }),
  'GET /api/support/questionnaires': staffOnly('reveal'),
  'GET /api/support/questionnaires/:route/answers': staffOnly('reveal', {
    status: 404,
    path: () => '/api/support/questionnaires/none/answers',
  }),
  // The second factor is wanted again.
  'GET /api/support/questionnaires/:route/export': staffOnly('reveal', {
    status: 403,
    path: () => '/api/support/questionnaires/none/export',
  }),
  'GET /api/support/inquiries': staffOnly('reveal'),
  'POST /api/support/inquiries/:inquiryId/reveal': staffOnly('reveal', {
    status: 404,
    path: () => `/api/support/inquiries/${NO_ID}/reveal`,
    body: () => ({ reason: '回覆詢問' }),
  }),
  'GET /api/consent': anybody(),
  'PUT /api/consent': anybody({ body: () => ({ analysis: false, advertising: false, crm: false }) }),
  'POST /api/consent': anybody({ status: 303, form: () => ({ choice: 'none' }) }),
  'POST /api/capi/': anybody({
    body: () => ({
      data: [{ event_name: 'login', event_id: '7f0f3f6c-6ad8-4f8e-9d0a-2b1c3d4e5f60', custom_data: { method: 'email' }, path: '/login' }],
    }),
  }),
  'GET /api/capi/purchase': anybody(),
  'POST /api/accuhit/': anybody({ body: () => ({}) }),
  'GET /api/cart': anybody(),
  'POST /api/cart/items': anybody({ body: () => items[0] as object }),
  'PATCH /api/cart/items/:productId': anybody({ path: () => '/api/cart/items/999', body: () => ({ quantity: 0 }) }),
  'DELETE /api/cart/items/:productId': anybody({ path: () => '/api/cart/items/999' }),
  'POST /api/getPrice/': anybody({ body: () => ({ items }) }),
  'POST /api/voucher/': membersOnly({ body: () => ({ voucherAmount: 10 }) }),
  'POST /api/session/': anybody({ body: () => ({ unset: ['shippingInfo', 'cvsInfo'] }) }),
  // 409: nothing is prepared. What the buyer gets: specified-calls.test.ts.
  'POST /api/tappay/': { body: ({ orderNo }) => ({ payInfo: { prime: 'x', order_number: orderNo } }), status: 409 },
  'POST /api/ecpay/': {
    body: ({ orderNo }) => ({ shippingInfo: { MerchantTradeNo: orderNo } }),
    status: { nobody: 409, buyer: 409, other: 409, member: 409, operations: 409, owner: 200 },
  },
  'POST /api/genUid/': anybody({ body: () => ({}) }),
  // Who may read and write what: data-api.test.ts.
  'POST /api/error-log': anybody({ body: () => ({ code: 'ORDER_UID' }) }),
  'GET /api/ip': anybody(),
  'POST /api/get/': anybody({ body: () => ({ table: 'product' }) }),
  'POST /api/set/': anybody({ status: 403, body: () => ({ table: 'none', data: {} }) }),
  'POST /api/update/': anybody({ status: 403, body: () => ({ table: 'none', conditions: [ID_IS_1], updateData: {} }) }),
  'POST /api/delete/': anybody({ status: 403, body: () => ({ table: 'none', conditions: [ID_IS_1] }) }),
  'GET /api/group-projects/:address': anybody({ path: () => '/api/group-projects/sunlight-salon' }),
  'POST /api/group-orders': anybody({ status: 400, body: () => GROUP_ORDER }),
  'POST /api/orders': anybody({ status: 201, body: ({ order }, role) => order(role) }),
  'GET /api/orders/:orderNo': anybody(),
  'POST /api/orders/:orderNo/proof': { body: () => ({ phone: '0987654321' }), status: 403 },
  'POST /api/orders/:orderNo/return': {
    // A member names who sends the goods.
    body: (_, role) => ({ returnComment: 'x', ...(role === 'owner' && SENDER) }),
    status: { nobody: 403, other: 403, member: 403, operations: 403, buyer: 200, owner: 200 },
  },
  'POST /api/orders/:orderNo/cancel': {
    body: () => ({ reason: 'CHANGED_MIND' }),
    status: { nobody: 403, other: 403, member: 403, operations: 403, buyer: 200, owner: 200 },
  },
  'POST /api/orders/:orderNo/payment/confirm': anybody({ body: () => ({}) }),
  'GET /api/payment-setup': anybody(),
  'POST /api/tappay/notify/:secret': {
    path: () => '/api/tappay/notify/guessed',
    body: ({ orderNo }) => ({ order_number: orderNo }),
    status: 404,
  },
  // The mail was sent a moment ago, by the call before this one, so the buyer has to wait.
  'POST /api/surenotify/send/': {
    body: async ({ orderNo }) => {
      const its = orderNo === fixture.ownersOrderNo ? owner : buyer;
      expect([200, 429]).toContain((await its.post('/api/surenotify/send/', { orderNo })).status);
      return { orderNo };
    },
    status: { nobody: 403, other: 403, member: 403, operations: 403, buyer: 429, owner: 429 },
  },
  'POST /api/surenotify/events/:secret': {
    path: () => '/api/surenotify/events/guessed',
    body: () => ({ id: 'x', eventType: 'delivery' }),
    status: 404,
  },
  'POST /api/ecpay/logistics-reply': {
    form: ({ orderNo }) => ({ MerchantID: '2000132', MerchantTradeNo: orderNo, RtnCode: '3003', CheckMacValue: '0'.repeat(32) }),
    status: 400,
  },
  'POST /api/ecpay/store-change': {
    form: () => ({ MerchantID: '2000933', AllPayLogisticsID: '1', CheckMacValue: '0'.repeat(32) }),
    status: 400,
  },
  'POST /api/ecpay/getLogisticsState/': anybody({ body: ({ orderNo }) => ({ orders: [{ MerchantTradeNo: orderNo }] }) }),
  'GET /api/store-map': anybody({ path: () => '/api/store-map?subtype=UNIMARTC2C' }),
  'POST /api/map-back/': { form: () => ({ ExtraData: 'a'.repeat(20), CVSStoreID: '131386' }), status: 403 },
  'POST /api/map-back-group/': { form: () => ({ ExtraData: 'a'.repeat(20), CVSStoreID: '131386' }), status: 403 },
  'GET /api/chosen-store': anybody(),
  'DELETE /api/chosen-store': anybody(),
  'POST /api/register': { status: { nobody: 400, buyer: 400, other: 400, operations: 400, member: 409 }, body: () => REGISTRATION },
  'POST /api/login': {
    status: { nobody: 401, buyer: 401, other: 401, operations: 401, member: 409 },
    body: () => ({ account: 'stranger@example.com', password: 'abc123' }),
  },
  'POST /api/password-reset': anybody({ status: 404, body: () => ({ email: 'stranger@example.com' }) }),
  'GET /new-password': anybody({ status: 303, path: () => '/new-password?token=abcdefghijklmnopqrst' }),
  'GET /confirm-email': anybody({ status: 303, path: () => '/confirm-email?token=abcdefghijklmnopqrst' }),
  'POST /api/new-password': anybody({ status: 400, body: () => ({ password: 'abc123' }) }),
  'GET /api/register/pending': anybody({ status: 404 }),
  'GET /api/line/start': anybody({ status: visitorsOnly }),
  'GET /api/line/login': anybody({ status: 303 }),
  'GET /api/line/autoLogin/': anybody(),
  'GET /api/facebook/start': anybody({ status: visitorsOnly }),
  'GET /api/facebook/login': anybody(),
  'POST /api/account-check': anybody({ body: () => ({ email: 'stranger@example.com' }) }),
  'GET /api/member': membersOnly(),
  'GET /api/member/orders': membersOnly(),
  'POST /api/coupons/check': membersOnly({
    status: { nobody: 403, buyer: 403, other: 403, operations: 403, member: 200 },
    body: () => ({ code: 'GUESSED', items }),
  }),
  'POST /api/member/coupons': membersOnly({ body: () => ({ code: 'GUESSED' }) }),
  'GET /api/member/coupons': membersOnly(),
  'GET /api/member/vouchers': membersOnly(),
  'GET /api/checkout/timer': anybody(),
  'POST /api/checkout/timer': anybody({ body: () => ({ action: 'start' }) }),
  'PATCH /api/member': membersOnly({ body: () => ({ user_gender: 'OTHERS' }) }),
  'GET /api/member/wishlist': membersOnly(),
  'PUT /api/member/wishlist/:productId': membersOnly({ path: () => '/api/member/wishlist/5' }),
  'DELETE /api/member/wishlist/:productId': membersOnly({ path: () => '/api/member/wishlist/5' }),
  'POST /api/member/password': membersOnly({
    status: { nobody: 401, buyer: 401, other: 401, operations: 401, member: 402 },
    body: () => ({ current: 'wrong1', password: 'abc1234' }),
  }),
  'POST /api/member/password-reset': membersOnly({ body: () => ({}) }),
  'POST /api/member/confirmation': membersOnly({ body: () => ({}) }),
  'POST /api/member/confirm': anybody({ status: 400, body: () => ({ token: 'abcdefghijklmnopqrst' }) }),
  'POST /api/member/email': membersOnly({
    status: { nobody: 401, buyer: 401, other: 401, operations: 401, member: 402 },
    body: () => ({ user_email: 'other@example.com', password: 'wrong1' }),
  }),
  'POST /api/member/prove': membersOnly({
    status: { nobody: 401, buyer: 401, other: 401, operations: 401, member: 402 },
    body: () => ({ password: 'wrong1' }),
  }),
  'DELETE /api/member/ways/:way': membersOnly({
    status: { nobody: 401, buyer: 401, other: 401, operations: 401, member: 403 },
    path: () => '/api/member/ways/EMAIL',
  }),
  'DELETE /api/member': membersOnly({
    status: { nobody: 401, buyer: 401, other: 401, operations: 401, member: 402 },
    body: () => ({ password: 'wrong1' }),
  }),
  'POST /api/member/referral': membersOnly({ body: () => ({ code: 'AAAAAAAAAA' }) }),
  'POST /api/support/invitation': anybody({ status: 404, body: () => ({ token: NO_TOKEN }) }),
  'POST /api/support/join/passkey/options': anybody({ status: 404, body: () => ({ token: NO_TOKEN }) }),
  'POST /api/support/join/passkey': anybody({
    status: 404,
    body: () => ({ token: NO_TOKEN, challengeId: NO_TOKEN, response: {} }),
  }),
  'POST /api/support/join/authenticator/options': anybody({ status: 404, body: () => ({ token: NO_TOKEN }) }),
  'POST /api/support/join/authenticator': anybody({
    status: 404,
    body: () => ({ token: NO_TOKEN, challengeId: NO_TOKEN, code: '123456' }),
  }),
  'POST /api/support/sign-in/passkey/options': anybody(),
  'POST /api/support/sign-in/passkey': anybody({ status: 400, body: () => ({ challengeId: NO_TOKEN, response: {} }) }),
  'POST /api/support/sign-in/code': anybody({ status: 401, body: () => ({ accountNo: 'AAAA-BBBB-CCCC', code: '123456' }) }),
  'GET /api/support/me': staffOnly(),
  'GET /api/support/staff': staffOnly('administer'),
  'GET /api/support/staff/:staffId/events': staffOnly('administer', { status: 404, path: () => '/api/support/staff/nobody/events' }),
  // With the second factor again, as the three below it.
  'POST /api/support/staff': staffOnly('administer', { status: 403, body: () => ({ name: '新人', rights: ['view'] }) }),
  'POST /api/support/staff/:staffId/reset': staffOnly('administer', {
    status: 403,
    path: () => '/api/support/staff/nobody/reset',
    body: () => ({ reason: '手機遺失' }),
  }),
  'POST /api/support/staff/:staffId/rights': staffOnly('administer', {
    status: 403,
    path: () => '/api/support/staff/nobody/rights',
    body: () => ({ reason: '調職', rights: ['view'] }),
  }),
  'POST /api/support/staff/:staffId/leave': staffOnly('administer', {
    status: 403,
    path: () => '/api/support/staff/nobody/leave',
    body: () => ({ reason: '離職' }),
  }),
  'GET /api/support/reviews': staffOnly('view'),
  'POST /api/support/reviews/:reviewId/hide': staffOnly('act', {
    status: 404,
    path: () => '/api/support/reviews/none/hide',
    body: () => ({ reason: '廣告' }),
  }),
  'POST /api/support/reviews/:reviewId/show': staffOnly('act', { status: 404, path: () => '/api/support/reviews/none/show' }),
  'POST /api/support/orders/search': staffOnly('view', { body: () => ({ q: '0912345678' }) }),
  'GET /api/support/orders/:orderNo/events': staffOnly('view'),
  'GET /api/support/orders/:orderNo/state': staffOnly('view'),
  'GET /api/support/orders/:orderNo/seen': staffOnly('view'),
  'GET /api/support/orders/:orderNo/verify': staffOnly('view'),
  // With the second factor again.
  'GET /api/support/orders/:orderNo/export': staffOnly('reveal', { status: 403 }),
  'POST /api/support/orders/:orderNo/reveal': staffOnly('reveal', { body: () => ({ reason: '顧客來電確認地址' }) }),
  'GET /api/support/orders/:orderNo/acts': staffOnly('view'),
  'GET /api/support/orders/:orderNo/now': staffOnly('view'),
  'POST /api/support/orders/:orderNo/preview': staffOnly('view', { body: () => ({ act: { type: 'approve-return' } }) }),
  'POST /api/support/orders/:orderNo/decisions': staffOnly('act', {
    status: 409,
    body: () => ({ act: { type: 'approve-return' }, expectedRevision: 0, reason: '符合退貨規定' }),
  }),
  'POST /api/support/orders/:orderNo/payments': staffOnly('refund', {
    status: 409,
    body: () => ({ act: { type: 'goodwill', amount: 100 }, expectedRevision: 0, reason: '運送延誤' }),
  }),
  'POST /api/support/orders/:orderNo/proposals/:proposalId': staffOnly('refund', {
    status: 409,
    path: ({ orderNo }) => `/api/support/orders/${orderNo}/proposals/P1`,
    body: () => ({ verdict: 'approve', expectedRevision: 0, reason: '同意退款' }),
  }),
  'POST /api/support/orders/:orderNo/proposals/:proposalId/withdraw': staffOnly('act', {
    status: 403,
    path: ({ orderNo }) => `/api/support/orders/${orderNo}/proposals/P1/withdraw`,
    body: () => ({ expectedRevision: 0, reason: '金額有誤' }),
  }),
  'POST /api/support/orders/:orderNo/carrier': staffOnly('act', { body: () => ({ reason: '顧客來電詢問' }) }),
  'GET /api/support/orders/:orderNo/mails': staffOnly('view'),
  'POST /api/support/orders/:orderNo/mails/:mailId': staffOnly('act', {
    path: ({ orderNo }) => `/api/support/orders/${orderNo}/mails/${NO_ID}`,
    body: () => ({ reason: '顧客未收到信' }),
  }),
  'POST /api/support/orders/:orderNo/notes': staffOnly('act', { body: () => ({ text: '顧客來電' }) }),
  'POST /api/support/orders/:orderNo/notes/:noteId/withdraw': staffOnly('act', {
    status: 409,
    path: ({ orderNo }) => `/api/support/orders/${orderNo}/notes/N999/withdraw`,
    body: () => ({ reason: '寫錯訂單' }),
  }),
  'POST /api/support/orders/:orderNo/presence': staffOnly('view', { body: () => ({ editing: false }) }),
  'GET /api/support/person-requests': staffOnly('reveal'),
  'POST /api/support/person-requests': staffOnly('reveal', {
    status: 404,
    body: () => ({ kind: 'ACCESS', who: { email: 'nobody@example.com' }, reason: '本人來電' }),
  }),
  'GET /api/support/person-requests/:requestId': staffOnly('reveal', { status: 404, path: () => `/api/support/person-requests/${NO_ID}` }),
  // With the right, the second factor is missing.
  'POST /api/support/person-requests/:requestId/forget': staffOnly('act', {
    status: 403,
    path: () => `/api/support/person-requests/${NO_ID}/forget`,
    body: () => ({}),
  }),
  'POST /api/support/person-requests/:requestId/file': staffOnly('reveal', {
    status: 403,
    path: () => `/api/support/person-requests/${NO_ID}/file`,
    body: () => ({}),
  }),
  'POST /api/support/person-requests/:requestId/refuse': staffOnly('act', {
    status: 404,
    path: () => `/api/support/person-requests/${NO_ID}/refuse`,
    body: () => ({ reason: '無法確認本人' }),
  }),
  'GET /api/support/person-files/:token': staffOnly('reveal', {
    status: 404,
    path: () => `/api/support/person-files/aaaaaa-${NO_ID}-${'0'.repeat(32)}`,
  }),
  // With the second factor again.
  'POST /api/support/orders/:orderNo/evidence': staffOnly('reveal', {
    status: 403,
    body: () => ({ purpose: 'HISTORY', reason: '調解委員會來函' }),
  }),
  'GET /api/support/history': staffOnly('view'),
  'GET /api/support/poison': staffOnly('administer'),
  'GET /api/support/evidence-packs/:token': staffOnly('reveal', {
    status: 404,
    path: ({ orderNo }) => `/api/support/evidence-packs/aaaaaa-H${orderNo}-${'0'.repeat(32)}`,
  }),
  'POST /api/support/orders/:orderNo/holds': staffOnly('act', {
    status: 403,
    body: () => ({ hold: 'LEGAL_HOLD', placed: true, reason: '法院來函' }),
  }),
  'POST /api/support/views/search': staffOnly('administer', {
    body: () => ({ staffId: 'first', from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }),
  }),
  'GET /api/support/coupons': staffOnly('administer'),
  'POST /api/support/coupons': staffOnly('administer', { body: () => ({ coupons: [{}], dryRun: true, reason: '新活動' }) }),
  'POST /api/support/coupons/:couponId/end': staffOnly('administer', {
    status: 400,
    path: () => '/api/support/coupons/999999/end',
    body: () => ({ reason: '活動結束' }),
  }),
  'POST /api/support/members/find': staffOnly('view', { status: 404, body: () => ({ email: 'nobody@example.com' }) }),
  'POST /api/support/members/birthday': staffOnly('act', {
    status: 404,
    body: () => ({ email: 'nobody@example.com', birthday: '1990-01-01', reason: '輸入錯誤' }),
  }),
  'POST /api/support/members/birthday/preview': staffOnly('act', {
    status: 404,
    body: () => ({ email: 'nobody@example.com', birthday: '1990-01-01' }),
  }),
  'POST /api/support/orders/:orderNo/cash-block/preview': staffOnly('act', { body: () => ({}) }),
  'POST /api/support/orders/:orderNo/cash-block': staffOnly('act', { body: () => ({ reason: '已說明原因' }) }),
  'POST /api/support/second-factor': staffOnly(undefined, { status: 401, body: () => ({ code: '123456' }) }),
  // The second factor is wanted again.
  'GET /api/support/invoices/export': staffOnly('reveal', {
    status: 403,
    path: () => '/api/support/invoices/export?from=2026-11-01&to=2026-11-30',
  }),
  'GET /api/support/parcels': staffOnly('view'),
  'GET /api/support/parcels/export': staffOnly('view'),
  'POST /api/support/parcels/packed': staffOnly('view', {
    body: () => ({ packed: true, parcels: [{ orderNo: 'N123456789ABCDEF', readyAt: '2026-11-25T00:00:00.000Z' }] }),
  }),
  'GET /api/support/insight': staffOnly('view', { path: () => '/api/support/insight?from=2026-11-01&to=2026-11-30' }),
  'GET /api/support/insight/export': staffOnly('view', {
    path: () => '/api/support/insight/export?from=2026-11-01&to=2026-11-30',
  }),
  'GET /api/support/data-tables': staffOnly('act'),
  'GET /api/support/data-changes': staffOnly('administer'),
  'GET /api/support/members/:code/muted': staffOnly('view', { status: 404, path: () => '/api/support/members/AAAAAAAAAA/muted' }),
  'POST /api/support/members/:code/muted': staffOnly('act', {
    status: 404,
    path: () => '/api/support/members/AAAAAAAAAA/muted',
    body: () => ({ productId: 5, muted: true, reason: '對成分過敏' }),
  }),
  'GET /api/support/members/:code/mails': staffOnly('view', { status: 404, path: () => '/api/support/members/AAAAAAAAAA/mails' }),
  'POST /api/support/members/:code/mails/:mailId': staffOnly('act', {
    status: 404,
    path: () => `/api/support/members/AAAAAAAAAA/mails/${NO_ID}`,
    body: () => ({ reason: '會員未收到信' }),
  }),
  'GET /api/support/members/:code/credit': staffOnly('view', { status: 404, path: () => '/api/support/members/AAAAAAAAAA/credit' }),
  'POST /api/support/members/:code/credit/preview': staffOnly('view', {
    status: 404,
    path: () => '/api/support/members/AAAAAAAAAA/credit/preview',
    body: () => ({ act: { type: 'give', amount: 50, cause: 'APOLOGY' } }),
  }),
  'POST /api/support/members/:code/credit': staffOnly('refund', {
    status: 404,
    path: () => '/api/support/members/AAAAAAAAAA/credit',
    body: () => ({ act: { type: 'give', amount: 50, cause: 'APOLOGY' }, reason: '出貨延誤' }),
  }),
  'GET /api/support/work': staffOnly('view'),
  'GET /api/support/work/:list': staffOnly('view', { path: () => '/api/support/work/money-owed' }),
  'POST /api/support/work/:list/:item': staffOnly('act', {
    status: 409,
    path: ({ orderNo }) => `/api/support/work/money-owed/${orderNo}`,
    body: () => ({ move: 'take', since: '2026-11-20T01:00:00.000Z' }),
  }),
  // The last row of the staff: it ends the session.
  'POST /api/support/sign-out': staffOnly(),
  // The last row of the member: it ends the session.
  'POST /api/logout': anybody({ body: () => ({}) }),
  'GET /api/line/logout/': anybody(),
  'POST /api/zip': anybody({ body: () => ({ adrs: '臺北市' }) }),
};
/** Files that the plugin of the API documentation serves. */
const DOCUMENTATION = /^GET \/api\/docs(\/|$)/;

let shop: TestShop;
let buyer: Browser;
let other: Browser;
let member: Browser;
let owner: Browser;
let staff: Record<StaffRole, Browser>;
let fixture: Fixture;
beforeAll(async () => {
  shop = await testShop({ METRICS_TOKEN });
  [buyer, other, member, owner] = [shop.visit(), shop.visit(), shop.visit(), shop.visit()];
  for (const [visitor, user_email] of [
    [member, 'chen@example.com'],
    [owner, 'owner@example.com'],
  ] as const)
    await visitor.post('/api/register', { ...REGISTRATION, firstName: '陳', user_email, privacyAccepted: true });
  const signedIn = Object.entries(STAFF).map(async ([role, rights]) => [role, await signedInStaff(shop, rights as Right[])] as const);
  staff = Object.fromEntries(await Promise.all(signedIn)) as Record<StaffRole, Browser>;
  const { orderNo } = await checkOut(buyer, cardOrder(MASTERCARD));
  await checkOut(other, codOrder({ recipient: { ...codOrder().recipient, phone: '0987654321', firstName: '陳', lastName: '小美' } }));
  const { orderNo: ownersOrderNo } = await checkOut(owner, cardOrder(MASTERCARD));
  await until(buyer, orderNo, () => true);
  await until(owner, ownersOrderNo, () => true);
  const atBank = await checkOut(shop.visit(), cardOrder(VISA));
  const [payment] = await paymentsOf(shop, atBank.orderNo);
  fixture = {
    orderNo,
    ownersOrderNo,
    notifyPath: new URL(payment?.notifyUrl ?? '').pathname,
    order: async (role) => {
      // A member pays the prices of members.
      const visitor = role === 'member' ? member : role === 'owner' ? owner : shop.visit();
      // The cart's row of the table put these items into the cart, and only they can be ordered from it.
      const price = await visitor.post<{ price: number }>('/api/getPrice/', { items });
      return {
        ...codOrder({ items }),
        orderNo: (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id,
        expectedTotal: price.body.price,
      };
    },
  };
});
const proofs = new Map<string, string>();
beforeAll(async () => {
  const { orderNo } = fixture;
  proofs.set('buyer', (await shop.visit().post<{ proof: string }>(`/api/orders/${orderNo}/proof`, { phone: '0912345678' })).body.proof);
  const own = await checkOut(other, codOrder());
  proofs.set('other', own.body.proof);
});
afterAll(() => shop.close());

/** Texts that identify the buyer. No answer without proof may contain one. */
const PERSONAL = /王大明|大明|0?912345678|ming@example|信義路三段|134巷/;

/** @param theirs the order of the member who owns it, also for another role */
async function call(key: string, role: Role, theirs = role === 'owner'): Promise<{ status: number; text: string }> {
  const [method = '', pattern = ''] = key.split(' ');
  const row = TABLE[key] as Row;
  const here = theirs ? { ...fixture, orderNo: fixture.ownersOrderNo } : fixture;
  const path = row.path?.(here) ?? pattern.replace(':orderNo', here.orderNo);
  const headers: Record<string, string> = { ...(role === 'operations' && { authorization: `Bearer ${METRICS_TOKEN}` }) };
  const cookie = isStaff(role)
    ? staff[role].cookies()
    : { buyer, other, member, owner, nobody: undefined, operations: undefined }[role]?.cookies();
  const proof = role === 'buyer' ? proofs.get('buyer') : role === 'other' ? proofs.get('other') : undefined;
  if (cookie) headers['cookie'] = cookie;
  if (proof) headers['order-proof'] = proof;
  const form = row.form?.(here);
  const body = form ? new URLSearchParams(form) : row.body ? JSON.stringify(await row.body(here, role)) : undefined;
  if (row.body) headers['content-type'] = 'application/json';
  const answer = await fetch(shop.url + path, { method, redirect: 'manual', headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, text: await answer.text() };
}

/** A route of one order, as everybody but its owner calls it: what a guest's proof opens must not open a member's order. */
describe("every route of one order, about another member's order", () => {
  const keys = Object.keys(TABLE).filter((key) => key.includes(':orderNo') && !key.includes('/api/support/'));
  const strangers = ['nobody', 'buyer', 'other', 'member', 'operations'] as const;
  test.each(keys.flatMap((key) => strangers.map((role) => [key, role] as const)))('%s as %s', async (key, role) => {
    const answer = await call(key, role, true);
    expect(answer.status, answer.text.slice(0, 300)).toBe(statusFor(TABLE[key] as Row, 'nobody'));
    expect(answer.text).not.toMatch(PERSONAL);
  });
});

describe('every route, every role', () => {
  test('has a row in the table', () => {
    const routes = shop.shop.app.registeredRoutes.map(({ method, url }) => `${method} ${url}`).filter((key) => !DOCUMENTATION.test(key));
    expect(routes.toSorted()).toEqual(Object.keys(TABLE).toSorted());
    // All others ask who is signed in now.
    const without = shop.shop.app.registeredRoutes.flatMap(({ method, url, config: { caller } }) =>
      caller ? [`${method} ${url} ${caller}`] : [],
    );
    expect(without.toSorted()).toEqual([
      'DELETE /api/cart/items/:productId recent',
      'GET /api/cart recent',
      'PATCH /api/cart/items/:productId recent',
      'POST /api/cart/items recent',
      'POST /api/genUid/ none',
      'POST /api/getPrice/ recent',
    ]);
  });

  /** Who has one right beside `view` calls the staff's routes; for all others the viewer shows the same. */
  const rolesFor = (key: string): Role[] =>
    ROLES.toReversed().filter((role) => key.includes('/api/support/') || !['agent', 'cashier', 'keeper'].includes(role));
  test.each(Object.keys(TABLE).flatMap((key) => rolesFor(key).map((role) => [key, role] as const)))('%s as %s', async (key, role) => {
    const answer = await call(key, role);
    expect(answer.status, answer.text.slice(0, 300)).toBe(statusFor(TABLE[key] as Row, role));
    const maySee =
      (['buyer', 'owner'].includes(role) && key === 'GET /api/orders/:orderNo') ||
      (role === 'owner' && key === 'POST /api/ecpay/') ||
      (key.endsWith('/reveal') && statusFor(TABLE[key] as Row, role) === 200);
    if (maySee) expect(answer.text).toMatch(PERSONAL);
    else expect(answer.text).not.toMatch(PERSONAL);
    expect(answer.text).not.toMatch(/at .*\.ts:\d+|node_modules/);
  });
});

describe('an order', () => {
  const lookUp = (headers: Record<string, string> = {}) =>
    fetch(`${shop.url}/api/orders/${fixture.orderNo}`, { headers }).then(
      (answer) => answer.json() as Promise<{ order: Record<string, unknown> }>,
    );

  test('is masked without proof and complete with proof; a proof of another order is no proof', async () => {
    const masked = (await lookUp()).order;
    expect(masked).toMatchObject({
      personal: 'masked',
      recipient: { name: '王○明', phone: '09••••678', address: '臺北市大安區' },
      paymentUrl: null,
    });
    for (const forged of [
      'x',
      proofs.get('other') ?? '',
      `${proofs.get('buyer')}x`,
      (proofs.get('buyer') ?? '').replace(/^./, 'A'),
      'x'.repeat(5000),
    ]) {
      expect((await lookUp({ 'order-proof': forged })).order).toEqual(masked);
      expect((await lookUp({ cookie: `order-proof=${forged}` })).order).toEqual(masked);
    }
    const whole = (await lookUp({ 'order-proof': proofs.get('buyer') ?? '' })).order;
    expect(whole).toMatchObject({ personal: 'full', recipient: { name: '王大明', phone: '0912345678', email: 'ming@example.com' } });
  });

  test('that does not exist gets the same answer as one with a wrong proof', async () => {
    const prove = (orderNo: string) =>
      shop.visit().post<{ code: string; message: string }>(`/api/orders/${orderNo}/proof`, { phone: '0911111111' });
    const [unknown, wrong] = [await prove('ABCDEFGH12345678'), await prove(fixture.orderNo)];
    const shape = ({ status, body, headers }: typeof wrong) => ({
      status,
      ...body,
      correlationId: '',
      names: [...headers.keys()].filter((name) => name !== 'content-length').toSorted(),
    });
    expect(shape(unknown)).toEqual(shape(wrong));
    const giveBack = (orderNo: string) => shop.visit().post<object>(`/api/orders/${orderNo}/return`, { returnComment: 'x' });
    expect({ ...(await giveBack('ABCDEFGH12345678')).body, correlationId: '' }).toEqual({
      ...(await giveBack(fixture.orderNo)).body,
      correlationId: '',
    });
  });
});

test('accepts a callback of the provider that knows the secret', async () => {
  const answer = await fetch(shop.url + fixture.notifyPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_number: fixture.orderNo }),
  });
  expect(answer.status).toBe(200);
});
