/** The API reference's text for each tag, and the examples of its schemas. */
export const TAGS: Readonly<Record<string, string>> = {
  catalogue: 'Products and sets, as every caller may see them.',
  cart: "The visitor's cart. A guest's cart belongs to the visitor cookie.",
  content: 'What there is to read: articles, campaigns, help, layout settings, questionnaires, and the search over all of it.',
  reviews: 'Reviews of products: lists with filters, and the own review of a member.',
  checkout: 'The price of a cart and a number for an order.',
  group: 'Group projects: what one sells, and ordering from it.',
  data: 'The generic data API. One registry of tables says who may read and write what; everything else is refused.',
  orders: 'Placing an order, looking it up, proving access to it, and applying for a return.',
  payment: 'Card payments.',
  accounts:
    "Registration, sign-in, sign-out, and new passwords by a link. A browser goes to `GET /api/line/start` and `GET /api/facebook/start` itself (`redirect`: an own path; `link=1`: adds the way to the signed-in member, after `POST /api/member/prove`; `app=0`: LINE's own page instead of its app, which may come back in another browser; `window=0`: in a tab of the shop, which stays open) and comes back to a page with `login` and `state`: 200 signed in, or a registration to complete at `/register`; 403 a link without its proof; 405 cancelled; 409 the e-mail has an account that signs in first; 404 failed. The Facebook window tells its opener the state through the `BroadcastChannel` `nordhaut-sign-in`.",
  member: 'The data of the signed-in member, the ways to sign in, and the end of the account.',
  support: 'The console of the support staff. Calls need the session of a member of the staff; each names the right that it needs.',
  consent: 'What a visitor agreed to, and the reports that only those who agreed cause.',
  delivery: 'Store choice, postal codes and parcel states.',
};

const orderNo = 'N7QK4M2XW9TB3HVC';
const item = { productId: 5, quantity: 1, tier: 'ORIGIN' };
const specificationItem = { product_id: 5, product_quantity: 1, product_price: 'ORIGIN' };

/** By the name of the schema. */
export const EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  CartItem: [item],
  SpecificationCartItem: [specificationItem],
  ChangeCartItem: [{ quantity: 2, tier: 'ORIGIN' }],
  CartAnswer: [{ cartId: '0f8b6c1e-6a5d-4f8e-9d0a-2b1c3d4e5f60', items: [item], claimed: [], revision: 0, position: '42' }],
  PriceRequest: [
    { items: [item], coupons: [], vouchers: 0, portType: 'HOME' },
    { items: [specificationItem], coupons: [], vouchers: 0, portType: 'CVS' },
  ],
  OrderNumberAnswer: [{ id: orderNo }],
  SessionRequest: [
    {
      set: {
        key: 'shippingInfo',
        value: {
          logisticsType: 'HOME',
          firstName: '林',
          lastName: '怡君',
          user_phone_area: '+886',
          user_phone: '0955123456',
          user_email: 'yijun@example.com',
          user_city: '臺北市',
          user_urban_area: '松山區',
          user_address: '民生東路五段100號',
          termsAccepted: true,
        },
      },
    },
    { unset: ['shippingInfo', 'cvsInfo'] },
  ],
  PlaceOrderRequest: [
    {
      orderNo,
      items: [item],
      coupons: [],
      credit: 0,
      delivery: { type: 'HOME', subtype: 'TCAT' },
      recipient: {
        firstName: '林',
        lastName: '怡君',
        phoneArea: '+886',
        phone: '0955123456',
        email: 'yijun@example.com',
        city: '臺北市',
        district: '松山區',
        address: '民生東路五段100號',
      },
      invoice: { type: 'NORMAL' },
      payment: { type: 'COD' },
      expectedTotal: 1_300,
      termsAccepted: true,
    },
  ],
  PlaceOrderAnswer: [
    { orderNo, displayStatus: { code: 'COD', label: '貨到付款' }, total: 1_300, proof: 'eyJvIjoi….c2ln', revision: 1, position: '43' },
  ],
  RegisterRequest: [
    {
      firstName: '林',
      lastName: '怡君',
      user_email: 'yijun@example.com',
      password: 'abc123',
      user_phone: '0955123456',
      privacyAccepted: true,
      ageConfirmed: true,
    },
    { firstName: '林', lastName: '怡君', user_phone: '0955123456', method: 'line', privacyAccepted: true, ageConfirmed: true },
  ],
  LoginRequest: [{ account: 'yijun@example.com', password: 'abc123' }],
  EmailRequest: [{ email: 'yijun@example.com' }],
  NewPasswordRequest: [{ password: 'abc1234' }],
  ChangePasswordRequest: [{ current: 'abc123', password: 'abc1234' }],
  ChangeEmailRequest: [{ user_email: 'yijun.lin@example.com', password: 'abc123' }],
  DeleteAccountRequest: [{ password: 'abc123' }],
  ProveRequest: [{ password: 'abc123' }],
  PendingRegistration: [{ method: 'line', user_email: 'yijun@example.com', displayName: '怡君' }],
  ProofRequest: [{ phone: '0955123456' }],
  ProofAnswer: [{ proof: 'eyJvIjoi….c2ln' }],
  ErrorBody: [
    {
      status: 409,
      code: 'AMOUNT_MISMATCH',
      message: '金額驗證出現問題，請聯繫客服',
      correlationId: '5e7c1a52-1f1c-4c55-9f0e-9c6a3f2d7b10',
    },
    {
      status: 400,
      code: 'VALIDATION_FAILED',
      message: '缺少必填的資料',
      correlationId: '5e7c1a52-1f1c-4c55-9f0e-9c6a3f2d7b10',
      issues: [{ path: 'body.items', message: '缺少必填的資料' }],
    },
  ],
};
