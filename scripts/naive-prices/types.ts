/**
 * Plain input and output of the naive implementation of prices, coupons, gifts and shopping credit.
 * It follows decisions 22–28, 33, 38, 40 and 42–66 and the specification, and shares no code with the shop.
 *
 * Money is an integer of NT$. An instant is a number of ms since the epoch. Comments name the exceptions.
 * A coupon's id is text of digits, compared as a number. A product's id is a number, its uid is text.
 */

export type Tier = 'ORIGIN' | 'MEMBER' | 'ADDITIONAL';
export type Delivery = 'HOME' | 'CVS' | 'INTERNATIONAL';
export type Payment = 'CREDIT' | 'COD';

/** One line as the browser sends it. Of the tier only ADDITIONAL is believed (decision 38). */
export type CartLine = { productId: number; tier: Tier; quantity: number };

export type Product = {
  id: number;
  uid: string;
  type: 'PRODUCT' | 'SET';
  /** ADDITIONAL is null for a product that is not offered as an additional purchase. */
  prices: { ORIGIN: number; MEMBER: number; ADDITIONAL: number | null };
  /** Ids of the products in a set, empty for a single product. */
  setItems: number[];
  /** uid of the trial product that comes with each piece, or null. */
  sample: string | null;
  launched: boolean;
  soldOut: boolean;
};

/** A member's copy of a coupon. `gotAt` is s since the epoch, or ms where it has more than 10 digits. */
export type Copy = {
  couponId: string;
  gotAt: number;
  /** ms: end of the 7 days of decision 60, or null. */
  extendedTo: number | null;
  /** The year of the birthday gift for which these days are. */
  giftYear?: number;
};

/** A grant of shopping credit. It can be spent before `endsAt`, up to `value` − `used`. */
export type Grant = { id: string; value: number; used: number; endsAt: number };

export type Member = {
  kind: 'MEMBER';
  /** ORIGINAL is a founding member, FRIEND any other. */
  group: 'ORIGINAL' | 'FRIEND';
  createdAt: number;
  /** A plain date, and the instant when the member set it. */
  birthday: { month: number; day: number; setAt: number } | null;
  /** Calendar years (Taipei) in which the birthday gift was used. */
  birthdayYears: number[];
  /** Orders that stand: all but failed, cancelled and not-collected ones (decision 57). */
  standingOrders: number;
  lastOrderAt: number | null;
  /** Orders that were delivered once. */
  deliveredOrders: number;
  mutedProducts: number[];
  copies: Copy[];
  /** Earlier uses of each coupon, by coupon id. */
  uses: Record<string, number>;
  credit: Grant[];
};

export type Guest = { kind: 'GUEST'; uses: Record<string, number> };
export type Buyer = Member | Guest;

export type Condition = { property: string; operator: string; value?: unknown; msg: string };

export type Coupon = {
  id: string;
  uid: string;
  name: string;
  type: 'DISCOUNT' | 'GIVEAWAY' | 'BONUS';
  scope: 'SYSTEM' | 'MEMBER' | 'ALL';
  /** OLD_MEMBER is the coupon with the minimum of 1,800 (decision 58). */
  super: 'WELCOME_1150' | 'PUBLIC_FIRST_200' | 'INVITE' | 'OLD_MEMBER' | null;
  /** First instant and first instant after the offer: s, or ms where the number has more than 10 digits. null: unlimited. */
  start: number | null;
  end: number | null;
  products: 'ALL' | 'PRODUCT' | 'SET' | number[];
  maxProductsChosen: number | null;
  bonusMinimum: number | null;
  autoLoading: boolean;
  /** Life of a member's copy, in s. null: unlimited. */
  period: number | null;
  /** Uses per buyer. null and 0: unlimited. */
  maxUsage: number | null;
  /** Copies left in the shop. null: unlimited, 0: sold out. */
  quantity: number | null;
  formula: string | null;
  conditions: Condition[];
  items: { uid: string; quantity: number }[];
};

/** The countdown of the checkout, as the server keeps it (decision 53). */
export type Timer = {
  startedAt: number;
  /** When the one extension was taken, or null. */
  extendedAt: number | null;
  /** When a sign-in ended it, or null. */
  endedAt: number | null;
  /** The timer's coupon was used before by this member, guest cookie or phone number. */
  usedBefore: boolean;
};

export type Request = {
  /** CART drops coupons that no longer fit and says so. ORDER refuses them. */
  mode: 'CART' | 'ORDER';
  now: number;
  lines: CartLine[];
  products: Product[];
  buyer: Buyer;
  coupons: Coupon[];
  /** Ids of the coupons that the member chose. SYSTEM coupons load by themselves. */
  chosen: string[];
  /** Chosen gifts (product uids) by coupon id. */
  giftChoices: Record<string, string[]>;
  creditAsked: number;
  delivery: Delivery;
  payment: Payment | null;
  timer: Timer | null;
};

export type PricedLine = {
  productId: number;
  tier: Tier;
  quantity: number;
  /** Price of one piece. */
  price: number;
  amount: number;
  /** This line's part of each discount, in the order of `discounts`. */
  shares: { couponId: string; amount: number }[];
};

export type Discount = { couponId: string; amount: number };
export type Gift = { couponId: string; uid: string; quantity: number };
/** 400, 500, 501, 502, 503 as in spec/3 §4; SIGN_IN for a guest; REPLACED for a second coupon of a kind; GIFTS for an open choice. */
export type CouponProblem = 400 | 500 | 501 | 502 | 503 | 'SIGN_IN' | 'REPLACED' | 'GIFTS';
export type Dropped = { couponId: string; state: CouponProblem /** The failed condition's own text. */; message: string | null };
export type CreditPart = { grantId: string; onGoods: number; onShipping: number };

export type Quote = {
  ok: true;
  /** Main lines by product id, then additional ones. */
  lines: PricedLine[];
  goods: number;
  discounts: Discount[];
  gifts: Gift[];
  /** Trial products that come with the goods. */
  samples: { uid: string; quantity: number }[];
  /** Ids of the SYSTEM coupons that apply. */
  autoCoupons: string[];
  dropped: Dropped[];
  /** Coupons whose gifts the buyer still has to choose, with the number to choose. Only in mode CART. */
  toChoose: { couponId: string; count: number }[];
  shippingFee: number;
  freeShippingGap: number;
  credit: CreditPart[];
  creditOnGoods: number;
  creditOnShipping: number;
  /** Goods − discounts − credit on goods. */
  goodsPaid: number;
  /** What is left to pay in money. */
  total: number;
};

export type CartRefusal =
  | 'EMPTY_CART'
  | 'UNKNOWN_PRODUCT'
  | 'BAD_QUANTITY'
  | 'OVER_99'
  | 'UNAVAILABLE'
  | 'NOT_ADDITIONAL'
  | 'ADDITIONAL_ALONE'
  | 'NO_COD';
export type Refusal = { ok: false; refusal: CartRefusal } | { ok: false; refusal: 'COUPON'; coupon: Dropped };
export type Answer = Quote | Refusal;
