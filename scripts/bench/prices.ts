import { priceCart, readCoupon, type Coupon, type CouponFields, type PriceInput } from '@nordhaut/promotions';
import { median, type Figure } from './table.ts';

const LINES = 20;
const COUPONS = 10;
/** seconds since epoch */
const NOW = 1_778_817_600;

/** Of each kind: a chosen discount, system discounts, a gift with a choice and one without, a bonus, and some that do not fit. */
function coupons(): Coupon[] {
  const items = ['g1', 'g2', 'g3'].map((product_uid) => ({ product_uid, product_quantity: 1 }));
  const conditions = [
    { property: 'total', operator: '>=', value: 1_000 },
    { property: 'product_ids', operator: 'includes', value: 3 },
    { property: 'user_created_at', operator: 'days ago', value: 7 },
  ];
  return Array.from({ length: COUPONS }, (_, at) => {
    const kinds: Partial<CouponFields>[] = [
      { coupon_type: 'DISCOUNT', coupon_formula: 'x - x // 1000 * 100', coupon_condition: conditions },
      { coupon_type: 'DISCOUNT', coupon_scope: 'SYSTEM', coupon_auto_loading: '1', coupon_formula: '(x * 0.97 - 5) / 3 * 2.9' },
      { coupon_type: 'GIVEAWAY', coupon_items: items, coupon_max_product_chosen: 2 },
      { coupon_type: 'BONUS', coupon_items: items, coupon_bonus_min_standard: 3, coupon_product: [1, 2, 3, 4, 5, 6, 7, 8] },
      { coupon_type: 'DISCOUNT', coupon_scope: 'SYSTEM', coupon_auto_loading: '1', coupon_formula: 'x - 50', coupon_condition: conditions },
    ];
    const read = readCoupon({
      coupon_id: at + 1,
      coupon_uid: `C${at}`,
      coupon_name: `C${at}`,
      coupon_scope: 'ALL',
      ...kinds[at % kinds.length],
    });
    if (!read.ok) throw new Error(read.faults.join('; '));
    return read.coupon;
  });
}

function cart(): PriceInput {
  const defined = coupons();
  const product = (productId: number) => ({
    productId,
    nameZh: `${productId}`,
    nameEn: `${productId}`,
    images: ['image'],
    available: true,
    prices: { ORIGIN: 137 * productId, MEMBER: 101 * productId, ADDITIONAL: null },
    samples: [{ productId: 100 + productId, nameZh: 'S', nameEn: 'S', images: ['sample'] }],
  });
  const products = new Map(Array.from({ length: LINES }, (_, at) => [at + 1, product(at + 1)]));
  return {
    items: [...products.keys()].map((productId) => ({ productId, quantity: 1 + (productId % 4), tier: 'ORIGIN' })),
    delivery: 'HOME',
    coupons: defined
      .filter(({ scope }) => scope === 'ALL')
      .map(({ uid, type }) => (type === 'GIVEAWAY' ? { uid, gifts: ['g1', 'g3'] } : uid)),
    credit: 500,
    isMember: true,
    dropMemberParts: true,
    product: (productId) => products.get(productId),
    promotions: {
      at: NOW * 1_000,
      coupons: defined,
      stock: () => null,
      uses: () => 0,
      member: {
        group: 'ORIGINAL',
        createdAt: NOW * 1_000 - 9e9,
        birthday: null,
        birthdayYears: [],
        standingOrders: 0,
        lastOrderAt: null,
        deliveredOrders: 0,
        muted: new Set([99]),
        copies: [],
        credit: Array.from({ length: 5 }, (_, at) => ({ grantId: `${at}`, left: 150, endsAt: (NOW + 1_000 * (at + 1)) * 1_000 })),
      },
      timer: null,
      payment: null,
      gift: (uid) => ({ productId: 900, uid, nameZh: uid, nameEn: uid, images: [], value: 350, setItems: [] }),
    },
  };
}

/** µs of processor time of one price, the median of several rounds after a warm-up. */
function microseconds(input: PriceInput, runs: number): number {
  const round = (): number => {
    const before = process.cpuUsage();
    for (let run = 0; run < runs; run++) if (!priceCart(input).ok) throw new Error('the cart of the benchmark has no price');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / runs;
  };
  round();
  return median(Array.from({ length: 7 }, round));
}

/** Processor time of the price of a cart with coupons, beside the same cart without. */
export function benchPrices(quick: boolean): Figure[] {
  const { promotions, ...plain } = cart();
  const runs = quick ? 200 : 2_000;
  const [full, without] = [microseconds({ ...plain, promotions }, runs), microseconds({ ...plain, coupons: [], credit: 0 }, runs)];
  return [
    {
      what: `price of ${LINES} lines with ${COUPONS} coupons, processor time`,
      value: `${full.toFixed(0)} µs`,
      limit: `${without.toFixed(0)} µs without coupons`,
      ratio: full / without,
      aim: '< 1 ms',
      met: full < 1_000,
    },
  ];
}
