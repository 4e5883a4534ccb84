import {
  COUPON_TYPES,
  choiceIsConsistent,
  DELIVERY_TYPES,
  type DeliveryType,
  INVOICE_TYPES,
  PAYMENT_TYPES,
  type PaymentType,
  PHONE_AREAS,
  STORE_SUBTYPES,
  type StoreSubtype,
} from '@nordhaut/contracts';
import {
  type AgreedPrice,
  type ChosenCoupon,
  EMPTY_INVOICE,
  EMPTY_SHIPPING,
  type InvoiceFields,
  type SeenPrice,
  type ShippingFields,
} from './fields.ts';

/** The part of the checkout that survives the store map and a reload, in this tab only; an order deletes it (spec/3-purchase-flow §4). */
export type Stored = {
  payment: PaymentType;
  delivery: DeliveryType;
  chain: StoreSubtype;
  fields: ShippingFields;
  invoice: InvoiceFields;
  /** shopping credit to use, NT$; the server uses less where less is due or left */
  credit: number;
  /** the last price that the buyer saw */
  seen?: SeenPrice | undefined;
  agreed?: AgreedPrice | undefined;
  /** number of an order that was sent and got no answer; the next attempt uses the same number */
  unknownOrder?: string | undefined;
  /** a card order that waits for the bank */
  atBank?: { orderNo: string; paymentUrl: string } | undefined;
  /** a member wants the address kept in the profile */
  remember?: boolean | undefined;
  /** false: a guest wants no account with the order */
  register?: boolean | undefined;
  /** the last checkout of this tab ended in an order and no other checkout has begun, so an empty cart is no error */
  finished?: boolean | undefined;
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isAmount = (value: unknown): value is number => Number.isInteger(value);
const isMark = (value: unknown): boolean => value === undefined || typeof value === 'boolean';
const isOneOf = (values: readonly string[], value: unknown): boolean => values.includes(value as string);
/** Whether each field of `like` is a text. */
const hasTexts = (value: object, like: object): boolean =>
  Object.keys(like).every((name) => isText((value as Record<string, unknown>)[name]));

/**
 * What the storage has of a checkout. It may be of an older version of the page, or edited; undefined where it does not fit.
 * Written without zod: every step of the checkout loads this file.
 */
export function readStored(json: unknown): Stored | undefined {
  const {
    payment,
    delivery,
    chain,
    fields,
    invoice: typed,
    credit = 0,
    seen,
    agreed,
    unknownOrder,
    atBank,
    remember,
    register,
    finished,
  } = (json ?? {}) as Partial<Stored>;
  const invoice = { ...EMPTY_INVOICE, ...typed };
  const fits =
    isOneOf(PAYMENT_TYPES, payment) &&
    isOneOf(DELIVERY_TYPES, delivery) &&
    isOneOf(STORE_SUBTYPES, chain) &&
    hasTexts({ ...fields }, EMPTY_SHIPPING) &&
    isOneOf(PHONE_AREAS, fields?.phoneArea) &&
    hasTexts(invoice, EMPTY_INVOICE) &&
    isOneOf(INVOICE_TYPES, invoice.type) &&
    isAmount(credit) &&
    (seen === undefined || (isText(seen?.of) && isAmount(seen.price))) &&
    (agreed === undefined || (isText(agreed?.of) && isAmount(agreed.price) && isAmount(agreed.quoted))) &&
    (unknownOrder === undefined || isText(unknownOrder)) &&
    (atBank === undefined || (isText(atBank?.orderNo) && isText(atBank.paymentUrl))) &&
    [remember, register, finished].every(isMark) &&
    choiceIsConsistent(payment as PaymentType, delivery as DeliveryType);
  return fits
    ? ({ payment, delivery, chain, fields, invoice, credit, seen, agreed, unknownOrder, atBank, remember, register, finished } as Stored)
    : undefined;
}

/** The kept coupons; what does not fit is none. */
export function readCoupons(json: unknown): readonly ChosenCoupon[] | undefined {
  const fits = (coupon: Partial<ChosenCoupon> | null): boolean =>
    isText(coupon?.uid) &&
    isOneOf(COUPON_TYPES, coupon.type) &&
    (coupon.gifts === undefined || (Array.isArray(coupon.gifts) && coupon.gifts.every(isText)));
  return Array.isArray(json) && json.every(fits) ? json : undefined;
}
