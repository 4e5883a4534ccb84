import type { CouponTake, Order } from '@nordhaut/ordering';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { AskedPhone } from '@nordhaut/promotions';
import type { BeforeSignIn } from './before-sign-in.ts';
import type { CashLimit } from './cash-limit.ts';
import type { OrderNumbers } from './order-number.ts';
import type { PriceDeps } from './price-terms.ts';
import type { CheckoutProcess } from './process.ts';

export type PlaceOrderDeps = PriceDeps & {
  process: CheckoutProcess;
  orderNumbers: OrderNumbers;
  /** After it, `product` returns every price that was committed before. */
  refreshProducts: () => Promise<void>;
  /** undefined where the carrier has no store directory; then only the form of the id is checked */
  findStore: (subtype: 'UNIMARTC2C' | 'FAMIC2C', id: string) => Promise<{ name: string; address: string } | 'unknown-store' | undefined>;
  /** undefined: cash orders are not limited */
  cashLimit?: Pick<CashLimit, 'take' | 'hasRoom' | 'updateAll'> | undefined;
  /** Counts the phone numbers, where an earlier account with them may have used the coupons. @returns why they cannot be taken */
  uncounted: (coupons: readonly CouponTake[], phone: AskedPhone) => Promise<Rejection | undefined>;
  log: { warn(data: object, message: string): void };
  /** keyed hash of an e-mail address in the form in which accounts compare it */
  emailKey: (email: string) => string;
  /** keyed hash of a phone number in E.164, as accounts have it */
  phoneKey: (phone: string) => string;
  /** ms after which no process can still work on a checkout (longer than a charge may take) */
  graceMs: number;
  /** the order as everybody may use it but its owner */
  forOthers: (order: Order) => Order;
};

/** What the caller proves, in addition to the idempotency key from which the command id is made. */
export type Buyer = {
  /** the network address of the request */
  address: string;
  /** the account's cart, or the guest's */
  cartId: string | null;
  /** the signed-in member */
  memberId: string | null;
  /** of a member: the cart of this browser before the sign-in, with the orders that began there */
  before?: BeforeSignIn | undefined;
  /** the browser's cookie */
  visitor: string | undefined;
  /** the same, where the browser may have a timer */
  timedVisitor: string | undefined;
  /** the order that this browser took to the bank last, in any of its windows */
  atBank: string | undefined;
  /** a valid proof of the order of this number */
  isProven: boolean;
  /** Notes what the buyer agreed to, and gives the pseudonym of the purchase; undefined where nothing is reported. */
  noteConsent?: () => Promise<string | undefined>;
  /** whether another card may be tried from this network */
  mayTryCard?: () => Promise<boolean>;
};
