import { ORDER_NO } from '@nordhaut/contracts';
import type { RequestContext } from '@nordhaut/platform/http';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Accounts } from './accounts.ts';
import { readSessions } from './credentials/sessions.ts';
import type { Member } from './member-state.ts';

const adoptedId = nameUuids('9e0f6b1a-51f6-5f6e-8a8e-0d9b7f3f4c52');

/** Gives the member the orders that they placed as a guest (the adoption of the orders' capability). */
export type AdoptOrders = (
  adopter: {
    memberId: string;
    ofBrowser: readonly string[];
    confirmedEmailKey: string | null;
    known: readonly string[];
    record(orderNo: string, by: 'COOKIE' | 'EMAIL'): Promise<void>;
  },
  context: RequestContext,
) => Promise<boolean>;

/** Moves the lines of a guest's cart into the member's cart (the adoption of the cart's capability). */
export type AdoptCart = (visitor: string, memberId: string, context: RequestContext) => Promise<unknown>;

/** The signed cookie with the orders that this browser placed as a guest. The order's answer sets it. */
export const GUEST_ORDERS = 'guest-orders';
/** The cookie that proves one of them to this browser. From the adoption on, the member's session does. */
const ORDER_PROOF = 'order-proof';

export type AdoptFromBrowser = (
  who: { memberId: string; member: Member; context: RequestContext },
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

/**
 * What follows a sign-in, a registration and the confirmation of an e-mail: the guest's cart and earlier orders of this
 * browser, and orders with the confirmed e-mail, become the member's. It never fails its cause.
 */
export const adoptFromBrowser =
  (
    accounts: Pick<Accounts, 'change'>,
    adopt: { orders: AdoptOrders; cart: AdoptCart },
    log: { warn(data: object, message: string): void },
  ): AdoptFromBrowser =>
  async ({ memberId, member, context }, request, reply) => {
    const visitor = request.knownVisitor();
    if (visitor !== undefined)
      await adopt
        .cart(visitor, memberId, { ...context, actor: { kind: 'member', id: memberId } })
        .catch((err: unknown) => log.warn({ err }, "the guest's cart could not be adopted; the next look at the cart tries again"));
    const cookie = request.cookies[GUEST_ORDERS];
    const { valid, value } = cookie === undefined ? { valid: false, value: null } : request.unsignCookie(cookie);
    const ofBrowser = valid && value ? value.split('.').filter((orderNo) => ORDER_NO.test(orderNo)) : [];
    const actor = { kind: 'member', id: memberId } as const;
    try {
      const complete = await adopt.orders(
        {
          memberId,
          ofBrowser,
          confirmedEmailKey: member.emailConfirmed ? member.emailKey : null,
          known: member.adopted,
          async record(orderNo, by) {
            const command = { type: 'AdoptOrder', at: context.now.toISOString(), orderNo, by } as const;
            await accounts.change(memberId, command, { ...context, actor, commandId: adoptedId(`${memberId}/${orderNo}`) });
          },
        },
        { ...context, actor },
      );
      if (!complete) return;
    } catch (err) {
      log.warn({ err }, 'earlier orders could not be adopted; the next sign-in tries again');
      return;
    }
    if (cookie !== undefined) void reply.clearCookie(GUEST_ORDERS, { path: '/api' });
    for (const orderNo of ofBrowser) void reply.clearCookie(ORDER_PROOF, { path: `/api/orders/${orderNo}` });
  };

export type AdoptFor = (memberId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The same for a caller that has not loaded the member. */
export const adoptFor =
  (accounts: Pick<Accounts, 'member'>, adopt: AdoptFromBrowser, log: { warn(data: object, message: string): void }): AdoptFor =>
  async (memberId, request, reply) => {
    try {
      const { member } = await accounts.member(memberId);
      await adopt({ memberId, member, context: request.context() }, request, reply);
    } catch (err) {
      log.warn({ err }, 'earlier orders could not be adopted; the next sign-in tries again');
    }
  };

/** Which members have these sessions now. It renews none, so an open page does not keep a session alive. */
export const holdersOf =
  (engine: { pool: Pick<pg.Pool, 'query'>; clock: () => Date }) =>
  async (tokens: readonly string[]): Promise<Map<string, string>> => {
    const sessions = await readSessions(engine, tokens);
    return new Map([...sessions.values()].map(({ token, accountId }) => [token, accountId]));
  };
