import * as z from 'zod/mini';
import {
  COUPON_TYPES,
  DELIVERY_SUBTYPES,
  DELIVERY_TYPES,
  INVOICE_TYPES,
  PAYMENT_TYPES,
  PHONE_AREAS,
  PRICE_TIERS,
  STORE_SUBTYPES,
} from '../vocabulary.ts';
import { CartItem, NamedCartItem } from './cart.ts';
import { GroupAddress, OrderNoText, PositionText, ReceiptText } from './common.ts';

const MAX_ITEMS = z.maxLength(100);
const Text = (max: number) => z.string().check(z.maxLength(max));
const Line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

/** A coupon by its uid; with the uids of the chosen gifts where the buyer chooses. */
export const CouponChoice = z.union([Text(64), z.object({ uid: Text(64), gifts: z.array(Text(64)).check(z.maxLength(50)) })]);
export type CouponChoice = z.infer<typeof CouponChoice>;
const CouponChoices = z._default(z.array(CouponChoice).check(z.maxLength(20)), []);

export const PriceRequest = z.object({
  items: z.array(NamedCartItem).check(MAX_ITEMS),
  coupons: CouponChoices,
  /** shopping credit the buyer wants to use, NT$ */
  vouchers: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  portType: z._default(z.enum(DELIVERY_TYPES), 'HOME'),
  /** some coupons are for one way to pay; missing: not chosen yet */
  payType: z.optional(z.enum(PAYMENT_TYPES)),
});
export type PriceRequest = z.infer<typeof PriceRequest>;

/**
 * The specification's call for shopping credit (spec/2-accounts-and-members §6). It is answered for the session's member
 * and the account's cart; another `userId` is not read (decisions.md 79).
 */
export const VoucherRequest = z.object({
  /** NT$ of credit the member wants to use */
  voucherAmount: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0),
  userId: z.optional(Text(64)),
});

export const PricedLine = z.object({
  productId: z.int(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string(),
  tier: z.enum(PRICE_TIERS),
  quantity: z.int(),
  /** NT$ */
  unitPrice: z.int(),
  /** NT$ */
  subtotal: z.int(),
});
export type PricedLine = z.infer<typeof PricedLine>;

/** A line's part of a discount, NT$ */
export const DiscountShare = z.object({ productId: z.int(), tier: z.enum(PRICE_TIERS), amount: z.int() });

/** What the gift picker shows: the gifts on offer, and how many different ones the buyer chooses, exactly. */
export const GiftPick = z.object({
  couponId: z.string(),
  uid: z.string(),
  name: z.string(),
  choose: z.int(),
  offered: z.array(
    z.object({
      productUid: z.string(),
      productId: z.int(),
      nameZh: z.string(),
      nameEn: z.string(),
      image: z.string(),
      quantity: z.int(),
      /** NT$ of one piece */
      value: z.int(),
    }),
  ),
  /** uids of the present choice; empty: none that fits */
  chosen: z.array(z.string()),
});
export type GiftPick = z.infer<typeof GiftPick>;

/** A coupon of the price. `removable`: false for what the shop applies by itself */
export const UsedCoupon = z.object({
  couponId: z.string(),
  uid: z.string(),
  name: z.string(),
  type: z.enum(COUPON_TYPES),
  removable: z.boolean(),
});

/** Why each figure of the price is what it is, in the buyer's words, in the order of the quote's own lists. */
export const PriceCauses = z.object({
  products: z.array(z.string()),
  discounts: z.array(z.string()),
  gifts: z.array(z.string()),
  shippingFee: z.string(),
  /** '' where no credit is used */
  vouchers: z.string(),
});
export type PriceCauses = z.infer<typeof PriceCauses>;

const Discount = z.object({ couponId: z.string(), name: z.string(), amount: z.int() });
const Gift = z.object({
  productId: z.int(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string(),
  quantity: z.int(),
  couponId: z.nullable(z.string()),
});

/** A price with all its parts. NT$ integers, including 5 % VAT (spec/3-purchase-flow §9). */
export const Quote = z.object({
  products: z.array(PricedLine),
  subtotal: z.int(),
  discounts: z.array(
    z.extend(Discount, {
      /** NT$ that the discount was calculated from */
      base: z.exactOptional(z.int()),
      /** the discount on each line; the sum is `amount` */
      shares: z.exactOptional(z.array(DiscountShare)),
    }),
  ),
  gifts: z.array(
    z.extend(Gift, {
      /** NT$ of one piece as shown when it was chosen: what a return deducts for a gift that stays (decisions.md 65) */
      value: z.exactOptional(z.int()),
    }),
  ),
  shippingFee: z.int(),
  /** NT$ missing for free shipping; 0 where shipping is free */
  missingForFreeShipping: z.int(),
  vouchers: z.int(),
  price: z.int(),
  /** The rest is missing where neither coupons nor credit can apply. The coupons of the price. */
  coupons: z.optional(z.array(UsedCoupon)),
  /** the coupons whose gifts the buyer chooses */
  picks: z.optional(z.array(GiftPick)),
  /** parts of `vouchers` by grant, in the order in which they are spent; `grantId` in an answer: the `voucherId` of the member's credit */
  credit: z.optional(z.array(z.object({ grantId: z.string(), goods: z.int(), shipping: z.int() }))),
  /** goods − discounts − credit on goods (decisions.md 55) */
  goodsPaid: z.optional(z.int()),
  causes: z.optional(PriceCauses),
});
export type Quote = z.infer<typeof Quote>;
/** `notices`: what was left out because only members have it, or because a chosen coupon does not fit; `coupon`: its uid */
export const PriceAnswer = z.extend(Quote, {
  state: z.literal(200),
  notices: z.optional(z.array(z.object({ code: z.string(), message: z.string(), coupon: z.optional(z.string()) }))),
});
export type PriceAnswer = z.infer<typeof PriceAnswer>;

export const OrderNumberAnswer = z.object({ id: OrderNoText });

export const Store = z.object({
  id: z.string().check(z.regex(/^[A-Za-z0-9]{1,6}$/)),
  name: Line(20),
  address: Line(100),
});
export type Store = z.infer<typeof Store>;

export const Recipient = z.object({
  // The shop's own messages report missing and short texts, so the schema has no minimum.
  firstName: Text(10),
  lastName: Text(10),
  phoneArea: z.enum(PHONE_AREAS),
  phone: Text(20),
  email: z._default(Text(254), ''),
  zip: z.optional(Text(6)),
  city: z.optional(Text(20)),
  district: z.optional(Text(20)),
  address: z.optional(Text(100)),
  /** Hong Kong's sub-area */
  area: z.optional(Text(20)),
});
export type Recipient = z.infer<typeof Recipient>;

export const Invoice = z.object({
  type: z.enum(INVOICE_TYPES),
  uniformNumber: z.optional(Text(20)),
  companyTitle: z.optional(Text(60)),
  /** the mobile barcode for the invoice, with NORMAL only */
  mobileBarcode: z.optional(Text(20)),
});
export type Invoice = z.infer<typeof Invoice>;

export const PlaceOrderRequest = z.object({
  orderNo: Text(20),
  items: z.array(CartItem).check(MAX_ITEMS),
  /** also the choice of gifts of a coupon that the shop applies by itself; guests choose no other coupon */
  coupons: CouponChoices,
  /** NT$ of shopping credit; members only */
  credit: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  delivery: z.object({ type: z.enum(DELIVERY_TYPES), subtype: z.enum(DELIVERY_SUBTYPES), store: z.optional(Store) }),
  recipient: Recipient,
  invoice: Invoice,
  payment: z.discriminatedUnion('type', [
    /** `prime`: the card's one-time token; none where the total is 0, because then no card is charged (decisions.md 55) */
    z.object({ type: z.literal('CREDIT'), prime: z.optional(z.string().check(z.minLength(1), z.maxLength(128))) }),
    z.object({ type: z.literal('COD') }),
  ]),
  /**
   * NT$ that the page showed; the server only compares it (decisions.md 10). Another price answers 409 `AMOUNT_MISMATCH`
   * with the new one in `details.price`; the page then asks for a new quote (decisions.md 54).
   */
  expectedTotal: z.int(),
  /**
   * The gifts that the page showed; missing: they are not compared. A gift changes no amount, so an order that lacks one of them
   * answers 409 `GIFT_GONE`, and the page asks for a new quote.
   */
  expectedGifts: z.optional(z.array(z.object({ productId: z.int(), quantity: z.int() })).check(MAX_ITEMS)),
  termsAccepted: z.boolean(),
  /** a signed-in member's home address becomes the address of the profile (spec/3-purchase-flow §6) */
  rememberShipping: z.optional(z.boolean()),
  /** the buyer's earlier order whose payment waits at the bank; it is cancelled before this one begins */
  replaces: z.optional(Text(20)),
});
export type PlaceOrderRequest = z.infer<typeof PlaceOrderRequest>;

export const DisplayStatus = z.object({ code: z.string(), label: z.string() });
export type DisplayStatus = z.infer<typeof DisplayStatus>;

export const PlaceOrderAnswer = z.object({
  orderNo: OrderNoText,
  displayStatus: DisplayStatus,
  total: z.int(),
  /** the bank's 3-D secure page, to which the browser goes */
  paymentUrl: z.optional(z.string()),
  proof: z.string(),
  /** shows later that the order's history up to `revision` was changed or removed; see `ReceiptText` */
  receipt: z.optional(ReceiptText),
  revision: z.int(),
  position: PositionText,
});
export type PlaceOrderAnswer = z.infer<typeof PlaceOrderAnswer>;

/** The form that a page posts, as a top-level navigation, to open the carrier's store map. */
export const StoreMapQuery = z.object({
  subtype: z.enum(STORE_SUBTYPES),
  device: z._default(z.enum(['0', '1']), '0'),
  /** the group project for which a store is chosen; missing: the checkout */
  group: z.optional(GroupAddress),
});
export const StoreMapAnswer = z.object({ action: z.string(), fields: z.record(z.string(), z.string()) });

/** The store that the visitor chose on the map, stored until the order is placed. */
export const ChosenStore = z.object({
  CVSStoreID: z.string(),
  CVSStoreName: z.string(),
  CVSAddress: z.string(),
  LogisticsSubType: z.enum(STORE_SUBTYPES),
});
export type ChosenStore = z.infer<typeof ChosenStore>;
/** Which choice: of a group project, or of the checkout. */
export const ChosenStoreQuery = z.object({ group: z.optional(GroupAddress) });
export const ChosenStoreAnswer = z.object({ store: z.nullable(ChosenStore) });

/** Postal code of an address; empty where none matches (providers §9). The address is in the body, because proxies log request URLs. */
export const ZipRequest = z.object({ adrs: z.string().check(z.minLength(1), z.maxLength(120)) });
export const ZipAnswer = z.object({ zipcode: z.string() });

/** The set-up of the card fields on the pay page. */
export const PaymentSetupAnswer = z.object({
  sdkUrl: z.string(),
  appId: z.int(),
  appKey: z.string(),
  environment: z.enum(['sandbox', 'production']),
});
