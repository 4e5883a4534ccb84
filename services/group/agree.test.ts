import { type GroupPrice, groupFaults, groupMessages, groupRefusals, groupSums, type ProductCard } from '@nordhaut/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupProjectTable } from './data-table.ts';
import { checkGroupOrder, groupContact, groupTerms, isSameOrder } from './agree.ts';
import { GroupProjectFields, type Project, projectOf, stateOf, turnsIn } from './project.ts';
import { projectView } from './view.ts';

const fields = {
  group_project_name: '團購',
  group_project_address: 'salon',
  group_project_start: '2026-11-20',
  group_project_end: '2026-11-25',
  group_project_products: JSON.stringify([{ product_id: 5, price: 590 }]),
};
const withProducts = (products: unknown) => ({ ...fields, group_project_products: JSON.stringify(products) });

describe('a row of staff', () => {
  test.each([[''], [0], ['0'], [null], [undefined]])('a price of %j makes a gift', (price) => {
    const row = withProducts([
      { product_id: '5', price: '590' },
      { product_id: 9, price },
    ]);
    expect(projectOf({ ...row, group_project_id: 1 }).prices).toEqual([
      { productId: 5, groupPrice: 590 },
      { productId: 9, groupPrice: null },
    ]);
  });

  test.each([
    ['no product', withProducts([])],
    ['only gifts', withProducts([{ product_id: 5, price: null }])],
    [
      'a product twice',
      withProducts([
        { product_id: 5, price: 1 },
        { product_id: '5', price: 2 },
      ]),
    ],
    ['a negative price', withProducts([{ product_id: 5, price: -1 }])],
    ['no JSON', { ...fields, group_project_products: '[' }],
    ['an end before the start', { ...fields, group_project_end: '2026-11-19' }],
    ['an impossible day', { ...fields, group_project_end: '2026-11-31' }],
    ['an address with a slash', { ...fields, group_project_address: 'a/b' }],
  ])('is refused with %s', (_, row) => expect(GroupProjectFields.safeParse(row).success).toBe(false));

  test('may be of one day', () => {
    expect(GroupProjectFields.safeParse({ ...fields, group_project_end: fields.group_project_start }).success).toBe(true);
  });
});

describe('the days of a project, in Taipei', () => {
  const period = { start: '2026-11-20', end: '2026-11-25' };
  test.each([
    ['2026-11-19T15:59:59.999Z', 'ANNOUNCED', 1],
    ['2026-11-19T16:00:00.000Z', 'OPEN', 6 * 86_400_000],
    ['2026-11-25T15:59:59.999Z', 'OPEN', 1],
    ['2026-11-25T16:00:00.000Z', 'ENDED', null],
  ] as const)('%s: %s', (now, state, ms) => {
    expect([stateOf(period, new Date(now)), turnsIn(period, new Date(now))]).toEqual([state, ms]);
  });
});

test('a total is paid goods and the fee of a store under 1,000, and a gift comes with paid goods only', () => {
  const prices = fc.uniqueArray(
    fc.record({ productId: fc.integer({ min: 1, max: 9 }), groupPrice: fc.option(fc.integer({ min: 1, max: 3_000 })) }),
    {
      selector: ({ productId }) => productId,
      minLength: 1,
    },
  );
  const cart = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 99 })), { maxLength: 12 });
  fc.assert(
    fc.property(prices, cart, (list: GroupPrice[], entries) => {
      const quantities = new Map(entries);
      const { goods, fee, total, gifts } = groupSums(list, quantities);
      let expected = 0;
      for (const { productId, groupPrice } of list) if (groupPrice !== null) expected += groupPrice * (quantities.get(productId) ?? 0);
      expect(goods).toBe(expected);
      expect(fee).toBe(goods === 0 || goods >= 1_000 ? 0 : 70);
      expect(total).toBe(goods + fee);
      expect(gifts).toEqual(goods > 0 ? list.filter(({ groupPrice }) => groupPrice === null).map(({ productId }) => productId) : []);
    }),
  );
});

test('the first fault of every form is the first rule of the specification that it breaks', () => {
  const order = [groupMessages.cartEmpty, groupMessages.name, groupMessages.email, groupMessages.phone, groupMessages.store];
  const either = <T>(good: T, bad: T) => fc.constantFrom(good, bad);
  const form = fc.record({
    name: either('王小明', ' '),
    email: either('ming@example.com', 'ming'),
    phone: either('0912345678', '812345678'),
    hasStore: fc.boolean(),
  });
  fc.assert(
    fc.property(form, either(660, 0), (typed, total) => {
      const broken = [total === 0, typed.name === ' ', typed.email === 'ming', typed.phone.startsWith('8'), !typed.hasStore];
      expect(groupFaults(typed, total).map(({ message }) => message)).toEqual(order.filter((_, place) => broken[place]));
    }),
  );
  const good = { name: '王小明', email: 'ming@example.com', phone: '0912345678', hasStore: true };
  expect(groupFaults({ ...good, name: '王' }, 660)).toMatchObject([{ code: 'NAME_NOT_DELIVERABLE' }]);
  expect([groupFaults(good, 20_000), groupFaults(good, 20_001)]).toMatchObject([[], [{ code: 'STORE_LIMIT' }]]);
});

const card = (productId: number): ProductCard =>
  ({
    productId,
    slug: `p${productId}`,
    nameZh: `品${productId}`,
    nameEn: 'P',
    images: [],
    prices: { ORIGIN: 900 },
  }) as unknown as ProductCard;
const catalogue = { byId: (id: number) => (id < 90 ? card(id) : undefined), bySlug: (slug: string) => (slug === 'p5' ? {} : undefined) };
const project: Project = {
  id: 1,
  name: '團購',
  address: 'salon',
  start: '2026-11-20',
  end: '2026-11-25',
  prices: [
    { productId: 5, groupPrice: 590 },
    { productId: 6, groupPrice: 100 },
    { productId: 31, groupPrice: null },
    { productId: 99, groupPrice: 1 },
  ],
};
const now = new Date('2026-11-21T00:00:00Z');
const asked = {
  orderNo: 'N000000000000001',
  address: 'salon',
  items: [
    { productId: 5, quantity: 1 },
    { productId: 31, quantity: 7 },
  ],
  recipient: { name: ' 王小明 ', email: 'ming @example.com', phone: '+886 912 345 678' },
  store: { subtype: 'FAMIC2C' as const, id: '006598' },
  expectedTotal: 660,
};

test('an open project shows a link only for a launched product, and never a product that the catalogue lacks', () => {
  const { products, productNames } = projectView(project, catalogue, now);
  expect(products.map(({ productId, slug }) => [productId, slug])).toEqual([
    [5, 'p5'],
    [6, null],
    [31, null],
  ]);
  expect(productNames).toEqual(['品5', '品6', '品31']);
});

test('the order keeps names and prices, one of each gift, and the person as typed but trimmed', () => {
  const ready = checkGroupOrder(project, catalogue, asked, now);
  if (!ready.ok) throw new Error(ready.rejection.code);
  const buyer = { memberId: null, emailKey: (email: string) => `key of ${email}`, phoneKey: (phone: string) => `key of ${phone}` };
  const terms = groupTerms(ready, catalogue, asked, buyer);
  expect(terms).toMatchObject({
    lines: [{ productId: 5, quantity: 1, unitPrice: 590, subtotal: 590 }],
    gifts: [{ productId: 31, quantity: 1 }],
    subtotal: 590,
    shippingFee: 70,
    total: 660,
    payment: 'COD',
    delivery: { type: 'CVS', subtype: 'FAMIC2C' },
    emailKey: 'key of ming@example.com',
    phoneKey: 'key of +886912345678',
    group: { projectId: 1, address: 'salon', name: '團購' },
  });
  const three = groupTerms(ready, catalogue, { ...asked, items: [{ productId: 6, quantity: 3 }] }, buyer);
  expect(three).toMatchObject({ lines: [{ quantity: 3, unitPrice: 100, subtotal: 300 }], subtotal: 300 });
  const store = { id: '006598', name: '店', address: '台北市' };
  const contact = groupContact(asked, store);
  expect(contact.recipient).toMatchObject({ lastName: '王小明', email: 'ming@example.com', phoneE164: '+886912345678' });
  const accented = { ...asked, recipient: { ...asked.recipient, name: 'Vu\u0303Lan' } };
  expect(groupContact(accented, store).recipient.lastName).toBe('VũLan');

  expect(isSameOrder(asked, terms, contact)).toBe(true);
  // The form also sends what nobody wants.
  expect(isSameOrder({ ...asked, items: [...asked.items, { productId: 6, quantity: 0 }] }, terms, contact)).toBe(true);
  expect(isSameOrder({ ...asked, recipient: { ...asked.recipient, name: '王\u200b小明　' } }, terms, contact)).toBe(true);
  // Staff gave the project another address since.
  expect(isSameOrder({ ...asked, address: 'renamed', projectId: 1 }, terms, contact)).toBe(true);
  for (const other of [
    { address: 'other' },
    { projectId: 2 },
    { items: [{ productId: 5, quantity: 2 }] },
    { items: [{ productId: 6, quantity: 1 }] },
    { items: [] },
    { expectedTotal: 661 },
    { store: { subtype: 'FAMIC2C' as const, id: '006599' } },
    { store: { subtype: 'UNIMARTC2C' as const, id: '006598' } },
    { store: undefined },
    { recipient: { ...asked.recipient, phone: '0912345679' } },
    { recipient: { ...asked.recipient, email: 'mei@example.com' } },
    { recipient: { ...asked.recipient, name: '王大明' } },
  ])
    expect(isSameOrder({ ...asked, ...other }, terms, contact), JSON.stringify(other)).toBe(false);
});

test('a product that the project does not sell is refused, also where the amount is right', () => {
  const checked = (...items: { productId: number; quantity: number }[]) =>
    checkGroupOrder(project, catalogue, { ...asked, items: [...asked.items, ...items] }, now);
  expect(checked().ok).toBe(true);
  for (const productId of [7, 99, 2_147_483_647])
    expect(checked({ productId, quantity: 1 }), String(productId)).toMatchObject({
      rejection: {
        status: 409,
        code: 'AMOUNT_MISMATCH',
        message: groupRefusals.pricesChanged,
        details: { price: String(asked.expectedTotal) },
      },
    });
  // What the project gives, and what nobody wants, is no fault.
  for (const item of [
    { productId: 31, quantity: 1 },
    { productId: 7, quantity: 0 },
  ])
    expect(checked(item).ok, String(item.productId)).toBe(true);
});

describe('a project that staff save', () => {
  const write = groupProjectTable((productId) => productId < 90).write;
  test.each([
    [
      'known products',
      [
        { product_id: 5, price: 590 },
        { product_id: '9', price: null },
      ],
      'ok',
    ],
    [
      'a product that the catalogue lacks',
      [
        { product_id: 5, price: 590 },
        { product_id: 99, price: 100 },
      ],
      'group_project_products',
    ],
    [
      'a gift that the catalogue lacks',
      [
        { product_id: 5, price: 590 },
        { product_id: '99', price: 0 },
      ],
      'group_project_products',
    ],
  ])('%s', (_, products, expected) => {
    const checked = write?.check(withProducts(products));
    expect(typeof checked === 'string' ? checked : 'ok').toBe(expected);
  });
});

test('a product that left the project answers with the new amount, not with an empty cart', () => {
  const gone = { ...asked, items: [{ productId: 7, quantity: 1 }], expectedTotal: 570 };
  expect(checkGroupOrder(project, catalogue, gone, now)).toMatchObject({ rejection: { code: 'AMOUNT_MISMATCH', details: { price: '0' } } });
});

test('a gift that left the project, or has a price now, is no order that the buyer saw', () => {
  const { prices } = project;
  for (const [changed, price] of [
    [prices.filter(({ productId }) => productId !== 31), '660'],
    [prices.map((one) => (one.productId === 31 ? { ...one, groupPrice: 100 } : one)), '760'],
  ] as const)
    expect(
      checkGroupOrder(
        { ...project, prices: changed },
        catalogue,
        { ...asked, items: [asked.items[0]!, { productId: 31, quantity: 1 }] },
        now,
      ),
    ).toMatchObject({ rejection: { code: 'AMOUNT_MISMATCH', details: { price } } });
});
