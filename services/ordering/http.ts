import { AfterQuery, OrderAnswer, OrderParams, ProofAnswer, ProofRequest, ReturnAnswer, ReturnRequest } from '@nordhaut/contracts';
import type { Commands } from '@nordhaut/platform/envelope';
import { limitBy, orThrow, refuse, type Routes } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { displayStatus } from './display-status.ts';
import { messages } from './messages.ts';
import { orderDecider } from './order.decide.ts';
import { phoneMatches, PROOF_DAYS, type OrderProofs } from './proof.ts';
import type { OrderQueries } from './queries.ts';
import { orderStream } from './stream.ts';
import { orderView, timelineOf, type TrackingUrls } from './view.ts';

export type OrderingHttp = {
  commands: Commands;
  queries: OrderQueries;
  proofs: OrderProofs;
  trackingUrls: TrackingUrls;
  clock: () => Date;
  secureCookies: boolean;
};

const COOKIE = 'order-proof';

/** Lets this browser see all of the order from now on; sent along with calls about this order alone. */
export function setProofCookie(reply: FastifyReply, orderNo: string, proof: string, secure: boolean): void {
  void reply.setCookie(COOKIE, proof, {
    path: `/api/orders/${orderNo}`,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: PROOF_DAYS * 86_400,
  });
}

/** Whether the caller proved access to the order: by the header `Order-Proof`, or by the cookie of checkout and proof. */
export function isProven(proofs: OrderProofs, request: Pick<FastifyRequest, 'headers' | 'cookies'>, orderNo: string): boolean {
  const header = request.headers['order-proof'];
  return proofs.holds(orderNo, typeof header === 'string' ? header : undefined) || proofs.holds(orderNo, request.cookies[COOKIE]);
}

/** Look-up, proof and return of one order (spec/2-accounts-and-members §2, "Guest order lookup"). */
export function orderingRoutes(deps: OrderingHttp): Routes {
  const { commands, queries, proofs } = deps;

  return (app) => {
    // A phone number has few digits: guessing has to be slow from one address, and for one order from all of them.
    const limitGuesses = limitBy(app, {
      max: 20,
      timeWindow: '1 hour',
      key: (request) => `proof:${(request.params as { orderNo: string }).orderNo}`,
    });

    app.get(
      '/api/orders/:orderNo',
      {
        schema: {
          params: OrderParams,
          querystring: AfterQuery,
          response: { 200: OrderAnswer },
          summary: 'Look an order up',
          tags: ['orders'],
        },
        config: { access: 'proof', rateLimit: { max: 120, timeWindow: '1 minute' } },
      },
      async (request, reply) => {
        const { orderNo } = request.params;
        const found = await queries.find(orderNo, request.query.after);
        if (!found) return refuse(404, 'ORDER_NOT_FOUND', messages.orderNotFound);
        const { order, personal, revision, position } = found;
        void reply.header('cache-control', 'no-store');
        return {
          order: orderView(order, { proven: isProven(proofs, request, orderNo), personal, urls: deps.trackingUrls }),
          displayStatus: displayStatus(order),
          timeline: timelineOf(order),
          revision,
          position: String(position),
        };
      },
    );

    app.post(
      '/api/orders/:orderNo/proof',
      {
        schema: {
          params: OrderParams,
          body: ProofRequest,
          response: { 200: ProofAnswer },
          summary: "Prove access by the recipient's phone number",
          tags: ['orders'],
        },
        config: { access: 'public', idempotency: 'off', rateLimit: { max: 10, timeWindow: '1 minute' } },
      },
      async (request, reply) => {
        const { orderNo } = request.params;
        await limitGuesses(request);
        const found = await queries.find(orderNo);
        if (!phoneMatches(request.body.phone, found?.personal?.recipient.phoneE164))
          return refuse(403, 'PROOF_FAILED', messages.proofFailed);
        const proof = proofs.issue(orderNo);
        setProofCookie(reply, orderNo, proof, deps.secureCookies);
        return { proof };
      },
    );

    app.post(
      '/api/orders/:orderNo/return',
      {
        schema: {
          params: OrderParams,
          body: ReturnRequest,
          response: { 200: ReturnAnswer },
          summary: 'Apply for a return',
          tags: ['orders'],
        },
        config: { access: 'proof', rateLimit: { max: 20, timeWindow: '1 minute' } },
      },
      async (request) => {
        const { orderNo } = request.params;
        if (!isProven(proofs, request, orderNo)) return refuse(403, 'PROOF_REQUIRED', messages.proofRequired);
        const { reason, bankAccount = null, returnComment, SenderName, SenderCellPhone, SenderAddress, SenderZipCode } = request.body;
        const sender = SenderName
          ? { name: SenderName, phone: SenderCellPhone ?? '', address: SenderAddress ?? '', zip: SenderZipCode ?? '' }
          : null;
        const at = deps.clock().toISOString();
        const outcome = orThrow(
          await commands.handle(
            orderStream(orderNo),
            orderDecider,
            { type: 'RequestReturn', at, reason, comment: returnComment, sender, bankAccount },
            request.context(),
          ),
        );
        if (!outcome.state) return refuse(404, 'ORDER_NOT_FOUND', messages.orderNotFound);
        return { displayStatus: displayStatus(outcome.state), revision: outcome.revision, position: String(outcome.position) };
      },
    );
  };
}
