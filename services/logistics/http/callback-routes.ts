import type { CommandContext } from '@nordhaut/platform/envelope';
import { limitForgeries, type Routes } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Carrier, ParcelReport, StoreChange } from '../carrier.ts';
import { messageId } from '../message-id.ts';
import { carrierAnswers } from '../messages.ts';
import { PATHS } from './paths.ts';

/** `unchanged`: it said nothing new. `unknown-parcel`: no order has this parcel, or not under these numbers. */
export type Recorded = 'recorded' | 'unchanged' | 'unknown-parcel';

export type CallbackRoutes = {
  carrier: Pick<Carrier, 'verifyStatusCallback' | 'verifyStoreChange'>;
  /** Resolves when the report is durable; rejects where it could not be recorded, so that the carrier sends it again. */
  report(report: ParcelReport, context: CommandContext): Promise<Recorded>;
  /** A pickup store closed or changed: staff picks a new one with the buyer. */
  storeChanged(change: StoreChange, context: CommandContext): Promise<Recorded>;
};

const REFUSALS = {
  'unknown-merchant': carrierAnswers.unknownMerchant,
  'bad-signature': carrierAnswers.badSignature,
  unreadable: carrierAnswers.unreadable,
} as const;

/** The carrier's server calls (providers §1.6): signed, repeated for days until they get exactly `1|OK`. */
export function callbackRoutes({ carrier, report, storeChanged }: CallbackRoutes): Routes {
  const contextOf = (request: FastifyRequest, commandId: string): CommandContext => ({
    ...request.context(),
    commandId,
    actor: { kind: 'carrier', id: 'ecpay' },
  });
  const say = (reply: FastifyReply, code: number, text: string): FastifyReply =>
    reply.code(code).type('text/plain; charset=utf-8').send(text);
  const answer = (reply: FastifyReply, recorded: Recorded): FastifyReply =>
    say(reply, 200, recorded === 'unknown-parcel' ? carrierAnswers.unknownParcel : carrierAnswers.ok);

  return (app) => {
    const forgeries = limitForgeries(app);
    const options = {
      schema: { body: z.unknown(), hide: true },
      config: { access: 'provider', origin: 'any', form: 'text', idempotency: 'off' },
      onRequest: forgeries.admit,
    } as const;

    async function refused(request: FastifyRequest, reply: FastifyReply, reason: keyof typeof REFUSALS): Promise<FastifyReply> {
      request.log.warn({ reason }, 'carrier callback refused');
      // Signed and still of no use is the carrier's own mistake, and none of its other calls is to suffer for it.
      if (reason !== 'unreadable') await forgeries.failed(request);
      return say(reply, 400, REFUSALS[reason]);
    }

    app.post(PATHS.status, options, async (request, reply) => {
      const verified = carrier.verifyStatusCallback(request.formFields ?? []);
      if (!verified.ok) return refused(request, reply, verified.reason);
      const { tradeNo, logisticsId, code, carrierAt } = verified.report;
      const context = contextOf(request, messageId('status', tradeNo, logisticsId, code, carrierAt ?? request.id));
      return answer(reply, await report(verified.report, context));
    });

    app.post(PATHS.storeChange, options, async (request, reply) => {
      const verified = carrier.verifyStoreChange(request.formFields ?? []);
      if (!verified.ok) return refused(request, reply, verified.reason);
      const { logisticsId, side, status, storeId } = verified.change;
      return answer(reply, await storeChanged(verified.change, contextOf(request, messageId('store', logisticsId, side, status, storeId))));
    });
  };
}
