import * as z from 'zod/mini';

const MOST_ITEMS = 100;
const MOST_NT = 10_000_000;

const Word = z.string().check(z.minLength(1), z.maxLength(100));
const Amount = z.int().check(z.minimum(0), z.maximum(MOST_NT));
const Currency = z.literal('TWD');

/** A product in the shape of GA4. `item_id` is the product's id, `item_variant` its price tier, `price` NT$. */
export const TrackedItem = z.strictObject({
  item_id: z.string().check(z.regex(/^\d{1,9}$/)),
  item_name: Word,
  item_variant: z.optional(z.enum(['ORIGIN', 'MEMBER', 'ADDITIONAL'])),
  price: Amount,
  quantity: z.int().check(z.minimum(1), z.maximum(99)),
  index: z.optional(z.int().check(z.minimum(0), z.maximum(1_000))),
});
export type TrackedItem = z.infer<typeof TrackedItem>;

const Items = z.array(TrackedItem).check(z.minLength(1), z.maxLength(MOST_ITEMS));
const priced = { currency: Currency, value: Amount, items: Items };

/**
 * The one list of events that a page reports (spec/1 §7, spec/2 §7, spec/3 §7), in the GA4 shape of the data layer. A new
 * event is one line here. Names without a GA4 counterpart are the specification's own. Nothing here names a person, a
 * condition of the skin, or an order number (decisions.md 80, 82).
 */
export const PAGE_EVENTS = {
  view_item_list: z.strictObject({ item_list_id: Word, item_list_name: Word, items: Items }),
  view_item: z.strictObject(priced),
  /** `promotion_category`: of a slide of the home page, as the layout setting has it */
  select_promotion: z.strictObject({ promotion_id: Word, promotion_name: Word, promotion_category: z.optional(Word) }),
  /** also an additional item: its `item_variant` is ADDITIONAL */
  add_to_cart: z.strictObject(priced),
  add_to_wishlist: z.strictObject(priced),
  /** at every arrival on the checkout page */
  view_cart: z.strictObject(priced),
  /** from the cart to the shipping step */
  InitiateCheckout: z.strictObject(priced),
  /** from SHIPPING to PAY */
  begin_checkout: z.strictObject(priced),
  add_shipping_info: z.strictObject({ ...priced, shipping_tier: z.enum(['HOME', 'CVS', 'INTERNATIONAL']) }),
  add_payment_info: z.strictObject({ ...priced, payment_type: z.enum(['CREDIT', 'COD']) }),
  sign_up: z.strictObject({ method: Word }),
  login: z.strictObject({ method: Word }),
  /** after 3 s on an article */
  article_view: z.strictObject({ article_id: Word }),
  /** after 5 s on an article */
  ViewContent: z.strictObject({ content_type: z.literal('article'), content_id: Word }),
} as const;

export type PageEventName = keyof typeof PAGE_EVENTS;
export type PageEvent = { [Name in PageEventName]: { name: Name; params: z.infer<(typeof PAGE_EVENTS)[Name]> } }[PageEventName];

/** The event of an order. Only the data layer and the server's own reports have it; `transaction_id` is the order's pseudonym. */
export const PurchaseEvent = z.strictObject({
  transaction_id: z.string().check(z.regex(/^p_[0-9a-f]{32}$/)),
  ...priced,
  shipping: Amount,
  tax: Amount,
});
export type PurchaseEvent = z.infer<typeof PurchaseEvent>;
