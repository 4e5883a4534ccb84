import { randomBytes } from 'node:crypto';
import type { Engine } from '@nordhaut/platform/engine';
import type { FastifyRequest } from 'fastify';
import { contextOf, sealContext } from './browser-context.ts';
import type { Consents } from './consents.ts';
import type { ReportProvider } from './provider.ts';
import { note } from './purchases.ts';

/** Where a purchase happens, for the providers. */
const CHECKOUT_PATH = '/payment';

/**
 * Notes the consent of a buyer who is about to order. The answer is the pseudonym of the purchase, which the order's event
 * keeps; undefined for a buyer who agreed to nothing. Reports never stand in the way of an order: a failure only means that
 * this one is not reported.
 */
export const noteOrder =
  (
    { pool, outer, clock, logger, config }: Pick<Engine, 'pool' | 'outer' | 'clock' | 'logger' | 'config'>,
    consents: Consents,
    providers: readonly Pick<ReportProvider, 'purpose'>[],
  ) =>
  async (request: FastifyRequest): Promise<string | undefined> => {
    try {
      const consent = await consents.of(request);
      if (!consent || !providers.some(({ purpose }) => consent.given[purpose])) return undefined;
      const id = `p_${randomBytes(16).toString('hex')}`;
      const context = sealContext(outer, id, contextOf(request, config.PUBLIC_URL, CHECKOUT_PATH));
      await note(pool, { id, consent, ...context, now: clock() });
      return id;
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'the consent of an order could not be noted, so the order is not reported');
      return undefined;
    }
  };
