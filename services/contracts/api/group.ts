import * as z from 'zod/mini';
import { STORE_SUBTYPES } from '../vocabulary.ts';
import { MAX_QUANTITY } from '../rules/quantity.ts';
import { Store } from './checkout.ts';

/** A project before its first day, while it sells, and after its last day (decisions.md 67). */
export const GROUP_STATES = ['ANNOUNCED', 'OPEN', 'ENDED'] as const;
export type GroupState = (typeof GROUP_STATES)[number];

/** A day in Taipei, `2026-11-25`. */
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

export const GroupProduct = z.object({
  productId: z.int(),
  /** of its page; null where the product is not launched and so has no page */
  slug: z.nullable(z.string()),
  nameZh: z.string(),
  nameEn: z.string(),
  /** as in `ProductCard.images`; empty: none */
  image: z.string(),
  /** NT$ of one piece outside the project */
  originalPrice: z.int(),
  /** NT$ of one piece; null: 隨單附贈, one comes with every order */
  groupPrice: z.nullable(z.int()),
});
export type GroupProduct = z.infer<typeof GroupProduct>;

/** What everybody may see of a project. Only an open one has prices (decisions.md 77). */
export const GroupProject = z.object({
  address: z.string(),
  name: z.string(),
  state: z.enum(GROUP_STATES),
  /** the first and the last day on which it sells */
  start: Day,
  end: Day,
  productNames: z.array(z.string()),
  /** empty where the project is not open */
  products: z.array(GroupProduct),
  /** ms until the state changes, by the server's clock; null: it does not change any more */
  turnsIn: z.nullable(z.int()),
});
export type GroupProject = z.infer<typeof GroupProject>;
export const GroupParams = z.object({ address: z.string().check(z.maxLength(100)) });
export const GroupProjectAnswer = z.object({ project: GroupProject });

const Text = (max: number) => z.string().check(z.maxLength(max));

/** Answered like `POST /api/orders`. The shop's own messages report what is missing, so these texts have no minimum. */
export const PlaceGroupOrderRequest = z.object({
  /** from `POST /api/genUid/` */
  orderNo: Text(20),
  /** of the project */
  address: Text(100),
  items: z.array(z.object({ productId: z.int(), quantity: z.int().check(z.minimum(0), z.maximum(MAX_QUANTITY)) })).check(
    z.maxLength(100),
    z.refine((items) => new Set(items.map(({ productId }) => productId)).size === items.length, '商品重複'),
  ),
  recipient: z.object({ name: Text(40), email: Text(254), phone: Text(20) }),
  store: z.optional(z.object({ subtype: z.enum(STORE_SUBTYPES), id: Store.shape.id })),
  /**
   * NT$ with the fee that the page showed. Another amount answers 409 `AMOUNT_MISMATCH` with the new one in
   * `details.price`; the page then reads the project again (decisions.md 68).
   */
  expectedTotal: z.int(),
});
export type PlaceGroupOrderRequest = z.infer<typeof PlaceGroupOrderRequest>;
