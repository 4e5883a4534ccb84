import { cartIdOf } from '@nordhaut/cart';
import { outcomeOf } from '@nordhaut/promotions';
import type { FastifyRequest } from 'fastify';
import type { CheckoutProcess } from './process.ts';
import { atBankOf } from './submit-order.ts';

/**
 * The order of this cart, or of this browser's cart before the sign-in, that waits at the bank, or that was given up and is not closed
 * yet. It gives way to the next one, so what it holds of coupons and credit counts as given back in prices, lists and the countdown.
 * undefined: there is none
 */
export const waitingOrder =
  ({ load }: Pick<CheckoutProcess, 'load'>) =>
  async (request: FastifyRequest): Promise<string | undefined> => {
    const orderNo = atBankOf(request);
    const carts = [cartIdOf(request), request.actor?.kind === 'member' ? request.knownVisitor() : undefined];
    if (orderNo === undefined || carts.every((cartId) => cartId === undefined)) return undefined;
    const { order } = await load(orderNo);
    if (!order || order.terms.cartId === null || !carts.includes(order.terms.cartId)) return undefined;
    const isWaiting = order.payment.status === 'HANDLING' && !order.cancelled;
    return isWaiting || outcomeOf(order) !== null ? orderNo : undefined;
  };
