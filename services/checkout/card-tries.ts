import type { Rejection } from '@nordhaut/platform/event-store';
import { type App, limitFailuresOfHour } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import { messages } from './messages.ts';

/**
 * Cards that the bank refuses in an hour, for one network (an IPv4 address or an IPv6 /48). Otherwise somebody with many stolen card
 * numbers finds out here which of them are good. A carrier's shared address has some thirty only where a thousand people pay.
 */
const REFUSED_CARDS = 30;

/**
 * Codes that say nothing about the card: the processor or a bank is away, or the shop's own data is wrong (providers §2.7). An hour in
 * which every card is refused must not end the payments by card of a shared address. Codes below 2000 are about a request, and the shop's
 * own refusal has one of these.
 */
const NOT_OF_CARD: ReadonlySet<number> = new Set([9999, 10005, 10006, 10008, 10009, 10013]);
const isOfCard = (code: number): boolean => code >= 2_000 && !NOT_OF_CARD.has(code);

/** As a refused card, so that the page offers another way to pay. No card is asked about. */
export const tooManyCards: Rejection = { status: 429, code: 'CARD_REFUSED', message: messages.tooManyCards };

export type CardTries = ReturnType<typeof cardTries>;

/** Limits the cards that are refused. The calls that send a card share it. */
export function cardTries(app: App) {
  const limit = limitFailuresOfHour(app, REFUSED_CARDS);
  return {
    mayTry: async (request: FastifyRequest): Promise<boolean> => (await limit.waits(request)) === undefined,
    /** Counts a card that the bank refused with this code of the processor. */
    async refused(request: FastifyRequest, code: number): Promise<void> {
      if (isOfCard(code)) await limit.failed(request);
    },
  };
}
