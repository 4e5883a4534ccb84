import { groupRefusals as messages, type PlaceOrderAnswer } from '@nordhaut/contracts';
import { memberOf } from '@nordhaut/ordering';
import { refuse, Rejected } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { AskedOrder } from './agree.ts';
import type { GroupFace, GroupOrder } from './group.ts';

type Answer = z.infer<typeof PlaceOrderAnswer>;
export type PlaceAgreed = (order: GroupOrder, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>;

/** Places a group order, for each call that does so: the same checks, limits, cookies and history. */
export const groupOrders =
  (group: Pick<GroupFace, 'order' | 'dropStore'>, placeAgreed: PlaceAgreed) =>
  async (asked: AskedOrder, request: FastifyRequest, reply: FastifyReply): Promise<Answer> => {
    try {
      const placed = await placeAgreed(group.order(asked, memberOf(request)), request, reply);
      await group.dropStore(request.knownVisitor(), asked.address);
      return placed;
    } catch (error) {
      // A group page has no card to offer instead (decisions.md 71).
      if (error instanceof Rejected && error.rejection.code === 'CASH_LIMIT') return refuse(409, 'CASH_LIMIT', messages.cashLimit);
      throw error;
    }
  };
