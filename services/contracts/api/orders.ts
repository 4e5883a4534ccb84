import * as z from 'zod/mini';
import {
  CANCEL_REASONS,
  COUPON_TYPES,
  DELIVERY_SUBTYPES,
  DELIVERY_TYPES,
  INVOICE_TYPES,
  ORDER_PHASES,
  PARCEL_STAGES,
  PAYMENT_STATES,
  PAYMENT_TYPES,
  REFUND_STATES,
  RETURN_REASONS,
} from '../vocabulary.ts';
import { DisplayStatus, PricedLine } from './checkout.ts';
import { GroupOfOrder, LinkedOrders, OrderNoText, PositionText, ReceiptText } from './common.ts';

export const OrderParams = z.object({ orderNo: OrderNoText });

/** A step of the order. `revision` orders the steps. The last step that is not `late` is the present state. */
export const TimelineEntry = z.object({
  code: z.string(),
  label: z.string(),
  at: z.iso.datetime(),
  revision: z.int(),
  /** reported when the parcel already had a later state */
  late: z.boolean(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** The parcel's present state. */
export const ParcelFacts = z.extend(DisplayStatus, { stage: z.enum(PARCEL_STAGES), at: z.iso.datetime() });
export type ParcelFacts = z.infer<typeof ParcelFacts>;

/** Whether the order's state allows an action, and the `reason` where it does not. The action also needs proof. */
export const OrderAction = z.object({ open: z.boolean(), reason: z.nullable(z.object({ code: z.string(), message: z.string() })) });
export type OrderAction = z.infer<typeof OrderAction>;

/** A shop of a chain. Without proof only the chain, and city and district as the address (decisions.md 9). */
export const PickupStore = z.object({ id: z.string(), chain: z.string(), name: z.string(), address: z.string() });

/**
 * The pickup at a store. The store gives the parcel to anyone with both codes, so only the look-up with proof has them. A member's list and
 * the socket have neither the codes nor the store.
 */
export const PickupFacts = z.object({
  /** 取貨編號; null before the parcel exists, and without proof */
  code: z.nullable(z.string()),
  /** 驗證碼; only 7-ELEVEN has one */
  validationNo: z.nullable(z.string()),
  store: z.nullable(PickupStore),
  /** the last instant for the pickup; null where the parcel is not at the store */
  deadline: z.nullable(z.iso.datetime()),
});
export type PickupFacts = z.infer<typeof PickupFacts>;

/** The facts by which pages decide. The socket sends them to all followers; only the look-up with proof fills in `pickup`. */
export const OrderFacts = z.object({
  phase: z.enum(ORDER_PHASES),
  payment: z.enum(PAYMENT_STATES),
  /**
   * `amount`: NT$ that is owed; where none is owed, the total that was paid back. Of what is owed, `ways`: how it is paid back;
   * `ofReturn`: goods that came back are among the reasons. Missing: nothing is owed, or an earlier release.
   */
  refund: z.object({
    state: z.enum(REFUND_STATES),
    amount: z.int(),
    ways: z.optional(z.array(z.enum(['card', 'transfer']))),
    ofReturn: z.optional(z.boolean()),
  }),
  parcel: z.nullable(ParcelFacts),
  /** null where the order is not collected at a store */
  pickup: z.nullable(PickupFacts),
  /** the last instant for a return by law (decisions.md 41); null before the buyer received the parcel */
  returnDeadline: z.nullable(z.iso.datetime()),
  actions: z.object({ pay: OrderAction, cancel: OrderAction, return: OrderAction, track: OrderAction }),
});
export type OrderFacts = z.infer<typeof OrderFacts>;

/** Calendar days in Taipei. */
const DayPeriod = z.object({ from: z.iso.date(), to: z.iso.date() });

export const OrderView = z.object({
  orderNo: OrderNoText,
  createdAt: z.iso.datetime(),
  paymentType: z.enum(PAYMENT_TYPES),
  /** 信用卡 or 貨到付款 */
  paymentLabel: z.string(),
  delivery: z.object({
    type: z.enum(DELIVERY_TYPES),
    subtype: z.enum(DELIVERY_SUBTYPES),
  }),
  /** masked without proof (decisions.md 9) */
  recipient: z.object({ name: z.string(), phone: z.string(), email: z.string(), address: z.string() }),
  /** `forgotten`: the caller gets no contact. The shop has none any more, or keeps it for the order's owner (infra/decisions/045). */
  personal: z.enum(['full', 'masked', 'forgotten']),
  invoiceType: z.enum(INVOICE_TYPES),
  items: z.array(PricedLine),
  gifts: z.array(
    z.object({
      couponName: z.string(),
      nameZh: z.string(),
      nameEn: z.string(),
      image: z.string(),
      quantity: z.int(),
      /** NT$ that a return deducts for each piece that stays; 0: nothing (decisions.md 65) */
      value: z.int(),
    }),
  ),
  /** the coupons as they were used; a later change of a coupon does not change them. `amount`: NT$ of its discount, 0 for gifts */
  coupons: z.array(z.object({ couponId: z.string(), name: z.string(), type: z.enum(COUPON_TYPES), amount: z.int() })),
  subtotal: z.int(),
  /** NT$ of all coupons */
  discount: z.int(),
  /** NT$ of shopping credit */
  credit: z.int(),
  shippingFee: z.int(),
  total: z.int(),
  /** the bank's page while 3-D secure is pending; with proof only */
  paymentUrl: z.nullable(z.string()),
  /** the payment failed, and the bank itself said that nothing was charged */
  notCharged: z.boolean(),
  facts: OrderFacts,
  /**
   * The expected days of arrival of an order that nothing holds up. `closed`: the first period until then that is not over and in which
   * nothing is sent; weekends alone are none. Missing: an earlier release.
   */
  arrival: z.optional(z.extend(DayPeriod, { closed: z.nullable(DayPeriod) })),
  tracking: z.nullable(z.object({ url: z.string(), number: z.string() })),
  /** of a group order */
  group: z.optional(GroupOfOrder),
  /** of an exchange or a second shipment; missing: none */
  linked: z.optional(LinkedOrders),
});
export type OrderView = z.infer<typeof OrderView>;

export const OrderAnswer = z.object({
  order: OrderView,
  displayStatus: DisplayStatus,
  timeline: z.array(TimelineEntry),
  /** as in the answer to a new order; with proof only */
  receipt: z.optional(ReceiptText),
  revision: z.int(),
  position: PositionText,
});
export type OrderAnswer = z.infer<typeof OrderAnswer>;

export const ProofRequest = z.object({ phone: z.string().check(z.minLength(1), z.maxLength(20)) });
export const ProofAnswer = z.object({ proof: z.string() });

/** of a sender and of the holder of an account; the page's fields have the same */
export const RETURN_NAME_MAX = 60;

/** spec/2-accounts-and-members §3, "Return form". The look-up sends the reason only. */
export const ReturnRequest = z.object({
  returnComment: z.string().check(z.trim(), z.maxLength(500)),
  SenderName: z.optional(z.string().check(z.maxLength(RETURN_NAME_MAX))),
  SenderCellPhone: z.optional(z.string().check(z.maxLength(20))),
  SenderAddress: z.optional(z.string().check(z.maxLength(120))),
  SenderZipCode: z.optional(z.string().check(z.maxLength(6))),
  reason: z._default(z.enum(RETURN_REASONS), 'NOT_STATED'),
  /** the account for the refund of a cash order; a card order is paid back to its card */
  bankAccount: z.optional(
    z.object({
      bankCode: z.string().check(z.regex(/^\d{3}$/)),
      accountNo: z.string().check(z.regex(/^\d{6,16}$/)),
      holder: z.string().check(z.trim(), z.minLength(1), z.maxLength(RETURN_NAME_MAX)),
    }),
  ),
});
export type ReturnRequest = z.infer<typeof ReturnRequest>;
export const ReturnAnswer = z.object({ displayStatus: DisplayStatus, revision: z.int(), position: PositionText });

/** 取消訂單: until the carrier has the parcel (decisions.md 37, 40). */
export const CancelRequest = z.object({ reason: z._default(z.enum(CANCEL_REASONS), 'NOT_STATED') });
export type CancelRequest = z.infer<typeof CancelRequest>;
export const CancelAnswer = z.object({ displayStatus: DisplayStatus, facts: OrderFacts, revision: z.int(), position: PositionText });
export type CancelAnswer = z.infer<typeof CancelAnswer>;
