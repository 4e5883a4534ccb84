import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { type App, limitFailuresOfHour, Rejected } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';

/**
 * Cards that the bank refuses in an hour, for one network (an IPv4 address or an IPv6 /48). Otherwise somebody with many stolen card
 * numbers finds out here which of them are good. A carrier's shared address has some thirty only where a thousand people pay.
 */
const REFUSED_CARDS = 30;

/** Limits the attempts to pay by cards that are refused: the calls that send a card share it. */
export function cardTries(app: App) {
  const limit = limitFailuresOfHour(app, REFUSED_CARDS);
  return async <Result>(request: FastifyRequest, payment: PlaceOrderRequest['payment'], pay: () => Promise<Result>): Promise<Result> => {
    if (payment.type !== 'CREDIT' || payment.prime === undefined) return pay();
    await limit.admit(request);
    try {
      return await pay();
    } catch (error) {
      if (error instanceof Rejected && error.rejection.code === 'CARD_REFUSED') await limit.failed(request);
      throw error;
    }
  };
}
export type CardTries = ReturnType<typeof cardTries>;
