import * as z from 'zod/mini';
import { DELIVERY_SUBTYPES, DELIVERY_TYPES } from '../vocabulary.ts';
import { Invoice, Recipient } from './checkout.ts';
import { OrderNoText } from './common.ts';

// The specification's own calls (spec/3-purchase-flow §7; decisions.md 35, 79). What they do not name is not read.

/** The form of the shipping step. The store is not in it: it comes from the store map only. */
export const ShippingInfo = z.object({
  delivery: z.object({ type: z.enum(DELIVERY_TYPES), subtype: z.enum(DELIVERY_SUBTYPES) }),
  recipient: Recipient,
  invoice: z._default(Invoice, { type: 'NORMAL' }),
  termsAccepted: z._default(z.boolean(), false),
});
export type ShippingInfo = z.infer<typeof ShippingInfo>;

export const SessionRequest = z.object({
  set: z.optional(z.object({ key: z.literal('shippingInfo'), value: ShippingInfo })),
  /** `cvsInfo`: the store that was chosen on the map */
  unset: z._default(z.array(z.enum(['shippingInfo', 'cvsInfo'])).check(z.maxLength(2)), []),
});
export const SessionAnswer = z.object({ state: z.literal(200) });

/** Merchant, addresses, amount and cardholder of `payInfo` are the shop's own. */
export const CardRequest = z.object({
  payInfo: z.object({
    /** the card's one-time token; none where the total is 0 */
    prime: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    order_number: OrderNoText,
  }),
});
export const CardAnswer = z.object({
  status: z.literal(200),
  data: z.object({
    /** 0: paid, or waits for the bank at `payment_url`; otherwise the processor's code, and 504 where it gave no answer */
    status: z.int(),
    msg: z.string(),
    order_number: OrderNoText,
    payment_url: z.optional(z.string()),
    bank_transaction_id: z.optional(z.string()),
    rec_trade_id: z.optional(z.string()),
  }),
});

/**
 * Path, sender, reply address and amounts of `shippingInfo` are the shop's own. The specification's fields name no order. Without
 * `MerchantTradeNo` the call orders the cart under a new number, or answers for the order that took the cart's lines.
 */
export const ParcelRequest = z.object({ shippingInfo: z.object({ MerchantTradeNo: z.optional(OrderNoText) }) });
export const ParcelAnswer = z.object({
  state: z.literal('1'),
  data: z.object({ MerchantTradeNo: OrderNoText, LogisticsType: z.string(), LogisticsSubType: z.string(), ReceiverCellPhone: z.string() }),
});
