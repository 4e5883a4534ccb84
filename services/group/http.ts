import { GroupParams, groupMessages as messages, GroupProjectAnswer, PlaceGroupOrderRequest, PlaceOrderAnswer } from '@nordhaut/contracts';
import { refuse, Rejected, type Routes } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { GroupFace, GroupOrder } from './group.ts';

export type PlaceAgreed = (order: GroupOrder, request: FastifyRequest, reply: FastifyReply) => Promise<z.infer<typeof PlaceOrderAnswer>>;

/** A project's page and its orders (spec/3-purchase-flow §2, "Group-buy page"). */
export const groupRoutes =
  (group: GroupFace, placeAgreed: PlaceAgreed): Routes =>
  (app) => {
    app.get(
      '/api/group-projects/:address',
      {
        schema: { params: GroupParams, response: { 200: GroupProjectAnswer }, summary: 'One group project', tags: ['group'] },
        config: { access: 'public' },
      },
      async (request, reply) => {
        // It says how long its state lasts, so a kept copy would be wrong.
        void reply.header('cache-control', 'no-store');
        const project = await group.project(request.params.address);
        return project ? { project } : refuse(404, 'GROUP_NOT_FOUND', messages.notFound);
      },
    );

    app.post(
      '/api/group-orders',
      {
        schema: { body: PlaceGroupOrderRequest, response: { 201: PlaceOrderAnswer }, summary: 'Place a group order', tags: ['group'] },
        config: { access: 'public', limit: 'expensive' },
      },
      async (request, reply) => {
        const memberId = request.actor?.kind === 'member' ? request.actor.id : null;
        try {
          return await placeAgreed(group.order(request.body, memberId), request, reply);
        } catch (error) {
          // A group page has no card to offer instead (decisions.md 71).
          if (error instanceof Rejected && error.rejection.code === 'CASH_LIMIT') return refuse(409, 'CASH_LIMIT', messages.cashLimit);
          throw error;
        }
      },
    );
  };
