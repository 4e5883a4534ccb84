import type { CouponTake } from '@nordhaut/ordering';
import { accept, reject, type Decision, type Rejection } from '@nordhaut/platform/decider';
import { availableCredit, isOver, reservedParts } from './credit.ts';
import { messages } from './messages.ts';
import { birthdayYears, orderIn, type Wallet } from './wallet.ts';
import type { CouponUse, WalletEvent } from './wallet-events.ts';

/** A coupon that an order uses, with the facts of its definition that the wallet decides about. */
export type AskedCoupon = Omit<CouponTake, 'counted' | 'oncePerPerson'>;

/**
 * Takes the order's coupons and credit, all or nothing. `at`: the instant that decided the price. `credit`: NT$ of the
 * agreed price. `adopted`: adopted orders that stand. One of them also counts where the wallet does not know it yet. `fallen`: adopted
 * orders that do not stand. They do not count, because the wallet may not know of their end yet.
 */
export type Reserve = {
  type: 'Reserve';
  at: string;
  orderNo: string;
  coupons: readonly AskedCoupon[];
  credit: number;
  adopted?: readonly string[];
  fallen?: readonly string[];
};

const counts = (one: CouponUse, other: CouponUse): boolean =>
  one.couponId === other.couponId && (one.copyId === null || one.copyId === other.copyId);

/** Uses by orders that hold the coupon or have used it. */
export const usesOf = ({ orders }: Wallet, use: CouponUse): number =>
  orders.reduce((sum, { coupons }) => sum + coupons.filter((one) => counts(use, one)).length, 0);

const no = (status: number, code: Rejection['code'], message: string): Rejection => ({ status, code, message });

/** Why the member may not use the coupon now, in the order of the states 400, 501, 502, 503 (decisions.md 51). */
export function couponRefusal(
  asked: Omit<AskedCoupon, 'copyId'> & { copyId: string | null },
  wallet: Wallet,
  at: string,
  { adopted = [], fallen = [] }: Pick<Reserve, 'adopted' | 'fallen'>,
): Rejection | undefined {
  const { couponId, copyId, needsCopy, maxUsage, firstPurchase, orders, year } = asked;
  const copy = wallet.copies.find((one) => one.copyId === copyId && one.couponId === couponId);
  if ((needsCopy || copyId !== null) && !copy) return no(400, 'COUPON_NOT_FOUND', messages.couponUnknown);
  if (copy && isOver(copy.endsAt, at)) return no(501, 'COUPON_EXPIRED', messages.couponExpired);
  const counted: CouponUse = needsCopy ? { couponId, copyId } : { couponId, copyId: null };
  if (maxUsage > 0 && usesOf(wallet, counted) >= maxUsage) return no(502, 'COUPON_USED_UP', messages.couponUsedUp);
  if (year !== undefined && birthdayYears(wallet).includes(year)) return no(502, 'COUPON_USED_UP', messages.couponUsedUp);
  const known = wallet.orders.filter((order) => order.stands && !fallen.includes(order.orderNo));
  const standing = known.length + adopted.filter((orderNo) => !orderIn(wallet, orderNo)).length;
  if (firstPurchase && standing > 0) return no(503, 'COUPON_CONDITION', messages.couponFirstPurchase);
  // The price of another tab at the same moment counted the same orders.
  return orders !== undefined && standing > orders ? no(503, 'COUPON_CONDITION', messages.couponCondition) : undefined;
}

export function reserve(command: Reserve, wallet: Wallet): Decision<WalletEvent> {
  const { at, orderNo, coupons, credit } = command;
  const known = orderIn(wallet, orderNo);
  if (known?.state === 'reserved' || known?.state === 'redeemed') return accept();
  // It was released or ended before; a reservation that comes late would never be released.
  if (known) return reject(409, 'CHECKOUT_FAILED', messages.orderEnded);
  if (wallet.closedAt !== null) return reject(409, 'MEMBER_FORGOTTEN', messages.walletClosed);
  if (new Set(coupons.map(({ couponId }) => couponId)).size < coupons.length) return reject(502, 'COUPON_USED_UP', messages.couponUsedUp);
  for (const asked of coupons) {
    const rejection = couponRefusal(asked, wallet, at, command);
    if (rejection) return { ok: false, rejection };
  }
  const parts = reservedParts(wallet.grants, credit, at);
  if (!parts || !Number.isInteger(credit)) {
    const available = availableCredit(wallet.grants, at);
    const rejection = { ...no(409, 'CREDIT_NOT_ENOUGH', messages.creditNotEnough(available)), details: { available: String(available) } };
    return { ok: false, rejection };
  }
  const uses = coupons.map(({ couponId, copyId, year }): CouponUse => ({ couponId, copyId, ...(year !== undefined && { year }) }));
  return accept<WalletEvent>({ type: 'PromotionsReserved', data: { at, orderNo, coupons: uses, credit: parts } });
}
