import { DisplayStatus, OrderNoText, OrderParams, PaymentSetupAnswer, PositionText } from '@nordhaut/contracts';
import { limitForgeries, refuse, type RequestContext, type Routes, secretAddress } from '@nordhaut/platform/http';
import * as z from 'zod/mini';
import { messages } from './messages.ts';
import type { TapPayConfig } from './tappay/config.ts';

/** Identifies a payment in a notify or a redirect: the order number where the message has one. */
export type PaymentRef = { orderNo: string } | { recTradeId: string };

export type PaymentHttp = {
  config: Pick<TapPayConfig, 'TAPPAY_NOTIFY_SECRET' | 'TAPPAY_SDK_URL' | 'TAPPAY_APP_ID' | 'TAPPAY_APP_KEY' | 'TAPPAY_ENVIRONMENT'>;
  /**
   * Reads the processor's record of a payment, records the result and continues the order (checkout/confirm.ts).
   * Idempotent. An unknown order is not an error.
   * `later`: the processor did not answer, so the notify has to be repeated.
   */
  confirm(payment: PaymentRef, context: RequestContext): Promise<'done' | 'later'>;
  /** the order's display status, and the position of its last event; undefined where there is no such order */
  statusOf(orderNo: string): Promise<Omit<z.infer<typeof ConfirmAnswer>, 'orderNo'> | undefined>;
};

const NotifyParams = z.object({ secret: z.string().check(z.maxLength(200)) });
/** The fields that identify the payment. The shop ignores the others, because a notify is not a proof. */
const NotifyBody = z.object({
  order_number: z._default(z.string().check(z.maxLength(64)), ''),
  rec_trade_id: z._default(z.string().check(z.maxLength(64)), ''),
});
/** `position`: for `?after=` of the look-up */
export const ConfirmAnswer = z.object({ orderNo: OrderNoText, displayStatus: DisplayStatus, position: PositionText });

/** The secret address for the processor's notify (providers §2.4). */
export const notifyUrl = (publicUrl: string, config: Pick<TapPayConfig, 'TAPPAY_NOTIFY_SECRET'>): string =>
  `${publicUrl}/api/tappay/notify/${encodeURIComponent(config.TAPPAY_NOTIFY_SECRET.reveal())}`;

/** undefined where the notify identifies no payment */
function refOf(body: z.infer<typeof NotifyBody>): PaymentRef | undefined {
  if (OrderNoText.safeParse(body.order_number).success) return { orderNo: body.order_number };
  return body.rec_trade_id === '' ? undefined : { recTradeId: body.rec_trade_id };
}

/**
 * Notify and redirect of a card payment, and the set-up of the pay page (providers §2.2, §2.4). Notify and redirect only
 * start a query of the processor's record, because neither is a proof.
 */
export function paymentRoutes({ config, confirm, statusOf }: PaymentHttp): Routes {
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
        onRequest: secretAddress(forgeries, config.TAPPAY_NOTIFY_SECRET),
      },
      async (request, reply) => {
        const ref = refOf(request.body) ?? refuse(400, 'PAYMENT_NOT_NAMED', messages.paymentNotNamed);
        const context: RequestContext = { ...request.context(), actor: { kind: 'card-processor', id: 'tappay' } };
        const outcome = await confirm(ref, context);
        // After any status other than 200 the processor repeats the notify after 1, 2, 4, 8 and 16 minutes.
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
        // Any visitor may start this query, but only for an existing order.
        if ((await statusOf(orderNo)) === undefined) return refuse(404, 'ORDER_NOT_FOUND', messages.orderNotFound);
        await confirm({ orderNo }, request.context());
        const status = (await statusOf(orderNo)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.orderNotFound);
        void reply.header('cache-control', 'no-store');
        return { orderNo, ...status };
      },
    );
  };
}
