import type { CommandContext } from '@nordhaut/platform/envelope';
import { limitForgeries, type Routes } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Carrier, ParcelReport, ReportOutcome, Refusal, Refused, StoreChange } from '../carrier.ts';
import { messageId } from '../message-id.ts';
import { carrierAnswers } from '../messages.ts';
import { PATHS } from './paths.ts';

export type CallbackRoutes = {
  carrier: Pick<Carrier, 'verifyStatusCallback' | 'verifyStoreChange'>;
  /** Resolves when the report is durable. Ordering finds the order by `tradeNo`. Rejects if the report was not recorded; then the carrier repeats it. */
  report(report: ParcelReport, context: CommandContext): Promise<ReportOutcome>;
  /** A pickup store closed or changed; support chooses a new one with the buyer. Ordering finds the order by `logisticsId`. */
  storeChanged(change: StoreChange, context: CommandContext): Promise<ReportOutcome>;
};

const REFUSALS: Record<Refusal, string> = {
  'unknown-merchant': carrierAnswers.unknownMerchant,
  'bad-signature': carrierAnswers.badSignature,
  unreadable: carrierAnswers.unreadable,
  'wrong-merchant': carrierAnswers.unknownMerchant,
  'foreign-code': carrierAnswers.foreignCode,
};
/** Refusals without a valid signature. Only these count against the sender: the others come from the carrier, whose mistakes must not block its calls. */
const FORGED: ReadonlySet<Refusal> = new Set(['unknown-merchant', 'bad-signature']);

/** Calls of the carrier's server (providers §1.6). They are signed, and repeated for days until the answer is exactly `1|OK`. */
export function callbackRoutes({ carrier, report, storeChanged }: CallbackRoutes): Routes {
  const contextOf = (request: FastifyRequest, commandId: string): CommandContext => ({
    ...request.context(),
    commandId,
    actor: { kind: 'carrier', id: 'ecpay' },
  });
  const answerText = (reply: FastifyReply, code: number, text: string): FastifyReply =>
    reply.code(code).type('text/plain; charset=utf-8').send(text);
  // A report may come before its parcel is recorded. Without `1|OK` the carrier repeats it.
  function answer(request: FastifyRequest, reply: FastifyReply, recorded: ReportOutcome): FastifyReply {
    if (recorded !== 'unknown-parcel') return answerText(reply, 200, carrierAnswers.ok);
    request.log.warn('carrier callback about an unknown parcel');
    return answerText(reply, 200, carrierAnswers.unknownParcel);
  }

  return (app) => {
    const forgeries = limitForgeries(app);
    const options = {
      schema: { body: z.unknown(), hide: true },
      config: { access: 'provider', origin: 'any', form: 'text', idempotency: 'off' },
      onRequest: forgeries.admit,
    } as const;

    async function refused(request: FastifyRequest, reply: FastifyReply, { reason, about }: Refused): Promise<FastifyReply> {
      request.log.warn({ reason, ...about }, 'carrier callback refused');
      if (FORGED.has(reason)) await forgeries.failed(request);
      return answerText(reply, 400, REFUSALS[reason]);
    }

    app.post(PATHS.status, options, async (request, reply) => {
      const verified = carrier.verifyStatusCallback(request.formFields ?? []);
      if (!verified.ok) return refused(request, reply, verified);
      const { tradeNo, logisticsId, code, carrierAt } = verified.report;
      const context = contextOf(request, messageId('status', tradeNo, logisticsId, code, carrierAt ?? request.id));
      return answer(request, reply, await report(verified.report, context));
    });

    app.post(PATHS.storeChange, options, async (request, reply) => {
      const verified = carrier.verifyStoreChange(request.formFields ?? []);
      if (!verified.ok) return refused(request, reply, verified);
      const { logisticsId, side, status, storeId } = verified.change;
      // A notice has no time, and a store may close again. So the order decides whether a notice is a repeat, and no command id does.
      const context = contextOf(request, messageId('store', logisticsId, side, status, storeId, request.id));
      return answer(request, reply, await storeChanged(verified.change, context));
    });
  };
}
