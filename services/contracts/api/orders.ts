import * as z from 'zod/mini';
import { DELIVERY_SUBTYPES, DELIVERY_TYPES, INVOICE_TYPES, PAYMENT_TYPES } from '../vocabulary.ts';
import { DisplayStatus, PricedLine } from './checkout.ts';
import { OrderNoText, PositionText } from './common.ts';

export const OrderParams = z.object({ orderNo: OrderNoText });

/** A step of the order's way. `revision` orders them; the last that is not `late` is where the order stands. */
export const TimelineEntry = z.object({
  code: z.string(),
  label: z.string(),
  at: z.iso.datetime(),
  revision: z.int(),
  /** the carrier told it when the parcel was further on already */
  late: z.boolean(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const OrderView = z.object({
  orderNo: OrderNoText,
  createdAt: z.iso.datetime(),
  paymentType: z.enum(PAYMENT_TYPES),
  /** 信用卡 or 貨到付款 */
  paymentLabel: z.string(),
  delivery: z.object({
    type: z.enum(DELIVERY_TYPES),
    subtype: z.enum(DELIVERY_SUBTYPES),
    store: z.nullable(z.object({ id: z.string(), chain: z.string(), name: z.string(), address: z.string() })),
  }),
  /** masked unless the caller proved who they are (decisions.md #9) */
  recipient: z.object({ name: z.string(), phone: z.string(), email: z.string(), address: z.string() }),
  personal: z.enum(['full', 'masked', 'forgotten']),
  invoiceType: z.enum(INVOICE_TYPES),
  items: z.array(PricedLine),
  gifts: z.array(z.object({ couponName: z.string(), nameZh: z.string(), nameEn: z.string(), image: z.string(), quantity: z.int() })),
  subtotal: z.int(),
  discount: z.int(),
  credit: z.int(),
  shippingFee: z.int(),
  total: z.int(),
  /** the bank's page while 3-D secure waits; with proof only */
  paymentUrl: z.nullable(z.string()),
  /** of a payment that failed: whether the bank itself said that nothing was charged */
  notCharged: z.boolean(),
  /** label of the parcel's own last state, also where the display status names the payment */
  parcel: z.nullable(DisplayStatus),
  tracking: z.nullable(z.object({ url: z.string(), number: z.string() })),
  pickup: z.nullable(z.object({ paymentNo: z.string(), validationNo: z.string() })),
  /** whether the return form is offered (spec/2-accounts-and-members §4, "Return application") */
  canReturn: z.boolean(),
  returnedAt: z.nullable(z.iso.datetime()),
});
export type OrderView = z.infer<typeof OrderView>;

export const OrderAnswer = z.object({
  order: OrderView,
  displayStatus: DisplayStatus,
  timeline: z.array(TimelineEntry),
  revision: z.int(),
  position: PositionText,
});
export type OrderAnswer = z.infer<typeof OrderAnswer>;

export const ProofRequest = z.object({ phone: z.string().check(z.minLength(1), z.maxLength(20)) });
export const ProofAnswer = z.object({ proof: z.string() });

/** spec/2-accounts-and-members §3, "Return form"; a guest's look-up asks for the reason alone. */
export const ReturnRequest = z.object({
  returnComment: z.string().check(z.trim(), z.maxLength(500)),
  SenderName: z.optional(z.string().check(z.maxLength(20))),
  SenderCellPhone: z.optional(z.string().check(z.maxLength(20))),
  SenderAddress: z.optional(z.string().check(z.maxLength(120))),
  SenderZipCode: z.optional(z.string().check(z.maxLength(6))),
});
export type ReturnRequest = z.infer<typeof ReturnRequest>;
export const ReturnAnswer = z.object({ displayStatus: DisplayStatus, revision: z.int(), position: PositionText });
