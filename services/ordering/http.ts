import { setTimeout as sleep } from 'node:timers/promises';
import {
  AfterQuery,
  type ClosedDays,
  MemberOrders,
  MemberOrdersQuery,
  OrderAnswer,
  OrderParams,
  ProofAnswer,
  ProofRequest,
  ReturnAnswer,
  ReturnRequest,
} from '@nordhaut/contracts';
import type { Commands } from '@nordhaut/platform/envelope';
import { orThrow, refuse, type Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import { accessTo, isProven, owns, setProofCookie } from './access.ts';
import { displayStatus } from './display-status.ts';
import type { Guesses } from './guesses.ts';
import type { KeepingTable } from './keeping-table.ts';
import { forOthers } from './kept-until.ts';
import { type MemberOrderQueries, readCursor } from './member-orders.ts';
import { messages } from './messages.ts';
import type { Order } from './order.ts';
import { orderDecider } from './order.decide.ts';
import { phoneMatches, type OrderProofs } from './proof.ts';
import type { FoundOrder, OrderQueries } from './queries.ts';
import { orderReceipt } from './receipt.ts';
import { readSender } from './return-form.ts';
import { orderStream } from './stream.ts';
import { orderView, timelineOf, type TrackingUrls } from './view.ts';

export type OrderingHttp = {
  commands: Commands;
  queries: Pick<OrderQueries, 'find' | 'findEvenly' | 'has'>;
  memberOrders: Pick<MemberOrderQueries, 'list'>;
  proofs: OrderProofs;
  /** whether this shop can have issued the number, with the SESSION_SECRET that it has now */
  isOurs: (orderNo: string) => boolean;
  /** undefined where limits are off */
  guesses: Guesses | undefined;
  /** the postal code of an address; empty where none matches */
  zipOf: (address: string) => Promise<string>;
  trackingUrls: TrackingUrls;
  closedDays: ClosedDays;
  keeping: KeepingTable;
  clock: () => Date;
  secureCookies: boolean;
};

/** ms after which every proof attempt is answered. It is longer than the work, so the time reveals nothing. */
const ANSWER_AFTER = 300;

/** Look-up, proof and return of one order (spec/2-accounts-and-members §2, "Guest order lookup"). */
export function orderingRoutes(deps: OrderingHttp): Routes {
  const { commands, queries, proofs } = deps;
  const shownToOthers = (order: Order): Order => forOthers(order, deps.clock().toISOString(), deps.keeping);
  const loadOrder = async (orderNo: string): Promise<Order | null> => (await commands.load(orderStream(orderNo), orderDecider)).state;

  /**
   * Whether the browser has a proof of this order, or its cart became the order, which no member has adopted since. Its attempts are
   * no guesses.
   */
  const isBuyersBrowser = (request: FastifyRequest, orderNo: string, found: FoundOrder | undefined): boolean => {
    const visitor = request.knownVisitor();
    if (found && owns(request, found.order)) return true;
    return (
      isProven(proofs, request, { orderNo, adoptedAt: found?.order.adoptedAt }) ||
      (visitor !== undefined && found?.order.terms.cartId === visitor && found.order.adoptedAt === undefined)
    );
  };

  /** The number whose guesses count together. The look-up names the orders that send goods again, and all have one phone number. */
  async function guessedNo(orderNo: string, found: FoundOrder | undefined): Promise<string> {
    const origin = found?.order.terms.linked?.orderNo;
    return origin === undefined ? orderNo : guessedNo(origin, await queries.findEvenly(origin));
  }

  /**
   * Other numbers are not looked up, and no guess at them is counted. A number from before a new SESSION_SECRET fails its check,
   * so the read model decides about it.
   */
  const canBe = async (orderNo: string): Promise<boolean> => deps.isOurs(orderNo) || queries.has(orderNo);

  /**
   * Whether the phone number is the recipient's. An unknown order, a wrong number and the right number take the same
   * steps. Only the buyer's own browser skips the wait.
   */
  async function provesAccess(request: FastifyRequest, orderNo: string, phone: string): Promise<boolean> {
    if (!(await canBe(orderNo))) return false;
    const found = await queries.findEvenly(orderNo);
    const isGuess = !isBuyersBrowser(request, orderNo, found);
    const wasRight = isGuess ? await deps.guesses?.admit(await guessedNo(orderNo, found), request.ip) : undefined;
    const matches = phoneMatches(phone, found && shownToOthers(found.order).personal.contact?.recipient.phoneE164);
    if (matches) await wasRight?.();
    return matches;
  }

  return (app) => {
    app.get(
      '/api/member/orders',
      {
        schema: { querystring: MemberOrdersQuery, response: { 200: MemberOrders }, summary: "The member's orders", tags: ['member'] },
        config: { access: 'member' },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const { cursor: text, year, after } = request.query;
        const cursor = text === undefined ? undefined : (readCursor(text) ?? refuse(400, 'VALIDATION_FAILED', messages.cursorInvalid));
        if (request.actor?.kind !== 'member') return refuse(403, 'PROOF_REQUIRED', messages.proofRequired);
        return deps.memberOrders.list(request.actor.id, { cursor, year, after });
      },
    );

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
        config: { access: 'proof' },
      },
      async (request, reply) => {
        const { orderNo } = request.params;
        const found = (await canBe(orderNo)) ? await queries.find(orderNo, request.query.after) : undefined;
        if (!found) return refuse(404, 'ORDER_NOT_FOUND', messages.orderNotFound);
        const { revision, position, hash } = found;
        const isOwner = owns(request, found.order);
        const order = isOwner ? found.order : shownToOthers(found.order);
        const proven = isOwner || isProven(proofs, request, { orderNo, adoptedAt: order.adoptedAt });
        const { trackingUrls: urls, closedDays, clock } = deps;
        void reply.header('cache-control', 'no-store');
        return {
          order: orderView(order, { proven, personal: order.personal, urls, closedDays, at: clock().toISOString() }),
          displayStatus: displayStatus(order),
          timeline: timelineOf(order),
          ...(proven && hash !== undefined && { receipt: orderReceipt(orderNo, { revision, hash }) }),
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
        // This limit is per network, which many buyers of a mobile carrier share. `guesses` bounds the guesses of one order.
        config: { access: 'public', idempotency: 'off', limit: 'guess' },
      },
      async (request, reply) => {
        const { orderNo } = request.params;
        const [isProof] = await Promise.all([provesAccess(request, orderNo, request.body.phone), sleep(ANSWER_AFTER)]);
        if (!isProof) return refuse(403, 'PROOF_FAILED', messages.proofFailed);
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
        config: { access: 'proof' },
      },
      async (request) => {
        const { orderNo } = request.params;
        const access = await accessTo(loadOrder, proofs, request, orderNo);
        if (access === undefined) return refuse(403, 'PROOF_REQUIRED', messages.proofRequired);
        const { reason, bankAccount = null, returnComment } = request.body;
        const sender = await readSender(request.body, { byOwner: access === 'owner', zipOf: deps.zipOf });
        const at = deps.clock().toISOString();
        const outcome = orThrow(
          await commands.handle(
            orderStream(orderNo),
            orderDecider,
            {
              type: 'RequestReturn',
              at,
              reason,
              comment: returnComment,
              sender,
              bankAccount,
              ...(access === 'proof' && { byOthers: deps.keeping }),
            },
            request.context(),
          ),
        );
        if (!outcome.state) return refuse(404, 'ORDER_NOT_FOUND', messages.orderNotFound);
        return { displayStatus: displayStatus(outcome.state), revision: outcome.revision, position: String(outcome.position) };
      },
    );
  };
}
