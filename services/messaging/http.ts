import { setTimeout as sleep } from 'node:timers/promises';
import { SendMailAnswer, SendMailRequest } from '@nordhaut/contracts';
import { orderStream } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';
import { limitForgeries, refuse, refuseForged, type Routes, secretAddress } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import type { MessagingConfig } from './config.ts';
import { messages } from './messages.ts';
import { resend } from './resend.ts';
import { isSigned } from './surenotify.ts';

export type MessagingHttp = {
  config: Pick<MessagingConfig, 'SURENOTIFY_API_KEY' | 'SURENOTIFY_WEBHOOK_SECRET'>;
  pool: Pick<pg.Pool, 'query'>;
  commands: Pick<Commands, 'load'>;
  clock: () => Date;
  /** whether the caller has a proof of the order, placed it with this browser, or owns it as a member */
  isOwn: (request: FastifyRequest, orderNo: string) => Promise<boolean>;
  /** counts the reports of delivery */
  reported: (event: string) => void;
};

const Params = z.object({ secret: z.string().check(z.maxLength(200)) });
/** The shape of a report is not fixed (providers §7), so only these fields are read, wherever they stand. */
const Report = z.looseObject({
  id: z.optional(z.string().check(z.maxLength(100))),
  eventType: z.optional(z.string().check(z.maxLength(40))),
  event: z.optional(z.string().check(z.maxLength(40))),
  mail: z.optional(z.looseObject({ id: z.optional(z.string().check(z.maxLength(100))) })),
});
const EVENTS = new Set(['accept', 'retry', 'delivery', 'open', 'click', 'bounce', 'complaint']);

/** ms between the looks for the mail of a report: the provider may report before the sender has kept the provider's id */
const PAUSES = [0, 100, 400, 1_500];

/**
 * Keeps the report of a mail that the shop sent, as long as it keeps the copy: a person who was forgotten may still open the mail.
 * @returns whether it is new
 */
async function keepReport(pool: Pick<pg.Pool, 'query'>, id: string, event: string): Promise<boolean> {
  for (const pause of PAUSES) {
    await sleep(pause);
    const { rows } = await pool.query<{ ours: boolean; added: boolean }>(
      `with ours as (select sealed is not null as kept from mails where provider_id = $1),
         added as (insert into mail_reports (provider_id, event) select $1, $2 from ours where kept on conflict do nothing returning 1)
       select exists (select from ours) as ours, exists (select from added) as added`,
      [id, event],
    );
    if (rows[0]?.ours) return rows[0].added;
  }
  return false;
}

/** The secret address for the provider's reports. */
export const webhookUrl = (publicUrl: string, config: Pick<MessagingConfig, 'SURENOTIFY_WEBHOOK_SECRET'>): string =>
  `${publicUrl}/api/surenotify/events/${encodeURIComponent(config.SURENOTIFY_WEBHOOK_SECRET.reveal())}`;

/** One template to one's own order (decisions.md 79), and the provider's reports of delivery. */
export function messagingRoutes({ config, pool, commands, clock, isOwn, reported }: MessagingHttp): Routes {
  const apiKey = config.SURENOTIFY_API_KEY.reveal();
  return (app) => {
    const forgeries = limitForgeries(app);

    app.post(
      '/api/surenotify/send/',
      {
        schema: {
          body: SendMailRequest,
          response: { 200: SendMailAnswer },
          summary: "Send an order's confirmation again",
          description:
            'The mail goes to the address on the order, with the text of its template. Subject, content and recipients are not accepted.',
          tags: ['orders'],
        },
        config: { access: 'proof', form: 'json', limit: 'expensive' },
      },
      async (request) => {
        const { orderNo } = request.body;
        if (!(await isOwn(request, orderNo))) return refuse(403, 'PROOF_REQUIRED', messages.proofRequired);
        const outcome = await resend({ pool, commands }, orderStream(orderNo), clock());
        if (outcome === 'unknown') return refuse(404, 'ORDER_NOT_FOUND', messages.orderNotFound);
        if (outcome === 'too-soon') return refuse(429, 'TOO_MANY_REQUESTS', messages.resentTooOften);
        return { state: 200 as const };
      },
    );

    app.post(
      '/api/surenotify/events/:secret',
      {
        schema: { params: Params, body: Report, hide: true },
        config: { access: 'provider', idempotency: 'off' },
        onRequest: secretAddress(forgeries, config.SURENOTIFY_WEBHOOK_SECRET),
      },
      async (request, reply) => {
        const { id = request.body.mail?.id ?? '', eventType, event = '' } = request.body;
        const name = eventType ?? event;
        const signature = request.headers['x-surenotify-signature'];
        if (!isSigned(apiKey, { id, event: name }, typeof signature === 'string' ? signature : '')) return refuseForged(forgeries, request);
        // The signature covers neither time nor recipient: a repeat counts once, and only of a mail that the shop sent.
        if (EVENTS.has(name) && (await keepReport(pool, id, name))) reported(name);
        return reply.type('text/plain').send('OK');
      },
    );
  };
}
