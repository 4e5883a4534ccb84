import type { Claim } from '@nordhaut/cart';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import { outcomeOf } from '@nordhaut/promotions';
import { messages } from './messages.ts';
import type { CheckoutProcess } from './process.ts';

/** The cart of this browser before its member signed in. */
export type BeforeSignIn = {
  cartId: string;
  /** orders that began there and still have their lines */
  claims: readonly Claim[];
  /** moves what the cart has free into the account's cart */
  adopt(): Promise<void>;
};

type Wanted = { items: readonly { productId: number }[]; earlier: string | undefined };

/**
 * Ends the orders that began before the sign-in and have goods of the new order, so that nobody pays for the same goods
 * twice. Their claims are in the guest's cart, where the account's cart cannot see them. An unpaid order at the bank is
 * given up, and its lines follow into the account's cart. Any other order refuses the new one, and the answer names it.
 */
export async function endOrdersBefore(
  process: Pick<CheckoutProcess, 'replace' | 'drive'>,
  before: BeforeSignIn,
  { items, earlier }: Wanted,
  context: CommandContext,
): Promise<Rejection | undefined> {
  const wanted = new Set(items.map(({ productId }) => productId));
  let released = false;
  for (const claim of before.claims) {
    const { orderNo } = claim;
    if (orderNo !== earlier && !claim.items.some(({ productId }) => wanted.has(productId))) continue;
    const outcome = await process.replace(orderNo, { cartId: before.cartId, sameLines: false }, context);
    const details = { orderNo };
    switch (outcome) {
      case 'given-up':
        await process.drive(orderNo, { context });
        released = true;
        break;
      case 'paid':
      case 'turned-out-paid':
        return { status: 409, code: 'EARLIER_ORDER_PAID', message: messages.earlierPaid, details };
      case 'unclear':
        return { status: 409, code: 'EARLIER_PAYMENT_UNCLEAR', message: messages.earlierUnclear, details };
      default:
        // A cash order, or an order whose first request is still at work.
        return { status: 409, code: 'CART_CLAIMED', message: messages.cartClaimed(orderNo), details };
    }
  }
  if (released) await before.adopt();
  return undefined;
}

const LACKS_GOODS: ReadonlySet<string> = new Set(['CART_EMPTY', 'CART_CHANGED']);

/**
 * The refusal of an order whose goods the account's cart lacks. The order that this browser took to the bank before the sign-in may
 * have them: where the shop has heard of its payment since, it has no claim any more, and its lines did not follow into the account's
 * cart. Then the answer names this order, as `endOrdersBefore` does.
 */
export async function whyLacking(
  process: Pick<CheckoutProcess, 'load'>,
  rejection: Rejection,
  before: BeforeSignIn | undefined,
  { items, earlier }: Wanted,
): Promise<Rejection> {
  if (!before || earlier === undefined || !LACKS_GOODS.has(rejection.code)) return rejection;
  const { order } = await process.load(earlier);
  const wanted = new Set(items.map(({ productId }) => productId));
  const isPaid = order !== null && order.payment.status === 'SUCCESS' && !order.cancelled && outcomeOf(order) === null;
  if (!isPaid || order.terms.cartId !== before.cartId || !order.terms.lines.some(({ productId }) => wanted.has(productId)))
    return rejection;
  return { status: 409, code: 'EARLIER_ORDER_PAID', message: messages.earlierPaid, details: { orderNo: earlier } };
}
