import * as z from 'zod/mini';
import { DELIVERY_SUBTYPES, DELIVERY_TYPES } from '../vocabulary.ts';
import { Invoice, Recipient } from './checkout.ts';
import { OrderNoText } from './common.ts';

// The specification's own calls (spec/3-purchase-flow §7; decisions.md 35, 79). What they do not name is not read.

const unsaid = { invoice: z._default(Invoice, { type: 'NORMAL' }), termsAccepted: z._default(z.boolean(), false) };

/** The form of the shipping step. The store is not in it: it comes from the store map only. */
export const ShippingInfo = z.object({
  delivery: z.object({ type: z.enum(DELIVERY_TYPES), subtype: z.enum(DELIVERY_SUBTYPES) }),
  recipient: Recipient,
  ...unsaid,
});
export type ShippingInfo = z.infer<typeof ShippingInfo>;

const { firstName, lastName, phoneArea, phone, email, zip, city, district, address, area } = Recipient.shape;
/**
 * The same with the specification's names (spec/3-purchase-flow §3, "Shipping info"). It has no names for the invoice and the
 * terms, so these have the contract's.
 */
export const SpecificationShippingInfo = z.object({
  logisticsType: z.enum(DELIVERY_TYPES),
  firstName,
  lastName,
  user_phone_area: phoneArea,
  user_phone: phone,
  user_email: email,
  user_city: city,
  user_urban_area: district,
  user_address: address,
  user_area: area,
  zip,
  ...unsaid,
});
type SpecificationShippingInfo = z.infer<typeof SpecificationShippingInfo>;

export const shippingInfoMessages = {
  mixedNames: '配送資料的欄位名稱請擇一使用：delivery、recipient 或 logisticsType、firstName、user_phone 等',
} as const;
const isMixed = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['delivery', 'recipient'].some((name) => Object.hasOwn(value, name)) &&
  Object.keys(SpecificationShippingInfo.shape).some((name) => !Object.hasOwn(unsaid, name) && Object.hasOwn(value, name));

/** The carrier of each delivery. The store that is chosen on the map decides which chain it is. */
const SUBTYPES = { HOME: 'TCAT', CVS: 'UNIMARTC2C', INTERNATIONAL: 'INTERNATIONAL' } as const;

/**
 * Shipping info with the contract's names or with the specification's, but no mixture. Routes get the contract's names. The
 * schemas are loose, so that a mixture is still visible after one of them matched.
 */
export const NamedShippingInfo = z.pipe(
  z
    .union([z.looseObject(ShippingInfo.shape), z.looseObject(SpecificationShippingInfo.shape)], {
      error: ({ input }) => (isMixed(input) ? shippingInfoMessages.mixedNames : undefined),
    })
    .check(z.refine((value) => !isMixed(value), { error: shippingInfoMessages.mixedNames })),
  z.transform((value): ShippingInfo => {
    if (!isSpecification(value)) return ShippingInfo.parse(value);
    const { logisticsType: type, invoice, termsAccepted, firstName, lastName, zip } = value;
    return {
      delivery: { type, subtype: SUBTYPES[type] },
      recipient: {
        firstName,
        lastName,
        phoneArea: value.user_phone_area,
        phone: value.user_phone,
        email: value.user_email,
        zip,
        city: value.user_city,
        district: value.user_urban_area,
        address: value.user_address,
        area: value.user_area,
      },
      invoice,
      termsAccepted,
    };
  }),
);
const isSpecification = (value: ShippingInfo | SpecificationShippingInfo): value is SpecificationShippingInfo => 'logisticsType' in value;

export const SessionRequest = z.object({
  set: z.optional(z.object({ key: z.literal('shippingInfo'), value: NamedShippingInfo })),
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
