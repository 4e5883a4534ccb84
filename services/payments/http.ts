import { createHash, timingSafeEqual } from 'node:crypto';
import { DisplayStatus, OrderNoText, OrderParams, PaymentSetupAnswer } from '@nordhaut/contracts';
import { limitForgeries, refuse, type RequestContext, type Routes } from '@nordhaut/platform/http';
import * as z from 'zod/mini';
import { messages } from './messages.ts';
import type { TapPayConfig } from './tappay/config.ts';

/** What names a payment in a notify or a redirect: the shop's own number where there is one. */
export type PaymentRef = { orderNo: string } | { recTradeId: string };

export type PaymentHttp = {
  config: Pick<TapPayConfig, 'TAPPAY_NOTIFY_SECRET' | 'TAPPAY_SDK_URL' | 'TAPPAY_APP_ID' | 'TAPPAY_APP_KEY' | 'TAPPAY_ENVIRONMENT'>;
  /**
   * Asks the processor what became of a payment and records it. Idempotent; an order nobody knows is no error.
   * `later`: the processor could not be asked, so whoever told us should tell again.
   */
  confirm(payment: PaymentRef, context: RequestContext): Promise<'done' | 'later'>;
  /** the order's display status; undefined where there is no such order */
  statusOf(orderNo: string): Promise<z.infer<typeof DisplayStatus> | undefined>;
};

const NotifyParams = z.object({ secret: z.string().check(z.maxLength(200)) });
/** Only what is needed to ask the processor; nothing else of a notify is believed, so nothing else is read. */
const NotifyBody = z.object({
  order_number: z._default(z.string().check(z.maxLength(64)), ''),
  rec_trade_id: z._default(z.string().check(z.maxLength(64)), ''),
});
export const ConfirmAnswer = z.object({ orderNo: OrderNoText, displayStatus: DisplayStatus });

/** Where the processor reports the end of a payment; nobody can guess it (providers §2.4). */
export const notifyUrl = (publicUrl: string, config: Pick<TapPayConfig, 'TAPPAY_NOTIFY_SECRET'>): string =>
  `${publicUrl}/api/tappay/notify/${encodeURIComponent(config.TAPPAY_NOTIFY_SECRET.reveal())}`;

/** Of the same length whatever was sent, so that comparing takes the same time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A notify's reference; undefined where it names no payment. */
function refOf(body: z.infer<typeof NotifyBody>): PaymentRef | undefined {
  if (OrderNoText.safeParse(body.order_number).success) return { orderNo: body.order_number };
  return body.rec_trade_id === '' ? undefined : { recTradeId: body.rec_trade_id };
}

/**
 * Notify and redirect of a card payment, and what the pay page needs (providers §2.2, §2.4). Both only start the same
 * question to the processor: neither is believed.
 */
export function paymentRoutes({ config, confirm, statusOf }: PaymentHttp): Routes {
  const secret = digest(config.TAPPAY_NOTIFY_SECRET.reveal());
  const setup: z.infer<typeof PaymentSetupAnswer> = {
    sdkUrl: config.TAPPAY_SDK_URL,
    appId: config.TAPPAY_APP_ID,
    appKey: config.TAPPAY_APP_KEY,
    environment: config.TAPPAY_ENVIRONMENT === 'production' ? 'production' : 'sandbox',
  };

  return (app) => {
    const forgeries = limitForgeries(app);
    app.get(
      '/api/payment-setup',
      {
        schema: { response: { 200: PaymentSetupAnswer }, summary: 'What the card fields need', tags: ['payment'] },
        config: { access: 'public' },
      },
      async () => setup,
    );

    app.post(
      '/api/tappay/notify/:secret',
      {
        schema: { params: NotifyParams, body: NotifyBody, hide: true },
        config: { access: 'provider', idempotency: 'off' },
        // Before the body is read: an address that is not ours does not exist, whatever is sent to it.
        onRequest: async (request) => {
          await forgeries.admit(request);
          if (timingSafeEqual(digest(request.params.secret), secret)) return;
          await forgeries.failed(request);
          refuse(404, 'NOT_FOUND', messages.notFound);
        },
      },
      async (request, reply) => {
        const ref = refOf(request.body) ?? refuse(400, 'PAYMENT_NOT_NAMED', messages.paymentNotNamed);
        const context: RequestContext = { ...request.context(), actor: { kind: 'card-processor', id: 'tappay' } };
        const outcome = await confirm(ref, context);
        // Anything but 200 makes the processor send it again after 1, 2, 4, 8 and 16 minutes.
        if (outcome === 'later')
          return reply
            .code(503)
            .send({ status: 503, code: 'PAYMENT_NOT_CONFIRMED', message: messages.notConfirmed, correlationId: request.id });
        return reply.type('text/plain').send('OK');
      },
    );

    app.post(
      '/api/orders/:orderNo/payment/confirm',
      {
        schema: {
          params: OrderParams,
          response: { 200: ConfirmAnswer },
          summary: 'Ask the processor what became of a payment',
          tags: ['payment'],
        },
        config: { access: 'public', idempotency: 'off', limit: 'expensive' },
      },
      async (request, reply) => {
        const { orderNo } = request.params;
        // What a stranger may start is a question to the processor, and for an order that exists only.
        if ((await statusOf(orderNo)) === undefined) return refuse(404, 'ORDER_NOT_FOUND', messages.orderNotFound);
        await confirm({ orderNo }, request.context());
        const displayStatus = (await statusOf(orderNo)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.orderNotFound);
        void reply.header('cache-control', 'no-store');
        return { orderNo, displayStatus };
      },
    );
  };
}
